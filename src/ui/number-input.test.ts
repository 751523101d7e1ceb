/** Number fields: nonsense is refused with the range, whatever it is. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { readNumber, shownNumber } from "./number-input.ts";

const WHOLE = { min: 1, max: 64, whole: true };
const RATE = { min: 0, max: 0.01, whole: false };

test("numbers in range, in the notations that people use", () => {
  expect(readNumber("K", " 8 ", WHOLE)).toEqual({ value: 8 });
  expect(readNumber("K", "64.0", WHOLE)).toEqual({ value: 64 });
  expect(readNumber("Rate", "6e-4", RATE)).toEqual({ value: 0.0006 });
  expect(readNumber("Rate", ".005", RATE)).toEqual({ value: 0.005 });
  expect(readNumber("Rate", "-0", RATE)).toEqual({ value: 0 });
});

test("everything else is refused with the allowed range", () => {
  for (const text of ["", "  ", "abc", "0", "65", "1.5", "-3", "1e99", "Infinity", "NaN", "0x10", "1,000", "8 9", "٣", "8px"])
    expect(readNumber("K", text, WHOLE)).toEqual({ problem: "K must be a whole number from 1 to 64." });
  expect(readNumber("Rate", "0.02", RATE)).toEqual({ problem: "Rate must be a number from 0 to 0.01." });
});

test("a decimal comma is told what to write instead", () => {
  expect(readNumber("Rate", "0,005", RATE)).toEqual({
    problem: "Rate must be a number from 0 to 0.01. Decimals follow a full stop.",
  });
});

test("any text gives a value in range or a sentence", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.double().map(String), fc.integer().map(String)), (text) => {
      const result = readNumber("K", text, WHOLE);
      if ("value" in result) expect(Number.isInteger(result.value) && result.value >= 1 && result.value <= 64).toBe(true);
      else expect(result.problem).toContain("1 to 64");
    }),
  );
});

test("numbers are shown short", () => {
  expect([2 / 3, 0.0006, 10_000, 1e-4, 0].map(shownNumber)).toEqual(["0.6667", "0.0006", "10000", "0.0001", "0"]);
});
