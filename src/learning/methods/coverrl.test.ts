import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Answer, Verdict } from "../../tasks/task.ts";
import { coverrl, keeps, pairRewards } from "./coverrl.ts";
import { type Asked, fixtureTable } from "./fixture.ts";

const play = async (say: (asked: Asked) => string, agents = 1) =>
  coverrl.play(fixtureTable(say, { agents, prompts: ["37+58=", "12+13="], perPrompt: 3 }).table);

describe("which questions count", () => {
  it("those on whose majority answer more verdicts say right than wrong", () => {
    expect(keeps(["1", "1", "2"], ["Y", "Y", "N"], "1")).toBe(true);
    // A tie of verdicts, and verdicts on other answers, speak for nothing.
    expect(keeps(["1", "1", "2"], ["Y", "N", "Y"], "1")).toBe(false);
    expect(keeps(["1", "1", "2"], [null, "Y", "N"], "1")).toBe(true);
    expect(keeps(["1", "1", "2"], [null, null, "Y"], "1")).toBe(false);
    expect(keeps([null, null, null], ["Y", "Y", "Y"], null)).toBe(false);
  });

  it("none with a verifier that always says wrong, all labelled ones with one that always says right", () => {
    const answers = fc.array(fc.constantFrom<Answer>("1", "2", null), { minLength: 4, maxLength: 4 });
    fc.assert(
      fc.property(answers, (given) => {
        const label = given.find((answer) => answer !== null) ?? null;
        const always = (verdict: Verdict) =>
          keeps(
            given,
            given.map(() => verdict),
            label,
          );
        expect(always("N")).toBe(false);
        expect(always("Y")).toBe(label !== null);
      }),
    );
  });
});

it("rewards format and agreement, for the answer and for the verdict on it", () => {
  expect(pairRewards("1", "Y", "1")).toEqual({ answer: 2, verdict: 2 });
  expect(pairRewards("1", "N", "1")).toEqual({ answer: 2, verdict: 1 });
  expect(pairRewards("2", "N", "1")).toEqual({ answer: 1, verdict: 2 });
  expect(pairRewards("2", "Y", "1")).toEqual({ answer: 1, verdict: 1 });
  expect(pairRewards("2", null, "1")).toEqual({ answer: 1, verdict: 0 });
  // An answer that does not parse is not the majority's, and who says so is right.
  expect(pairRewards(null, "N", "1")).toEqual({ answer: 0, verdict: 2 });
});

describe("CoVerRL", () => {
  // The first question's majority, 95, is thought right; the second's, 25, wrong.
  const say = ({ role, prompt, k }: Asked): string => {
    if (role === "solve") return prompt === "37+58=" ? (k < 2 ? "#95$" : "#94$") : "#25$";
    return prompt.startsWith("37+58=095") ? "15,09#YYY#Y$" : "15,09#NNN#N$";
  };

  it("leaves out a question whose verdicts speak against its majority, for both roles", async () => {
    const [agent] = await play(say);
    expect(agent?.exchange.labels).toEqual(["95", null]);
    expect(agent?.parts.map(({ role, rewards, counts, group }) => [role, [...rewards], [...(counts ?? [])], group])).toEqual([
      ["solve", [2, 2, 1, 0, 0, 0], [1, 1, 1, 0, 0, 0], 3],
      ["evaluate", [2, 2, 2, 0, 0, 0], [1, 1, 1, 0, 0, 0], 3],
    ]);
    expect([...(agent?.credit ?? [])]).toEqual([1, 1, 0, Number.NaN, Number.NaN, Number.NaN]);
    expect(agent?.remarks.map(({ row, said, counts }) => [row, said, counts])).toEqual([
      [0, "Y", true],
      [1, "Y", true],
      [2, "N", true],
      [3, "N", false],
      [4, "N", false],
      [5, "N", false],
    ]);
  });

  it("learns nothing where no question is kept", async () => {
    const [agent] = await play((asked) => (asked.role === "evaluate" ? "15,09#NNN#N$" : say(asked)));
    expect(agent?.parts).toEqual([]);
    expect(agent?.exchange.labels).toEqual([null, null]);
  });

  it("takes the first of tied answers for the majority, as the vote does", async () => {
    const [agent] = await play((asked) => {
      if (asked.role === "evaluate") return "15,09#YYY#Y$";
      return asked.k === 0 ? "#" : asked.k === 1 ? "#94$" : "#95$";
    });
    expect(agent?.exchange.labels).toEqual(["94", "94"]);
    expect([...(agent?.parts[0]?.rewards ?? [])]).toEqual([0, 2, 1, 0, 2, 1]);
  });

  it("is each agent's own affair", async () => {
    const [alone] = await play(say);
    const [beside] = await play((asked) => (asked.agent === 1 ? "#7$" : say(asked)), 2);
    expect(beside).toEqual(alone);
  });
});
