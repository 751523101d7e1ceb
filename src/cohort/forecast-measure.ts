/**
 * Theory meets training: the agents' answers before training, what three rules make of them (theory/prompt-forecast.ts), and what training made
 * of them. In the order in which it is of use: p(0), the forecasts and p(T) first, then the kept steps between, for the way from one to the other.
 */
import { proxy } from "comlink";
import type { EngineState } from "../policies/engine.ts";
import { type CohortConfig, type RunConfig, supervisorsOf } from "../runs/config.ts";
import { countOf, majorityRight, type PromptAnswers } from "../theory/answer-counts.ts";
import { type Foresight, foresightOf, type JudgedPrompt } from "../theory/foresight.ts";
import type { PromptForecast, PromptForecastSetting } from "../theory/prompt-forecast.ts";
import { ringsOf } from "../theory/rings.ts";
import type { ForecastApi } from "./forecast.worker.ts";
import { type MeterOptions, openMeter } from "./forecast-meter.ts";
import { inWorker, type WorkerCall } from "./in-worker.ts";

/** The rings of a cohort whose training the rules forecast; a sentence where they say nothing of it. */
export function forecastRings(
  cohort: CohortConfig,
): { readonly rings: readonly (readonly number[])[] } | { readonly problem: string } {
  if (cohort.method === "base") return { problem: "Base does not train: there is nothing to forecast." };
  if (cohort.method !== "co-rl" && cohort.method !== "ttrl")
    return {
      problem:
        "The theory is of agents rewarded for agreeing with a majority vote: Co-RL and TTRL. It says nothing of this method.",
    };
  const rings = ringsOf(supervisorsOf(cohort));
  if (!rings)
    return {
      problem:
        "The theory is worked out for rings: each agent supervised by one agent, and supervising one. This cohort is not one.",
    };
  return { rings };
}

/** What the forecasts take of a run's settings: K, the threshold of a vote and how rewards are scaled. */
export function forecastSetting({ training }: RunConfig, rings: PromptForecastSetting["rings"]): PromptForecastSetting {
  const { rollouts: K, threshold: tau, ddof, epsilon } = training;
  return { K, tau, ddof, epsilon, rings };
}

/** Every agent's state after so many steps. */
export interface AgentStates {
  readonly step: number;
  readonly agents: readonly EngineState[];
}

/** How many samples of every agent were right on every prompt after so many steps. */
export interface MeasuredStep {
  readonly step: number;
  /** [agent][prompt]. */
  readonly right: readonly Uint16Array[];
}

export interface Forecasted {
  /** Samples a prompt and agent. */
  readonly samples: number;
  readonly prompts: readonly PromptAnswers[];
  /** One per prompt. */
  readonly judged: readonly JudgedPrompt[];
  readonly foresight: Foresight;
}

export interface ForecastListener {
  /** What is going on, in words, and the share of all that is done. */
  progress(message: string, share: number): void;
  /** p at a step is known; the first, the last, and then those between. */
  measured(step: MeasuredStep): void;
  /** Forecasts and outcomes are known. */
  forecasted(result: Forecasted): void;
}

export interface ForecastOrder extends MeterOptions {
  /** Kept states of the cohort, ascending by step, at least one after the first step; the last is the outcome. */
  readonly states: readonly AgentStates[];
  /** Replaced in tests: integrates in a worker. */
  readonly integrate?: typeof integrateInWorker;
}

/** One forecast per prompt, in a worker. */
export function integrateInWorker(
  setting: PromptForecastSetting,
  prompts: readonly PromptAnswers[],
  report: (done: number) => void,
): WorkerCall<PromptForecast[]> {
  const worker = new Worker(new URL("./forecast.worker.ts", import.meta.url), { type: "module", name: "forecasts" });
  return inWorker<ForecastApi, PromptForecast[]>(worker, "forecasts", (api, alive) =>
    api.forecast(
      setting,
      prompts,
      proxy((done: number) => {
        alive();
        report(done);
      }),
    ),
  );
}

/** Right samples of every agent on every prompt. */
function rightOf(step: number, answers: readonly PromptAnswers[]): MeasuredStep {
  const agents = answers[0]?.agents.length ?? 0;
  const right = Array.from({ length: agents }, (_, n) =>
    Uint16Array.from(answers, ({ truth, agents: all }) => (all[n] ? countOf(all[n], truth) : 0)),
  );
  return { step, right };
}

function judge(forecasts: readonly PromptForecast[], outcome: readonly PromptAnswers[]): JudgedPrompt[] {
  return forecasts.map((forecast, p) => {
    const { truth, agents } = outcome[p] ?? { truth: "", agents: [] };
    return { forecast, outcomes: agents.map((agent) => majorityRight(countOf(agent, truth), agent.samples)) };
  });
}

/**
 * Measures and forecasts. `result` rejects with a sentence where the cohort cannot be forecast, a worker fails, or what is needed does not come;
 * once stopped it never settles, and the listener hears nothing more.
 */
export function measureForecast(order: ForecastOrder, listener: ForecastListener): WorkerCall<void> {
  const { config, cohort, states } = order;
  let stopped = false;
  const ends: (() => void)[] = [];
  const stop = (): void => {
    stopped = true;
    for (const end of ends) end();
  };
  const tell = (what: () => void): void => {
    if (!stopped) what();
  };

  const work = async (): Promise<void> => {
    const found = forecastRings(cohort);
    if ("problem" in found) throw new RangeError(found.problem);
    const last = states.at(-1);
    if (!last || last.step === 0) throw new RangeError("No step has been trained: train first, then measure.");
    const between = states.filter(({ step }) => step > 0 && step < last.step);
    const total = between.length + 2;
    let done = 0;
    tell(() => listener.progress("Starting an agent for each to measure with.", 0));
    const meter = await openMeter(order);
    ends.push(() => meter.end());
    if (stopped) return meter.end();
    const measure = async (step: number, agents: readonly EngineState[] | null): Promise<readonly PromptAnswers[]> => {
      const words = step === 0 ? "before training" : `after step ${step}`;
      const answers = await meter.measure(step, agents, (share) =>
        tell(() =>
          listener.progress(`Asking every prompt ${order.samples} times, as the agents are ${words}.`, (done + share) / total),
        ),
      );
      done++;
      tell(() => listener.measured(rightOf(step, answers)));
      return answers;
    };
    try {
      const before = await measure(0, null);
      const integration = (order.integrate ?? integrateInWorker)(forecastSetting(config, found.rings), before, (count) =>
        tell(() => listener.progress(`Integrating the dynamics: ${count} of ${before.length} prompts.`, done / total)),
      );
      ends.push(() => integration.stop());
      const [forecasts, after] = await Promise.all([integration.result, measure(last.step, last.agents)]);
      if (stopped) return;
      const judged = judge(forecasts, after);
      tell(() => listener.forecasted({ samples: order.samples, prompts: before, judged, foresight: foresightOf(judged) }));
      for (const { step, agents } of between) await measure(step, agents);
    } finally {
      for (const end of ends) end();
    }
  };
  const result = new Promise<void>((resolve, reject) => {
    work().then(
      () => tell(resolve),
      (error: unknown) => tell(() => reject(error)),
    );
  });
  return { result, stop };
}
