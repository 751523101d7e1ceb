/** The rules of the health line on series made by hand: begins, holds, ends, comes back, noise, and what a healthy run must not trigger. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createHealthWatch, type Finding, HEALTH_RULE_LIST, HEALTH_RULES, type HealthSample, HOLD, WINDOW } from "./health.ts";

const WELL: HealthSample = {
  pseudoLabelAccuracy: 0.6,
  rewardStd: 0.4,
  distinctMajorities: 0.9,
  entropy: 0.2,
  truncatedShare: 0,
  unparsedShare: 0.01,
  wrongVerdicts: null,
};

/** What is seen of so many steps each: [steps, what differs from a healthy start]. */
function seen(...parts: readonly (readonly [steps: number, changes: Partial<HealthSample>])[]): readonly Finding[] {
  const watch = createHealthWatch();
  for (const [steps, changes] of parts) for (let n = 0; n < steps; n++) watch.push({ ...WELL, ...changes });
  return watch.findings;
}

describe("the rules", () => {
  it("each have a name and a sentence with its threshold", () => {
    expect(HEALTH_RULE_LIST.map(({ id }) => id)).toEqual([...HEALTH_RULES]);
    for (const { text } of HEALTH_RULE_LIST) expect(text).toMatch(/^[A-Z].*\d.*\.$/);
  });

  it("are silent in a run that improves, and where its std falls with better labels", () => {
    expect(seen([20, {}], [100, { pseudoLabelAccuracy: 0.8, rewardStd: 0.1, entropy: 0.02 }])).toEqual([]);
    // Nothing is left to gain.
    expect(seen([20, { pseudoLabelAccuracy: 1 }], [100, { pseudoLabelAccuracy: 1, rewardStd: 0.05 }])).toEqual([]);
  });

  it("name self-confirmation where labels stay as they were while reward std falls", () => {
    const [finding, ...others] = seen([20, {}], [40, { rewardStd: 0.14 }]);
    expect(others).toEqual([]);
    // 0.4 less 0.026 for each low step of ten: under half of 0.4 when eight are low.
    expect(finding).toEqual({ rule: "self-confirmation", since: 28, until: null });
    // A method without pseudo-labels has none that could stay as they were.
    expect(seen([20, { pseudoLabelAccuracy: null }], [40, { rewardStd: 0.15, pseudoLabelAccuracy: null }])).toEqual([]);
  });

  it("name labels that get worse, and then self-confirmation too", () => {
    const rules = seen([20, {}], [40, { pseudoLabelAccuracy: 0.3 }]).map(({ rule }) => rule);
    expect(rules).toEqual(["labels-lost"]);
    expect(seen([20, {}], [40, { pseudoLabelAccuracy: 0.3, rewardStd: 0.1 }]).map(({ rule }) => rule)).toEqual([
      "labels-lost",
      "self-confirmation",
    ]);
  });

  it("name constant answers by what the run began with", () => {
    expect(seen([20, {}], [30, { distinctMajorities: 0.3 }])).toEqual([{ rule: "constant-answers", since: 24, until: null }]);
    // Few prompts a step give few answers from the start.
    expect(seen([50, { distinctMajorities: 0.3 }])).toEqual([]);
  });

  it("name what is so from the first step with that step", () => {
    expect(seen([30, { unparsedShare: 0.9, truncatedShare: 0.9 }])).toEqual([
      { rule: "length-at-cap", since: 1, until: null },
      { rule: "unparsed", since: 1, until: null },
    ]);
    expect(seen([10, { wrongVerdicts: 0.6 }], [30, { wrongVerdicts: 1 }])).toEqual([
      { rule: "always-no", since: 18, until: null },
    ]);
    expect(seen([30, { entropy: 0.001 }])).toEqual([{ rule: "entropy-gone", since: 1, until: null }]);
  });
});

describe("when a rule speaks", () => {
  const bad = { unparsedShare: 1 };

  it("only after it was met in HOLD steps running", () => {
    const watch = createHealthWatch();
    for (let n = 1; n < HOLD; n++) watch.push({ ...WELL, ...bad });
    expect(watch.findings).toEqual([]);
    watch.push({ ...WELL, ...bad });
    expect(watch.findings).toEqual([{ rule: "unparsed", since: 1, until: null }]);
  });

  it("not for a bad step or two", () => {
    expect(seen([30, {}], [2, bad], [30, {}], [2, bad], [30, {}])).toEqual([]);
  });

  it("until it is no longer met in as many; and again where it comes back", () => {
    const findings = seen([20, {}], [30, bad], [30, {}], [30, bad]);
    // The mean of ten steps is over a quarter from the third bad step on, and no longer from the eighth good one on.
    expect(findings).toEqual([
      { rule: "unparsed", since: 23, until: 58 },
      { rule: "unparsed", since: 83, until: null },
    ]);
    expect(seen([20, {}], [30, bad], [15, {}])).toEqual([{ rule: "unparsed", since: 23, until: null }]);
  });

  it("once for a noisy series around a level that is clearly bad", () => {
    const watch = createHealthWatch();
    for (let n = 0; n < 20; n++) watch.push(WELL);
    for (let n = 0; n < 100; n++) watch.push({ ...WELL, unparsedShare: n % 2 === 0 ? 0.9 : 0.1 });
    expect(watch.findings).toHaveLength(1);
    expect(watch.findings[0]).toMatchObject({ rule: "unparsed", until: null });
  });

  it("gives the same array as long as nothing changes", () => {
    const watch = createHealthWatch();
    for (let n = 0; n < 30; n++) watch.push({ ...WELL, ...bad });
    const before = watch.findings;
    watch.push({ ...WELL, ...bad });
    expect(watch.findings).toBe(before);
  });

  it("says nothing of runs shorter than HOLD, and whatever comes, findings of a rule follow each other", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(0, 0.2, 0.3, 1), { maxLength: 200 }), (shares) => {
        const watch = createHealthWatch();
        for (const unparsedShare of shares) watch.push({ ...WELL, unparsedShare });
        const { findings } = watch;
        if (shares.length < HOLD) expect(findings).toEqual([]);
        for (const [n, { since, until }] of findings.entries()) {
          expect(since).toBeLessThanOrEqual(shares.length - HOLD + 1);
          expect(since).toBeGreaterThanOrEqual(findings[n - 1]?.until ?? 1);
          if (until === null) expect(n).toBe(findings.length - 1);
          else expect(until - since).toBeGreaterThanOrEqual(HOLD);
        }
      }),
    );
    expect(WINDOW).toBe(10);
  });
});
