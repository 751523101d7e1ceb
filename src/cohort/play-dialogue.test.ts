/**
 * Whole steps of dialogues with scripted agents: what each is asked and in which order, what it learns from, that no truth moves a label-free one,
 * and that a run that goes on gives the same numbers.
 */
import { describe, expect, it } from "vitest";
import { type CohortConfig, DEFAULT_TRAINING, type RunConfig } from "../runs/config.ts";
import { familyAgent } from "../runs/presets.ts";
import { additionRoles } from "../tasks/addition-roles.ts";
import type { Answer, UnlabelledPrompt } from "../tasks/task.ts";
import type { RunEvent } from "./events.ts";
import { type FakeAgent, fakeAgent } from "./fake-agent.ts";
import type { Grader } from "./grader.ts";
import type { Resume } from "./resume.ts";
import { createSession } from "./session.ts";

const training = {
  ...DEFAULT_TRAINING,
  steps: 3,
  promptsPerStep: 2,
  rollouts: 4,
  trainPrompts: 6,
  heldOutPrompts: 5,
  evaluateEvery: 2,
};
const of = (method: CohortConfig["method"], dialogue: CohortConfig["dialogue"] = undefined): RunConfig => ({
  task: "addition-roles",
  seed: 0,
  samplingSeed: 0,
  training,
  cohort: { method, agents: [familyAgent("Q"), familyAgent("L")], ...(dialogue ? { dialogue } : {}) },
  compare: null,
});

/** The prompt's own question, whichever role asks it. */
const truth = (prompt: string): string => additionRoles.truth({ id: 0, text: `${prompt.split("=")[0]}=` });
/** What was shown, as an answer; null for a solver. */
const shown = (prompt: string): Answer => {
  const digits = /=(\d{3})/.exec(prompt)?.[1];
  return digits === undefined ? null : String(Number(digits));
};

/** Solves right at rollouts 0 and 1, judges right, scores by the verdict, and takes over whatever its peer said. */
function sensible(prompt: string, k: number): Answer {
  if (prompt.endsWith("?")) return shown(prompt) === truth(prompt) ? "Y" : "N";
  if (prompt.endsWith(">")) return prompt.endsWith("Y>") ? "3" : "1";
  if (prompt.endsWith("|")) return String(Number(prompt.slice(-4, -1)));
  return k < 2 ? truth(prompt) : "7";
}

function drive(config: RunConfig, answers: Parameters<typeof fakeAgent>[1][], grader?: Grader, resume?: Resume) {
  const events: RunEvent[] = [];
  const log: string[] = [];
  const agents: FakeAgent[] = [];
  const session = createSession({
    config,
    backend: "wasm",
    checkpointBase: "http://test/",
    listener: (event) => events.push(event),
    startWorker: () => {
      const agent = fakeAgent(String(agents.length), answers[agents.length] ?? sensible, log);
      agents.push(agent);
      return { api: agent.api, terminate: () => {} };
    },
    ...(grader ? { grader } : {}),
    ...(resume ? { resume } : {}),
  });
  const until = async (phase: string): Promise<void> => {
    for (let i = 0; i < 1000 && session.phase !== phase; i++) await new Promise((resolve) => setTimeout(resolve, 0));
    expect(session.phase).toBe(phase);
  };
  return { session, events, log, agents, until };
}

const learnedOf = (agents: readonly FakeAgent[]) => agents.map((agent) => agent.learned);

describe("a step of CoMAS", () => {
  it("has every judge speak after all have solved, and nobody learn before all have spoken", async () => {
    const { session, log, agents } = drive(of("comas"), []);
    await session.step();
    const last = (what: string): number => Math.max(log.lastIndexOf(`0 ${what}`), log.lastIndexOf(`1 ${what}`));
    expect(Math.min(log.indexOf("0 learn 1"), log.indexOf("1 learn 1"))).toBeGreaterThan(last("sampled 1"));
    const asked = agents.flatMap(({ orders }) =>
      orders.map(({ part, prompts, perPrompt }) => [part, prompts.length * perPrompt]),
    );
    const rows = (part: number): number => asked.reduce((sum, [which, count = 0]) => sum + (which === part ? count : 0), 0);
    expect([rows(0), rows(1), rows(2)]).toEqual([8, 8, 8]);
  });

  it("learns from solving, evaluating and scoring at once, each normalised by itself, by REINFORCE++ with its KL", async () => {
    const { session, agents, events } = drive(of("comas"), []);
    await session.step();
    for (const { learned } of agents) {
      const [order] = learned;
      expect(order?.parts.map(({ part, pool }) => [part, pool])).toEqual([
        [0, 0],
        [1, 1],
        [2, 2],
      ]);
      expect(order?.grpo).toMatchObject({ estimator: "reinforce-plus-plus", advantageClip: 3, beta: 0.03 });
      // Two solutions of each prompt, both right: judged so, and scored 3.
      expect([...(order?.parts[0]?.rewards ?? [])]).toEqual([1, 1, 1, 1]);
      expect(new Set(order?.parts[1]?.rewards)).toEqual(new Set([0]));
    }
    const step = events.find((event) => event.type === "step");
    expect(step?.cohort.agents[0]).toMatchObject({ passAt1: 1, rewardAccuracy: 1, pseudoLabelAccuracy: null, meanReward: 1 });
    expect(step?.rollouts.cohort[0]?.remarks?.map(({ role, said }) => [role, said]).slice(0, 2)).toEqual([
      ["evaluate", "Y"],
      ["score", "3"],
    ]);
  });

  it("takes the cohort's weight of the KL where it has one", async () => {
    const { session, agents } = drive(of("comas", { beta: 0 }), []);
    await session.step();
    expect(agents[0]?.learned[0]?.grpo.beta).toBe(0);
  });

  it("stops with a sentence on a task whose policies only solve", async () => {
    const config: unknown = { ...of("comas"), task: "addition" };
    const { session, events } = drive(config as RunConfig, []);
    await session.step();
    expect(session.phase).toBe("failed");
    expect(events.at(-1)).toMatchObject({ message: expect.stringContaining("CoMAS needs a task whose policies judge") });
  });
});

describe("a step of MAPoRL", () => {
  it("is rewarded by the truth, turn by turn, in groups of a prompt's debates", async () => {
    const { session, agents } = drive(of("maporl"), [sensible, () => "7"]);
    await session.step();
    const round = (rewards: Float32Array | undefined): number[] =>
      Array.from(rewards ?? [], (reward) => Number(reward.toFixed(3)));
    const [first, second] = agents[0]?.learned[0]?.parts ?? [];
    // A, right twice of four, takes over B's 7 at the second turn: (1 + .3 * 0) / 1.3, and nothing then.
    expect(round(first?.rewards)).toEqual([0.769, 0.769, 0, 0, 0.769, 0.769, 0, 0]);
    expect([second?.part, second?.group, new Set(second?.rewards)]).toEqual([3, 4, new Set([0])]);
    expect(agents[0]?.learned[0]?.grpo.estimator).toBe("grpo");
  });
});

describe("a step of CoVerRL", () => {
  it("learns from the questions that an agent's own verdicts keep, and not at all where there is none", async () => {
    const strict = (prompt: string, k: number): Answer => (prompt.endsWith("?") ? "N" : sensible(prompt, k));
    const { session, agents, events } = drive(of("coverrl"), [sensible, strict]);
    await session.step();
    expect(agents[0]?.learned[0]?.parts.map(({ part, group, counts }) => [part, group, counts])).toEqual([
      [0, 4, null],
      [1, 4, null],
    ]);
    expect([...(agents[0]?.learned[0]?.parts[0]?.rewards ?? [])]).toEqual([2, 2, 1, 1, 2, 2, 1, 1]);
    expect(agents[1]?.learned).toEqual([]);
    const step = events.find((event) => event.type === "step");
    expect(step?.cohort.agents.map(({ labelledShare, loss }) => [labelledShare, loss])).toEqual([
      [1, 0.1],
      [0, 0],
    ]);
  });
});

describe("dialogues in a run", () => {
  const numbers = (prompts: readonly UnlabelledPrompt[]): string[] => prompts.map((_, p) => String(p));
  const scrambled: Grader = { truths: numbers, taught: numbers };
  const run = async (config: RunConfig, grader?: Grader) => {
    const driven = drive(config, [sensible, (prompt, k) => (k === 1 ? sensible(prompt, 3) : sensible(prompt, k))], grader);
    driven.session.run();
    await driven.until("finished");
    return driven;
  };

  it.each(["comas", "coverrl"] as const)("of %s learn the same whatever the truth is", async (method) => {
    const [real, blind] = [await run(of(method)), await run(of(method), scrambled)];
    expect(learnedOf(blind.agents)).toEqual(learnedOf(real.agents));
    expect(blind.agents.map(({ orders }) => orders)).toEqual(real.agents.map(({ orders }) => orders));
  });

  it("of MAPoRL do not, so the scrambling is real", async () => {
    expect(learnedOf((await run(of("maporl"), scrambled)).agents)).not.toEqual(learnedOf((await run(of("maporl"))).agents));
  });

  it.each(["comas", "maporl", "coverrl"] as const)(
    "of %s that go on from a kept step are what they would have been",
    async (method) => {
      const whole = await run(of(method));
      const ready = whole.events.find((event) => event.type === "ready");
      const kept = whole.events.filter((event) => event.type === "kept").find((event) => event.latest.step === 2);
      if (!ready || !kept) throw new Error("The run told neither environment nor state.");
      const answers = [sensible, (prompt: string, k: number) => (k === 1 ? sensible(prompt, 3) : sensible(prompt, k))];
      const again = drive(of(method), answers, undefined, { state: kept.latest, reached: 2, environment: ready.environment });
      again.session.run();
      await again.until("finished");
      const from = (agent: FakeAgent) => ({
        orders: agent.orders.filter(({ step }) => step === 3),
        learned: agent.learned.filter(({ step }) => step === 3),
      });
      expect(again.agents.map(from)).toEqual(whole.agents.map(from));
      const steps = (events: readonly RunEvent[]) => events.flatMap((event) => (event.type === "step" ? [event.cohort] : []));
      expect(steps(again.events)).toEqual(steps(whole.events).slice(2));
    },
  );

  it("stand beside a cohort with more rollouts a prompt, on the same prompts", async () => {
    const { events } = await run({ ...of("comas"), compare: { method: "ttrl", agents: [familyAgent("Q")] } });
    const step = events.find((event) => event.type === "step");
    expect(step?.rollouts.cohort.map(({ answers }) => answers.length)).toEqual([4, 4]);
    expect(step?.rollouts.compare?.map(({ answers }) => answers.length)).toEqual([8]);
  });
});
