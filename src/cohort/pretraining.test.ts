/** Which policies are pretrained, and from what. */
import { expect, test } from "vitest";
import { checkpointId, corruptionOf, DEFAULT_BASE, defaultBase } from "../policies/spec.ts";
import { agentBase } from "../runs/config.ts";
import { PRESET_LIST } from "../runs/presets.ts";
import { DEFAULT_CORRUPTION, drawTables } from "../tasks/corruption.ts";
import { basePolicies, cohortPolicies } from "./pretraining.ts";

test("a seed's shipped policies are what the presets need, each once", () => {
  for (const seed of [0, 2, 3]) {
    const ids = cohortPolicies(seed).map(({ spec, base }) => checkpointId(spec, seed, base));
    expect(new Set(ids).size).toBe(ids.length);
    for (const { cohort, base } of PRESET_LIST.filter((each) => (each.task ?? "addition") === "addition"))
      for (const agent of cohort.agents) {
        const own = agentBase({ task: "addition", base: { ...DEFAULT_BASE, ...base } }, agent);
        // Those with a weak share of their own are shipped up to seed 2.
        const shipped = seed <= 2 || agent.weakShare === undefined;
        expect(ids.includes(checkpointId(agent, seed, own))).toBe(shipped);
      }
  }
  const task = "addition-roles";
  const roles = cohortPolicies(0, task);
  expect(roles.slice(0, 3).map(({ spec, base }) => checkpointId(spec, 0, base, task))).toEqual([
    "addition-roles-attention-small-msb-Q-r0-s0",
    "addition-roles-recurrent-small-lsb-L-r0-s0",
    "addition-roles-convolutional-small-msb-P-r0-s0",
  ]);
  for (const preset of PRESET_LIST.filter((each) => each.task === task))
    for (const agent of preset.cohort.agents)
      expect(roles.map(({ spec, base }) => checkpointId(spec, 0, base, task))).toContain(
        checkpointId(agent, 0, { ...defaultBase(task), ...preset.base }, task),
      );
  const base = { ...DEFAULT_BASE, weakShare: 1 };
  expect(basePolicies(base).map(({ spec }) => checkpointId(spec, 7, base))).toEqual([
    "attention-small-msb-Q-r0-s7-w1-o0.15-y0.6-n2000",
    "recurrent-small-lsb-L-r0-s7-w1-o0.15-y0.6-n2000",
    "convolutional-small-msb-P-r0-s7-w1-o0.15-y0.6-n2000",
  ]);
});

test("the shipped base draws the recipe's tables; contrast drives the error rates apart and moves no pair", () => {
  expect(corruptionOf(DEFAULT_BASE)).toEqual(DEFAULT_CORRUPTION);
  const plain = drawTables(1).Q;
  const half = drawTables(1, corruptionOf({ ...DEFAULT_BASE, contrast: 0.5 })).Q;
  const full = drawTables(1, corruptionOf({ ...DEFAULT_BASE, contrast: 1 })).Q;
  for (const [pair, { rate, wrongSum }] of plain.entries()) {
    const weak = rate >= 0.55;
    expect(half[pair]?.wrongSum).toBe(wrongSum);
    expect(half[pair]?.rate).toBeCloseTo(weak ? 1 - (1 - rate) / 2 : rate / 2, 12);
    expect(full[pair]?.rate).toBeCloseTo(weak ? 1 : 0, 12);
  }
});

test("a base stands in the name of its checkpoints, so that no two share one", () => {
  const [policy] = cohortPolicies(0);
  if (!policy) throw new Error("There are no policies.");
  const id = (changes: Partial<typeof DEFAULT_BASE>): string => checkpointId(policy.spec, 0, { ...DEFAULT_BASE, ...changes });
  const ids = [{}, { weakShare: 0.4 }, { overlap: 1 }, { symmetry: 0 }, { contrast: 0.5 }, { steps: 100 }].map(id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(id({ contrast: 0.5 })).toBe("attention-small-msb-Q-r0-s0-w0.38-o0.15-y0.6-c0.5-n2000");
});
