/** RENT and Intuitor: the rewards are the completions' own figures, whatever was answered. */
import { describe, expect, it } from "vitest";
import { groupAdvantages } from "../advantage.ts";
import type { MethodStep } from "../method.ts";
import { fixtureStep } from "./fixture.ts";
import { intuitor } from "./intuitor.ts";
import { rent } from "./rent.ts";

/** Two prompts, K 3; B cannot be parsed at all, and its last completion is cut at the cap. */
function step(): MethodStep {
  const plain = fixtureStep(rent, 3, [
    ["1", "1", "2", "3", null, "3"],
    [null, null, null, null, null, null],
  ]);
  const [a, b] = plain.agents;
  if (!a || !b) throw new Error("no agents");
  return {
    ...plain,
    agents: [
      { ...a, entropies: Float32Array.of(0.5, 0.25, 1, 0, 0, 0), certainties: Float32Array.of(1, 2, 3, 4, 5, 6) },
      { ...b, entropies: Float32Array.of(1, 1, 1, 2, 0.5, 0.25), certainties: Float32Array.of(7, 7, 7, 0.5, 0, 8) },
    ],
  };
}

describe("RENT", () => {
  it("rewards with minus the entropy, parsed or not, and labels nobody", () => {
    const [a, b] = rent.exchange(step());
    expect([...(a?.rewards ?? [])].map((r) => r + 0)).toEqual([-0.5, -0.25, -1, 0, 0, 0]);
    expect([...(b?.rewards ?? [])]).toEqual([-1, -1, -1, -2, -0.5, -0.25]);
    expect([a?.labels, b?.labels]).toEqual([
      [null, null],
      [null, null],
    ]);
  });

  it("teaches nothing in a group of equal entropies, nor with one rollout", () => {
    const options = { ddof: 1, epsilon: 1e-4, normalisation: "bnpo" } as const;
    const [a, b] = rent.exchange(step());
    expect([...groupAdvantages(b?.rewards ?? new Float32Array(0), 3, options).subarray(0, 3)]).toEqual([0, 0, 0]);
    // By hand: mean -7/12, sample deviation of (1/12, 4/12, -5/12) = sqrt(42/144/2).
    const advantages = groupAdvantages(a?.rewards ?? new Float32Array(0), 3, options);
    const deviation = Math.sqrt(42 / 288) + 1e-4;
    for (const [k, twelfths] of [1, 4, -5].entries()) expect(advantages[k]).toBeCloseTo(twelfths / 12 / deviation, 5);
    expect([...groupAdvantages(b?.rewards ?? new Float32Array(0), 1, options)].every((value) => value === 0)).toBe(true);
  });
});

describe("Intuitor", () => {
  it("rewards with the certainty, and labels nobody", () => {
    const [a, b] = intuitor.exchange(step());
    expect([...(a?.rewards ?? [])]).toEqual([1, 2, 3, 4, 5, 6]);
    expect([...(b?.rewards ?? [])]).toEqual([7, 7, 7, 0.5, 0, 8]);
    expect(a?.labels).toEqual([null, null]);
  });

  it("is not moved by answers, votes or the other agent", () => {
    const given = step();
    const [a] = given.agents;
    if (!a) throw new Error("no agent");
    const alone = { ...given, agents: [{ ...a, answers: a.answers.map(() => "9"), votes: [] }] };
    expect(intuitor.exchange(alone)[0]).toEqual(intuitor.exchange(given)[0]);
    expect(rent.exchange(alone)[0]).toEqual(rent.exchange(given)[0]);
  });
});
