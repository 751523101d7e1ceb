/** Maps that follow borders against maps that judge every cell, and the job's bookkeeping. */
import { describe, expect, it } from "vitest";
import { basinShares, createMapJob } from "./basin-map.ts";
import { logit } from "./binomial.ts";
import { createJudge } from "./fate.ts";
import { cellCentre, crossBasinMap } from "./invariant.ts";
import { type OutcomeCode, RIGHT, SPLIT, UNDECIDED, WRONG } from "./outcome-codes.ts";
import { systemMapJob } from "./ring-map.ts";
import { type Supervision, twoOutcomeSystem } from "./two-outcome.ts";

describe("a map that follows borders", () => {
  const planes: readonly [Supervision, readonly [number, number]][] = [
    [{ kind: "cross" }, [1, 0.4]],
    [{ kind: "mixture", ownWeight: 0.3 }, [1, 1]],
    [{ kind: "mixture", ownWeight: 0.75 }, [1, 0.6]],
    [{ kind: "pooled" }, [0.5, 1]],
    [{ kind: "self" }, [1, 1]],
  ];
  it.each(planes)("%o equals the map that judges every cell", (supervision, rates) => {
    const n = 21;
    const system = twoOutcomeSystem({ K: 8, rates, supervision });
    const quick = systemMapJob(system, { n, axes: [0, 1], at: [] });
    expect(quick.advance(Number.POSITIVE_INFINITY)).toBe(true);
    const judge = createJudge(system, 2);
    const slow = createMapJob({ n, axes: 2, monotone: false, judge: (p) => judge(p.map(logit)) });
    slow.advance(Number.POSITIVE_INFINITY);
    expect(slow.judged).toBe(n * n);
    expect(quick.judged).toBeLessThan(5 * n);
    let different = 0;
    quick.cells.forEach((cell, i) => {
      if (cell !== slow.cells[i]) different++;
    });
    // Exact ties inside a band between two borders may be undecided rather than apart.
    expect(different).toBeLessThanOrEqual(supervision.kind === "self" ? 2 * n : 2);
  });

  it("of two agents equals the first integral's map", () => {
    for (const K of [3, 12]) {
      const job = systemMapJob(twoOutcomeSystem({ K, rates: [1, 0.5], supervision: { kind: "cross" } }), {
        n: 96,
        axes: [0, 1],
        at: [],
      });
      job.advance(Number.POSITIVE_INFINITY);
      expect(job.cells).toEqual(crossBasinMap(96, [1, 0.5], { K }).cells);
    }
  });

  it("of a ring of three equals integration in every cell of the cube", () => {
    const n = 9;
    const system = twoOutcomeSystem({ K: 5, rates: [1, 0.5, 2], supervision: { kind: "cross" } });
    const job = systemMapJob(system, { n, axes: [0, 1, 2], at: [] });
    job.advance(Number.POSITIVE_INFINITY);
    const judge = createJudge(system, 3);
    let index = 0;
    let different = 0;
    for (let i2 = 0; i2 < n; i2++) {
      for (let i1 = 0; i1 < n; i1++) {
        for (let i0 = 0; i0 < n; i0++) {
          if (job.cells[index++] !== judge([i0, i1, i2].map((i) => logit(cellCentre(i, n))))) different++;
        }
      }
    }
    expect(different).toBe(0);
    expect(job.judged).toBeLessThan(2.5 * n * n);
  });

  it("of a plane through the cube puts the first axis along the rows and keeps the others still", () => {
    const system = twoOutcomeSystem({ K: 7, rates: [1, 1, 1], supervision: { kind: "cross" } });
    const n = 12;
    const job = systemMapJob(system, { n, axes: [2, 0], at: [0, 0.9, 0] });
    job.advance(Number.POSITIVE_INFINITY);
    const judge = createJudge(system, 3);
    for (const [i0, i1] of [
      [0, 4],
      [11, 2],
      [5, 6],
      [2, 10],
    ] as const) {
      expect(job.cells[i1 * n + i0]).toBe(judge([logit(cellCentre(i1, n)), logit(0.9), logit(cellCentre(i0, n))]));
    }
  });
});

describe("a map job", () => {
  const byRow: (p: Float64Array) => OutcomeCode = (p) => ((p[1] ?? 0) > 0.5 ? RIGHT : WRONG);

  it("is advanced in slices, reports where it is, and can be left", () => {
    const job = createMapJob({ n: 10, axes: 2, monotone: false, judge: byRow });
    expect(job.advance(25)).toBe(false);
    expect([job.finished, job.lines, job.judged]).toEqual([3, 10, 30]);
    expect(job.cells[99]).toBe(UNDECIDED);
    expect(job.advance(1000)).toBe(true);
    expect(job.cells[0]).toBe(WRONG);
    expect(job.cells[99]).toBe(RIGHT);
    expect(job.advance(1)).toBe(true);
    expect(basinShares(job.cells)).toEqual({ wrong: 0.5, right: 0.5, other: 0 });
  });

  it("marks a band between two borders", () => {
    const judge = (p: Float64Array): OutcomeCode => {
      const sum = (p[0] ?? 0) + (p[1] ?? 0);
      return sum > 1.3 ? RIGHT : sum < 0.7 ? WRONG : SPLIT;
    };
    const quick = createMapJob({ n: 16, axes: 2, monotone: true, judge });
    const slow = createMapJob({ n: 16, axes: 2, monotone: false, judge });
    quick.advance(Number.POSITIVE_INFINITY);
    slow.advance(Number.POSITIVE_INFINITY);
    expect(quick.cells).toEqual(slow.cells);
    expect(basinShares(quick.cells).other).toBeGreaterThan(0.3);
  });

  it("refuses axes that are no agents, and a KL penalty", () => {
    const setting = { K: 7, rates: [1, 1], supervision: { kind: "cross" } } as const;
    expect(() => systemMapJob(twoOutcomeSystem(setting), { n: 4, axes: [0, 2], at: [] })).toThrow(RangeError);
    expect(() => systemMapJob(twoOutcomeSystem(setting), { n: 4, axes: [1, 1], at: [] })).toThrow(RangeError);
    const kl = { beta: 1, form: "k3", start: [0.2, 0.3] } as const;
    expect(() => systemMapJob(twoOutcomeSystem({ ...setting, kl }), { n: 4, axes: [0, 1], at: [] })).toThrow(RangeError);
    expect(() => createMapJob({ n: 0, axes: 2, monotone: true, judge: byRow })).toThrow(RangeError);
  });
});
