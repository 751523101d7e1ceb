/** Two-outcome systems against sums over all draws, P1 and T1's statements, and the order that the maps rely on. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { binomialPmf, expit, logit } from "./binomial.ts";
import { endOf } from "./fate.ts";
import { selfPull } from "./kernel.ts";
import { RIGHT, SPLIT, UNDECIDED, WRONG } from "./outcome-codes.ts";
import { spread, updateSize } from "./spread.ts";
import { trajectory } from "./trajectory.ts";
import { klGradient, pooledQuorum, type Supervision, twoOutcomeSystem, velocity } from "./two-outcome.ts";
import { voteDirection } from "./vote.ts";

const drift = (setting: Parameters<typeof twoOutcomeSystem>[0], p: readonly number[]): number[] => {
  const out = new Float64Array(p.length);
  twoOutcomeSystem(setting).drift(Float64Array.from(p, logit), out);
  return [...out];
};

const inner = fc.double({ min: 0.02, max: 0.98, noNaN: true });
const KINDS: readonly Supervision[] = [
  { kind: "self" },
  { kind: "cross" },
  { kind: "mixture", ownWeight: 0.3 },
  { kind: "pooled" },
];

describe("drifts", () => {
  it("self and cross are P1, on rings of 2 to 8", () => {
    const p = [0.3, 0.8, 0.55, 0.1, 0.6, 0.9, 0.45, 0.7];
    for (let N = 2; N <= 8; N++) {
      const starts = p.slice(0, N);
      const rates = starts.map((_, n) => 1 / (n + 1));
      const cross = drift({ K: 7, rates, supervision: { kind: "cross" } }, starts);
      const self = drift({ K: 7, rates, supervision: { kind: "self" } }, starts);
      starts.forEach((own, n) => {
        const peer = starts[(n + N - 1) % N] ?? 0;
        expect(cross[n]).toBeCloseTo((rates[n] ?? 0) * spread(7, own) * voteDirection(7, peer), 13);
        expect(self[n]).toBeCloseTo((rates[n] ?? 0) * selfPull(own, { K: 7 }), 13);
      });
    }
  });

  it("mixture and pooled vote are the means over all draws", () => {
    fc.assert(
      fc.property(
        inner,
        inner,
        fc.integer({ min: 1, max: 9 }),
        fc.constantFrom(0, 0.6, 0.8),
        fc.constantFrom(0, 0.4, 1),
        (pA, pB, K, tau, w) => {
          const a = binomialPmf(K, pA);
          const b = binomialPmf(K, pB);
          const label = (right: number, votes: number): number =>
            Math.max(right, votes - right) / votes >= tau ? Math.sign(2 * right - votes) : 0;
          let mixed = 0;
          let pooled = 0;
          a.forEach((wa, c) => {
            b.forEach((wb, d) => {
              const weight = wa * wb * updateSize(K, c);
              mixed += weight * (w * label(c, K) + (1 - w) * label(d, K));
              pooled += weight * label(c + d, 2 * K);
            });
          });
          const options = { K, tau, rates: [2, 1] };
          expect(drift({ ...options, supervision: { kind: "mixture", ownWeight: w } }, [pA, pB])[0]).toBeCloseTo(2 * mixed, 12);
          expect(drift({ ...options, supervision: { kind: "pooled" } }, [pA, pB])[0]).toBeCloseTo(2 * pooled, 12);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("change sign with right and wrong exchanged", () => {
    fc.assert(
      fc.property(inner, inner, inner, fc.constantFrom(...KINDS), fc.integer({ min: 1, max: 30 }), (a, b, c, supervision, K) => {
        const setting = { K, rates: [1, 0.5, 2], supervision };
        const x = Float64Array.of(logit(a), logit(b), logit(c));
        const [up, down] = [new Float64Array(3), new Float64Array(3)];
        const system = twoOutcomeSystem(setting);
        system.drift(x, up);
        system.drift(
          x.map((value) => -value),
          down,
        );
        up.forEach((value, n) => {
          expect(down[n]).toBeCloseTo(-value, 12);
        });
      }),
    );
  });

  it("keep order: an agent's drift never falls as its predecessor's p rises", () => {
    fc.assert(
      fc.property(
        inner,
        inner,
        inner,
        fc.constantFrom(...KINDS),
        fc.constantFrom(2, 3, 8, 13),
        (own, one, other, supervision, K) => {
          const setting = { K, rates: [1, 1], supervision };
          const low = drift(setting, [own, Math.min(one, other)])[0] ?? 0;
          const high = drift(setting, [own, Math.max(one, other)])[0] ?? 0;
          expect(high).toBeGreaterThanOrEqual(low - 1e-14);
        },
      ),
    );
  });

  it("T1: p_A + p_B = 1 is invariant at equal rates, also under mixtures and pooled votes", () => {
    for (const supervision of KINDS.slice(1)) {
      for (const K of [3, 8]) {
        const { drift: f } = twoOutcomeSystem({ K, rates: [1, 1], supervision });
        const path = trajectory(f, [logit(0.15), logit(0.85)], { tEnd: 6 });
        const [a = 0, b = 0] = path.at(6);
        expect(a + b).toBeCloseTo(0, 8);
        expect(Math.abs(a)).toBeLessThan(logit(0.85));
      }
    }
  });

  it("as arrows are p (1 - p) times the drift of the log-odds", () => {
    const system = twoOutcomeSystem({ K: 7, rates: [1, 1], supervision: { kind: "cross" } });
    const [dA] = velocity(system, [0.3, 0.8]);
    expect(dA).toBeCloseTo(0.21 * spread(7, 0.3) * voteDirection(7, 0.8), 14);
    expect(velocity(system, [1, 0]).map(Math.abs)).toEqual([0, 0]);
  });
});

describe("KL to the start", () => {
  it("has the gradients of the two divergences", () => {
    const KL = (p: number, q: number): number => p * Math.log(p / q) + (1 - p) * Math.log((1 - p) / (1 - q));
    const [x, x0, h] = [0.8, -0.5, 1e-5];
    const slope = (f: (y: number) => number): number => (f(x + h) - f(x - h)) / (2 * h);
    expect(klGradient("reverse", x, x0)).toBeCloseTo(
      slope((y) => KL(expit(y), expit(x0))),
      8,
    );
    expect(klGradient("k3", x, x0)).toBeCloseTo(
      slope((y) => KL(expit(x0), expit(y))),
      8,
    );
    expect(klGradient("reverse", Number.POSITIVE_INFINITY, 0)).toBe(0);
  });

  it("keeps the line, and can hold a start beside it that would otherwise end right", () => {
    const start = [0.3, 0.72];
    const setting = { K: 7, rates: [1, 1], supervision: { kind: "cross" } } as const;
    expect(endOf(twoOutcomeSystem(setting), start)).toBe(RIGHT);
    for (const form of ["reverse", "k3"] as const) {
      const held = twoOutcomeSystem({ ...setting, kl: { beta: 2, form, start } });
      const end = trajectory(held.drift, start.map(logit), { tEnd: 2000 }).at(2000);
      expect(expit(end[0] ?? 0)).toBeLessThan(0.5);
      const line = twoOutcomeSystem({ ...setting, kl: { beta: 0.2, form, start: [0.3, 0.7] } });
      const [a = 0, b = 0] = trajectory(line.drift, [logit(0.3), logit(0.7)], { tEnd: 5 }).at(5);
      expect(a + b).toBeCloseTo(0, 8);
      expect(held.fate(Float64Array.of(1, 1))).toBeNull();
    }
  });
});

describe("fate", () => {
  it("of rings: consensus, by integration", () => {
    const ring = (p: number[], rates = p.map(() => 1)): number =>
      endOf(twoOutcomeSystem({ K: 7, rates, supervision: { kind: "cross" } }), p);
    expect(ring([0.9, 0.8, 0.4])).toBe(RIGHT);
    expect(ring([0.1, 0.2, 0.6, 0.4])).toBe(WRONG);
    expect(ring([0.5, 0.5, 0.5])).toBe(UNDECIDED);
    expect(ring([0.25, 0.75])).toBe(UNDECIDED);
    expect(ring([0.9, 0.1, 0.9, 0.1, 0.9, 0.1, 0.9, 0.2])).toBe(RIGHT);
  });

  it("of self-rewarding agents: each on its own side", () => {
    const self = (p: number[], K = 7): number =>
      endOf(twoOutcomeSystem({ K, rates: p.map(() => 1), supervision: { kind: "self" } }), p);
    expect(self([0.9])).toBe(RIGHT);
    expect(self([0.9, 0.2])).toBe(SPLIT);
    expect(self([0.4, 0.2])).toBe(WRONG);
    expect(self([0.5, 0.2])).toBe(UNDECIDED);
    expect(self([0.9, 0.9], 2)).toBe(UNDECIDED);
  });

  it("of mixtures: the own vote holds the agents apart from a weight of one half on", () => {
    const mixed = (ownWeight: number, p: number[], K = 7): number =>
      endOf(twoOutcomeSystem({ K, rates: [1, 1], supervision: { kind: "mixture", ownWeight } }), p);
    expect(mixed(0.3, [0.95, 0.1])).toBe(RIGHT);
    expect(mixed(0.8, [0.95, 0.1])).toBe(SPLIT);
    expect(mixed(0.8, [0.95, 0.45])).toBe(RIGHT);
    expect(mixed(1, [0.95, 0.1])).toBe(SPLIT);
    expect(mixed(0.8, [0.95, 0.1], 2)).toBe(RIGHT);
  });

  it("once certain does not change: the split states stay split", () => {
    const system = twoOutcomeSystem({ K: 7, rates: [1, 1], supervision: { kind: "mixture", ownWeight: 0.7 } });
    fc.assert(
      fc.property(fc.double({ min: 0.5, max: 4, noNaN: true }), fc.double({ min: 0.5, max: 4, noNaN: true }), (a, b) => {
        if (system.fate(Float64Array.of(a, -b)) !== SPLIT) return;
        const [xA = 0, xB = 0] = trajectory(system.drift, [a, -b], { tEnd: 1e4 }).at(1e4);
        expect(xA).toBeGreaterThan(a);
        expect(xB).toBeLessThan(-b);
      }),
      { numRuns: 30 },
    );
  });
});

it("a pooled quorum is the first count above one half that tau accepts", () => {
  expect(pooledQuorum(8, 0)).toBe(9);
  expect(pooledQuorum(8, 0.75)).toBe(12);
  expect(pooledQuorum(8, 1)).toBe(16);
  expect(pooledQuorum(1, 1)).toBe(2);
});

it("settings without meaning are refused", () => {
  const cross = { kind: "cross" } as const;
  const bad = [
    { K: 7, rates: [1], supervision: cross },
    { K: 7, rates: [1, 0], supervision: cross },
    { K: 7, rates: new Array<number>(9).fill(1), supervision: cross },
    { K: 7, rates: [1, 1], supervision: { kind: "mixture", ownWeight: 1.1 } },
    { K: 7, rates: [1, 1], supervision: cross, kl: { beta: -1, form: "k3", start: [0.1, 0.2] } },
    { K: 7, rates: [1, 1], supervision: cross, kl: { beta: 1, form: "k3", start: [0.1] } },
  ] as const;
  for (const setting of bad) expect(() => twoOutcomeSystem(setting)).toThrow(RangeError);
});
