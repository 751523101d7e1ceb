/** Changes while running, in words. */
import { expect, test } from "vitest";
import { DEFAULT_TRAINING } from "../../runs/config.ts";
import type { Change } from "../../runs/record.ts";
import { changeMarks, changesSaid, liveValue } from "./changes.ts";

const CHANGES: readonly Change[] = [
  { step: 4, name: "learningRate", value: 0.001 },
  { step: 4, name: "temperature", value: 0.8 },
  { step: 4, name: "learningRate", value: 0.0003 },
  { step: 9, name: "temperature", value: 1.2 },
];

test("one mark a step; of two changes of one setting at one step the later holds", () => {
  expect(changeMarks(CHANGES)).toEqual([
    { step: 4, label: "temp 0.8, lr 0.0003" },
    { step: 9, label: "temp 1.2" },
  ]);
  expect(changesSaid(CHANGES)).toBe(
    "temperature 0.8 from step 4, learning rate 0.0003 from step 4 and temperature 1.2 from step 9",
  );
  expect([changeMarks([]), changesSaid([])]).toEqual([[], ""]);
});

test("the value that holds now, and since when", () => {
  expect(liveValue("temperature", DEFAULT_TRAINING, CHANGES)).toEqual({ value: 1.2, since: 9 });
  expect(liveValue("learningRate", DEFAULT_TRAINING, CHANGES)).toEqual({ value: 0.0003, since: 4 });
  expect(liveValue("learningRate", DEFAULT_TRAINING, [])).toEqual({ value: 6e-4, since: null });
});
