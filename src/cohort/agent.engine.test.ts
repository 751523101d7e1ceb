/**
 * Real agents on real checkpoints, driven through a session on this page (no worker): the truth never reaches a label-free agent, the
 * same run gives the same parameters bit for bit, and memory stays flat.
 */
import { describe, expect, it } from "vitest";
import { DEFAULT_GRPO } from "../learning/loss.ts";
import { DEFAULT_BASE } from "../policies/spec.ts";
import { DEFAULT_TRAINING, type RunConfig } from "../runs/config.ts";
import { type PresetId, presetById } from "../runs/presets.ts";
import { addition } from "../tasks/addition.ts";
import { createAgent } from "./agent.ts";
import type { RunEvent } from "./events.ts";
import { createGrader, type Grader } from "./grader.ts";
import type { AgentApi, AgentSetup } from "./protocol.ts";
import { createSession } from "./session.ts";

const CHECKPOINTS = new URL("/checkpoints/", window.location.href).href;
const training = {
  ...DEFAULT_TRAINING,
  steps: 4,
  promptsPerStep: 4,
  rollouts: 4,
  trainPrompts: 32,
  heldOutPrompts: 8,
  finalSamples: 1,
};
const config = (preset: PresetId): RunConfig => ({
  task: presetById(preset).task ?? "addition",
  seed: 0,
  samplingSeed: 0,
  training,
  cohort: presetById(preset).cohort,
  compare: null,
});

/** Two engines in one thread must not overlap; in the page each agent has a worker of its own. */
function oneAtATime(api: AgentApi, queue: { last: Promise<unknown> }): AgentApi {
  const after = <T>(call: () => Promise<T>): Promise<T> => {
    const next = queue.last.then(call, call);
    queue.last = next.catch(() => {});
    return next;
  };
  return {
    setup: (setup) => after(() => api.setup(setup)),
    sample: (order) => after(() => api.sample(order)),
    learn: (order) => after(() => api.learn(order)),
    evaluate: (order) => after(() => api.evaluate(order)),
    tune: (order) => after(() => api.tune(order)),
    snapshot: () => after(() => api.snapshot()),
    restore: (state) => after(() => api.restore(state)),
    fingerprint: () => after(() => api.fingerprint()),
    memory: () => after(() => api.memory()),
    measure: (backend) => after(() => api.measure(backend)),
  };
}

/** Runs to the end; parameters' fingerprints of all agents, and what the session told. */
async function train(run: RunConfig, grader: Grader): Promise<{ fingerprints: string[]; events: RunEvent[] }> {
  const queue = { last: Promise.resolve() as Promise<unknown> };
  const agents: AgentApi[] = [];
  const events: RunEvent[] = [];
  const finished = new Promise<void>((resolve, reject) => {
    const session = createSession({
      config: run,
      backend: "wasm",
      checkpointBase: CHECKPOINTS,
      grader,
      startWorker: () => {
        const api = oneAtATime(createAgent(), queue);
        agents.push(api);
        return { api, terminate: () => {} };
      },
      listener: (event) => {
        events.push(event);
        if (event.type !== "phase") return;
        if (event.phase === "finished") resolve();
        if (event.phase === "failed") reject(new Error(event.message));
      },
    });
    session.run();
  });
  await finished;
  return { fingerprints: await Promise.all(agents.map((agent) => agent.fingerprint())), events };
}

const honest = createGrader(addition);
const other: Grader["truths"] = (prompts) => prompts.map((prompt) => String((Number(addition.truth(prompt)) * 7 + 3) % 199));
const scrambled: Grader = { truths: other, taught: other };
const steps = (events: RunEvent[]) => events.filter((event) => event.type === "step").map((event) => event.cohort);

describe("real agents on wasm", () => {
  for (const preset of ["co-rl-different", "ttrl", "comas", "coverrl"] as const) {
    it(`${preset}: another truth leaves the trained parameters bit-identical, and the same run gives them again`, async () => {
      const first = await train(config(preset), honest);
      const again = await train(config(preset), honest);
      const blind = await train(config(preset), scrambled);
      expect(first.fingerprints[0]).not.toBe(first.fingerprints[1]);
      expect(steps(first.events).some((step) => step.agents.some((agent) => agent.gradientNorm > 0))).toBe(true);
      expect(again.fingerprints).toEqual(first.fingerprints);
      expect(steps(again.events)).toEqual(steps(first.events));
      expect(blind.fingerprints).toEqual(first.fingerprints);
      // The scrambled truth is seen where it should be: in the diagnostics.
      expect(steps(blind.events).map((step) => step.agents[0]?.passAt1)).not.toEqual(
        steps(first.events).map((step) => step.agents[0]?.passAt1),
      );
    });
  }

  it("gt-reward: another truth does change the parameters", async () => {
    const first = await train(config("gt-reward"), honest);
    const misled = await train(config("gt-reward"), scrambled);
    expect(misled.fingerprints).not.toEqual(first.fingerprints);
  });
});

describe("an agent on simd", () => {
  it("runs the build that its setup names, and says which", async () => {
    const agent = createAgent();
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
    };
    expect((await agent.setup(setup)).facts.adapter).toBe("AssemblyScript SIMD, plain, one thread");
    expect((await agent.setup({ ...setup, build: "auto" })).facts.adapter).toBe("AssemblyScript SIMD, relaxed, one thread");
  });
});

describe("memory", () => {
  it("holds the same tensors and bytes after 500 steps as after 20", async () => {
    const agent = createAgent();
    const { architecture, size, digitOrder, corpus, replica } = presetById("co-rl-different").cohort.agents[1] ?? {};
    if (!architecture || !size || !digitOrder || !corpus || replica === undefined) throw new Error("The preset has two agents.");
    const setup: AgentSetup = {
      taskId: "addition",
      spec: { architecture, size, digitOrder, corpus, replica },
      cohortSeed: 0,
      base: DEFAULT_BASE,
      backend: "wasm",
      checkpointBase: CHECKPOINTS,
      samplingSeed: 1,
      paraphrase: false,
    };
    await agent.setup(setup);
    const step = async (n: number): Promise<void> => {
      const { answers } = await agent.sample({
        step: n,
        part: 0,
        alone: true,
        otherPhrasing: false,
        prompts: ["37+58="],
        perPrompt: 4,
        temperature: 1,
        keepText: false,
      });
      const rewards = Float32Array.from(answers, (answer, k) => (answer === "95" || k === n % 4 ? 1 : 0));
      await agent.learn({
        step: n,
        parts: [{ part: 0, rewards, counts: null }],
        learningRate: 1e-4,
        clipNorm: 1,
        grpo: DEFAULT_GRPO,
      });
    };
    for (let n = 1; n <= 20; n++) await step(n);
    const early = await agent.memory();
    for (let n = 21; n <= 500; n++) await step(n);
    expect(await agent.memory()).toEqual(early);
  });
});

describe("tuning", () => {
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
  };
  const prompts = addition.splits(0, 8, 1).train.map(({ text }) => text);
  // Nothing that pretraining has seen.
  const examples = prompts.map((prompt) => ({ prompt, completion: "#7$" }));
  const order = { examples, steps: 60, batch: 8, learningRate: 1e-3 };
  const share = async (agent: AgentApi): Promise<number> => {
    const { answers } = await agent.evaluate({ step: 0, prompts, samples: 16, temperature: 1 });
    return answers.filter((answer) => answer === "7").length / answers.length;
  };

  it.each(["simd", "wasm"] as const)("teaches what the examples show, the same way each time: %s", async (backend) => {
    const agent = createAgent();
    await agent.setup({ ...setup, backend });
    const before = await agent.fingerprint();
    expect(await share(agent)).toBeLessThan(0.1);
    const { loss } = await agent.tune(order);
    expect(loss).toBeLessThan(0.1);
    expect(await share(agent)).toBeGreaterThan(0.9);
    const tuned = await agent.fingerprint();
    expect(tuned).not.toBe(before);
    // Set up again, it is the base policy again; the same order gives the same parameters.
    await agent.setup({ ...setup, backend });
    expect(await agent.fingerprint()).toBe(before);
    await agent.tune(order);
    expect(await agent.fingerprint()).toBe(tuned);
    // The optimiser begins anew, so that what was tuned is like any base policy.
    const { adamStep, firstMoment, secondMoment } = await agent.snapshot();
    expect([adamStep, firstMoment.some((m) => m !== 0), secondMoment.some((m) => m !== 0)]).toEqual([0, false, false]);
  });

  it("is refused without examples, and where a text is none of the task's", async () => {
    const agent = createAgent();
    await agent.setup(setup);
    await expect(agent.tune({ ...order, examples: [] })).rejects.toThrow("no examples");
    await expect(agent.tune({ ...order, examples: [{ prompt: "37+58=095?", completion: "#7$" }] })).rejects.toThrow(RangeError);
  });
});
