/** Settings by step. */
import { expect, it } from "vitest";
import { DEFAULT_TRAINING } from "../runs/config.ts";
import { createChanges } from "./changes.ts";

it("a change holds from its step on, and one made by hand over a recorded one of the same step", () => {
  const changes = createChanges(DEFAULT_TRAINING, [
    { step: 3, name: "temperature", value: 0.5 },
    { step: 5, name: "temperature", value: 0.6 },
  ]);
  expect(changes.due(3)).toEqual([{ step: 3, name: "temperature", value: 0.5 }]);
  const own = changes.add(5, "temperature", 0.9);
  expect([2, 3, 4, 5, 9].map((step) => changes.at(step).temperature)).toEqual([1, 0.5, 0.5, 0.9, 0.9]);
  // The record must not end with the one that does not hold.
  expect(changes.due(5)).toEqual([]);
  expect(changes.byHandAfter(4)).toEqual([own]);
  expect(changes.byHandAfter(5)).toEqual([]);
  changes.rewind(4);
  expect(changes.at(9)).toEqual({ learningRate: DEFAULT_TRAINING.learningRate, temperature: 0.5 });
  expect(() => changes.add(2, "learningRate", 1)).toThrow("The learning rate must be a number from 0 to 0.01.");
});
