/** Lines of the pictures: where they go, and that nothing is drawn where there is nothing. */
import { describe, expect, it } from "vitest";
import { DEFAULT_SETTING } from "../../theory/forecast.ts";
import { crossBasinMap } from "../../theory/invariant.ts";
import { FIELD, fieldData, polyline, SIDE } from "../../ui/field.ts";
import { borderData, pathData, separatrixData, thresholdData } from "./geometry.ts";

/** The points of path data, as (p_x, p_y). */
function points(data: string): [number, number][] {
  return [...data.matchAll(/[ML](\S+) ([^ML]+)/g)].map(([, x, y]) => [Number(x) / SIDE, 1 - Number(y) / SIDE]);
}

it("y points upwards", () =>
  expect(
    polyline([
      [0, 0],
      [0.25, 1],
    ]),
  ).toBe("M0 1000L250 0"));

describe("the separatrix", () => {
  it("of equal rates is the straight line p_A + p_B = 1", () => {
    expect(separatrixData([1, 1], DEFAULT_SETTING, false)).toBe("M0 0L1000 1000");
  });
  it("of unequal rates passes through the reference value and its mirror image", () => {
    // K = 7, eta = (1, 0.25), p_A = 0.2 -> p_B = 0.66185; p_A = 0.7 -> 0.39738.
    const drawn = points(separatrixData([1, 0.25], DEFAULT_SETTING, false));
    const at = (x: number): number => {
      const i = drawn.findIndex(([px]) => px >= x);
      const [x0, y0] = drawn[i - 1] ?? [0, 0];
      const [x1, y1] = drawn[i] ?? [1, 1];
      return y0 + ((x - x0) / (x1 - x0)) * (y1 - y0);
    };
    expect(at(0.2)).toBeCloseTo(0.66185, 2);
    expect(at(0.7)).toBeCloseTo(0.39738, 2);
    for (let i = 1; i < drawn.length; i++) expect(drawn[i]?.[0]).toBeGreaterThan(drawn[i - 1]?.[0] ?? 1);
  });
  it("with the axes exchanged is mirrored at the diagonal; with one rollout there is none", () => {
    const straight = points(separatrixData([1, 0.25], DEFAULT_SETTING, false));
    const flipped = points(separatrixData([1, 0.25], DEFAULT_SETTING, true));
    expect(flipped[5]?.[0]).toBeCloseTo(straight[5]?.[1] ?? -1, 3);
    expect(separatrixData([1, 1], { ...DEFAULT_SETTING, K: 1 }, false)).toBe("");
  });
});

describe("borders from cells", () => {
  it("lie within a cell of the separatrix that made the cells", () => {
    const n = 128;
    const { cells } = crossBasinMap(n, [1, 1], DEFAULT_SETTING);
    const drawn = points(borderData(cells, n, n));
    expect(drawn.length).toBeGreaterThan(n);
    for (const [x, y] of drawn) expect(Math.abs(x + y - 1)).toBeLessThan(1.5 / n);
  });
  it("of half a map end where it ends; of a map of one colour there are none", () => {
    const n = 64;
    const { cells } = crossBasinMap(n, [1, 1], DEFAULT_SETTING);
    expect(Math.max(...points(borderData(cells, n, 32)).map(([, y]) => y))).toBeLessThan(0.52);
    expect(borderData(new Uint8Array(n * n).fill(1), n, n)).toBe("");
  });
});

it("an arrow points where p moves, and longer where faster", () => {
  const field = new Float32Array(FIELD * FIELD * 2);
  field[0] = 1;
  field[2] = 0.25;
  const [first, second] = [...fieldData(field).matchAll(/M(\S+) (\S+?)L(\S+) (\S+?)L/g)].map(([, x0, y0, x1, y1]) => [
    Number(x1) - Number(x0),
    Number(y1) - Number(y0),
  ]);
  expect(first?.[1]).toBe(0);
  expect(first?.[0]).toBeGreaterThan(second?.[0] ?? 0);
  expect(fieldData(new Float32Array(FIELD * FIELD * 2))).toBe("");
});

it("a trajectory keeps its ends and leaves out what cannot be seen", () => {
  const count = 5000;
  const p = new Float64Array(count * 2).map((_, i) => (i % 2 === 0 ? 0.2 + (0.1 * i) / (2 * count) : 0.4));
  const path = { times: new Float64Array(count).map((_, i) => i), p, agents: 2 };
  const drawn = points(pathData(path, [0, 1]));
  expect(drawn.length).toBeLessThan(200);
  expect(drawn[0]?.[0]).toBeCloseTo(0.2, 3);
  expect(drawn.at(-1)?.[0]).toBeCloseTo(0.3, 3);
});

it("the lines of self-rewarding cross at its threshold", () => {
  expect(thresholdData(0.5)).toBe("M500 1000L500 0M0 500L1000 500");
  expect(thresholdData(null)).toBe("");
});
