import { describe, expect, it } from "vitest";
import { DEFAULT_TRAINING, type RunConfig } from "../runs/config.ts";
import { compareCohort, presetById } from "../runs/presets.ts";
import type { Change } from "../runs/record.ts";
import { addition } from "../tasks/addition.ts";
import type { UnlabelledPrompt } from "../tasks/task.ts";
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
const { cohort } = presetById("co-rl-different");
const pair: RunConfig = { task: "addition", seed: 0, samplingSeed: 0, training, cohort, compare: null };

const truth = (prompt: string): string => addition.truth({ id: 0, text: prompt });

function drive(
  config: RunConfig,
  answers: Parameters<typeof fakeAgent>[1][],
  grader?: Grader,
  changes: readonly Change[] = [],
  resume?: Resume,
) {
  const events: RunEvent[] = [];
  const log: string[] = [];
  const agents: FakeAgent[] = [];
  const session = createSession({
    config,
    backend: "wasm",
    changes,
    checkpointBase: "http://test/",
    listener: (event) => events.push(event),
    // What evaluators do beside stands in stores/aside.test.ts.
    evaluatorsPay: () => false,
    startWorker: () => {
      const agent = fakeAgent(String(agents.length), answers[agents.length] ?? truth, log);
      agents.push(agent);
      return { api: agent.api, terminate: () => log.push("terminate") };
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

describe("session", () => {
  it("lets every agent sample before any learns, step after step", async () => {
    const { session, log, until } = drive(pair, [truth, () => "7"]);
    session.run();
    await until("finished");
    for (let step = 1; step <= 3; step++) {
      const learns = [log.indexOf(`0 learn ${step}`), log.indexOf(`1 learn ${step}`)];
      const sampled = [log.indexOf(`0 sampled ${step}`), log.indexOf(`1 sampled ${step}`)];
      expect(Math.min(...learns)).toBeGreaterThan(Math.max(...sampled));
      expect(Math.min(...sampled)).toBeGreaterThanOrEqual(0);
    }
  });

  it("rewards agreement with the peer's vote, not with the truth", async () => {
    const { session, agents, until } = drive(pair, [truth, (prompt, k) => (k === 0 ? truth(prompt) : "7")]);
    session.run();
    await until("finished");
    // A is right always, its peer votes 7: no reward. B is rewarded where it agrees with A, at rollout 0.
    expect([...(agents[0]?.learned[0]?.parts[0]?.rewards ?? [])]).toEqual(new Array(8).fill(0));
    expect([...(agents[1]?.learned[0]?.parts[0]?.rewards ?? [])]).toEqual([1, 0, 0, 0, 1, 0, 0, 0]);
  });

  it("measures held-out accuracy before, on the way and after, with the set number of samples", async () => {
    const { session, agents, events, until } = drive(pair, [truth, () => "7"]);
    session.run();
    await until("finished");
    expect(agents[0]?.calls.filter((call) => call.startsWith("evaluate"))).toEqual([
      "evaluate 0x1",
      "evaluate 2x1",
      "evaluate 3x8",
      "evaluate 3x8 at 0.6, 0.95",
    ]);
    const steps = events.filter((event) => event.type === "step");
    expect(steps.map((event) => [event.measuring, event.cohort.agents[0]?.heldOut ?? null])).toEqual([
      [false, null],
      [true, null],
      [false, null],
    ]);
    const onTheWay = events.filter((event) => event.type === "held-out");
    expect(onTheWay.map(({ step, cohort }) => [step, cohort.agents[0]?.heldOut.mean])).toEqual([[2, 1]]);
    const final = events.find((event) => event.type === "final");
    expect(final?.cohort.agents.map((agent) => agent.heldOut.mean)).toEqual([1, 0]);
    const ensemble = final?.cohort.ensemble;
    expect(ensemble).toMatchObject({ temperature: 0.6, topP: 0.95, samples: 8 });
    expect(ensemble?.agents.map(({ passAt1, majority }) => [passAt1.mean, majority.mean])).toEqual([
      [1, 1],
      [0, 0],
    ]);
    // Four votes against four on each of five prompts: the agents are seen first in turn.
    expect(ensemble?.pairs.map(({ a, b, majority }) => [a, b, majority.mean])).toEqual([[0, 1, 0.6]]);
  });

  it("gives a compared cohort the same prompts at every step", async () => {
    const { session, agents, until } = drive({ ...pair, compare: compareCohort(cohort, "ttrl") }, []);
    session.run();
    await until("finished");
    expect(agents).toHaveLength(4);
    expect(agents[0]?.orders[0]?.prompts).toHaveLength(2);
    for (const agent of agents) expect(agent.orders).toEqual(agents[0]?.orders);
  });

  it("steps once, pauses, goes on", async () => {
    const { session, agents, events, until } = drive(pair, []);
    await session.step();
    expect(session.phase).toBe("paused");
    expect(agents[0]?.learned.map((order) => order.step)).toEqual([1]);
    session.run();
    await session.pause();
    expect(session.phase).toBe("paused");
    session.run();
    await until("finished");
    expect(events.filter((event) => event.type === "step").map((event) => event.cohort.step)).toEqual([1, 2, 3]);
  });

  it("only evaluates Base", async () => {
    const { session, agents, events, until } = drive({ ...pair, cohort: presetById("base").cohort }, []);
    session.run();
    await until("finished");
    expect(agents[0]?.calls).toEqual(["setup", "evaluate 0x1", "evaluate 0x8", "evaluate 0x8 at 0.6, 0.95"]);
    expect(events.some((event) => event.type === "step")).toBe(false);
  });

  it("tells what an agent failed of, once, and does nothing more", async () => {
    const { session, events, until } = drive(pair, [
      truth,
      () => {
        throw new Error("The device was lost.");
      },
    ]);
    session.run();
    await until("failed");
    expect(events.at(-1)).toEqual({ type: "phase", phase: "failed", message: "The device was lost." });
    await session.step();
    expect(session.phase).toBe("failed");
  });

  it("ends its workers and falls silent when disposed", async () => {
    const { session, events, log } = drive(pair, []);
    await session.step();
    const before = events.length;
    session.run();
    session.dispose();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(events).toHaveLength(before);
    expect(log.filter((line) => line === "terminate")).toHaveLength(2);
  });

  it("sends the same orders and rewards whatever the truth is", async () => {
    const numbers = (prompts: readonly UnlabelledPrompt[]): string[] => prompts.map((_, p) => String(p));
    const scrambled: Grader = { truths: numbers, taught: numbers };
    const answers = [truth, (prompt: string, k: number) => (k < 2 ? truth(prompt) : "7")];
    const real = drive(pair, answers);
    const blind = drive(pair, answers, scrambled);
    real.session.run();
    blind.session.run();
    await Promise.all([real.until("finished"), blind.until("finished")]);
    expect(blind.agents.map((agent) => agent.learned)).toEqual(real.agents.map((agent) => agent.learned));
    // The scrambling is real: with GT-Reward it changes what is learned.
    const gt = { ...pair, cohort: presetById("gt-reward").cohort };
    const supervised = drive(gt, answers);
    const misled = drive(gt, answers, scrambled);
    supervised.session.run();
    misled.session.run();
    await Promise.all([supervised.until("finished"), misled.until("finished")]);
    expect(misled.agents[0]?.learned).not.toEqual(supervised.agents[0]?.learned);
  });

  it("acts on a change at the next step, keeps it in the order of the record, and replays it", async () => {
    const first = drive(pair, [truth, () => "7"]);
    await first.session.step();
    first.session.change("temperature", 0.5);
    first.session.change("learningRate", 0.001);
    first.session.run();
    await first.until("finished");
    expect(first.agents[0]?.orders.map((order) => order.temperature)).toEqual([1, 0.5, 0.5]);
    const changes = first.events.flatMap((event) => (event.type === "change" ? [event.change] : []));
    expect(changes).toEqual([
      { step: 2, name: "temperature", value: 0.5 },
      { step: 2, name: "learningRate", value: 0.001 },
    ]);
    const again = drive(pair, [truth, () => "7"], undefined, changes);
    again.session.run();
    await again.until("finished");
    expect(again.agents[0]?.learned).toEqual(first.agents[0]?.learned);
    expect(again.events.filter((event) => event.type === "change")).toEqual(
      first.events.filter((event) => event.type === "change"),
    );
  });

  it("refuses a change that is out of range, and one that comes too late", async () => {
    const { session, until } = drive(pair, [truth, truth]);
    await session.step();
    expect(() => session.change("temperature", 0)).toThrow("The temperature must be a number from 0.1 to 2.");
    expect(() => session.change("learningRate", Number.NaN)).toThrow("The learning rate must be a number from 0 to 0.01.");
    session.run();
    await until("finished");
    expect(() => session.change("temperature", 1)).toThrow("over");
  });

  it("goes back to a kept step, stands there, and goes on from it; changes made after it are void", async () => {
    const { session, events, agents, until } = drive(pair, [truth, () => "7"]);
    session.run();
    await until("finished");
    expect(events.filter((event) => event.type === "kept").at(-1)).toMatchObject({
      type: "kept",
      steps: [0, 2, 3],
      latest: { step: 3 },
    });
    await expect(session.restartFrom(1)).rejects.toThrow("No state is kept for step 1; there is one for each of 0, 2, 3.");
    expect([session.keptAt(2)?.cohort[0]?.adamStep, session.keptAt(1)]).toEqual([2, null]);
    await session.restartFrom(2);
    expect(session.keptAt(3)).toBe(null);
    expect(session.phase).toBe("paused");
    expect(agents[0]?.calls.at(-1)).toBe("restore 2");
    expect(events.find((event) => event.type === "rewound")).toEqual({ type: "rewound", step: 2 });
    session.change("temperature", 0.7);
    session.run();
    await until("finished");
    expect(agents[0]?.orders.map((order) => `${order.step} ${order.temperature}`)).toEqual(["1 1", "2 1", "3 1", "3 0.7"]);
    await session.restartFrom(0);
    await session.step();
    expect(agents[0]?.orders.at(-1)).toMatchObject({ step: 1, temperature: 1 });
  });

  it("goes on from a stored state as if it had never stopped: nothing is measured again, changes act at their steps", async () => {
    const whole = drive(pair, [truth, () => "7"]);
    await whole.session.step();
    whole.session.change("temperature", 0.5);
    await whole.session.step();
    whole.session.change("temperature", 0.7);
    whole.session.run();
    await whole.until("finished");
    const ready = whole.events.find((event) => event.type === "ready");
    const kept = whole.events.filter((event) => event.type === "kept").find((event) => event.latest.step === 2);
    if (!ready || !kept) throw new Error("The run told neither environment nor state.");
    const changes = whole.events.flatMap((event) => (event.type === "change" ? [event.change] : []));
    const resume = { state: kept.latest, reached: 2, environment: { ...ready.environment, app: "an older one" } };

    const again = drive(pair, [truth, () => "7"], undefined, changes, resume);
    again.session.run();
    await again.until("finished");
    expect(again.agents[0]?.calls).toEqual([
      "setup",
      "restore 2",
      "sample 3",
      "sampled 3",
      "learn 3",
      "evaluate 3x8",
      "evaluate 3x8 at 0.6, 0.95",
    ]);
    expect(again.agents[0]?.orders).toEqual(whole.agents[0]?.orders.slice(2));
    expect(again.agents[1]?.learned).toEqual(whole.agents[1]?.learned.slice(2));
    const told = again.events.filter((event) => event.type !== "phase");
    const kinds = told.map((event) => event.type);
    expect(kinds).toEqual(["ready", "fault", "kept", "change", "step", "kept", "final"]);
    expect(told[0]).toEqual({ type: "ready", environment: resume.environment });
    expect(told[1]).toMatchObject({
      fault: { step: 2, resumedFrom: 2, reason: /Since it began, the page changed: its numbers may too\.$/ },
    });
    const measured = (events: readonly RunEvent[]) =>
      events.flatMap((event): unknown[] =>
        event.type === "step" ? [event.cohort] : event.type === "final" ? [event.cohort] : [],
      );
    expect(measured(told)).toEqual(measured(whole.events).slice(2));
  });

  it("does not go on with other base policies than it began with", async () => {
    const first = drive(pair, []);
    await first.session.step();
    const ready = first.events.find((event) => event.type === "ready");
    const kept = first.events.find((event) => event.type === "kept");
    if (!ready || !kept) throw new Error("The run told neither environment nor state.");
    const agents = ready.environment.agents.map((agent) => ({ ...agent, sha256: "another" }));
    const again = drive(pair, [], undefined, [], {
      state: kept.latest,
      reached: 1,
      environment: { ...ready.environment, agents },
    });
    again.session.run();
    await again.until("failed");
    expect(again.events.at(-1)).toMatchObject({
      message: "The run cannot go on: the base policy none is not the one it began with.",
    });
  });

  it("restarts a failed run in fresh workers", async () => {
    let broken = true;
    const { session, agents, until, log } = drive(pair, [
      truth,
      (_, __, step) => {
        if (step === 3 && broken) throw new Error("The worker of agent B stopped.");
        return "7";
      },
    ]);
    session.run();
    await until("failed");
    broken = false;
    await session.restartFrom(2);
    expect(log.filter((line) => line === "terminate")).toHaveLength(2);
    expect(agents).toHaveLength(4);
    session.run();
    await until("finished");
    expect(agents[2]?.calls.slice(0, 3)).toEqual(["setup", "restore 2", "sample 3"]);
  });

  it("hands out each step's rollouts with labels, rewards and the truth that no agent was given", async () => {
    const { session, events } = drive(pair, [truth, (prompt, k) => (k === 0 ? truth(prompt) : "7")]);
    await session.step();
    const step = events.find((event) => event.type === "step");
    const [a, b] = step?.rollouts.cohort ?? [];
    const prompts = step?.rollouts.prompts ?? [];
    expect(prompts).toHaveLength(2);
    expect(step?.rollouts.truths).toEqual(prompts.map((prompt) => addition.truth(prompt)));
    expect(a?.labels).toEqual(["7", "7"]);
    expect(b?.labels).toEqual(step?.rollouts.truths);
    expect([...(b?.rewards ?? [])]).toEqual([1, 0, 0, 0, 1, 0, 0, 0]);
    expect(a?.texts).toHaveLength(8);
    expect(a?.votes.map((vote) => vote.label)).toEqual(step?.rollouts.truths);
  });
});
