/** Measuring a cohort beside its run, with scripted agents: what is asked for, in what order, and what comes of it. */
import { describe, expect, it } from "vitest";
import { type CohortConfig, DEFAULT_TRAINING, type RunConfig } from "../runs/config.ts";
import { presetById } from "../runs/presets.ts";
import { addition } from "../tasks/addition.ts";
import { createPromptForecaster } from "../theory/prompt-forecast.ts";
import { type FakeAgent, fakeAgent } from "./fake-agent.ts";
import {
  type AgentStates,
  type Forecasted,
  type ForecastOrder,
  forecastRings,
  forecastSetting,
  type MeasuredStep,
  measureForecast,
} from "./forecast-measure.ts";

const training = { ...DEFAULT_TRAINING, trainPrompts: 40, heldOutPrompts: 5, temperature: 0.7 };
const { cohort } = presetById("co-rl-different-plus");
const config: RunConfig = { task: "addition", seed: 3, samplingSeed: 0, training, cohort, compare: null };
const truth = (prompt: string): string => addition.truth({ id: 0, text: prompt });

function state(step: number): AgentStates {
  const one = () => new Float32Array(1);
  return {
    step,
    agents: [0, 1].map(() => ({ parameters: one(), firstMoment: one(), secondMoment: one(), adamStep: step })),
  };
}

/** Before training A is right in half of its samples and B in none, each with mistakes of its own; after 30 steps all are right. */
const answers: Parameters<typeof fakeAgent>[1][] = [
  (prompt, k, _, updates) => (updates < 30 && k % 2 === 0 ? String(k % 8) : truth(prompt)),
  (prompt, k, _, updates) => (updates < 30 ? (k % 4 === 0 ? null : `1${k % 3}`) : truth(prompt)),
];

function drive(changes: Partial<ForecastOrder> = {}) {
  const agents: FakeAgent[] = [];
  const log: string[] = [];
  const measured: MeasuredStep[] = [];
  const results: Forecasted[] = [];
  const messages: string[] = [];
  const shares: number[] = [];
  const task = measureForecast(
    {
      config,
      cohort,
      samples: 8,
      states: [state(0), state(10), state(20), state(30)],
      checkpointBase: "http://test/",
      checkpoints: new Map(),
      start: () => {
        const agent = fakeAgent(String(agents.length), answers[agents.length] ?? truth, log);
        agents.push(agent);
        return { api: agent.api, terminate: () => log.push("terminate") };
      },
      integrate: (setting, prompts) => ({
        result: Promise.resolve(prompts.map(createPromptForecaster(setting))),
        stop: () => log.push("integration ended"),
      }),
      ...changes,
    },
    {
      progress: (message, share) => {
        messages.push(message);
        shares.push(share);
      },
      measured: (step) => measured.push(step),
      forecasted: (result) => results.push(result),
    },
  );
  return { task, agents, log, measured, results, messages, shares };
}

describe("measuring", () => {
  it("takes the first and the last step first, forecasts, and then walks the kept steps between", async () => {
    const { task, agents, measured, results, shares, log } = drive();
    await task.result;
    expect(measured.map(({ step }) => step)).toEqual([0, 30, 10, 20]);
    // Restored to the base policies (no update), the last state, and those between.
    expect(agents[0]?.calls.filter((call) => call.startsWith("restore"))).toEqual([
      "restore 0",
      "restore 30",
      "restore 10",
      "restore 20",
    ]);
    expect([...(measured[0]?.right[0] ?? [])]).toEqual(Array.from({ length: 40 }, () => 4));
    expect([...(measured[0]?.right[1] ?? [])]).toEqual(Array.from({ length: 40 }, () => 0));
    expect([...(measured[1]?.right[1] ?? [])]).toEqual(Array.from({ length: 40 }, () => 8));
    expect(shares.every((share, i) => share >= (shares[i - 1] ?? 0) && share <= 1)).toBe(true);
    expect(shares.at(-1)).toBe(1);
    // p_A + p_B = 1/2: the paper's rule says wrong for all, and all end right.
    expect(results).toHaveLength(1);
    const [result] = results;
    expect(result?.prompts).toHaveLength(40);
    expect(result?.foresight.rules.twoOutcomes.confusion.wrong).toEqual({ right: 80, wrong: 0, tied: 0 });
    expect(result?.foresight.rules.plurality.confusion.right).toEqual({ right: 80, wrong: 0, tied: 0 });
    expect(log.filter((entry) => entry === "terminate")).toHaveLength(2);
  });

  it("asks as a step asks: the run's temperature, the agent's own phrasing, and a key for each part of the prompts", async () => {
    const { task, agents } = drive({ states: [state(30)] });
    await task.result;
    const orders = agents[1]?.orders ?? [];
    expect(orders.map(({ step, part, prompts, perPrompt }) => [step, part, prompts.length, perPrompt])).toEqual([
      [0, 0, 32, 8],
      [0, 1, 8, 8],
      [30, 0, 32, 8],
      [30, 1, 8, 8],
    ]);
    expect(orders.every((order) => order.temperature === 0.7 && !order.otherPhrasing && !order.keepText)).toBe(true);
    expect(agents.flatMap((agent) => agent.learned)).toEqual([]);
  });

  it("once stopped says nothing more, and its workers are gone", async () => {
    const { task, log, measured, results, messages } = drive();
    task.stop();
    for (let i = 0; i < 50; i++) await new Promise((resolve) => setTimeout(resolve, 0));
    expect(log.filter((entry) => entry === "terminate").length).toBeGreaterThanOrEqual(2);
    expect([measured.length, results.length]).toEqual([0, 0]);
    expect(messages).toEqual(["Starting an agent for each to measure with."]);
  });

  it("refuses with a sentence: nothing trained, a method or a topology that the theory says nothing of", async () => {
    await expect(drive({ states: [state(0)] }).task.result).rejects.toThrow(/No step has been trained/);
    const other = (changes: Partial<CohortConfig>) => ({ ...cohort, ...changes });
    await expect(drive({ cohort: other({ method: "gt-reward" }) }).task.result).rejects.toThrow(/says nothing of this method/);
    expect(forecastRings(other({ method: "base" }))).toEqual({ problem: expect.stringMatching(/does not train/) });
    expect(forecastRings(other({ supervisors: [[0, 1], [0]] }))).toEqual({ problem: expect.stringMatching(/rings/) });
    expect(forecastRings(cohort)).toEqual({ rings: [[0, 1]] });
    expect(forecastRings(presetById("ttrl").cohort)).toEqual({ rings: [[0], [1]] });
    expect(forecastRings(presetById("co-rl-ring-3").cohort)).toEqual({ rings: [[0, 1, 2]] });
    expect(forecastSetting(config, [[0, 1]])).toEqual({ K: 8, tau: 0, ddof: 1, epsilon: 1e-4, rings: [[0, 1]] });
  });

  it("ends with the sentence of what failed, and leaves no worker", async () => {
    const failing = drive({
      integrate: () => ({ result: Promise.reject(new Error("The worker that forecasts stopped: no memory.")), stop: () => {} }),
    });
    await expect(failing.task.result).rejects.toThrow("The worker that forecasts stopped: no memory.");
    expect(failing.log).toContain("terminate");
  });
});
