/** Where things lie in a plot. */
import { expect, test } from "vitest";
import { agentLook } from "./agents.ts";
import { type BackLine, backLabels, PLOT, placeIn, placeMarks } from "./plot.ts";

const X = { min: 0, max: 100 };
const Y = { min: 0, max: 10 };

function line(label: string, end: number): BackLine {
  return { key: label, look: agentLook(0), label, points: [[0, 1], [100, end], null] };
}

test("the corners of the axes are the corners of the plot; an empty axis divides by nothing", () => {
  const place = placeIn(400, 200, X, Y);
  expect([place.x(0), place.x(100), place.y(10), place.y(0)]).toEqual([PLOT.left, 390, PLOT.top, 178]);
  const empty = placeIn(400, 200, { min: 5, max: 5 }, { min: 1, max: 1 });
  expect([empty.x(7), empty.y(3)]).toEqual([PLOT.left, PLOT.top]);
});

test("labels of runs that end alike stand apart and inside the plot", () => {
  const place = placeIn(400, 200, X, Y);
  for (const end of [0, 5, 10]) {
    const labels = backLabels(
      ["1", "2", "3", "4"].map((label) => line(label, end)),
      place,
      200,
    );
    const heights = labels.map((label) => label.y);
    expect(heights).toEqual([...heights].sort((a, b) => a - b));
    for (let n = 1; n < heights.length; n++) expect((heights[n] ?? 0) - (heights[n - 1] ?? 0)).toBeGreaterThanOrEqual(10);
    expect(Math.min(...heights)).toBeGreaterThan(PLOT.top);
    expect(Math.max(...heights)).toBeLessThan(178);
  }
  expect(
    backLabels(
      [
        { ...line("", 1), points: [] },
        { ...line("x", 1), points: [null] },
      ],
      place,
      200,
    ),
  ).toEqual([]);
});

test("marks near each other take other rows; where there is no row left the line stands alone; at the right they turn", () => {
  const place = placeIn(400, 200, X, Y);
  const marks = [10, 11, 12, 13, 60, 99].map((step) => ({ step, label: "lr 0.0003" }));
  const placed = placeMarks(marks, place, 400);
  expect(placed.map(({ label }) => label?.y ?? null)).toEqual([18.5, 30.5, 42.5, null, 18.5, 18.5]);
  expect(placed.map(({ end }) => end)).toEqual([false, false, false, false, false, true]);
  expect(placed.at(-1)?.label?.x).toBeLessThan(place.x(99));
});
