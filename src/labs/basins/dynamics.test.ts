/** Trajectories, fields and thresholds as the pictures draw them, against the theory room's own functions. */
import { describe, expect, it } from "vitest";
import { logit } from "../../theory/binomial.ts";
import { DEFAULT_SETTING } from "../../theory/forecast.ts";
import { conserved } from "../../theory/invariant.ts";
import { selfDrift } from "../../theory/kernel.ts";
import { FIELD } from "../../ui/field.ts";
import { fieldOf, flowOf, pathAt, pathOf, selfThreshold } from "./dynamics.ts";

const SCATTERED = { ...DEFAULT_SETTING, answers: 4, profile: { share: 0.5, shared: false } };

describe("paths", () => {
  it("begin at the start, end at the horizon, and keep H", () => {
    const setting = { ...DEFAULT_SETTING, rates: [1, 0.25] };
    const path = pathOf(flowOf(setting, "cross"), [0.2, 0.7], 40);
    expect(path.times[0]).toBe(0);
    expect(path.times.at(-1)).toBe(40);
    const kept = (t: number): number => {
      const [a = 0.5, b = 0.5] = pathAt(path, t);
      return conserved(logit(a), logit(b), [1, 0.25], setting);
    };
    // At drawn points, that is without the straight lines between them.
    for (const i of [3, 9, 21]) expect(kept(path.times[i] ?? 0)).toBeCloseTo(kept(0), 4);
  });
  it("times rise strictly", () => {
    const { times } = pathOf(flowOf(DEFAULT_SETTING, "self"), [0.7, 0.4], 60);
    for (let i = 1; i < times.length; i++) expect(times[i]).toBeGreaterThan(times[i - 1] ?? 0);
  });
  it("where nothing moves, stay", () => {
    const path = pathOf(flowOf({ ...DEFAULT_SETTING, K: 1 }, "cross"), [0.7, 0.4], 60);
    expect(pathAt(path, 30)).toEqual([expect.closeTo(0.7, 9), expect.closeTo(0.4, 9)]);
  });
  it("clamp the time", () => {
    const path = pathOf(flowOf(DEFAULT_SETTING, "cross"), [0.7, 0.4], 10);
    expect(pathAt(path, 99)).toEqual(pathAt(path, 10));
    expect(pathAt(path, -1)[0]).toBeCloseTo(0.7, 12);
  });
});

describe("fields", () => {
  it("self-rewarding: each component is P1 of its own p", () => {
    const field = fieldOf(flowOf(DEFAULT_SETTING, "self"), "self", [0.5, 0.5], [0, 1]);
    const centre = (n: number): number => (n + 0.5) / FIELD;
    for (const [row, column] of [
      [0, 0],
      [3, 11],
      [14, 2],
    ] as const) {
      expect(field[(row * FIELD + column) * 2]).toBeCloseTo(selfDrift(centre(column), 1, DEFAULT_SETTING), 6);
      expect(field[(row * FIELD + column) * 2 + 1]).toBeCloseTo(selfDrift(centre(row), 1, DEFAULT_SETTING), 6);
    }
  });
  it("many answers with M = 2 would be the two-outcome field; M = 4 agrees with a difference along the path", () => {
    const flow = flowOf(SCATTERED, "cross");
    const out = new Float64Array(2);
    flow.velocity([0.4, 0.3], out);
    const path = pathOf(flow, [0.4, 0.3], 1e-3);
    const [a = 0, b = 0] = pathAt(path, 1e-3);
    expect(out[0]).toBeCloseTo((a - 0.4) / 1e-3, 4);
    expect(out[1]).toBeCloseTo((b - 0.3) / 1e-3, 4);
  });
});

describe("the threshold of self-rewarding", () => {
  it("is one half with two answers, whatever K", () => expect(selfThreshold({ ...DEFAULT_SETTING, K: 12 })).toBe(0.5));
  it("is where the right answer is as frequent as the favourite wrong one", () => {
    // p = s (1 - p)
    expect(selfThreshold(SCATTERED)).toBeCloseTo(0.5 / 1.5, 3);
  });
  it("there is none where nothing moves", () => expect(selfThreshold({ ...DEFAULT_SETTING, K: 2 })).toBeNull());
});
