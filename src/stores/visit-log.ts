/**
 * Every visit of a training prompt in a run, in a few bytes: how many of its K completions were right, whether the exchanged label and
 * the agent's own vote were. Unlike the rollouts' texts these are kept for all steps, so that the prompt map can be read at any of them.
 */
import { perPromptOf, type StepRollouts } from "../cohort/events.ts";
import type { Answer } from "../tasks/task.ts";
import type { CohortName } from "./run-data.ts";

/** What an answer was, held against the truth; NONE where there was none. */
export const NONE = 0;
export const RIGHT = 1;
export const WRONG = 2;
export type Mark = typeof NONE | typeof RIGHT | typeof WRONG;

/** Visits are numbered from 0 in the order they happened; prompts by their id. */
export interface VisitLog {
  readonly length: number;
  /** Counts rewinds: whoever has folded visits starts anew when it changes. */
  readonly generation: number;
  /** Ids are below this. */
  readonly idBound: number;
  add(rollouts: StepRollouts): void;
  /** Forgets all after a step. */
  rewind(step: number): void;
  /** How many visits there were up to and with a step. */
  until(step: number): number;
  stepOf(visit: number): number;
  promptOf(visit: number): number;
  /** The visit of the same prompt before this one, -1 for its first. */
  previous(visit: number): number;
  /** The latest visit of a prompt, -1 where there is none. */
  latest(prompt: number): number;
  /** Right completions, 0 to the agent's K. */
  right(cohort: CohortName, visit: number, agent: number): number;
  /** Share of the agent's K completions that were right. */
  share(cohort: CohortName, visit: number, agent: number): number;
  label(cohort: CohortName, visit: number, agent: number): Mark;
  vote(cohort: CohortName, visit: number, agent: number): Mark;
  /** Text and truth of a prompt that was visited; empty else. */
  textOf(prompt: number): string;
  truthOf(prompt: number): string;
}

/** How an answer compares with the truth. */
export function markOf(answer: Answer, truth: string): Mark {
  return answer === null ? NONE : answer === truth ? RIGHT : WRONG;
}

const MARKS: readonly Mark[] = [NONE, RIGHT, WRONG];

/** An array at least so long, with what was in it. */
function grown<T extends Uint16Array | Int32Array>(array: T, length: number, make: (length: number) => T): T {
  if (array.length >= length) return array;
  const larger = make(Math.max(length, 2 * array.length));
  larger.set(array);
  return larger;
}

const int32 = (length: number): Int32Array => new Int32Array(length);
const uint16 = (length: number): Uint16Array => new Uint16Array(length);

/** An empty log of cohorts with so many agents; `compare` 0 where there is none. Steps must not decrease. */
export function createVisitLog(agents: { readonly main: number; readonly compare: number }): VisitLog {
  const width = agents.main + agents.compare;
  let steps: Int32Array = int32(0);
  let prompts: Int32Array = int32(0);
  let before: Int32Array = int32(0);
  /** [visit, agent of the cohort then of the compared]: right completions in bits 0 to 6, the label in 7 and 8, the vote in 9 and 10. */
  let packed: Uint16Array = uint16(0);
  let length = 0;
  let generation = 0;
  /** K of each agent of the cohort, then of the compared: the same in all steps of a run. */
  let each: readonly number[] = [];
  const last: number[] = [];
  const texts: string[] = [];
  const truths: string[] = [];

  const placeOf = (cohort: CohortName, agent: number): number => (cohort === "main" ? 0 : agents.main) + agent;
  const at = (cohort: CohortName, visit: number, agent: number): number => packed[visit * width + placeOf(cohort, agent)] ?? 0;
  const mark = (code: number): Mark => MARKS[code & 3] ?? NONE;

  return {
    get length() {
      return length;
    },
    get generation() {
      return generation;
    },
    get idBound() {
      return last.length;
    },
    add(rollouts) {
      const added = length + rollouts.prompts.length;
      steps = grown(steps, added, int32);
      prompts = grown(prompts, added, int32);
      before = grown(before, added, int32);
      packed = grown(packed, added * width, uint16);
      const all = [...rollouts.cohort, ...(rollouts.compare ?? [])];
      if (rollouts.prompts.length > 0) each = all.map((agent) => perPromptOf(rollouts, agent));
      for (const [p, prompt] of rollouts.prompts.entries()) {
        const truth = rollouts.truths[p] ?? "";
        while (last.length <= prompt.id) last.push(-1);
        steps[length] = rollouts.step;
        prompts[length] = prompt.id;
        before[length] = last[prompt.id] ?? -1;
        last[prompt.id] = length;
        texts[prompt.id] = prompt.text;
        truths[prompt.id] = truth;
        for (const [n, agent] of all.entries()) {
          let right = 0;
          const perPrompt = each[n] ?? 0;
          for (let row = p * perPrompt; row < (p + 1) * perPrompt; row++) if (agent.answers[row] === truth) right++;
          const label = markOf(agent.labels[p] ?? null, truth);
          const vote = markOf(agent.votes[p]?.label ?? null, truth);
          packed[length * width + n] = right | (label << 7) | (vote << 9);
        }
        length++;
      }
    },
    rewind(step) {
      if (length === 0 || (steps[length - 1] ?? 0) <= step) return;
      while (length > 0 && (steps[length - 1] ?? 0) > step) {
        length--;
        last[prompts[length] ?? 0] = before[length] ?? -1;
      }
      generation++;
    },
    until(step) {
      let low = 0;
      let high = length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((steps[middle] ?? 0) <= step) low = middle + 1;
        else high = middle;
      }
      return low;
    },
    stepOf: (visit) => steps[visit] ?? 0,
    promptOf: (visit) => prompts[visit] ?? 0,
    previous: (visit) => before[visit] ?? -1,
    latest: (prompt) => last[prompt] ?? -1,
    right: (cohort, visit, agent) => at(cohort, visit, agent) & 127,
    share: (cohort, visit, agent) => (at(cohort, visit, agent) & 127) / (each[placeOf(cohort, agent)] ?? 1),
    label: (cohort, visit, agent) => mark(at(cohort, visit, agent) >> 7),
    vote: (cohort, visit, agent) => mark(at(cohort, visit, agent) >> 9),
    textOf: (prompt) => texts[prompt] ?? "",
    truthOf: (prompt) => truths[prompt] ?? "",
  };
}
