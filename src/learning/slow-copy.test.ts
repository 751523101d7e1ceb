/** The slow copy follows as the released script says. */
import { describe, expect, it } from "vitest";
import { copyRate, followed } from "./slow-copy.ts";

describe("copyRate", () => {
  it("falls along a cosine from 0.01 after the first update to 1e-5 after the last", () => {
    expect(copyRate("cosine", 1, 201)).toBeCloseTo(0.01, 12);
    expect(copyRate("cosine", 101, 201)).toBeCloseTo((0.01 + 1e-5) / 2, 12);
    expect(copyRate("cosine", 51, 201)).toBeCloseTo(1e-5 + (0.01 - 1e-5) * 0.5 * (1 + Math.SQRT1_2), 12);
    expect(copyRate("cosine", 201, 201)).toBeCloseTo(1e-5, 12);
    expect(copyRate("cosine", 1, 1)).toBeCloseTo(0.01, 12);
  });

  it("is 0.01 throughout where it is constant", () => {
    for (const step of [1, 50, 200]) expect(copyRate("constant", step, 200)).toBe(0.01);
  });
});

describe("followed", () => {
  it("goes a part of the way, in float32, and changes neither", () => {
    const copy = Float32Array.of(1, -2, 0);
    const policy = Float32Array.of(2, -2, 4);
    expect([...followed(copy, policy, 0.25)]).toEqual([1.25, -2, 1]);
    expect([...copy, ...policy]).toEqual([1, -2, 0, 2, -2, 4]);
    // 1 + 1e-5 (2 - 1), rounded once.
    expect(followed(copy, policy, 1e-5)[0]).toBe(Math.fround(1.00001));
    expect([...followed(copy, policy, 1)]).toEqual([...policy]);
    expect([...followed(copy, policy, 0)]).toEqual([...copy]);
  });
});
