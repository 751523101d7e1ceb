/** The log of visits: counts and marks by hand, unequal cohorts, and a restart. */
import { expect, test } from "vitest";
import type { AgentStepRollouts, StepRollouts } from "../cohort/events.ts";
import { vote } from "../learning/vote.ts";
import type { Answer } from "../tasks/task.ts";
import { createVisitLog, NONE, RIGHT, WRONG } from "./visit-log.ts";

function agent(answers: readonly Answer[], perPrompt: number, labels: readonly Answer[]): AgentStepRollouts {
  return {
    texts: answers.map((answer) => `#${answer ?? ""}$`),
    answers,
    rewards: new Float32Array(answers.length),
    labels,
    votes: labels.map((_, p) => vote(answers.slice(p * perPrompt, (p + 1) * perPrompt), { threshold: 0, tieRule: "unlabelled" })),
  };
}

/** Prompt ids of a step; every truth is 9, and A answers 9 as often as `right` says, of 4. */
function step(number: number, ids: readonly number[], right: number): StepRollouts {
  const answers = ids.flatMap(() => [0, 1, 2, 3].map((k) => (k < right ? "9" : "8")));
  const a = agent(
    answers,
    4,
    ids.map(() => "9"),
  );
  const b = agent(
    ids.flatMap(() => ["8", "8", null, "9"]),
    4,
    ids.map(() => "8"),
  );
  const c = agent(
    ids.flatMap(() => [null, null, null, null]),
    4,
    ids.map(() => null),
  );
  return {
    step: number,
    prompts: ids.map((id) => ({ id, text: `prompt ${id}` })),
    truths: ids.map(() => "9"),
    cohort: [a, b],
    compare: [c, b, a],
  };
}

test("counts right completions and marks labels and votes, of cohorts of unequal size", () => {
  const log = createVisitLog({ main: 2, compare: 3 });
  expect([log.length, log.until(9), log.latest(0), log.textOf(0)]).toEqual([0, 0, -1, ""]);
  log.add(step(1, [5, 2], 3));
  expect([log.length, log.idBound]).toEqual([2, 6]);
  expect([log.right("main", 1, 0), log.label("main", 1, 0), log.vote("main", 1, 0)]).toEqual([3, RIGHT, RIGHT]);
  expect([log.right("main", 1, 1), log.label("main", 1, 1), log.vote("main", 1, 1)]).toEqual([1, WRONG, WRONG]);
  expect([log.right("compare", 0, 0), log.label("compare", 0, 0), log.vote("compare", 0, 0)]).toEqual([0, NONE, NONE]);
  expect([log.right("compare", 0, 2), log.label("compare", 0, 2)]).toEqual([3, RIGHT]);
  // Two of four are a tie, and under this rule a tie casts no vote.
  log.add(step(2, [2], 2));
  expect([log.right("main", 2, 0), log.vote("main", 2, 0)]).toEqual([2, NONE]);
  expect([log.textOf(5), log.truthOf(5)]).toEqual(["prompt 5", "9"]);
});

test("64 of 64 right completions fit", () => {
  const log = createVisitLog({ main: 1, compare: 0 });
  const all = agent(
    Array.from({ length: 64 }, () => "9"),
    64,
    ["8"],
  );
  log.add({ step: 1, prompts: [{ id: 0, text: "" }], truths: ["9"], cohort: [all], compare: null });
  expect([log.right("main", 0, 0), log.label("main", 0, 0), log.vote("main", 0, 0)]).toEqual([64, WRONG, RIGHT]);
});

test("chains the visits of a prompt, twice in one step too, and finds those up to a step", () => {
  const log = createVisitLog({ main: 2, compare: 3 });
  for (let n = 1; n <= 300; n++) log.add(step(n, [n % 3, 7], n % 5));
  log.add(step(301, [7, 7], 1));
  expect([log.until(0), log.until(1), log.until(300), log.until(999)]).toEqual([0, 2, 600, 602]);
  const chain: number[] = [];
  for (let visit = log.latest(7); visit >= 0; visit = log.previous(visit)) chain.push(log.stepOf(visit));
  expect(chain.slice(0, 4)).toEqual([301, 301, 300, 299]);
  expect(chain).toHaveLength(302);
});

test("a restart forgets what came after, and what comes then is chained to what was left", () => {
  const log = createVisitLog({ main: 2, compare: 3 });
  for (let n = 1; n <= 6; n++) log.add(step(n, [n % 2], 2));
  log.rewind(6);
  expect(log.generation).toBe(0);
  log.rewind(3);
  expect([log.generation, log.length, log.latest(0), log.latest(1)]).toEqual([1, 3, 1, 2]);
  log.add(step(4, [0], 4));
  expect([log.latest(0), log.previous(3), log.right("main", 3, 0)]).toEqual([3, 1, 4]);
  log.rewind(0);
  expect([log.length, log.latest(0), log.latest(1)]).toEqual([0, -1, -1]);
});

test("agents of two cohorts may have unequally many rollouts of a prompt", () => {
  const log = createVisitLog({ main: 1, compare: 1 });
  const few = agent(["8", "9"], 2, ["9"]);
  const many = agent(["9", "9", "9", "8"], 4, ["9"]);
  log.add({ step: 1, prompts: [{ id: 0, text: "" }], truths: ["9"], cohort: [few], compare: [many] });
  expect([log.right("main", 0, 0), log.share("main", 0, 0)]).toEqual([1, 0.5]);
  expect([log.right("compare", 0, 0), log.share("compare", 0, 0)]).toEqual([3, 0.75]);
});
