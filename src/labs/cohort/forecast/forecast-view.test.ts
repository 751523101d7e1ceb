/** Where the prompts stand, how they ended, and what is drawn behind them. */
import { describe, expect, it } from "vitest";
import type { JudgedPrompt } from "../../../theory/foresight.ts";
import type { AgentOutcome } from "../../../theory/outcome-codes.ts";
import { FIELD } from "../../../ui/field.ts";
import { countSides, dotsAt, fieldBehind, groundOf, markedPrompts } from "./forecast-view.ts";

function judged(two: AgentOutcome, many: AgentOutcome, plurality: AgentOutcome, ...outcomes: AgentOutcome[]): JudgedPrompt {
  const all = (outcome: AgentOutcome): AgentOutcome[] => outcomes.map(() => outcome);
  return { forecast: { twoOutcomes: all(two), manyAnswers: all(many), plurality: all(plurality) }, outcomes };
}

const PROMPTS = [judged(0, 1, 1, 1, 1), judged(0, 0, 1, 0, 0), judged(1, 1, 0, 1, 0), judged(null, 1, 1, 1, null)];

describe("dots", () => {
  const step = { step: 0, right: [Uint16Array.of(8, 2, 4, 0), Uint16Array.of(4, 2, 4, 8)] };
  const dots = dotsAt(step, 8, PROMPTS, [0, 1]);

  it("stand at their shares and are marked by how both agents ended", () => {
    expect(dots).toEqual([
      { prompt: 0, x: 1, y: 0.5, outcome: "right" },
      { prompt: 1, x: 0.25, y: 0.25, outcome: "wrong" },
      { prompt: 2, x: 0.5, y: 0.5, outcome: "differs" },
      { prompt: 3, x: 0, y: 1, outcome: "unlabelled" },
    ]);
    expect(dotsAt(step, 8, PROMPTS, [1, 0])[0]).toMatchObject({ x: 0.5, y: 1 });
  });

  it("are counted by side of the line", () => {
    const counts = countSides(dots);
    expect([counts.above.right, counts.below.wrong, counts.on.differs, counts.on.unlabelled]).toEqual([1, 1, 1, 1]);
  });

  it("stand out where a rule missed one of the two; ties miss nothing", () => {
    const marked = (marking: Parameters<typeof markedPrompts>[2]) => {
      const found = markedPrompts(PROMPTS, [0, 1], marking);
      return found && [...found];
    };
    expect(marked("all")).toBe(null);
    expect(marked("twoOutcomes")).toEqual([0, 2]);
    expect(marked("manyAnswers")).toEqual([2]);
    expect(marked("plurality")).toEqual([1, 2]);
    expect(marked("rescued")).toEqual([0]);
  });
});

describe("the ground", () => {
  it("is that of two who supervise each other, of each alone, of a larger ring, or none", () => {
    expect(groundOf([[0, 1]], [0, 1])).toBe("cross");
    expect(groundOf([[0], [1]], [0, 1])).toBe("self");
    expect(groundOf([[0, 2, 1]], [1, 2])).toBe("ring");
    expect(
      groundOf(
        [
          [0, 1],
          [2, 3],
        ],
        [1, 2],
      ),
    ).toBe("apart");
    expect(groundOf([[0], [1, 2]], [0, 1])).toBe("apart");
  });

  it("points towards both right above the line and away below it; alone each agent minds its own half", () => {
    const at = (field: Float32Array | null, row: number, column: number): number[] =>
      Array.from(field?.subarray((row * FIELD + column) * 2, (row * FIELD + column) * 2 + 2) ?? []);
    const cross = fieldBehind({ K: 8, rings: [] }, "cross");
    const [high, low] = [at(cross, 12, 12), at(cross, 2, 2)];
    expect(high.every((v) => v > 0) && low.every((v) => v < 0)).toBe(true);
    // p_A = 0.83, p_B = 0.17: A learns from B's mistakes, B from A's vote.
    const [a = 0, b = 0] = at(cross, 2, 12);
    expect(a < 0 && b > 0).toBe(true);
    const [own = 0, other = 0] = at(fieldBehind({ K: 8, rings: [] }, "self"), 2, 12);
    expect(own > 0 && other < 0).toBe(true);
    expect(fieldBehind({ K: 8, rings: [] }, "ring")).toBe(null);
  });
});
