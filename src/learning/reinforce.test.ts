/** REINFORCE++ against a batch worked out by hand, and its gradient against finite differences. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { batchAdvantages } from "./advantage.ts";
import { DEFAULT_GRPO, type GrpoOptions, grpoLoss } from "./loss.ts";
import { reinforceAdvantages, type SampledTokens, tokenReturns } from "./reinforce.ts";

const OPTIONS: GrpoOptions = { ...DEFAULT_GRPO, estimator: "reinforce-plus-plus", ddof: 0, epsilon: 0 };

/** Three rollouts of 2, 1 and 3 tokens, width 3. Each token's KL is log 1/2 - log 1/4 = log 2 in the first, 0 in the others. */
const TOKENS: SampledTokens = {
  lengths: Int32Array.of(2, 1, 3),
  width: 3,
  sampled: new Float32Array(9).fill(Math.log(0.5)),
  reference: new Float32Array(9).fill(Math.log(0.5)).fill(Math.log(0.25), 0, 3),
};
const REWARDS = Float32Array.of(1, 0, 0.5);

const part = (rewards: readonly number[], pool = 0) => ({ rewards: Float32Array.from(rewards), group: 1, pool });

function near(actual: ArrayLike<number>, expected: readonly number[]): void {
  expect(actual).toHaveLength(expected.length);
  for (const [i, value] of expected.entries()) expect(actual[i]).toBeCloseTo(value, 6);
}

describe("tokenReturns", () => {
  it("takes the penalty to come off the reward, token by token, and is 0 after the end", () => {
    const step = 0.1 * Math.LN2;
    near(tokenReturns(REWARDS, TOKENS, 0.1), [1 - 2 * step, 1 - step, 0, 0, 0, 0, 0.5, 0.5, 0.5]);
    near(tokenReturns(REWARDS, TOKENS, 0), [1, 1, 0, 0, 0, 0, 0.5, 0.5, 0.5]);
  });

  it("gives back to tokens that the reference finds likelier", () => {
    const reference = new Float32Array(9).fill(Math.log(1));
    near(tokenReturns(REWARDS, { ...TOKENS, reference }, 1).subarray(0, 2), [1 + 2 * Math.LN2, 1 + Math.LN2]);
  });

  it("throws without a reference where there is a penalty", () => {
    expect(() => tokenReturns(REWARDS, { ...TOKENS, reference: null }, 0.1)).toThrow(RangeError);
    expect(() => tokenReturns(REWARDS, { ...TOKENS, reference: null }, 0)).not.toThrow();
  });
});

describe("reinforceAdvantages", () => {
  it("normalises over all tokens of the batch, not over rollouts", () => {
    // Tokens 1, 1, 0, .5, .5, .5: mean 3.5 / 6 = 7/12; squares (25 + 25 + 49 + 1 + 1 + 1) / 144 = 102 / 144, over 6.
    const deviation = Math.sqrt(102 / 144 / 6);
    const of = (value: number): number => (value - 7 / 12) / deviation;
    near(reinforceAdvantages([part([...REWARDS])], TOKENS, OPTIONS), [of(1), of(1), 0, of(0), 0, 0, of(0.5), of(0.5), of(0.5)]);
    // The sample deviation, with epsilon.
    const sample = Math.sqrt(102 / 144 / 5) + 0.5;
    const first = reinforceAdvantages([part([...REWARDS])], TOKENS, { ...OPTIONS, ddof: 1, epsilon: 0.5 })[0];
    expect(first).toBeCloseTo(5 / 12 / sample, 6);
  });

  it("normalises each pool by itself", () => {
    const parts = [part([1], 7), part([0, 0.5], 1)];
    // The first pool's tokens are equal; the second's are 0, .5, .5, .5: mean 3/8, squares (9 + 1 + 1 + 1) / 64 over 4.
    const deviation = Math.sqrt(12 / 64 / 4);
    const low = -3 / 8 / deviation;
    const high = 1 / 8 / deviation;
    near(reinforceAdvantages(parts, TOKENS, OPTIONS), [0, 0, 0, low, 0, 0, high, high, high]);
    // With one number for both, parts are but a way to write the batch.
    expect(reinforceAdvantages([part([1]), part([0, 0.5])], TOKENS, OPTIONS)).toEqual(
      reinforceAdvantages([part([...REWARDS])], TOKENS, OPTIONS),
    );
  });

  it("counts what is left out nowhere", () => {
    const tokens = { ...TOKENS, lengths: Int32Array.of(2, 0, 3) };
    // 1, 1, .5, .5, .5: mean .7, squares (2 * .09 + 3 * .04) / 5.
    const deviation = Math.sqrt(0.3 / 5);
    const advantages = reinforceAdvantages([part([1, 99, 0.5])], tokens, OPTIONS);
    near(advantages, [0.3 / deviation, 0.3 / deviation, 0, 0, 0, 0, -0.2 / deviation, -0.2 / deviation, -0.2 / deviation]);
  });

  it.each([
    ["equal rewards", [1, 1, 1], TOKENS.lengths],
    ["one token", [1, 5, 5], Int32Array.of(1, 0, 0)],
    ["no token", [1, 2, 3], Int32Array.of(0, 0, 0)],
  ])("is 0, not NaN, with %s", (_, rewards, lengths) => {
    for (const ddof of [0, 1] as const)
      expect(reinforceAdvantages([part(rewards)], { ...TOKENS, lengths }, { ...OPTIONS, ddof })).toEqual(new Float32Array(9));
  });

  it("has mean 0 and deviation 1 over the counted tokens, whatever the batch", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: -20, max: 20 }), fc.integer({ min: 1, max: 5 })), { minLength: 2, maxLength: 12 }),
        (rollouts) => {
          fc.pre(new Set(rollouts.map(([reward]) => reward)).size > 1);
          const lengths = Int32Array.from(rollouts, ([, length]) => length);
          const tokens = { lengths, width: 5, sampled: new Float32Array(5 * rollouts.length), reference: null };
          const all = reinforceAdvantages([part(rollouts.map(([reward]) => reward))], tokens, OPTIONS);
          const counted = rollouts.flatMap(([, length], row) => [...all.subarray(5 * row, 5 * row + length)]);
          const mean = counted.reduce((sum, a) => sum + a, 0) / counted.length;
          const square = counted.reduce((sum, a) => sum + a * a, 0) / counted.length;
          expect(mean).toBeCloseTo(0, 5);
          expect(square).toBeCloseTo(1, 5);
        },
      ),
    );
  });
});

describe("batchAdvantages", () => {
  it("cuts advantages of either estimator to the clip, after normalising; 0 is no limit", () => {
    const parts = [{ rewards: REWARDS, group: 3, pool: 0 }];
    for (const estimator of ["grpo", "reinforce-plus-plus"] as const) {
      const free = batchAdvantages(parts, TOKENS, { ...OPTIONS, estimator });
      const clipped = batchAdvantages(parts, TOKENS, { ...OPTIONS, estimator, advantageClip: 0.5 });
      expect(Math.max(...free)).toBeGreaterThan(1);
      expect([...clipped]).toEqual([...free].map((a) => Math.max(-0.5, Math.min(0.5, a))));
    }
  });
});

describe("the loss of REINFORCE++", () => {
  const batch = (beta: number) => ({
    ...TOKENS,
    advantages: batchAdvantages([part([...REWARDS])], TOKENS, { ...OPTIONS, beta }),
  });

  it("is the clipped objective of its own advantage at each token, over all tokens", () => {
    const { advantages } = batch(0);
    const { loss, derivative } = grpoLoss(batch(0), OPTIONS).evaluate(TOKENS.sampled);
    const sum = advantages.reduce((total, a) => total + a, 0);
    expect(loss).toBeCloseTo(-sum / 6, 6);
    near(
      derivative,
      [...advantages].map((a) => -a / 6),
    );
  });

  it("has the KL in the advantages and not a second time as a term", () => {
    const options = { ...OPTIONS, beta: 0.1 };
    const { loss, derivative } = grpoLoss(batch(0.1), options).evaluate(TOKENS.sampled);
    const plain = grpoLoss(batch(0.1), { ...options, beta: 0 }).evaluate(TOKENS.sampled);
    expect([loss, derivative]).toEqual([plain.loss, plain.derivative]);
    expect(derivative).not.toEqual(grpoLoss(batch(0), OPTIONS).evaluate(TOKENS.sampled).derivative);
  });

  it("has the derivative of finite differences, off the sampling policy, clip included", () => {
    const options = { ...OPTIONS, beta: 0.1 };
    const { evaluate } = grpoLoss(batch(0.1), options);
    const counted = [0, 1, 3, 6, 7, 8];
    fc.assert(
      fc.property(fc.array(fc.double({ min: -0.6, max: 0.6, noNaN: true }), { minLength: 9, maxLength: 9 }), (shifts) => {
        // Not within a difference of where the clip bends.
        fc.pre(shifts.every((shift) => Math.abs(Math.exp(shift) - 0.8) > 0.02 && Math.abs(Math.exp(shift) - 1.2) > 0.02));
        const at = TOKENS.sampled.map((value, i) => value + (shifts[i] ?? 0));
        const { derivative } = evaluate(at);
        for (const i of counted) {
          const moved = (by: number): number => evaluate(at.map((value, j) => (j === i ? value + by : value))).loss;
          expect(derivative[i]).toBeCloseTo((moved(0.004) - moved(-0.004)) / 0.008, 3);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("refuses advantages that fit neither rollouts nor tokens", () => {
    expect(() => grpoLoss({ ...TOKENS, advantages: new Float32Array(4) }, OPTIONS)).toThrow(RangeError);
  });
});
