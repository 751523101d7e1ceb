/** What was seen, in words and as marks. */
import { expect, test } from "vitest";
import type { Finding } from "../../learning/health.ts";
import { seenInShort } from "../../runs/health-words.ts";
import type { ChartData } from "../../stores/past-data.ts";
import { chartMarks, seenLines } from "./seen.ts";

const SEEN: Readonly<Record<string, readonly Finding[]>> = {
  "compare.0": [
    { rule: "labels-lost", since: 31, until: null },
    { rule: "constant-answers", since: 82, until: 97 },
    { rule: "constant-answers", since: 131, until: null },
  ],
  "compare.1": [{ rule: "labels-lost", since: 25, until: 60 }],
};

const data: Pick<ChartData, "cohorts" | "findings"> = {
  cohorts: [
    { name: "main", title: "Co-RL", agents: 2, trains: true, labels: true },
    { name: "compare", title: "TTRL", agents: 2, trains: true, labels: true },
  ],
  findings: (name, n) => SEEN[`${name}.${n}`] ?? [],
};

test("a line a rule names who and since when, what came and went, and what is over", () => {
  expect(seenLines(data).map(({ rule, text, now }) => [rule.title, text, now])).toEqual([
    ["Labels get worse", "TTRL A since step 31 and TTRL B steps 25 to 59", true],
    ["Constant answers", "TTRL A since step 131, before at steps 82 to 96", true],
  ]);
  const over = { ...data, findings: (name: string, n: number) => (n === 1 ? (SEEN[`${name}.1`] ?? []) : []) };
  expect(seenLines(over).map(({ now }) => now)).toEqual([false]);
  expect(seenLines({ ...data, findings: () => [] })).toEqual([]);
});

test("marks stand where a rule was first met in a cohort, in the charts that show it, with what was changed by hand", () => {
  const changes = [{ step: 82, name: "learningRate" as const, value: 0.0003 }];
  expect(chartMarks("labels", changes, data)).toEqual([
    { step: 25, label: "TTRL: labels get worse" },
    { step: 82, label: "lr 0.0003, TTRL: constant answers" },
  ]);
  expect(chartMarks("length", changes, data)).toEqual([{ step: 82, label: "lr 0.0003" }]);
  expect(chartMarks("reward-std", [], data)).toEqual([]);
});

test("in short, an agent a text", () => {
  expect(seenInShort([SEEN["compare.0"] ?? [], []])).toEqual([
    "A labels get worse since step 31, constant answers steps 82 to 96, constant answers since step 131",
  ]);
  expect(seenInShort([[], SEEN["compare.1"] ?? []], "compared ")).toEqual(["compared B labels get worse steps 25 to 59"]);
});
