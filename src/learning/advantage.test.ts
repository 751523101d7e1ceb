import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { groupAdvantages, groupMoments } from "./advantage.ts";
import { LOSS_NORMALISATIONS } from "./loss.ts";

const SAMPLE = { ddof: 1, epsilon: 0, normalisation: "bnpo" } as const;
const POPULATION = { ...SAMPLE, ddof: 0 } as const;

const options = fc.record({
  ddof: fc.constantFrom<(0 | 1)[]>(0, 1),
  epsilon: fc.constantFrom(0, 1e-6, 1e-4, 0.1),
  normalisation: fc.constantFrom(...LOSS_NORMALISATIONS),
});
/** Groups of equal size K, with K. */
const batch = fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 5 })).chain(([k, prompts]) =>
  fc.tuple(
    fc.constant(k),
    fc.array(
      fc.integer({ min: -300, max: 300 }).map((r) => r / 100),
      { minLength: k * prompts, maxLength: k * prompts },
    ),
  ),
);

describe("groupMoments", () => {
  it("divides by K - ddof", () => {
    const rewards = Float32Array.of(9, 1, 0, 0, 0);
    expect(groupMoments(rewards, 1, 4, 0)).toEqual({ mean: 0.25, std: Math.sqrt(0.75 / 4) });
    expect(groupMoments(rewards, 1, 4, 1)).toEqual({ mean: 0.25, std: Math.sqrt(0.75 / 3) });
  });

  it("gives 0/1 rewards the population deviation sqrt(C (K - C)) / K of the paper's section 5", () => {
    for (let right = 0; right <= 12; right++) {
      const rewards = Float32Array.from({ length: 12 }, (_, k) => (k < right ? 1 : 0));
      expect(groupMoments(rewards, 0, 12, 0).std).toBeCloseTo(Math.sqrt(right * (12 - right)) / 12, 12);
    }
  });

  it("is 0 where one rollout leaves no deviation", () => {
    expect(groupMoments(Float32Array.of(1), 0, 1, 1)).toEqual({ mean: 1, std: 0 });
    expect(groupMoments(Float32Array.of(1), 0, 1, 0)).toEqual({ mean: 1, std: 0 });
  });
});

describe("groupAdvantages", () => {
  it("standardises inside each group", () => {
    // Mean 1/4; sample deviation 1/2. Second group: mean 1/2, sample deviation sqrt(1/3).
    const rewards = Float32Array.of(1, 0, 0, 0, 1, 0, 1, 0);
    const half = 0.5 / Math.sqrt(1 / 3);
    expect([...groupAdvantages(rewards, 4, SAMPLE)]).toEqual([1.5, -0.5, -0.5, -0.5, half, -half, half, -half].map(Math.fround));
    // Population: deviation sqrt(3)/4 gives sqrt(3) and -1/sqrt(3); the second group's is 1/2.
    const population = [Math.sqrt(3), -1 / Math.sqrt(3), -1 / Math.sqrt(3), -1 / Math.sqrt(3), 1, -1, 1, -1];
    for (const [k, value] of groupAdvantages(rewards, 4, POPULATION).entries())
      expect(value).toBeCloseTo(population[k] ?? Number.NaN, 6);
  });

  it("adds epsilon to the deviation", () => {
    const advantages = groupAdvantages(Float32Array.of(1, 0, 0, 0), 4, { ...SAMPLE, epsilon: 0.5 });
    expect([...advantages]).toEqual([0.75, -0.25, -0.25, -0.25]);
  });

  it("only subtracts the mean under dr-grpo", () => {
    expect([...groupAdvantages(Float32Array.of(1, 0, 0, 0), 4, { ...SAMPLE, normalisation: "dr-grpo" })]).toEqual([
      0.75, -0.25, -0.25, -0.25,
    ]);
  });

  it("gives equal rewards and single rollouts 0, never NaN, also without epsilon", () => {
    for (const option of [SAMPLE, POPULATION]) {
      expect([...groupAdvantages(Float32Array.of(1, 1, 1, 0, 0, 0), 3, option)]).toEqual([0, 0, 0, 0, 0, 0]);
      expect([...groupAdvantages(Float32Array.of(0.1, 0.7), 1, option)]).toEqual([0, 0]);
    }
  });

  it("sums to about 0 in each group", () => {
    fc.assert(
      fc.property(batch, options, ([k, rewards], option) => {
        const advantages = groupAdvantages(Float32Array.from(rewards), k, option);
        for (let start = 0; start < rewards.length; start += k) {
          const group = [...advantages.subarray(start, start + k)];
          const largest = Math.max(...group.map(Math.abs));
          expect(Math.abs(group.reduce((sum, a) => sum + a, 0))).toBeLessThanOrEqual(1e-5 * largest);
        }
      }),
    );
  });

  it("does not mind a shift of the rewards and, without epsilon, their scale", () => {
    // Eighths below 4: sums with them are exact in float32, so that only the rule is tested.
    const eighths = fc.tuple(
      fc.integer({ min: 2, max: 8 }),
      fc.array(fc.integer({ min: 0, max: 31 }), { minLength: 8, maxLength: 8 }),
    );
    fc.assert(
      fc.property(eighths, fc.constantFrom<(0 | 1)[]>(0, 1), ([scale, rewards], ddof) => {
        const option = { ...SAMPLE, ddof };
        const plain = groupAdvantages(
          Float32Array.from(rewards, (r) => r / 8),
          8,
          option,
        );
        const moved = groupAdvantages(
          Float32Array.from(rewards, (r) => (scale * r) / 8 + 16),
          8,
          option,
        );
        for (const [k, value] of plain.entries()) expect(moved[k]).toBeCloseTo(value, 5);
      }),
    );
  });

  it("turns with the order of the rollouts and treats each group alone", () => {
    fc.assert(
      fc.property(batch, options, ([k, rewards], option) => {
        const whole = groupAdvantages(Float32Array.from(rewards), k, option);
        const first = groupAdvantages(Float32Array.from(rewards.slice(0, k)), k, option);
        expect(whole.subarray(0, k)).toEqual(first);
        const backwards = groupAdvantages(Float32Array.from(rewards.slice(0, k).reverse()), k, option).reverse();
        for (const [i, value] of first.entries()) expect(backwards[i]).toBeCloseTo(value, 4);
      }),
    );
  });
});
