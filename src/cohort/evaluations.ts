/**
 * Held-out accuracy on the way, measured on the states that are kept at its steps. Where that takes long enough to be worth it, evaluators do it
 * in workers of their own and training goes on; else the agents do, between two steps. An evaluation is a function of the parameters and of
 * its step, so who does it changes no number. Results come in the order of their steps.
 */
import type { HeldOut } from "../runs/record.ts";
import { type Both, type Cohorts, restoreAll, stateOf } from "./cohorts.ts";
import type { Course } from "./course.ts";
import { isLost, isNotFinite } from "./faults.ts";
import type { KeptState } from "./keeper.ts";
import { sentence } from "./sentence.ts";

/** So many may be under way while training goes on: each holds a state, and what is shown should not fall far behind. */
const MOST_WAITING = 2;
/** So many times evaluators that are lost are replaced; then the agents do their work. */
const MOST_LOSSES = 2;

export interface EvaluationTools {
  readonly course: Course;
  /** Opens evaluators, afresh where there are some. */
  readonly open: () => Promise<Cohorts>;
  readonly end: () => void;
  /** Whether evaluators are to do it, where the agents would hold up training for so many milliseconds until the end of the run. */
  readonly pays: (standstill: number) => boolean;
  readonly told: (step: number, result: Both<HeldOut>) => void;
  /** Evaluators failed, and what is done about it; a sentence or two. */
  readonly fault: (reason: string) => void;
  /** Numbers of the state after this step are not finite. */
  readonly broken: (step: number) => void;
  /** There is something that the agents have to do, or that stops the run: `between` is to be called soon. */
  readonly nudge: () => void;
}

export interface Evaluations {
  /** Held-out accuracy before training, by the agents. */
  initial(agents: Cohorts): Promise<Both<HeldOut>>;
  /** A state that is to be evaluated. */
  add(state: KeptState): void;
  /**
   * Between two steps, where the agents stand after step `done`: resolves when training may go on. Throws what stops the run, such as
   * NotFiniteError, and what the agents throw.
   */
  between(agents: Cohorts, done: number): Promise<void>;
  /** The same, but resolves when all results are in. */
  settle(agents: Cohorts, done: number): Promise<void>;
  /** Waits for what evaluators are at; the rest stays. Never rejects. */
  finishAside(): Promise<void>;
  /** All after a step is void. What is due up to it goes on. */
  rewind(step: number): void;
  /** Ends the evaluators; what waits stays until `rewind`. */
  halt(): void;
}

export function createEvaluations(tools: EvaluationTools): Evaluations {
  const { course } = tools;
  let waiting: readonly KeptState[] = [];
  /** Milliseconds that the agents' last evaluation took. */
  let took = 0;
  let aside = false;
  let refused = false;
  let losses = 0;
  let problem: unknown = null;
  let evaluators: Promise<Cohorts> | null = null;
  let working = false;
  /** Counts halts: what evaluators of before say is nothing. */
  let era = 0;
  let wakers: (() => void)[] = [];

  const until = async (holds: () => boolean): Promise<void> => {
    while (!holds()) await new Promise<void>((resolve) => wakers.push(resolve));
  };
  const wake = (): void => {
    const all = wakers;
    wakers = [];
    for (const each of all) each();
  };

  const take = (state: KeptState, result: Both<HeldOut>): void => {
    // A run that was taken back meanwhile wants to hear nothing of it.
    if (!waiting.includes(state)) return;
    waiting = waiting.filter((other) => other !== state);
    tools.told(state.step, result);
  };

  const refuse = (state: KeptState): void => {
    waiting = waiting.filter((other) => other !== state);
    tools.broken(state.step);
  };

  /** Evaluators have failed at a state. */
  const failed = (state: KeptState, error: unknown): void => {
    evaluators = null;
    tools.end();
    if (isNotFinite(error)) {
      if (!waiting.includes(state)) return;
      problem = error;
      refuse(state);
    } else {
      refused = !isLost(error) || ++losses > MOST_LOSSES;
      if (refused) aside = false;
      const then = refused ? "From here on the agents measure it themselves, between two steps." : "It is measured again.";
      tools.fault(`${sentence(error)} Held-out accuracy after step ${state.step} was being measured. ${then}`);
    }
    if (problem !== null || refused) tools.nudge();
  };

  const work = async (): Promise<void> => {
    if (working) return;
    working = true;
    const own = era;
    for (let state = waiting[0]; state && aside && problem === null; state = waiting[0]) {
      try {
        evaluators ??= tools.open();
        const cohorts = await evaluators;
        await restoreAll(cohorts, state);
        const result = await course.evaluate(cohorts, state.step);
        if (own !== era) return;
        take(state, result);
      } catch (error) {
        if (own !== era) return;
        failed(state, error);
      }
      wake();
    }
    working = false;
  };

  const timed = async (agents: Cohorts, step: number): Promise<Both<HeldOut>> => {
    const started = performance.now();
    const result = await course.evaluate(agents, step);
    took = performance.now() - started;
    return result;
  };

  /** The agents evaluate all that waits, and stand again where they stood. */
  const byAgents = async (agents: Cohorts, done: number): Promise<void> => {
    const here = waiting.some(({ step }) => step !== done) ? await stateOf(agents, done) : null;
    for (let state = waiting[0]; state; state = waiting[0]) {
      try {
        if (here) await restoreAll(agents, state);
        take(state, await timed(agents, state.step));
      } catch (error) {
        if (isNotFinite(error)) refuse(state);
        throw error;
      }
    }
    if (here) await restoreAll(agents, here);
  };

  /** Waits until at most so many are under way; the agents do them all where evaluators do not. */
  const leave = async (most: number, agents: Cohorts, done: number): Promise<void> => {
    const started = performance.now();
    const there = waiting.length;
    await until(() => !aside || problem !== null || waiting.length <= most);
    if (problem !== null) throw problem;
    if (!aside && waiting.length > 0) await byAgents(agents, done);
    if (waiting.length < there) markStandstill(started);
  };

  return {
    initial: (agents) => timed(agents, 0),
    add(state) {
      waiting = [...waiting, state];
      aside ||= !refused && tools.pays(took * (1 + course.dueAfter(state.step)));
      if (aside) void work();
    },
    between: (agents, done) => leave(MOST_WAITING, agents, done),
    settle: (agents, done) => leave(0, agents, done),
    finishAside: () => until(() => !aside || problem !== null || waiting.length === 0),
    rewind(step) {
      waiting = waiting.filter((state) => state.step <= step);
      problem = null;
      if (aside) void work();
      wake();
    },
    halt() {
      era++;
      working = false;
      evaluators = null;
      tools.end();
      aside = false;
      wake();
    },
  };
}

/** Shows each time that training stood still for held-out accuracy in the browser's performance timeline; keeps the buffer empty. */
function markStandstill(start: number): void {
  performance.measure("co-rl evaluation", { start, end: performance.now() });
  performance.clearMeasures("co-rl evaluation");
}
