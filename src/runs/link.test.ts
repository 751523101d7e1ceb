import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type DialogueChoice, JUDGES, VERIFIERS } from "../learning/dialogue.ts";
import { LABEL_RULES } from "../learning/label-rules/rule.ts";
import { ESTIMATORS, LOSS_NORMALISATIONS } from "../learning/loss.ts";
import { METHODS } from "../learning/method.ts";
import { methodById } from "../learning/methods/index.ts";
import { SCHEDULES } from "../learning/schedule.ts";
import { COPY_PHRASINGS, COPY_SCHEDULES } from "../learning/slow-copy.ts";
import { TIE_RULES } from "../learning/vote.ts";
import { BACKENDS } from "../policies/engine.ts";
import { ARCHITECTURES, defaultBase, SIZES, sameBase } from "../policies/spec.ts";
import { CORPORA, DIGIT_ORDERS, TASK_IDS } from "../tasks/task.ts";
import {
  type AgentConfig,
  type CohortConfig,
  DEFAULT_TRAINING,
  dialogueSchema,
  LIMITS,
  type LimitName,
  runConfigSchema,
  type TrainingConfig,
} from "./config.ts";
import { defaultLink, formatLink, isCohortLink, type LinkState, parseLink, TRAINING_NAMES } from "./link.ts";
import { usualCopy } from "./link-copy.ts";
import { plainDialogue } from "./link-dialogue.ts";
import { oneProblem } from "./link-fixture.ts";
import { COMPARABLE, compareCohort, methodsOf, PRESETS, type PresetId, presetById } from "./presets.ts";
import { fittingTask } from "./task-fit.ts";

function within(name: LimitName): fc.Arbitrary<number> {
  const { min, max, whole, default: usual } = LIMITS[name];
  // -0 and 0 are one number in an address.
  const any = whole ? fc.integer({ min, max }) : fc.double({ min, max, noNaN: true }).map((value) => value + 0);
  return fc.oneof(fc.constant(usual), any);
}

const agent: fc.Arbitrary<AgentConfig> = fc.record(
  {
    architecture: fc.constantFrom(...ARCHITECTURES),
    size: fc.constantFrom(...SIZES),
    digitOrder: fc.constantFrom(...DIGIT_ORDERS),
    corpus: fc.constantFrom(...CORPORA),
    replica: fc.integer({ min: 0, max: 9 }),
    paraphrase: fc.boolean(),
    learningRateScale: within("learningRateScale"),
    weakShare: within("weakShare"),
    weights: fc.constantFrom("0123456789abcdef".repeat(4), "e1".repeat(32)),
  },
  {
    requiredKeys: ["architecture", "size", "digitOrder", "corpus", "replica", "paraphrase", "learningRateScale"],
  },
);

const training: fc.Arbitrary<TrainingConfig> = fc.record({
  steps: within("steps"),
  promptsPerStep: within("promptsPerStep"),
  rollouts: within("rollouts"),
  temperature: within("temperature"),
  learningRate: within("learningRate"),
  schedule: fc.constantFrom(...SCHEDULES),
  warmupSteps: within("warmupSteps"),
  clipNorm: within("clipNorm"),
  estimator: fc.constantFrom(...ESTIMATORS),
  advantageClip: within("advantageClip"),
  ddof: fc.constantFrom(0, 1),
  epsilon: within("epsilon"),
  normalisation: fc.constantFrom(...LOSS_NORMALISATIONS),
  clip: within("clip"),
  updates: within("updates"),
  beta: within("beta"),
  threshold: within("threshold"),
  tieRule: fc.constantFrom(...TIE_RULES),
  wrongLabels: within("wrongLabels"),
  trainPrompts: within("trainPrompts"),
  heldOutPrompts: within("heldOutPrompts"),
  evaluateEvery: within("evaluateEvery"),
  evaluateSamples: within("evaluateSamples"),
  finalSamples: within("finalSamples"),
});

function custom(method: CohortConfig["method"]): fc.Arbitrary<CohortConfig> {
  const { agents, anyTopology, second } = methodById(method);
  const [minLength, maxLength] = agents;
  const copy: fc.Arbitrary<CohortConfig["slowCopy"]> =
    second === "slow-copy"
      ? fc.option(
          fc
            .record({
              phrasing: fc.constantFrom(...COPY_PHRASINGS),
              schedule: fc.constantFrom(...COPY_SCHEDULES),
              beta: within("copyBeta"),
            })
            .filter((made) => !usualCopy(made)),
          { nil: undefined },
        )
      : fc.constant(undefined);
  const rule = anyTopology ? fc.constantFrom(undefined, ...LABEL_RULES.filter((id) => id !== "pooled")) : fc.constant(undefined);
  const choices: Record<DialogueChoice, fc.Arbitrary<unknown>> = {
    judges: fc.constantFrom(...JUDGES),
    turns: within("turns"),
    discount: within("discount"),
    verifier: fc.constantFrom(...VERIFIERS),
    beta: within("beta"),
  };
  const rules = methodById(method);
  const own = Object.fromEntries((rules.roles ? rules.choices : []).map((name) => [name, choices[name]]));
  const dialogue = fc.record(own, { requiredKeys: [] }).map((said) => plainDialogue(dialogueSchema.parse(said)));
  return fc.tuple(fc.array(agent, { minLength, maxLength }), rule, copy, dialogue).map(([made, labelRule, slowCopy, said]) => ({
    method,
    agents: made,
    ...(labelRule ? { labelRule } : {}),
    ...(slowCopy ? { slowCopy } : {}),
    ...(said ? { dialogue: said } : {}),
  }));
}

const state: fc.Arbitrary<LinkState> = fc
  .record({
    preset: fc.constantFrom(...PRESETS),
    compare: fc.constantFrom<(PresetId | "none")[]>("none", ...COMPARABLE),
    backend: fc.constantFrom<("auto" | (typeof BACKENDS)[number])[]>("auto", ...BACKENDS),
    seed: within("seed"),
    samplingSeed: within("samplingSeed"),
    training,
    task: fc.constantFrom(...TASK_IDS),
    base: fc.option(fc.record({ weakShare: fc.constantFrom(0.38, 1), steps: fc.constantFrom(2000, 3200, 500) })),
    custom: fc.option(fc.constantFrom(...METHODS).chain(custom)),
  })
  .map(({ preset, compare, backend, seed, samplingSeed, training, task, base, custom }) => {
    const cohort = custom ?? presetById(preset).cohort;
    const compared = compare === "none" ? null : compareCohort(cohort, compare);
    const fitting = fittingTask(task, methodsOf(cohort, compared));
    const recipe = { ...defaultBase(fitting), ...base };
    const config = {
      task: fitting,
      seed,
      samplingSeed,
      training,
      cohort,
      ...(sameBase(recipe, defaultBase(fitting)) ? {} : { base: recipe }),
      compare: compared,
    };
    return { preset, compare, backend, config };
  });

describe("formatLink and parseLink", () => {
  it("write a slow copy in one word, and tell what is wrong with one", () => {
    const link = "#/cohort?v=1&preset=co-rewarding-2&copy=other,constant,0.25";
    const { state, problems } = parseLink(link);
    expect(problems).toEqual([]);
    expect(state.config.cohort.slowCopy).toEqual({ phrasing: "other", schedule: "constant", beta: 0.25 });
    expect(formatLink(state)).toBe(link);
    const released = parseLink("#/cohort?preset=co-rewarding-2-paraphrase&copy=same,cosine,0.001").state.config.cohort;
    expect(released).toEqual(presetById("co-rewarding-2").cohort);
    for (const bad of ["other", "other,constant", "other,constant,2", "other,constant,0,1", "both,cosine,0", "same,cosine,x"])
      expect(oneProblem(`#/cohort?preset=co-rewarding-2&copy=${bad}`).problem).toMatch(
        /^The link's copy is not usable: ".*" does not read like same,cosine,0\.001 or other,constant,0; the released one is used\.$/,
      );
    expect(oneProblem("#/cohort?preset=ttrl&copy=other,constant,0").problem).toBe(
      "The link's copy is not usable: TTRL has no slow copy; it was passed over.",
    );
  });

  it("give back every valid state", () => {
    fc.assert(
      fc.property(state, (value) => {
        const link = formatLink(value);
        expect(parseLink(link)).toEqual({ state: value, problems: [] });
        // Nothing in it needs escaping, in an address or in a message.
        expect(link).toMatch(/^#\/cohort(\?[\w.,&=-]+)?$/);
      }),
      { numRuns: 300 },
    );
  });

  it("write the defaults as the bare page and read it back", () => {
    expect(formatLink(defaultLink())).toBe("#/cohort");
    expect(parseLink("#/cohort")).toEqual({ state: defaultLink(), problems: [] });
    expect(parseLink("")).toEqual({ state: defaultLink(), problems: [] });
  });

  it("read the documented link, which has no version, as version 1", () => {
    const { state, problems } = parseLink("#/cohort?preset=ttrl&seed=3&backend=wasm&steps=40&compare=none");
    expect(problems).toEqual([]);
    expect(state).toEqual({
      preset: "ttrl",
      compare: "none",
      backend: "wasm",
      config: {
        task: "addition",
        seed: 3,
        samplingSeed: 0,
        training: { ...DEFAULT_TRAINING, steps: 40 },
        cohort: presetById("ttrl").cohort,
        compare: null,
      },
    });
    expect(formatLink(state)).toBe("#/cohort?v=1&preset=ttrl&compare=none&seed=3&steps=40&backend=wasm");
  });

  it("write custom agents readably, and a method only where it is not the preset's", () => {
    const start = defaultLink();
    const [first, second] = start.config.cohort.agents;
    if (!first || !second) throw new Error("The default cohort has two agents.");
    const cohort: CohortConfig = {
      method: "ttrl",
      agents: [
        { ...first, learningRateScale: 1 },
        { ...second, paraphrase: true, learningRateScale: 0.67 },
      ],
    };
    const link = formatLink({ ...start, compare: "none", config: { ...start.config, cohort, compare: null } });
    expect(link).toBe(
      "#/cohort?v=1&compare=none&method=ttrl&agents=attention.small.msb.Q.r0,recurrent.small.lsb.L.r0.para.x0.67",
    );
  });

  it("compare the link's own agents under the other method", () => {
    const { state } = parseLink("#/cohort?agents=attention.small.msb.P.r0,attention.large.lsb.L.r1&compare=ttrl");
    expect(state.config.compare?.method).toBe("ttrl");
    expect(state.config.compare?.agents.map((agent) => agent.corpus)).toEqual(["P", "L"]);
  });

  it("write the task where it is not the preset's, and pretrain its policies as long as its shipped ones", () => {
    const roles = parseLink("#/cohort?v=1&task=addition-roles");
    expect(roles.problems).toEqual([]);
    expect(roles.state.config).toEqual({ ...defaultLink().config, task: "addition-roles" });
    expect(formatLink(roles.state)).toBe("#/cohort?v=1&task=addition-roles");
    const weak = parseLink("#/cohort?v=1&task=addition-roles&weak=1").state;
    expect(weak.config.base).toMatchObject({ weakShare: 1, steps: 3200 });
    expect(formatLink(weak)).toBe("#/cohort?v=1&task=addition-roles&weak=1");
    expect(parseLink("#/cohort?preset=co-rl-weak&task=addition-roles").state.config.base).toMatchObject({ steps: 3200 });
    // As long as addition's is another thing there, and is said.
    expect(formatLink(parseLink("#/cohort?task=addition-roles&pretrain=2000").state)).toContain("pretrain=2000");
    const { state: unknown, problem } = oneProblem("#/cohort?task=chess");
    expect([unknown, problem]).toEqual([defaultLink(), expect.stringContaining("must be addition or addition-roles")]);
  });

  it("give each setting a name of its own", () => {
    const names = Object.values(TRAINING_NAMES);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe("parseLink on bad links", () => {
  it("never throws, and its state is always valid and linkable", () => {
    const name = fc.constantFrom(
      "v",
      "preset",
      "compare",
      "backend",
      "seed",
      "sampling",
      "method",
      "agents",
      "task",
      "pretrain",
      "lr",
      "tie",
      "ddof",
      "__proto__",
      "constructor",
    );
    const value = fc.oneof(
      fc.string(),
      fc.double().map(String),
      fc.constantFrom("1", "ttrl", "%E0%A4%A", "attention.small.msb.Q.r0", "co-rl", "addition-roles", "2000", "NaN", "1e999"),
    );
    const query = fc.array(fc.tuple(name, value).map(([n, v]) => `${n}=${v}`)).map((parts) => `#/cohort?${parts.join("&")}`);
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: "binary" }), query), (text) => {
        const { state } = parseLink(text);
        expect(runConfigSchema.safeParse(state.config).success).toBe(true);
        expect(parseLink(formatLink(state))).toEqual({ state, problems: [] });
      }),
      { numRuns: 500 },
    );
  });

  it("say that a newer link is newer and show the defaults", () => {
    const { state, problem } = oneProblem("#/cohort?v=2&preset=ttrl&wonder=7");
    expect(problem).toContain("newer version");
    expect(state).toEqual(defaultLink());
  });

  it.each([
    ["steps=0", "steps", '"0"', "a whole number from 1 to 10000"],
    ["steps=2.5", "steps", '"2.5"', "a whole number"],
    ["steps=", "steps", '""', "a whole number"],
    ["k=0x10", "k", '"0x10"', "from 1 to 64"],
    ["lr=fast", "lr", '"fast"', "a number from 0 to 0.01"],
    ["lr=Infinity", "lr", '"Infinity"', "a number from 0 to 0.01"],
    ["schedule=linear", "schedule", '"linear"', "constant or cosine"],
    ["ddof=2", "ddof", '"2"', "0 or 1"],
    ["norm=mean", "norm", '"mean"', "bnpo, grpo, dr-grpo"],
    ["seed=-1", "seed", '"-1"', "from 0 to 9999"],
    ["preset=co-rl", "preset", '"co-rl"', "co-rl-different"],
    ["compare=co-rl-weak", "compare", '"co-rl-weak"', "none"],
    ["compare=nothing", "compare", '"nothing"', "none"],
    ["backend=webgl", "backend", '"webgl"', "auto, webgpu, simd, wasm, webgpu-plain, cpu"],
    ["method=grpo", "method", '"grpo"', "ttrl"],
    ["v=0", "v", '"0"', "1"],
    ["v=x", "v", '"x"', "1"],
  ])("names the parameter, its value and what is allowed: %s", (query, name, value, allowed) => {
    const { state, problem } = oneProblem(`#/cohort?${query}&train=100`);
    expect(problem).toContain(name);
    expect(problem).toContain(value);
    expect(problem).toContain(allowed);
    expect(problem).toMatch(/^The link's [^\n]+\.$/);
    // The rest of the link still counts, and the bad value left its default.
    expect(state).toEqual({
      ...defaultLink(),
      config: { ...defaultLink().config, training: { ...DEFAULT_TRAINING, trainPrompts: 100 } },
    });
  });

  it.each([
    ["agents=attention", "does not read like"],
    ["agents=attention.tiny.msb.Q.r0,attention.small.msb.Q.r0", "size must be one of small, large"],
    ["agents=attention.small.msb.Q.r0.tabc,attention.small.msb.Q.r0", "does not read like attention.small.msb.Q.r0"],
    ["agents=attention.small.msb.Q.r0,attention.small.msb.Q.r0.x11", "its learning-rate factor must be a number from 0 to 10"],
    ["agents=attention.small.msb.Q.r10,attention.small.msb.Q.r0", "replica"],
    [`agents=${Array(9).fill("attention.small.msb.Q.r0").join(",")}`, "at most 8"],
    ["agents=attention.small.msb.Q.r0", "takes 2 to 8 agents, not 1"],
  ])("falls back to the preset's agents: %s", (query, what) => {
    const { state, problem } = oneProblem(`#/cohort?${query}`);
    expect(problem).toContain(what);
    expect(state).toEqual(defaultLink());
  });

  it("counts unknown parameters where there are many", () => {
    const many = Array.from({ length: 3000 }, (_, n) => `x${n}=${n}`).join("&");
    const { problems } = parseLink(`#/cohort?${many}&seed=3`);
    expect(problems).toHaveLength(6);
    expect(problems.at(-1)).toBe("2995 more of the link's parameters are unknown and were passed over.");
    expect(parseLink("#/cohort?a&b&c&d&e&f").problems.at(-1)).toBe(
      "1 more of the link's parameters is unknown and was passed over.",
    );
  });

  it("tells unknown and repeated parameters", () => {
    expect(oneProblem("#/cohort?step=40").problem).toContain('"step" is unknown');
    const { state, problem } = oneProblem("#/cohort?steps=40&steps=50");
    expect(problem).toContain("steps more than once");
    expect(state.config.training.steps).toBe(40);
  });
});

describe("isCohortLink", () => {
  it("knows this lab's addresses from another lab's", () => {
    for (const hash of ["", "#", "#/", "#/cohort", "#/cohort?tau=0.5"]) expect(isCohortLink(hash), hash).toBe(true);
    for (const hash of ["#/basins?tau=0.5", "#/cohorts", "#/cohort-2?k=3", "#garbage"])
      expect(isCohortLink(hash), hash).toBe(false);
  });
});

it("the factor of an architecture's recipe has four digits in a link and is read as exactly that", () => {
  const { state } = parseLink("#/cohort?v=1&preset=co-rl-ring-3");
  const { cohort } = state.config;
  const swapped = { ...state, preset: "co-rl-different" as const };
  const link = formatLink(swapped);
  expect(link).toContain("recurrent.small.lsb.L.r0.x0.6667,");
  expect(parseLink(link).state.config.cohort).toEqual(cohort);
  // Who means the four digits themselves gets them back.
  const agents = cohort.agents.map((agent) => ({ ...agent, learningRateScale: 0.6667 }));
  const own = { ...swapped, config: { ...state.config, cohort: { ...cohort, agents }, compare: null }, compare: "none" as const };
  expect(parseLink(formatLink(own)).state.config.cohort.agents.map((agent) => agent.learningRateScale)).toEqual([
    0.6667, 0.6667, 0.6667,
  ]);
});
