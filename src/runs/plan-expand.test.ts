/** From a plan to its runs: keys, order, what a grid does to a row, and links that say it all. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_TRAINING } from "./config.ts";
import { formatLink, parseLink } from "./link.ts";
import { MOST_RUNS, type Plan, type PlanInput, planSchema } from "./plan.ts";
import { expandPlan, gridPoints, pointText, runKey } from "./plan-expand.ts";
import { runLink } from "./plan-link.ts";
import { PLAN_LIST } from "./plans/index.ts";
import { SMOKE } from "./plans/smoke.ts";
import { TABLE_10 } from "./plans/table-10.ts";

function plan(changes: Partial<PlanInput> = {}): Plan {
  return planSchema.parse({ ...SMOKE, ...changes });
}

const own = fc.record({
  seeds: fc.uniqueArray(fc.integer({ min: 0, max: 9999 }), { minLength: 1, maxLength: 4 }),
  samplingSeeds: fc.uniqueArray(fc.integer({ min: 0, max: 9999 }), { minLength: 1, maxLength: 3 }),
  rollouts: fc.uniqueArray(fc.integer({ min: 1, max: 64 }), { minLength: 1, maxLength: 3 }),
  overlap: fc.uniqueArray(fc.constantFrom(0, 0.15, 0.3, 0.5, 1), { minLength: 1, maxLength: 3 }),
  topology: fc.uniqueArray(fc.constantFrom("ring", "all-others", "self"), { minLength: 1, maxLength: 3 }),
});

const SIX_ROWS: PlanInput["rows"] = (["base", "ttrl", "gt-reward", "co-rl-same", "co-rl-ring-3"] as const).map((preset) => ({
  id: preset,
  title: preset,
  preset,
}));

function drawn({ rollouts, overlap, topology, ...rest }: typeof own extends fc.Arbitrary<infer T> ? T : never): Plan {
  const grid = [
    { setting: "rollouts", values: rollouts },
    { setting: "overlap", values: overlap },
    { setting: "topology", values: topology },
  ] satisfies PlanInput["grid"];
  return plan({ rows: SIX_ROWS, grid, ...rest });
}

describe("a plan's task", () => {
  const rows: PlanInput["rows"] = [
    { id: "ttrl", title: "TTRL", preset: "ttrl" },
    { id: "roles", title: "TTRL where policies judge too", preset: "ttrl", task: "addition-roles" },
  ];

  it("is addition where nothing is said, the plan's for all rows, or the row's own", () => {
    const tasks = (changes: Partial<PlanInput>): string[] =>
      expandPlan(plan({ rows, baseline: null, seeds: [0], ...changes })).runs.map(({ config }) => config.task);
    expect(tasks({})).toEqual(["addition", "addition-roles"]);
    // Both rows are the same run then.
    expect(tasks({ task: "addition-roles" })).toEqual(["addition-roles"]);
  });

  it("has policies pretrained as its shipped ones, and tells runs apart", () => {
    const steps = (pretrainSteps: number) =>
      expandPlan(plan({ rows, baseline: null, seeds: [0], grid: [{ setting: "pretrainSteps", values: [pretrainSteps] }] })).runs;
    expect(steps(2000).map(({ config }) => config.base?.steps)).toEqual([undefined, 2000]);
    expect(steps(3200).map(({ config }) => config.base?.steps)).toEqual([3200, undefined]);
    const keys = [...steps(2000), ...steps(3200)].map(({ key }) => key);
    expect(new Set(keys).size).toBe(4);
    for (const run of [...steps(2000), ...steps(3200)])
      expect(parseLink(runLink(run)).state.config).toMatchObject({ task: run.config.task });
  });
});

describe("expandPlan", () => {
  it("gives each run once under a key of its own, whatever the plan", () => {
    fc.assert(
      fc.property(own, (choice) => {
        const { runs, cells, problems } = expandPlan(drawn(choice));
        if (problems.length > 0) {
          expect(problems).toEqual([expect.stringContaining(`at most ${MOST_RUNS}`)]);
          return;
        }
        const keys = runs.map(({ key }) => key);
        expect(new Set(keys).size).toBe(keys.length);
        expect(new Set(runs.map(({ config }) => JSON.stringify(config))).size).toBe(keys.length);
        // Every run belongs to a cell, and every cell has its runs.
        const asked = new Set(cells.flatMap((cell) => cell.runs.map(({ key }) => key)));
        expect([...asked].sort()).toEqual([...keys].sort());
        for (const cell of cells) expect(cell.runs).toHaveLength(choice.seeds.length * choice.samplingSeeds.length);
      }),
      { numRuns: 25 },
    );
  });

  it("does not care in which order seeds come", () => {
    fc.assert(
      fc.property(own, fc.integer(), (choice, shuffle) => {
        const turned = [...choice.seeds].sort((a, b) => ((a * 7919 + shuffle) % 101) - ((b * 7919 + shuffle) % 101));
        const one = expandPlan(drawn(choice), { backend: "simd" });
        const other = expandPlan(drawn({ ...choice, seeds: turned }), { backend: "simd" });
        expect(other).toEqual(one);
        // A seed's keys are the same whatever seeds stand beside it; a plan of too many runs has none.
        if (one.problems.length > 0) return;
        const alone = expandPlan(drawn(choice), { backend: "simd", seeds: choice.seeds.slice(0, 1) });
        expect(one.runs.map(({ key }) => key)).toEqual(expect.arrayContaining(alone.runs.map(({ key }) => key)));
      }),
      { numRuns: 12 },
    );
  });

  it("runs whole seeds first", () => {
    const { runs } = expandPlan(SMOKE);
    expect(runs.map(({ config }) => `${config.seed} ${config.cohort.method}`)).toEqual([
      "0 base",
      "0 ttrl",
      "0 co-rl",
      "1 base",
      "1 ttrl",
      "1 co-rl",
    ]);
  });

  it("pins the keys: files written before must be found again", () => {
    expect(expandPlan(SMOKE, { backend: "simd" }).runs.map(({ key }) => key)).toMatchInlineSnapshot(`
      [
        "simd-base-s0-c5f071cd16efd07f",
        "simd-ttrl-s0-5d894610fcae4e94",
        "simd-co-rl-s0-b3ed47220b3ccfc5",
        "simd-base-s1-b9be5a87bb14f08e",
        "simd-ttrl-s1-90411574f3d7f16e",
        "simd-co-rl-s1-b35a17af8749be9c",
      ]
    `);
    const [run] = expandPlan(plan({ samplingSeeds: [3] })).runs;
    expect(run?.key).toMatch(/^auto-base-s0\.3-[0-9a-f]{16}$/);
  });

  it("gives another key to another backend, and none to how a configuration is written", () => {
    const [run] = expandPlan(SMOKE).runs;
    if (!run) throw new Error("The plan has no run.");
    expect(runKey(run.config, "wasm")).not.toBe(runKey(run.config, "simd"));
    const { task, ...rest } = run.config;
    expect(runKey({ ...rest, task }, "simd")).toBe(runKey(run.config, "simd"));
  });

  it("trains nothing twice where a setting cannot act", () => {
    // Base knows no K, TTRL and Base no topology.
    const { runs, cells } = expandPlan(
      plan({
        seeds: [0],
        grid: [
          { setting: "rollouts", values: [2, 4] },
          { setting: "topology", values: ["ring", "self"] },
        ],
      }),
    );
    expect(cells).toHaveLength(12);
    const count = (method: string) => runs.filter(({ config }) => config.cohort.method === method).length;
    expect([count("base"), count("ttrl"), count("co-rl")]).toEqual([1, 2, 4]);
    const [base] = runs;
    expect(base?.config.training).toEqual({ ...DEFAULT_TRAINING, trainPrompts: 32, heldOutPrompts: 32, finalSamples: 2 });
  });

  it("varies the label rule where there is something to decide, under keys of its own", () => {
    const axis = { setting: "labelRule" as const, values: ["pooled", "majority", "largest-share"] };
    const rows: PlanInput["rows"] = [
      { id: "ttrl", title: "TTRL", preset: "ttrl" },
      { id: "ring", title: "Ring", preset: "co-rl-ring-3" },
      { id: "others", title: "Others", preset: "co-rl-adaptive" },
    ];
    const { runs, cells } = expandPlan(plan({ seeds: [0], rows, baseline: null, grid: [axis] }));
    expect(cells).toHaveLength(9);
    // TTRL and the ring once each, the others once a rule.
    expect(runs.map(({ config }) => config.cohort.labelRule)).toEqual([
      undefined,
      undefined,
      undefined,
      "majority",
      "largest-share",
    ]);
    expect(expandPlan(plan({ rows: rows.slice(0, 1), baseline: null, grid: [axis] })).problems).toEqual([
      "The plan smoke varies the label rule, but every one of its rows has a method with a label rule of its own.",
    ]);
  });

  it("teaches wrong labels to those who are taught the truth, and runs all others once", () => {
    const rows: PlanInput["rows"] = (["base", "gt-reward", "co-rl-different"] as const).map((preset) => ({
      id: preset,
      title: preset,
      preset,
    }));
    const { runs, cells } = expandPlan(
      plan({ seeds: [0], rows, baseline: null, grid: [{ setting: "wrongLabels", values: [0, 0.2, 0.5] }] }),
    );
    expect(cells).toHaveLength(9);
    expect(runs.map(({ config }) => `${config.cohort.method} ${config.training.wrongLabels}`)).toEqual([
      "base 0",
      "gt-reward 0",
      "gt-reward 0.2",
      "gt-reward 0.5",
      "co-rl 0",
    ]);
  });

  it("applies rows, then the grid: training, base policies, size, topology", () => {
    const { cells, runs } = expandPlan(
      plan({
        seeds: [4],
        base: { weakShare: 0.5 },
        rows: [{ id: "ring", title: "Ring", preset: "co-rl-ring-3", training: { beta: 0.1 }, base: { symmetry: 1 } }],
        baseline: null,
        grid: [
          { setting: "overlap", values: [0.3] },
          { setting: "size", values: ["large"] },
          { setting: "topology", values: ["all-others"] },
          { setting: "rollouts", values: [16] },
        ],
      }),
    );
    expect(runs).toHaveLength(1);
    const config = runs[0]?.config;
    expect(config?.base).toEqual({ weakShare: 0.5, overlap: 0.3, symmetry: 1, contrast: 0, steps: 2000 });
    expect(config?.training).toMatchObject({ rollouts: 16, beta: 0.1, steps: 5 });
    expect(config?.cohort.supervisors).toEqual([
      [1, 2],
      [0, 2],
      [0, 1],
    ]);
    expect(config?.cohort.agents.map(({ size }) => size)).toEqual(["large", "large", "large"]);
    expect(pointText(cells[0]?.point ?? [])).toBe("overlap 0.3, size large, topology all-others, rollouts 16");
  });

  it("the method's own topology is no other run than none named", () => {
    const named = expandPlan(plan({ grid: [{ setting: "topology", values: ["ring"] }] }));
    expect(named.runs).toEqual(expandPlan(SMOKE).runs);
  });

  it("a base recipe equal to the shipped one is none", () => {
    const { runs } = expandPlan(plan({ grid: [{ setting: "overlap", values: [0.15, 0.3] }] }));
    expect(runs.map(({ config }) => config.base?.overlap ?? "shipped").sort()).toEqual([
      ...Array(6).fill(0.3),
      ...Array(6).fill("shipped"),
    ]);
  });

  it("takes changes: rows, seeds, settings", () => {
    const {
      plan: made,
      runs,
      problems,
    } = expandPlan(SMOKE, {
      rows: ["ttrl", "base"],
      seeds: [7, 2, 7],
      samplingSeeds: [1],
      settings: { steps: 3, size: "large" },
      backend: "wasm",
    });
    expect(problems).toEqual([]);
    expect(made).toMatchObject({ seeds: [2, 7], samplingSeeds: [1], baseline: "ttrl" });
    expect(made.rows.map(({ id }) => id)).toEqual(["base", "ttrl"]);
    expect(runs).toHaveLength(4);
    expect(runs[1]?.config.training.steps).toBe(3);
    // The plan with the changes in it gives the same runs again.
    expect(expandPlan(made, { backend: "wasm" }).runs).toEqual(runs);
    expect(expandPlan(SMOKE, { rows: ["base"] }).plan.baseline).toBeNull();
  });

  it.each([
    [expandPlan(SMOKE, { rows: ["nobody"] }), 'The plan smoke has no row "nobody"; it has base, ttrl, co-rl-different.'],
    [expandPlan(SMOKE, { settings: { rollouts: 0 } }), "rollouts is 0 but must be a whole number from 1 to 64."],
    [expandPlan(SMOKE, { seeds: [-1] }), "The plan's seeds.0: must be a whole number from 0 to 9999."],
    [expandPlan(SMOKE, { rows: [] }), "The plan's rows: Too small"],
    [
      expandPlan(plan({ grid: [{ setting: "rollouts", values: [2, 4] }] }), { settings: { rollouts: 8 } }),
      "rollouts is what the plan smoke varies",
    ],
    [expandPlan(TABLE_10, { settings: { rollouts: 8 } }), "rollouts is what tells the plan's rows apart"],
    [
      expandPlan(SMOKE, { seeds: Array.from({ length: 400 }, (_, n) => n) }),
      "The plan smoke asks for 1200 runs; at most 1000 are allowed: take fewer seeds, values or rows.",
    ],
    [
      expandPlan(SMOKE, { rows: ["base", "ttrl"], settings: { topology: "ring" } }),
      "varies the topology, but every one of its rows has a method with a topology of its own",
    ],
  ])("tells nonsense in a sentence and runs nothing: %#", (expansion, sentence) => {
    expect(expansion.runs).toEqual([]);
    expect(expansion.problems).toHaveLength(1);
    expect(expansion.problems[0]).toContain(sentence);
  });

  it("a grid is every combination, the last axis fastest", () => {
    const points = gridPoints([
      { setting: "rollouts", values: [2, 4] },
      { setting: "size", values: ["small", "large"] },
    ]);
    expect(points.map(pointText)).toEqual([
      "rollouts 2, size small",
      "rollouts 2, size large",
      "rollouts 4, size small",
      "rollouts 4, size large",
    ]);
    expect(gridPoints([])).toEqual([[]]);
  });
});

describe("shipped plans", () => {
  it.each(PLAN_LIST.map((shipped) => [shipped.id, shipped] as const))(
    "%s expands, and a link says each run whole",
    (_, shipped) => {
      const { runs, problems } = expandPlan(shipped, { backend: "simd" });
      expect(problems).toEqual([]);
      expect(runs.length).toBeGreaterThan(0);
      for (const run of runs) {
        const { state, problems: told } = parseLink(runLink(run));
        expect(told).toEqual([]);
        expect(state.config).toEqual(run.config);
        expect(state.backend).toBe("simd");
        expect(formatLink(state)).toBe(runLink(run));
      }
    },
  );

  it("ask for what the issue names", () => {
    const size = (id: string) => expandPlan(PLAN_LIST.find((shipped) => shipped.id === id) ?? SMOKE).runs.length;
    expect(size("table-1")).toBe(85);
    expect(size("smoke")).toBe(6);
    // Base, TTRL and Co-RL at six overlaps of three seeds.
    expect(size("overlap")).toBe(54);
  });
});

it("a row takes the training that its preset brings; the row's own and the plan's come before it", () => {
  const rateOf = (changes: Partial<PlanInput>): number | undefined =>
    expandPlan(planSchema.parse({ ...SMOKE, training: {}, baseline: null, seeds: [0], ...changes })).runs[0]?.config.training
      .learningRate;
  const row = { id: "collapse", title: "Collapse", preset: "ttrl-collapse" as const };
  expect(rateOf({ rows: [row] })).toBe(0.0012);
  expect(rateOf({ rows: [{ ...row, training: { learningRate: 0.001 } }] })).toBe(0.001);
  expect(rateOf({ rows: [row], training: { learningRate: 0.0003 } })).toBe(0.0003);
});
