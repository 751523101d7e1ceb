/** Second views of real agents: the other phrasing really is another prompt, and the slow copy follows, is kept and is taken up again. */
import { describe, expect, it } from "vitest";
import { DEFAULT_GRPO } from "../learning/loss.ts";
import { followed } from "../learning/slow-copy.ts";
import type { BackendId } from "../policies/engine.ts";
import { DEFAULT_BASE } from "../policies/spec.ts";
import { DEFAULT_TRAINING, type RunConfig } from "../runs/config.ts";
import { type PresetId, presetById } from "../runs/presets.ts";
import type { CohortStep, Environment } from "../runs/record.ts";
import { storedStateSchema } from "../runs/stored-run.ts";
import { addition } from "../tasks/addition.ts";
import { createAgent } from "./agent.ts";
import type { RunEvent } from "./events.ts";
import type { KeptState } from "./keeper.ts";
import type { AgentApi, AgentSetup, SampleOrder } from "./protocol.ts";
import type { Resume } from "./resume.ts";
import { createSession } from "./session.ts";

const CHECKPOINTS = new URL("/checkpoints/", window.location.href).href;
const setup: AgentSetup = {
  taskId: "addition",
  spec: { architecture: "attention", size: "small", digitOrder: "msb", corpus: "Q", replica: 0 },
  cohortSeed: 0,
  base: DEFAULT_BASE,
  backend: "simd",
  build: "plain",
  checkpointBase: CHECKPOINTS,
  samplingSeed: 1,
  paraphrase: false,
  slowCopy: true,
};
const order: SampleOrder = {
  step: 1,
  part: 0,
  alone: true,
  otherPhrasing: false,
  prompts: ["37+58="],
  perPrompt: 4,
  temperature: 1,
  keepText: true,
};

async function texts(agent: AgentApi, changes: Partial<SampleOrder>): Promise<readonly string[]> {
  return (await agent.sample({ ...order, ...changes })).texts ?? [];
}

/** One update that moves the policy far: half of the rollouts are rewarded, whatever they say. */
async function learn(agent: AgentApi, copyRate: number, beta = 0): Promise<void> {
  await agent.sample(order);
  await agent.learn({
    step: 1,
    parts: [{ part: 0, rewards: Float32Array.of(1, 1, 0, 0), counts: null }],
    learningRate: 0.01,
    clipNorm: 1,
    grpo: { ...DEFAULT_GRPO, beta },
    copyRate,
  });
}

describe.each<BackendId>(["simd", "wasm", "webgpu", "cpu"])("a slow copy on %s", (backend) => {
  it("begins as the policy, follows it by hand's sum, and answers with its own parameters", async () => {
    const agent = createAgent();
    await agent.setup({ ...setup, backend });
    const before = await agent.snapshot();
    expect(before.slowCopy).toEqual(before.parameters);
    const copied = await texts(agent, { part: 1, copy: true });
    await learn(agent, 0);
    // The copy has stood still while the policy moved.
    const still = await agent.snapshot();
    expect(still.slowCopy).toEqual(before.parameters);
    expect(still.parameters).not.toEqual(before.parameters);
    expect(await texts(agent, { part: 1, copy: true })).toEqual(copied);
    await learn(agent, 0.25);
    const after = await agent.snapshot();
    expect(after.slowCopy).toEqual(followed(before.parameters, after.parameters, 0.25));
  }, 60_000);
});

describe("a slow copy", () => {
  it("samples what a policy of its parameters samples", async () => {
    const agent = createAgent();
    await agent.setup(setup);
    await learn(agent, 0.5);
    const wish = { step: 7, part: 1, prompts: ["37+58=", "12+34=", "99+10="], perPrompt: 8 };
    const copied = await texts(agent, { ...wish, copy: true });
    const { slowCopy, ...state } = await agent.snapshot();
    await agent.restore({ ...state, parameters: slowCopy ?? new Float32Array(0), slowCopy });
    expect(await texts(agent, wish)).toEqual(copied);
  });

  it("is the reference of the KL penalty", async () => {
    const parametersAfter = async (slowCopy: boolean): Promise<Float32Array> => {
      const agent = createAgent();
      await agent.setup({ ...setup, slowCopy });
      await learn(agent, 1);
      // The copy now stands where the policy does, so that the penalty is 0 there and pulls nowhere; the base policy is far.
      await learn(agent, 0, 1);
      return (await agent.snapshot()).parameters;
    };
    const free = createAgent();
    await free.setup(setup);
    await learn(free, 1);
    await learn(free, 0, 0);
    const held = await parametersAfter(true);
    const gap = (a: Float32Array, b: Float32Array): number => Math.max(...a.map((value, i) => Math.abs(value - (b[i] ?? 0))));
    const unpenalised = (await free.snapshot()).parameters;
    expect(gap(held, unpenalised)).toBeLessThan(1e-3);
    expect(gap(await parametersAfter(false), unpenalised)).toBeGreaterThan(5e-3);
  });

  it("is missed in a sentence", async () => {
    const agent = createAgent();
    await agent.setup({ ...setup, slowCopy: false });
    await expect(agent.sample({ ...order, copy: true })).rejects.toThrow("without a slow copy");
    const bare = await agent.snapshot();
    expect(bare).not.toHaveProperty("slowCopy");
    await agent.setup(setup);
    await expect(agent.restore(bare)).rejects.toThrow("has no slow copy");
  });
});

describe("the other phrasing", () => {
  it("is the swapped prompt, for the policy and for its copy, and the prompt as it stands for an agent that trains on paraphrases", async () => {
    const wish = { prompts: ["37+58=", "12+49=", "96+17="], perPrompt: 8 };
    for (const paraphrase of [false, true]) {
      const agent = createAgent();
      await agent.setup({ ...setup, paraphrase });
      for (const copy of [false, true]) {
        const here = await texts(agent, { ...wish, copy });
        const there = await texts(agent, { ...wish, copy, otherPhrasing: true });
        expect(there).not.toEqual(here);
        expect(await texts(agent, { ...wish, copy, prompts: wish.prompts.map(addition.paraphrase) })).toEqual(there);
      }
    }
  });
});

/** Runs one agent of a preset to the end, or on from a kept state. */
async function train(preset: PresetId, resume?: Resume): Promise<{ readonly events: RunEvent[]; readonly fingerprint: string }> {
  const { cohort } = presetById(preset);
  const config: RunConfig = {
    task: "addition",
    seed: 0,
    samplingSeed: 0,
    training: {
      ...DEFAULT_TRAINING,
      steps: 4,
      promptsPerStep: 4,
      rollouts: 4,
      trainPrompts: 32,
      heldOutPrompts: 8,
      finalSamples: 1,
      evaluateEvery: 2,
    },
    cohort: { ...cohort, agents: cohort.agents.slice(0, 1) },
    compare: null,
  };
  const agent = createAgent();
  const events: RunEvent[] = [];
  await new Promise<void>((resolve, reject) => {
    createSession({
      config,
      backend: "simd",
      build: "plain",
      checkpointBase: CHECKPOINTS,
      ...(resume ? { resume } : {}),
      startWorker: () => ({ api: agent, terminate: () => {} }),
      listener: (event) => {
        events.push(event);
        if (event.type !== "phase") return;
        if (event.phase === "finished") resolve();
        if (event.phase === "failed") reject(new Error(event.message));
      },
    }).run();
  });
  return { events, fingerprint: await agent.fingerprint() };
}

const stepsOf = (events: readonly RunEvent[]): CohortStep[] =>
  events.flatMap((event) => (event.type === "step" ? [event.cohort] : []));

describe.each<PresetId>(["co-rewarding-1", "co-rewarding-2", "co-rewarding-2-paraphrase"])("a run of %s", (preset) => {
  it("taken up from its stored state in the middle gives the numbers of an undisturbed one", async () => {
    const whole = await train(preset);
    const kept = whole.events.flatMap((event): KeptState[] => (event.type === "kept" ? [event.latest] : []));
    const environment = whole.events.flatMap((event): Environment[] => (event.type === "ready" ? [event.environment] : []))[0];
    const middle = kept.find(({ step }) => step === 2);
    if (!middle || !environment) throw new Error("no state was kept after step 2");
    // As the database keeps and checks it.
    const { step, cohort } = storedStateSchema.parse(structuredClone({ run: "a", ...middle }));
    const again = await train(preset, { state: { step, cohort, compare: null }, reached: 2, environment });
    expect(stepsOf(again.events)).toEqual(stepsOf(whole.events).slice(2));
    expect(again.fingerprint).toBe(whole.fingerprint);
    const end = (events: readonly RunEvent[]) => events.filter(({ type }) => type === "final");
    expect(end(again.events)).toEqual(end(whole.events));
    if (preset === "co-rewarding-1") return;
    // Without its copy the run would go on differently.
    const forgotten = cohort.map(({ parameters, ...state }) => ({
      ...state,
      parameters,
      slowCopy: parameters.map((p) => 0.5 * p),
    }));
    const other = await train(preset, { state: { step, cohort: forgotten, compare: null }, reached: 2, environment });
    expect(stepsOf(other.events)).not.toEqual(stepsOf(again.events));
  });
});
