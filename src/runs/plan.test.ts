/** Plans as files: what fits, and a sentence for each thing that does not. */
import { describe, expect, it } from "vitest";
import { PAPER_TABLES } from "./paper/index.ts";
import { PLAN_SCHEMA, parsePlanJson, planJson } from "./plan.ts";
import { PLAN_LIST, planById } from "./plans/index.ts";
import { SMOKE } from "./plans/smoke.ts";

/** The smoke plan as JSON with changes. */
function written(changes: object): string {
  return JSON.stringify({ ...SMOKE, ...changes });
}

function problemsOf(text: string): readonly string[] {
  const parsed = parsePlanJson(text);
  return "problems" in parsed ? parsed.problems : [];
}

describe("shipped plans", () => {
  it.each(PLAN_LIST.map((plan) => [plan.id, plan] as const))("%s survives its file, and its paper rows exist", (id, plan) => {
    expect(planById(id)).toBe(plan);
    expect(parsePlanJson(planJson(plan))).toEqual({ plan });
    const named = plan.rows.flatMap((row) => row.paper ?? []);
    if (plan.paper === null) expect(named).toEqual([]);
    else {
      const table = PAPER_TABLES[plan.paper];
      for (const name of named) expect(table.rows.map(({ labels }) => labels[table.key])).toContain(name);
    }
  });

  it("are each there once", () => {
    expect(new Set(PLAN_LIST.map(({ id }) => id)).size).toBe(PLAN_LIST.length);
    expect(planById("table-99")).toBeUndefined();
  });
});

describe("parsePlanJson", () => {
  it("fills in what has a default", () => {
    const text = JSON.stringify({
      schema: PLAN_SCHEMA,
      version: 1,
      id: "own",
      title: "Own",
      description: "",
      rows: [{ id: "a", title: "A", preset: "ttrl" }],
      seeds: [0],
    });
    const parsed = parsePlanJson(text);
    expect(parsed).toMatchObject({
      plan: { samplingSeeds: [0], grid: [], baseline: null, paper: null, later: [], training: {}, base: {} },
    });
  });

  it.each([
    ["{", /^This plan is not JSON: .*\.$/],
    ["[]", /not an object/],
    ["{}", /it names no schema/],
    [written({ schema: "co-rl-playground/run" }), /its schema is "co-rl-playground\/run"/],
    [written({ version: 2 }), /newer version of the page: its format is version 2/],
    [written({ seeds: [] }), /The plan's seeds: must name at least one\./],
    [written({ seeds: [0.5] }), /The plan's seeds\.0: must be a whole number from 0 to 9999\./],
    [written({ baseline: "nobody" }), /The plan's baseline: there is no row "nobody"\./],
    [written({ rows: [SMOKE.rows[0], SMOKE.rows[0]] }), /The plan's rows\.1\.id: "base" is another row's too\./],
    [written({ rows: [{ id: "a", title: "A" }] }), /rows\.0: must have either a preset or a cohort written out/],
    [written({ rows: [{ id: "a/b", title: "A", preset: "ttrl" }] }), /rows\.0\.id: must be 1 to 48 letters/],
    [written({ training: { rollouts: 65 } }), /training\.rollouts: must be a whole number from 1 to 64/],
    [written({ training: { speed: 1 } }), /The plan's training: .*speed/],
    [
      written({ grid: [{ setting: "rollouts", values: [4, 0] }] }),
      /grid\.0\.values\.1: rollouts must be a whole number from 1 to 64/,
    ],
    [written({ grid: [{ setting: "overlap", values: [1.5] }] }), /grid\.0\.values\.0: overlap must be a number from 0 to 1/],
    [written({ grid: [{ setting: "size", values: ["huge"] }] }), /size must be small or large/],
    [
      written({ grid: [{ setting: "topology", values: ["star"] }] }),
      /topology must be one of ring, pairs, all-others, everybody, self/,
    ],
    [written({ grid: [{ setting: "labelRule", values: ["loudest"] }] }), /labelRule must be one of pooled, majority, /],
    [written({ grid: [{ setting: "ddof", values: [2] }] }), /ddof must be 0 or 1/],
    [written({ grid: [{ setting: "schedule", values: ["linear"] }] }), /schedule must be one of constant, cosine/],
    [written({ grid: [{ setting: "rollouts", values: [4, 4] }] }), /rollouts has 4 twice/],
    [written({ grid: [{ setting: "colour", values: [4] }] }), /grid\.0\.setting/],
    [
      written({
        grid: [
          { setting: "rollouts", values: [4] },
          { setting: "rollouts", values: [8] },
        ],
      }),
      /grid\.1\.setting: rollouts is varied twice/,
    ],
    [
      written({
        grid: [{ setting: "rollouts", values: [4] }],
        rows: [{ id: "a", title: "A", preset: "ttrl", training: { rollouts: 2 } }],
        baseline: null,
      }),
      /rows\.0: sets rollouts, which the grid varies/,
    ],
    [
      written({
        grid: [{ setting: "pretrainSteps", values: [1000] }],
        rows: [{ id: "a", title: "A", preset: "ttrl", base: { steps: 500 } }],
        baseline: null,
      }),
      /rows\.0: sets pretrainSteps, which the grid varies/,
    ],
  ])("tells in a sentence what is wrong: %#", (text, sentence) => {
    const told = problemsOf(text);
    expect(told.join("\n")).toMatch(sentence);
    for (const one of told) expect(one).toMatch(/\.$/);
  });

  it("tells every problem, not the first alone", () => {
    expect(problemsOf(written({ seeds: [], baseline: "nobody", training: { rollouts: 0, steps: 0 } }))).toHaveLength(4);
  });
});
