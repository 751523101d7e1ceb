import { expect, it } from "vitest";
import type { Remark } from "./dialogue.ts";
import { dialogueMetrics } from "./dialogue-metrics.ts";

const remark = (row: number, by: number, role: Remark["role"], said: string | null): Remark => ({
  row,
  by,
  role,
  said,
  asked: "",
  text: "",
  reward: 0,
  counts: true,
});
const NONE = { wrongVerdicts: null, verdictAccuracy: null, unparsedVerdicts: null, unparsedScores: null, lastTurnPassAt1: null };

it("counts a judge's verdicts wherever they were given, against the truth of the answer they are about", () => {
  const [first, second] = dialogueMetrics(
    [
      {
        answers: ["5", "6"],
        perPrompt: 1,
        credit: Float32Array.of(1, Number.NaN),
        remarks: [remark(0, 1, "evaluate", "Y"), remark(1, 1, "evaluate", "Y"), remark(0, 0, "score", null)],
      },
      {
        answers: ["5", null],
        perPrompt: 1,
        credit: Float32Array.of(0.5, 0),
        // An answer that does not parse is wrong, and who says so is right.
        remarks: [remark(0, 1, "evaluate", null), remark(1, 1, "evaluate", "N"), remark(0, 0, "score", "3")],
      },
    ],
    ["5", "7"],
  );
  expect(first).toEqual({ ...NONE, unparsedScores: 0.5, keptShare: 0.5 });
  expect(second).toEqual({ ...NONE, wrongVerdicts: 1 / 3, verdictAccuracy: 2 / 3, unparsedVerdicts: 0.25, keptShare: 1 });
});

it("measures the last turn of a debate alone", () => {
  const debate = [
    remark(0, 0, "debate-2", "5"),
    remark(1, 0, "debate-2", "5"),
    remark(0, 0, "debate-3", "4"),
    remark(1, 0, "debate-3", "5"),
  ];
  const [only] = dialogueMetrics([{ answers: ["4", "4"], perPrompt: 2, credit: Float32Array.of(0, 0), remarks: debate }], ["5"]);
  expect(only).toEqual({ ...NONE, keptShare: 1, lastTurnPassAt1: 0.5 });
});
