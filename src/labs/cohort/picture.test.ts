/** The exported picture as text: the same data gives the same picture, and it stands alone. */
import { expect, test } from "vitest";
import { fixtureRecord } from "../../runs/fixture.ts";
import { pack } from "../../runs/packed.ts";
import { cohortStep, ENVIRONMENT, heldOut } from "../../stores/fake-session.ts";
import { createPastRuns } from "../../stores/past-runs.ts";
import { createRunData, type RunData } from "../../stores/run-data.ts";
import { mixed } from "../../ui/figure-svg.ts";
import { escapeXml } from "../../ui/svg.ts";
import { type PagePicture, pageCharts, pagePicture } from "./charts-picture.ts";
import { chartsSvg, PICTURE_WIDTH } from "./picture.ts";

function data(steps: number): RunData {
  const run = createRunData(fixtureRecord(Math.max(1, steps)).config, { main: "Co-RL <main>", compare: "TTRL" });
  run.addInitial(heldOut(0.56, 0.55), heldOut(0.561, 0.551));
  for (let step = 1; step <= steps; step++) run.addStep(cohortStep(step), cohortStep(step, 5));
  if (steps > 0) run.addFinal(heldOut(0.7, 0.65), heldOut(0.6, 0.5));
  return run;
}

function page(steps: number): PagePicture {
  const past = createPastRuns();
  past.keep(pack(fixtureRecord(3)), "before & after", true);
  const run = data(steps);
  if (steps > 2) run.addChange({ step: 2, name: "temperature", value: 0.8 });
  return {
    data: run,
    environment: ENVIRONMENT,
    total: steps,
    view: { rewardAccuracy: true, relativeStd: false },
    past: past.store.getState().runs,
    colour: (css) => `#${css.length.toString(16).padStart(6, "0")}`,
  };
}

test("all charts with titles, legends, values, the change, the past run and what was run", async () => {
  const { text, width, height } = pagePicture(page(4));
  expect(text).toContain(`width="${width}" height="${height}"`);
  expect(text).toContain("Co-RL &lt;main&gt;");
  expect(text).toContain("past runs: 1 before &amp; after.");
  expect(text).toContain(">temp 0.8</text>");
  expect(text).toContain(">70.0 [68.0, 72.0]</text>");
  expect(text).not.toMatch(/NaN|undefined|Infinity|var\(|href|url\(/);
  expect(text.match(/<g[ >]/g)).toHaveLength(text.match(/<\/g>/g)?.length ?? 0);
  expect(pagePicture(page(4)).text).toBe(text);
  // What the notes say changes with every new setting; how they are set does not.
  const { colour } = page(4);
  const fixed = chartsSvg({ title: "a & b", charts: pageCharts(page(4)), notes: ["One note. ".repeat(30).trim()], colour });
  await expect(fixed.text).toMatchFileSnapshot("./fixtures/charts.svg");
});

test("past runs are dotted and half grey, as no line of the run is", () => {
  const colour = (css: string): string => (css === "var(--ink-soft)" ? "#000000" : "#2040ff");
  const behind = pagePicture({ ...page(4), colour }).text.match(/<path[^>]*stroke-dasharray="1 3"\/>/g) ?? [];
  expect(behind.length).toBeGreaterThan(5);
  for (const path of behind) expect(path).toContain('stroke="#102080"');
  expect(mixed("blue", "#000000", 0.5)).toBe("blue");
});

test("no line of the notes is wider than the picture, not even a long address", () => {
  const { colour } = page(4);
  const address = `#/cohort?v=1&agents=${"attention.small.msb.Q.r0,".repeat(12)}`;
  const { text } = chartsSvg({ title: "a", charts: pageCharts(page(4)), notes: [`Some words before. ${address}`], colour });
  const lines = [...text.matchAll(/<text[^>]*font-size="12" [^>]*>([^<]*)</g)].map(([, line = ""]) => line);
  expect(lines.length).toBeGreaterThan(2);
  expect(lines.join("")).toContain(escapeXml(address));
  // 7.4 px a character is the widest that a common font has for such text.
  for (const line of lines) expect(line.replaceAll("&amp;", "&").length * 7.4).toBeLessThan(PICTURE_WIDTH - 56);
});

test("before the first step, one evaluation stands as a whisker", () => {
  const { text } = pagePicture({ ...page(0), past: [] });
  expect(text).not.toMatch(/NaN|undefined|Infinity/);
  expect(text).toContain(">56.0 [54.0, 58.0]</text>");
});
