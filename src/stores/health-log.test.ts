/** The health log: a rewind leaves what a run that never went further would have seen. */
import { expect, test } from "vitest";
import { createHealthWatch, type HealthSample } from "../learning/health.ts";
import { createHealthLog } from "./health-log.ts";

/** A run that is well until step 130, and then has no answers that parse for a while. */
function sample(agent: number, step: number): HealthSample {
  return {
    pseudoLabelAccuracy: 0.6,
    rewardStd: 0.4,
    distinctMajorities: 0.9,
    entropy: 0.2,
    truncatedShare: 0,
    wrongVerdicts: null,
    unparsedShare: agent === 1 && step > 130 && step < 230 ? 1 : 0,
  };
}

function logOf(steps: number) {
  const log = createHealthLog(2);
  for (let step = 1; step <= steps; step++) log.add([sample(0, step), sample(1, step)]);
  return log;
}

test("each agent has its own findings", () => {
  const log = logOf(300);
  expect(log.findings(0)).toEqual([]);
  expect(log.findings(1)).toEqual([{ rule: "unparsed", since: 133, until: 237 }]);
  expect(log.findings(7)).toEqual([]);
});

test("a rewind to any step leaves what a run of so many steps has, and it goes on the same", () => {
  for (const to of [0, 1, 99, 100, 135, 140, 200, 245, 300, 999]) {
    const log = logOf(300);
    log.rewind(to, sample);
    const left = Math.min(to, 300);
    expect(log.findings(1), `rewound to ${to}`).toEqual(logOf(left).findings(1));
    for (let step = left + 1; step <= 300; step++) log.add([sample(0, step), sample(1, step)]);
    expect(log.findings(1), `on from ${to}`).toEqual(logOf(300).findings(1));
  }
});

test("a copy of a watch goes its own way", () => {
  const watch = createHealthWatch();
  for (let n = 1; n <= 135; n++) watch.push(sample(1, n));
  const copy = watch.copy();
  for (let n = 136; n <= 150; n++) copy.push(sample(1, n));
  expect(watch.findings).toEqual([]);
  expect(copy.findings).toHaveLength(1);
});
