import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Score, Verdict } from "../../tasks/task.ts";
import type { DialogueAgent, DialogueOptions, DialogueRole } from "../dialogue.ts";
import { comas, roundRewards } from "./comas.ts";
import { type Asked, fixtureTable } from "./fixture.ts";

const PROMPTS = ["37+58=", "12+13="];
const play = async (say: (asked: Asked) => string, options: Partial<DialogueOptions> = {}, perPrompt = 4, seed = 1) => {
  const { table, asked } = fixtureTable(say, { agents: 2, prompts: PROMPTS, perPrompt, options, seed });
  return { played: await comas.play(table), asked };
};
const partOf = (agent: DialogueAgent | undefined, role: DialogueRole) => agent?.parts.find((part) => part.role === role);
const usual = ({ role }: Asked): string => (role === "score" ? "15,09#YYY#3$" : role === "evaluate" ? "15,09#YYY#Y$" : "#95$");

describe("rewards of one round", () => {
  it("are (tau - 1) / 2 for the solution, the rest for the evaluation, nothing for the scorer", () => {
    expect(roundRewards("95", "Y", 3, "both")).toEqual({ solution: 1, evaluation: 0, score: 0, scored: true, judged: true });
    expect(roundRewards("95", "N", 2, "both")).toMatchObject({ solution: 0.5, evaluation: 0.5, score: 0 });
    expect(roundRewards("95", "N", 1, "both")).toMatchObject({ solution: 0, evaluation: 1, score: 0 });
  });

  it("sum to 1 for solution and evaluation wherever all parses", () => {
    fc.assert(
      fc.property(fc.constantFrom<Verdict>("Y", "N"), fc.constantFrom<Score>(1, 2, 3), (verdict, score) => {
        const { solution, evaluation } = roundRewards("95", verdict, score, "both");
        expect(solution + evaluation).toBe(1);
      }),
    );
  });

  it("give an unparsed solution nothing and its evaluation all, an unparsed evaluation nothing", () => {
    expect(roundRewards(null, "Y", 3, "both")).toMatchObject({ solution: 0, evaluation: 1, scored: true });
    expect(roundRewards("95", null, 1, "both")).toMatchObject({ solution: 0, evaluation: 0, scored: true });
  });

  it("punish an unparsed score and leave the round's other two out", () => {
    expect(roundRewards("95", "Y", null, "both")).toEqual({
      solution: 0,
      evaluation: 0,
      score: -1,
      scored: false,
      judged: false,
    });
  });

  it("without a scorer: the verdict is the score, and an unparsed one is punished", () => {
    expect(roundRewards("95", "Y", null, "evaluator")).toMatchObject({ solution: 1, evaluation: 0, scored: true, judged: true });
    expect(roundRewards("95", "N", null, "evaluator")).toMatchObject({ solution: 0, evaluation: 0, scored: true });
    expect(roundRewards("95", null, null, "evaluator")).toMatchObject({
      solution: 0,
      evaluation: -1,
      scored: false,
      judged: true,
    });
  });
});

describe("CoMAS", () => {
  it("lets both agents solve every question K / 2 times, and one evaluation and one score follow each solution", async () => {
    const { played, asked } = await play(usual);
    const of = (role: DialogueRole, agent: number) => asked.filter((one) => one.role === role && one.agent === agent).length;
    expect(played.map(({ perPrompt, answers }) => [perPrompt, answers.length])).toEqual([
      [2, 4],
      [2, 4],
    ]);
    expect([of("solve", 0), of("solve", 1)]).toEqual([4, 4]);
    expect([of("evaluate", 0) + of("evaluate", 1), of("score", 0) + of("score", 1)]).toEqual([8, 8]);
    // Every remark stands with the solution it is about: its question shows that answer and that verdict.
    for (const agent of played)
      for (const { row, role, asked: question } of agent.remarks)
        expect(question).toBe(`${PROMPTS[Math.floor(row / 2)]}095?${role === "score" ? "Y>" : ""}`);
    expect(played.map(({ remarks }) => remarks.length)).toEqual([8, 8]);
  });

  it("has fewer than one rollout an agent never", async () => {
    expect((await play(usual, {}, 1)).played[0]?.perPrompt).toBe(1);
  });

  it("draws judges by the step's random numbers alone, whatever is said and whichever judge is left out", async () => {
    const who = (agents: readonly DialogueAgent[], role: DialogueRole) =>
      agents.flatMap(({ remarks }) => remarks.filter((remark) => remark.role === role).map(({ by }) => by));
    const whole = (await play(usual, {}, 8)).played;
    const babble = (await play(({ role }) => (role === "solve" ? "#1$" : "?"), {}, 8)).played;
    expect(who(babble, "evaluate")).toEqual(who(whole, "evaluate"));
    expect(who((await play(usual, { judges: "scorer" }, 8)).played, "score")).toEqual(who(whole, "score"));
    expect(who((await play(usual, {}, 8, 2)).played, "evaluate")).not.toEqual(who(whole, "evaluate"));
    expect(new Set(who(whole, "evaluate"))).toEqual(new Set([0, 1]));
  });

  it("rewards a judge that always says no where the scorer follows it: all solutions lose, all evaluations win", async () => {
    const { played } = await play(({ role, prompt }) => {
      if (role === "evaluate") return "15,09#NNN#N$";
      return role === "score" ? (prompt.endsWith("N>") ? "15,09#YYY#1$" : "15,09#YYY#3$") : "#95$";
    });
    for (const agent of played) {
      expect([...agent.exchange.rewards]).toEqual([0, 0, 0, 0]);
      for (const role of ["solve", "score"] as const) expect(new Set(partOf(agent, role)?.rewards)).toEqual(new Set([0]));
      expect(new Set(partOf(agent, "evaluate")?.rewards)).toEqual(new Set([1]));
    }
  });

  it("leaves rounds without a score out of solving and evaluating, and punishes who gave none", async () => {
    const { played } = await play((asked) =>
      asked.role === "score" && asked.prompt.startsWith("12") ? "15,09#YYY#$" : usual(asked),
    );
    for (const agent of played) {
      expect([...(partOf(agent, "solve")?.counts ?? [])]).toEqual([1, 1, 0, 0]);
      expect([...agent.credit]).toEqual([1, 1, Number.NaN, Number.NaN]);
    }
    const scored = played.flatMap((agent) => [...(partOf(agent, "score")?.rewards ?? [])]);
    expect(scored.sort()).toEqual([-1, -1, -1, -1, 0, 0, 0, 0]);
    for (const agent of played) expect(partOf(agent, "score")?.counts ?? null).toBeNull();
    const counted = played.flatMap((agent) => [...(partOf(agent, "evaluate")?.counts ?? [])]);
    expect(counted.filter((one) => one === 1)).toHaveLength(4);
  });

  it("learns nothing of a part in which nothing counts", async () => {
    const { played } = await play((asked) => (asked.role === "score" ? "?" : usual(asked)));
    for (const agent of played) expect(agent.parts.map(({ role }) => role)).toEqual(["score"]);
  });

  it("without the evaluator tells the scorer that there is no verdict; without the scorer asks for no score", async () => {
    const alone = await play(usual, { judges: "scorer" });
    expect(alone.asked.filter(({ role }) => role === "score").every(({ prompt }) => prompt.endsWith("095?->"))).toBe(true);
    expect(alone.asked.some(({ role }) => role === "evaluate")).toBe(false);
    const self = await play(usual, { judges: "evaluator" });
    expect(self.asked.some(({ role }) => role === "score")).toBe(false);
    expect([...(self.played[0]?.exchange.rewards ?? [])]).toEqual([1, 1, 1, 1]);
  });
});
