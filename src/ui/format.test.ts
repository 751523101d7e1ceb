/** Formatters: the forms that the page promises, and nothing undefined ever printed. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { agentLetter, count, duration, fixed, interval, pace, percent, roughDuration } from "./format.ts";

test("percent with one digit, intervals in brackets", () => {
  expect(percent(0.8314)).toBe("83.1");
  expect(percent(1)).toBe("100.0");
  expect(interval({ mean: 0.831, low: 0.802, high: 0.859 })).toBe("83.1 [80.2, 85.9]");
});

test("what is not defined is a dash, and zero has no sign", () => {
  expect(percent(null)).toBe("–");
  expect(fixed(Number.NaN, 2)).toBe("–");
  expect(fixed(Number.POSITIVE_INFINITY, 2)).toBe("–");
  expect(fixed(-0.0001, 2)).toBe("0.00");
  expect(fixed(-0.26, 1)).toBe("-0.3");
});

test("durations in the two largest units, rounded up", () => {
  const plain = (seconds: number): string => duration(seconds).replaceAll("\u00a0", " ");
  expect(plain(0)).toBe("0 s");
  expect(plain(51.2)).toBe("52 s");
  expect(plain(59.5)).toBe("1 min");
  expect(plain(200)).toBe("3 min 20 s");
  expect(plain(3900)).toBe("1 h 5 min");
  expect(plain(7200)).toBe("2 h");
  expect(plain(Number.NaN)).toBe("–");
});

test("a duration never holds 60 of a unit", () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1e6, noNaN: true }), (seconds) => {
      expect(duration(seconds)).not.toMatch(/\b60 (s|min)\b/);
    }),
  );
});

test("pace in steps a second, or seconds a step when slow", () => {
  expect(pace(Math.PI)).toBe("3.1\u00a0steps/s");
  expect(pace(45.4)).toBe("45\u00a0steps/s");
  expect(pace(0.2)).toBe("5.0\u00a0s a step");
  expect(pace(0)).toBe("–");
});

test("letters and counts", () => {
  expect([0, 1, 7].map(agentLetter)).toEqual(["A", "B", "H"]);
  expect([count(1, "step"), count(2, "step")]).toEqual(["1 step", "2 steps"]);
});

test("an estimate promises no more digits than it has", () => {
  expect([3, 44, 100, 1000, 10_000].map((seconds) => roughDuration(seconds).replaceAll("\u00a0", " "))).toEqual([
    "10 s",
    "40 s",
    "2 min",
    "17 min",
    "2 h 47 min",
  ]);
});
