import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_GRPO, type GrpoBatch, type GrpoOptions, grpoLoss, LOSS_NORMALISATIONS } from "./loss.ts";

/** Two rollouts of 3 and 1 tokens, width 4, all of probability 1/2 when sampled. */
function pair(advantages: readonly number[], reference: number | null = null): GrpoBatch {
  const half = new Float32Array(8).fill(Math.log(0.5));
  return {
    advantages: Float32Array.from(advantages),
    lengths: Int32Array.of(3, 1),
    width: 4,
    sampled: half,
    reference: reference === null ? null : new Float32Array(8).fill(Math.log(reference)),
  };
}

/** One rollout of one token, sampled at probability 1/2 and now at `ratio` times that. */
function single(
  advantage: number,
  ratio: number,
  options: Partial<GrpoOptions>,
  reference: number | null = null,
): { loss: number; slope: number } {
  const batch: GrpoBatch = {
    advantages: Float32Array.of(advantage),
    lengths: Int32Array.of(1),
    width: 1,
    sampled: Float32Array.of(Math.log(0.5)),
    reference: reference === null ? null : Float32Array.of(Math.log(reference)),
  };
  const { loss, derivative } = grpoLoss(batch, { ...DEFAULT_GRPO, ...options }).evaluate(Float32Array.of(Math.log(0.5 * ratio)));
  return { loss, slope: derivative[0] ?? Number.NaN };
}

describe("grpoLoss, normalisation", () => {
  it.each([
    // (3 x 1 - 1) tokens over 4 tokens; over 2 rollouts, each by its length; over 2 rollouts x 4.
    ["bnpo", -(3 - 1) / 4, [-1 / 4, 1 / 4]],
    ["grpo", -(1 - 1) / 2, [-1 / 6, 1 / 2]],
    ["dr-grpo", -(3 - 1) / 8, [-1 / 8, 1 / 8]],
  ] as const)("%s divides as documented, and padding does not count", (normalisation, loss, [first, second]) => {
    const batch = pair([1, -1]);
    const result = grpoLoss(batch, { ...DEFAULT_GRPO, normalisation }).evaluate(batch.sampled);
    expect(result.loss).toBeCloseTo(loss, 12);
    expect([...result.derivative]).toEqual([first, first, first, 0, second, 0, 0, 0].map(Math.fround));
  });

  it("is the same for all where every rollout has the cap's length", () => {
    const batch: GrpoBatch = { ...pair([2, -0.5]), lengths: Int32Array.of(4, 4) };
    const losses = LOSS_NORMALISATIONS.map(
      (normalisation) => grpoLoss(batch, { ...DEFAULT_GRPO, normalisation }).evaluate(batch.sampled).loss,
    );
    for (const loss of losses) expect(loss).toBeCloseTo(-0.75, 12);
  });

  it("is 0, not NaN, where no token was sampled", () => {
    const batch: GrpoBatch = { ...pair([1, 1]), lengths: Int32Array.of(0, 0) };
    for (const normalisation of LOSS_NORMALISATIONS) {
      expect(grpoLoss(batch, { ...DEFAULT_GRPO, normalisation }).evaluate(batch.sampled)).toEqual({
        loss: 0,
        derivative: new Float32Array(8),
      });
    }
  });
});

describe("grpoLoss, clip", () => {
  it.each([
    // advantage, ratio, loss, slope; clip 0.2
    [1, 1.1, -1.1, -1.1],
    [1, 1.5, -1.2, 0],
    [1, 0.5, -0.5, -0.5],
    [-1, 0.9, 0.9, 0.9],
    [-1, 0.5, 0.8, 0],
    [-1, 1.5, 1.5, 1.5],
    [-2, 0.5, 1.6, 0],
  ])("takes the smaller of both objectives: advantage %d, ratio %d", (advantage, ratio, loss, slope) => {
    const result = single(advantage, ratio, { clip: 0.2 });
    expect(result.loss).toBeCloseTo(loss, 6);
    expect(result.slope).toBeCloseTo(slope, 6);
  });

  it("needs the current log-probabilities from the second update on", () => {
    const loss = grpoLoss(pair([1, -1]), { ...DEFAULT_GRPO, updates: 3 });
    expect(loss.updates).toBe(3);
    expect([0, 1, 2].map(loss.needsCurrent)).toEqual([false, true, true]);
  });
});

describe("grpoLoss, KL to the base policy", () => {
  it("adds beta (r - log r - 1), r = reference / current (k3)", () => {
    // Current 1/2, reference 1/4: r = 1/2.
    const { loss, slope } = single(1, 1, { beta: 0.1 }, 0.25);
    expect(loss).toBeCloseTo(-1 + 0.1 * (0.5 + Math.LN2 - 1), 6);
    expect(slope).toBeCloseTo(-1 + 0.1 * (1 - 0.5), 6);
  });

  it("also acts on a rollout without an advantage, and is 0 at the reference", () => {
    expect(single(0, 1, { beta: 1 }, 0.25).slope).toBeCloseTo(0.5, 6);
    expect(single(0, 1, { beta: 1 }, 0.5)).toEqual({ loss: 0, slope: 0 });
  });

  it("is never negative", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.01, max: 1, noNaN: true }),
        fc.double({ min: 0.1, max: 2, noNaN: true }),
        (reference, ratio) => {
          expect(single(0, ratio, { beta: 1 }, reference).loss).toBeGreaterThanOrEqual(-1e-9);
        },
      ),
    );
  });

  it("throws without a reference", () => {
    expect(() => grpoLoss(pair([1, -1]), { ...DEFAULT_GRPO, beta: 0.1 })).toThrow(RangeError);
    expect(() => grpoLoss(pair([1, -1]), DEFAULT_GRPO)).not.toThrow();
  });
});

describe("grpoLoss, derivative", () => {
  const ROWS = 4;
  const WIDTH = 5;
  const cells = (min: number, max: number): fc.Arbitrary<number[]> =>
    fc.array(fc.double({ min, max, noNaN: true }), { minLength: ROWS * WIDTH, maxLength: ROWS * WIDTH });
  const input = fc.record({
    advantages: fc.array(fc.oneof(fc.constant(0), fc.double({ min: -2, max: 2, noNaN: true })), {
      minLength: ROWS,
      maxLength: ROWS,
    }),
    lengths: fc.array(fc.integer({ min: 0, max: WIDTH }), { minLength: ROWS, maxLength: ROWS }),
    sampled: cells(-4, -0.1),
    move: cells(-0.5, 0.5),
    gap: cells(-1, 1),
    beta: fc.constantFrom(0, 0.04, 1),
    clip: fc.double({ min: 0.05, max: 0.5, noNaN: true }),
    normalisation: fc.constantFrom(...LOSS_NORMALISATIONS),
  });

  it("equals finite differences of the loss, for every normalisation, with clip and KL", () => {
    fc.assert(
      fc.property(input, ({ advantages, lengths, sampled, move, gap, beta, clip, normalisation }) => {
        const current = Float32Array.from(sampled, (value, i) => value + (move[i] ?? 0));
        const batch: GrpoBatch = {
          advantages: Float32Array.from(advantages),
          lengths: Int32Array.from(lengths),
          width: WIDTH,
          sampled: Float32Array.from(sampled),
          reference: Float32Array.from(sampled, (value, i) => value + (gap[i] ?? 0)),
        };
        const { evaluate } = grpoLoss(batch, { ...DEFAULT_GRPO, beta, clip, normalisation });
        const { derivative } = evaluate(current);
        for (const [i, slope] of derivative.entries()) {
          const ratio = Math.exp((current[i] ?? 0) - (batch.sampled[i] ?? 0));
          // At its two kinks the loss has no derivative.
          if (Math.min(Math.abs(ratio - 1 - clip), Math.abs(ratio - 1 + clip)) < 0.01) continue;
          const [up, down] = [current.slice(), current.slice()];
          up[i] = (current[i] ?? 0) + 1e-3;
          down[i] = (current[i] ?? 0) - 1e-3;
          const difference = (evaluate(up).loss - evaluate(down).loss) / ((up[i] ?? 0) - (down[i] ?? 0));
          expect(Math.abs(slope - difference)).toBeLessThan(1e-5);
        }
      }),
    );
  });

  it("is minus the advantage times the token's weight where nothing moved", () => {
    fc.assert(
      fc.property(input, ({ advantages, lengths, sampled, clip, normalisation }) => {
        const old = Float32Array.from(sampled);
        const batch: GrpoBatch = {
          advantages: Float32Array.from(advantages),
          lengths: Int32Array.from(lengths),
          width: WIDTH,
          sampled: old,
          reference: null,
        };
        const { derivative } = grpoLoss(batch, { ...DEFAULT_GRPO, clip, normalisation }).evaluate(old);
        const tokens = lengths.reduce((sum, n) => sum + n, 0);
        for (let row = 0; row < ROWS; row++) {
          const length = lengths[row] ?? 0;
          const weight = { bnpo: 1 / tokens, grpo: 1 / (ROWS * length), "dr-grpo": 1 / (ROWS * WIDTH) }[normalisation];
          for (let t = 0; t < WIDTH; t++) {
            expect(derivative[row * WIDTH + t]).toBeCloseTo(t < length ? -(advantages[row] ?? 0) * weight : 0, 6);
          }
        }
      }),
    );
  });
});
