/** The worker's jobs, run without a worker: what they return, that they pause, and that their results pass the protocol's schemas. */
import { describe, expect, it, vi } from "vitest";
import { DEFAULT_SETTING } from "../../theory/forecast.ts";
import { crossBasinMap } from "../../theory/invariant.ts";
import { expectedAccuracy, PAPER_EXAMPLE } from "../../theory/populations.ts";
import { createClient, PATIENCE, type Port } from "./client.ts";
import { type Progress, type Work, workOf } from "./jobs.ts";
import { type Job, requestSchema, resultSchemas } from "./protocol.ts";
import { DEFAULTS, settingOf } from "./state.ts";

/** Runs to the end; the result and how often it paused. */
function finish<T>(work: Work<T>): { readonly result: T; readonly pauses: Progress[] } {
  const pauses: Progress[] = [];
  for (;;) {
    const step = work.next();
    if (step.done) return { result: step.value, pauses };
    pauses.push(step.value);
  }
}
const run = (request: Job) => {
  const parsed = requestSchema.parse({ ...request, id: 1 });
  const { result, pauses } = finish(workOf(parsed));
  expect(resultSchemas[parsed.kind].safeParse(result).success).toBe(true);
  return { result, pauses };
};
const setting = settingOf(DEFAULTS);

describe("maps", () => {
  it("of a ring by integration: with two agents in the plane the closed form's cells, away from the border", () => {
    const n = 32;
    const { result } = run({
      kind: "map",
      setting: { ...setting, exchange: { kind: "mixture", ownWeight: 0 } },
      p: [0.5, 0.5],
      axes: [0, 1],
      n,
    });
    const closed = crossBasinMap(n, [1, 1], DEFAULT_SETTING).cells;
    const cells = resultSchemas.map.parse(result).cells;
    let different = 0;
    closed.forEach((code, i) => {
      // Cells whose centre lies on p_A + p_B = 1 may fall either way.
      if (code !== 2 && code !== cells[i]) different++;
    });
    expect(different).toBe(0);
  });
  it("tell how far they are, with the rows known so far", () => {
    const { pauses } = run({ kind: "map", setting: { ...setting, rates: [1, 1, 1] }, p: [0.5, 0.5, 0.3], axes: [0, 1], n: 64 });
    expect(pauses.length).toBeGreaterThan(3);
    const shares = pauses.map(({ share }) => share);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(pauses[1]?.partial?.rows).toBeGreaterThan(0);
  });
});

it("stochastic runs: seeded, around the equation, right shares with their intervals", () => {
  const finite = { ...DEFAULTS.finite, repeats: 60 };
  const request = { kind: "finite" as const, setting, p: [0.8, 0.6], horizon: 40, finite };
  const one = resultSchemas.finite.parse(run(request).result);
  expect(resultSchemas.finite.parse(run(request).result)).toEqual(one);
  const { cross } = one.fan;
  expect(cross.steps[0]).toBe(0);
  expect(cross.steps.at(-1)).toBe(40);
  expect(cross.levels).toHaveLength(5 * cross.steps.length * 2);
  expect(cross.mean[0]).toBeCloseTo(0.8, 6);
  expect(cross.allRight.low).toBeGreaterThan(0.7);
  expect(one.fan.self.right[0]?.estimate).toBeGreaterThan(one.fan.self.right[1]?.estimate ?? 1);
});

it("a population comes to what the theory room says, and its prompts begin where they were put", () => {
  const prompts = [...PAPER_EXAMPLE.map(({ p, weight }) => ({ p, weight })), { p: [0.3, 0.3], weight: 1 }];
  const { result } = run({ kind: "population", setting, prompts, horizon: 60, frames: 5 });
  const { accuracy, paths } = resultSchemas.population.parse(result);
  const { base, self, cross } = expectedAccuracy(prompts, DEFAULT_SETTING);
  expect(accuracy.base).toBeCloseTo(base, 12);
  expect(accuracy.self).toBeCloseTo(self, 12);
  expect(accuracy.cross).toBeCloseTo(cross, 12);
  expect(paths.self[0]).toBeCloseTo(0.9, 6);
  expect(paths.cross[(2 * 5 + 4) * 2]).toBeLessThan(0.1);
});

it("starts with many answers come with paths and verdicts", () => {
  const many = { ...setting, answers: 4, profile: { shared: false, share: 0.5 } };
  const { result } = run({
    kind: "starts",
    setting: many,
    starts: [
      [0.4, 0.3],
      [0.1, 0.1],
    ],
    horizon: 60,
  });
  const { starts } = resultSchemas.starts.parse(result);
  expect(starts.map(({ verdict }) => verdict.outcome.cross)).toEqual([1, 0]);
});

describe("the client", () => {
  /** A worker that answers by hand. */
  function fake() {
    const sent: unknown[] = [];
    let say = (_data: unknown): void => {};
    let die = (_text: string): void => {};
    const port: Port = {
      post: (message) => sent.push(message),
      listen: (message, failure) => {
        say = message;
        die = failure;
      },
    };
    return { sent, port, say: (data: unknown) => say(data), die: (text: string) => die(text) };
  }
  const job = { kind: "map" as const, setting, p: [0.5, 0.5], axes: [0, 1] as const, n: 2 };
  const map = { cells: new Uint8Array(4), n: 2, rows: 2 };

  it("one job in work, the newest waits; a job that takes too long is given up", () => {
    vi.useFakeTimers();
    const { sent, port, say } = fake();
    const client = createClient(() => port);
    const results: string[] = [];
    const ask = (name: string): void =>
      client.ask<"map">(job, { result: () => results.push(name), failed: (message) => results.push(message) });
    ask("first");
    ask("second");
    ask("third");
    expect(sent).toHaveLength(1);
    say({ type: "result", id: 1, result: map });
    expect(sent).toHaveLength(2);
    say({ type: "result", id: 2, result: map });
    expect(results).toEqual(["first", "third"]);
    // Too slow: the newer one goes out all the same, and the old one's answer is not wanted any more.
    ask("slow");
    ask("fifth");
    vi.advanceTimersByTime(PATIENCE);
    expect(sent).toHaveLength(4);
    say({ type: "result", id: 3, result: map });
    say({ type: "result", id: 4, result: map });
    expect(results).toEqual(["first", "third", "fifth"]);
    vi.useRealTimers();
  });
  it("an answer that does not fit is a failure", () => {
    const { port, say } = fake();
    const client = createClient(() => port);
    const failures: string[] = [];
    client.ask<"map">(job, { result: () => {}, failed: (message) => failures.push(message) });
    say({ type: "result", id: 1, result: { cells: "many" } });
    expect(failures).toEqual(["The worker's answer could not be read."]);
  });
  it("a worker that dies fails what waits and what comes after", () => {
    const { port, die } = fake();
    const client = createClient(() => port);
    const failures: string[] = [];
    const listener = { result: () => {}, failed: (message: string) => failures.push(message) };
    client.ask<"map">(job, listener);
    die("out of memory");
    client.ask<"map">(job, listener);
    expect(failures).toEqual([expect.stringContaining("out of memory"), expect.stringContaining("out of memory")]);
  });
});
