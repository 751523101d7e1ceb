/** The prompt map by hand: running shares, sides, crossings, rewinding, stepping and finding dots. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { StepRollouts } from "../../cohort/events.ts";
import { createVisitLog, NONE, RIGHT, type VisitLog, WRONG } from "../../stores/visit-log.ts";
import type { Answer } from "../../tasks/task.ts";
import { dotRadius, mapInset } from "./map-painter.ts";
import {
  alongTheLine,
  createPromptMap,
  type Dot,
  nearestDot,
  outcomeOf,
  sideName,
  sideOf,
  spreadOf,
  summaryOf,
  trailOf,
} from "./prompt-map.ts";

/** One prompt's visit: how many of 4 completions of A and of B were right, and their labels. Every truth is 9. */
type Visit = readonly [id: number, a: number, b: number, labelA?: Answer, labelB?: Answer];

function visitStep(step: number, visits: readonly Visit[]): StepRollouts {
  const agent = (which: 1 | 2) => ({
    texts: [],
    answers: visits.flatMap((visit) => [0, 1, 2, 3].map((k) => (k < visit[which] ? "9" : "8"))),
    rewards: new Float32Array(4 * visits.length),
    labels: visits.map((visit) => (visit[which + 2] as Answer | undefined) ?? null),
    votes: [],
  });
  return {
    step,
    prompts: visits.map(([id]) => ({ id, text: `prompt ${id}` })),
    truths: visits.map(() => "9"),
    cohort: [agent(1), agent(2)],
    compare: null,
  };
}

function logOf(...steps: (readonly Visit[])[]): VisitLog {
  const log = createVisitLog({ main: 2, compare: 0 });
  for (const [index, visits] of steps.entries()) log.add(visitStep(index + 1, visits));
  return log;
}

test("labels of two agents: both right, both wrong, none, and all else differs", () => {
  expect(outcomeOf(RIGHT, RIGHT)).toBe("right");
  expect(outcomeOf(WRONG, WRONG)).toBe("wrong");
  expect(outcomeOf(NONE, NONE)).toBe("unlabelled");
  for (const [a, b] of [
    [RIGHT, WRONG],
    [WRONG, RIGHT],
    [NONE, RIGHT],
    [WRONG, NONE],
  ] as const)
    expect(outcomeOf(a, b)).toBe("differs");
});

test("a prompt appears with its first visit; each later one counts half", () => {
  const log = logOf([[3, 4, 0, "9", "8"]], [[1, 1, 1]], [[3, 0, 4, "9", "9"]], [[3, 0, 4, "8", "8"]]);
  const map = createPromptMap(log, "main", [0, 1]);
  expect(map.at(0)).toEqual([]);
  expect(map.at(1)).toEqual([{ prompt: 3, x: 1, y: 0, outcome: "differs", visit: 0, crossed: 0 }]);
  expect(map.at(2).map(({ prompt }) => prompt)).toEqual([1, 3]);
  expect(map.at(3)[1]).toMatchObject({ x: 0.5, y: 0.5, outcome: "right", visit: 2 });
  expect(map.at(4)[1]).toMatchObject({ x: 0.25, y: 0.75, outcome: "wrong" });
  expect(map.at(99)).toBe(map.at(4));
  // Back to an earlier step, and with the axes exchanged.
  expect(map.at(1)).toHaveLength(1);
  expect(createPromptMap(log, "main", [1, 0]).at(4)[1]).toMatchObject({ x: 0.75, y: 0.25 });
});

test("sides of the line: what is on it is on neither side", () => {
  expect([sideOf(0.5, 0.5), sideOf(0.7, 0.3), sideOf(0.1 + 0.2, 0.7)]).toEqual([0, 0, 0]);
  expect([sideOf(0.75, 0.5), sideOf(0.25, 0.5)]).toEqual([1, -1]);
  expect(
    [
      { x: 1, y: 1 },
      { x: 0.5, y: 0.5 },
      { x: 0, y: 0 },
    ].map(sideName),
  ).toEqual(["above", "on", "below"]);
});

test("crossings: from the first side off the line to the side it is on now; back again is none", () => {
  // Prompt 0 starts below and ends above; 1 starts on the line, then above, then below; 2 goes up and comes back; 3 stays.
  const log = logOf(
    [
      [0, 0, 1],
      [1, 4, 0],
      [2, 0, 1],
      [3, 4, 4],
    ],
    [
      [0, 4, 4],
      [1, 4, 4],
      [2, 4, 4],
    ],
    [
      [1, 0, 0],
      [2, 0, 0],
    ],
    [[1, 0, 0]],
  );
  const map = createPromptMap(log, "main", [0, 1]);
  expect(map.at(1).map(({ crossed }) => crossed)).toEqual([0, 0, 0, 0]);
  expect(map.at(2).map(({ crossed }) => crossed)).toEqual([1, 0, 1, 0]);
  expect(map.at(4).map(({ crossed }) => crossed)).toEqual([1, -1, 0, 0]);
  expect(summaryOf(map.at(4))).toMatchObject({ total: 4, crossedUp: 1, crossedDown: 1 });
});

test("the summary counts every prompt once, by side and label", () => {
  const log = logOf([
    [0, 4, 4, "9", "9"],
    [1, 4, 3, "9", "8"],
    [2, 2, 2, "8", "8"],
    [3, 0, 0],
    [4, 0, 1, "8", "8"],
  ]);
  const { counts, total } = summaryOf(createPromptMap(log, "main", [0, 1]).at(1));
  expect(counts.above).toEqual({ right: 1, wrong: 0, differs: 1, unlabelled: 0 });
  expect(counts.on).toEqual({ right: 0, wrong: 1, differs: 0, unlabelled: 0 });
  expect(counts.below).toEqual({ right: 0, wrong: 1, differs: 0, unlabelled: 1 });
  expect(total).toBe(5);
});

test("after a restart the map is what it would have been without the void steps", () => {
  const log = logOf([[0, 1, 1]], [[0, 4, 4]], [[5, 4, 4]]);
  const map = createPromptMap(log, "main", [0, 1]);
  expect(map.at(3)).toHaveLength(2);
  log.rewind(1);
  expect(map.at(3)).toEqual([{ prompt: 0, x: 0.25, y: 0.25, outcome: "unlabelled", visit: 0, crossed: 0 }]);
  log.add(visitStep(2, [[0, 0, 0]]));
  log.add(visitStep(3, [[0, 0, 0]]));
  expect(map.at(3)[0]).toMatchObject({ x: 0.0625, y: 0.0625, crossed: 0 });
});

test("step by step or at once, forth or back: the same dots, and a trail ends where its dot is", () => {
  const visit = fc.tuple(fc.nat(5), fc.nat(4), fc.nat(4));
  fc.assert(
    fc.property(
      fc.array(fc.array(visit, { maxLength: 4 }), { minLength: 1, maxLength: 8 }),
      fc.array(fc.nat(8)),
      (steps, reads) => {
        const log = logOf(...steps);
        const wandering = createPromptMap(log, "main", [0, 1]);
        for (const step of [...reads, steps.length]) {
          const dots = wandering.at(step);
          expect(dots).toEqual(createPromptMap(log, "main", [0, 1]).at(step));
          for (const dot of dots) {
            const end = trailOf(log, "main", [0, 1], dot.visit).at(-1);
            expect(end).toEqual([dot.x, dot.y]);
            expect(Math.min(dot.x, dot.y)).toBeGreaterThanOrEqual(0);
            expect(Math.max(dot.x, dot.y)).toBeLessThanOrEqual(1);
          }
        }
      },
    ),
    { numRuns: 50 },
  );
});

test("in a long run too: over checkpoints, back and forth, and after a restart", () => {
  const log = createVisitLog({ main: 2, compare: 0 });
  const visits = (step: number): Visit[] =>
    Array.from({ length: 64 }, (_, i) => [(step * 7 + i) % 200, (step * 3 + i) % 5, (step + 2 * i) % 5]);
  for (let step = 1; step <= 900; step++) log.add(visitStep(step, visits(step)));
  const wandering = createPromptMap(log, "main", [0, 1]);
  const fresh = (step: number) => createPromptMap(log, "main", [0, 1]).at(step);
  for (const step of [900, 300, 899, 256, 257, 255, 10, 700, 512, 900]) expect(wandering.at(step)).toEqual(fresh(step));
  log.rewind(400);
  for (let step = 401; step <= 600; step++) log.add(visitStep(step, visits(2 * step)));
  for (const step of [600, 300, 420, 600]) expect(wandering.at(step)).toEqual(fresh(step));
});

test("dots in one place are drawn apart, near their place, and each is found where it is drawn", () => {
  const dots = Array.from({ length: 400 }, (_, prompt): Dot => ({ prompt, x: 1, y: 1, outcome: "right", visit: 0, crossed: 0 }));
  const drawn = new Set(
    dots.map(({ prompt }) =>
      spreadOf(prompt)
        .map((part) => part.toFixed(6))
        .join(),
    ),
  );
  expect(drawn.size).toBe(400);
  for (const { prompt } of dots) expect(Math.hypot(...spreadOf(prompt))).toBeLessThanOrEqual(0.012);
  const [dx, dy] = spreadOf(123);
  expect(nearestDot(dots, 1 + dx, 1 + dy, 0.03)?.prompt).toBe(123);
  expect(nearestDot(dots, 0.5, 0.5, 0.03)).toBeNull();
  expect(nearestDot([], 0.5, 0.5, 1)).toBeNull();
});

test("stepping goes along the distance from the line, equal ones by id", () => {
  const dot = (prompt: number, x: number, y: number): Dot => ({ prompt, x, y, outcome: "right", visit: 0, crossed: 0 });
  const dots = [dot(0, 1, 1), dot(1, 0, 0), dot(2, 0.25, 0.75), dot(3, 0.5, 0.5)];
  expect(alongTheLine(dots).map(({ prompt }) => prompt)).toEqual([1, 2, 3, 0]);
  expect(dots[0]?.prompt).toBe(0);
});

test("a dot at an end of the axes stays inside the square, at every size and number of dots", () => {
  for (const side of [120, 165, 360, 640])
    for (const dots of [12, 384, 900, 2000]) {
      const inset = mapInset(dots, side);
      const inner = side - 2 * inset;
      for (let prompt = 0; prompt < 509; prompt++) {
        const [dx, dy] = spreadOf(prompt);
        const reach = 1.3 * dotRadius(dots, side);
        for (const [place, offset] of [
          [0, dx],
          [1, dx],
          [0, dy],
          [1, dy],
        ] as const) {
          const at = inset + (place + offset) * inner;
          expect(Math.min(at, side - at) - reach).toBeGreaterThan(0);
        }
      }
    }
});
