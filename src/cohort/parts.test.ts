import { describe, expect, it } from "vitest";
import { countedLengths, joined, type Sampled } from "./parts.ts";

/** A sample of prompts [id, id] with `perPrompt` rollouts of two tokens, numbered from `from`. */
function sampled(ids: readonly number[], perPrompt: number, from: number): Sampled {
  const rows = ids.length * perPrompt;
  const numbers = Array.from({ length: rows }, (_, row) => from + row + 1);
  return {
    request: {
      prompts: Int32Array.from(ids.flatMap((id) => [id, id])),
      promptCount: ids.length,
      perPrompt,
      temperature: 1,
      topP: 1,
      key: from,
    },
    rollouts: {
      rows,
      width: 2,
      tokens: Int32Array.from(numbers.flatMap((n) => [n, n])),
      lengths: Int32Array.from(numbers, () => 2),
      logProbs: Float32Array.from(numbers.flatMap((n) => [-n, -n])),
      entropies: Float32Array.from(numbers),
      certainties: Float32Array.from(numbers),
    },
  };
}

describe("several samples as one", () => {
  it("are the one where there is one, and none are refused", () => {
    const one = sampled([1, 2], 2, 0);
    expect(joined([one])).toBe(one);
    expect(() => joined([])).toThrow(RangeError);
  });

  it("stand one behind the other where their groups are alike", () => {
    const { request, rollouts } = joined([sampled([1, 2], 2, 0), sampled([3], 2, 10)]);
    expect([...request.prompts]).toEqual([1, 1, 2, 2, 3, 3]);
    expect([request.promptCount, request.perPrompt, rollouts.rows]).toEqual([3, 2, 6]);
    expect([...rollouts.entropies]).toEqual([1, 2, 3, 4, 11, 12]);
    expect([...rollouts.tokens.subarray(8)]).toEqual([11, 11, 12, 12]);
  });

  it("give every rollout a prompt of its own where they are not", () => {
    const { request, rollouts } = joined([sampled([1, 2], 2, 0), sampled([3], 1, 10)]);
    expect([...request.prompts]).toEqual([1, 1, 1, 1, 2, 2, 2, 2, 3, 3]);
    expect([request.promptCount, request.perPrompt, rollouts.rows]).toEqual([5, 1, 5]);
    expect([...rollouts.logProbs]).toEqual([-1, -1, -2, -2, -3, -3, -4, -4, -11, -11]);
  });
});

it("rollouts that are left out have no length, and the sampled ones keep theirs", () => {
  const parts = [sampled([1, 2], 2, 0), sampled([3], 2, 10)];
  const { rollouts } = joined(parts);
  const rewards = new Float32Array(4);
  const counted = countedLengths(rollouts, [
    { part: 0, rewards, counts: Uint8Array.of(1, 1, 0, 0) },
    { part: 1, rewards: new Float32Array(2), counts: null },
  ]);
  expect([...counted]).toEqual([2, 2, 0, 0, 2, 2]);
  expect([...rollouts.lengths]).toEqual([2, 2, 2, 2, 2, 2]);
  expect(countedLengths(rollouts, [{ part: 0, rewards, counts: null }])).toBe(rollouts.lengths);
});
