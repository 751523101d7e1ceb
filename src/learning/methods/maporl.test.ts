import { describe, expect, it } from "vitest";
import type { Answer } from "../../tasks/task.ts";
import type { DialogueOptions } from "../dialogue.ts";
import { type Asked, fixtureTable } from "./fixture.ts";
import { maporl, turnRewards } from "./maporl.ts";

const right = async (answers: readonly Answer[]): Promise<Float32Array> =>
  Float32Array.from(answers, (answer) => (answer === "95" ? 1 : 0));
const play = async (say: (asked: Asked) => string, options: Partial<DialogueOptions> = {}) => {
  const { table, asked } = fixtureTable(say, { agents: 2, prompts: ["37+58="], perPrompt: 2, options });
  return { played: await maporl.play(table, right), asked };
};

describe("rewards of a turn", () => {
  const score = (...rows: number[]): Float32Array => Float32Array.from(rows);
  const rounded = (rewards: Float32Array): number[] => Array.from(rewards, (reward) => Number(reward.toFixed(4)));

  it("of two: the first looks ahead to how both fare, the last is its own score", () => {
    const scores = [
      [score(1, 0), score(0, 0)],
      [score(1, 1), score(0, 1)],
    ];
    // (1 + .3 * .5) / 1.3 and (0 + .3 * 1) / 1.3
    expect(rounded(turnRewards(scores, 0, 0, 0.3))).toEqual([0.8846, 0.2308]);
    expect(rounded(turnRewards(scores, 0, 1, 0.3))).toEqual([0.1154, 0.2308]);
    expect(rounded(turnRewards(scores, 1, 0, 0.3))).toEqual([1, 1]);
    expect(rounded(turnRewards(scores, 1, 1, 0.3))).toEqual([0, 1]);
  });

  it("of three: each later turn weighs gamma less", () => {
    const scores = [
      [score(0), score(0)],
      [score(1), score(0)],
      [score(1), score(1)],
    ];
    // (0 + .3 * .5 + .09 * 1) / 1.39; (1 + .3 * 1) / 1.3; (0 + .3) / 1.3
    expect(rounded(turnRewards(scores, 0, 0, 0.3))).toEqual([0.1727]);
    expect(rounded(turnRewards(scores, 1, 0, 0.3))).toEqual([1]);
    expect(rounded(turnRewards(scores, 1, 1, 0.3))).toEqual([0.2308]);
  });

  it("with gamma 0 are the turn's own scores, with gamma 1 weigh all turns alike", () => {
    const scores = [
      [score(1), score(0)],
      [score(0), score(1)],
    ];
    expect(rounded(turnRewards(scores, 0, 0, 0))).toEqual([1]);
    expect(rounded(turnRewards(scores, 0, 0, 1))).toEqual([0.75]);
  });
});

describe("MAPoRL", () => {
  // A is right at once, B at the second turn, once it has seen A's answer.
  const say = ({ agent, role }: Asked): string => (agent === 0 || role !== "solve" ? "#95$" : "#94$");

  it("shows each agent its own last answer and its peer's of the same debate", async () => {
    const { asked } = await play(({ agent, role, k }) => (role === "solve" ? `#${10 * agent + k}$` : "#1$"));
    const again = asked.filter(({ role }) => role === "debate-2").map(({ agent, prompt }) => [agent, prompt]);
    expect(again).toEqual([
      [0, "37+58=000|010|"],
      [0, "37+58=001|011|"],
      [1, "37+58=010|000|"],
      [1, "37+58=011|001|"],
    ]);
  });

  it("rewards the first turn of the agent that was wrong for what comes of it", async () => {
    const { played } = await play(say);
    expect(played.map(({ exchange }) => Array.from(exchange.rewards, (reward) => Number(reward.toFixed(4))))).toEqual([
      [1, 1],
      [0.2308, 0.2308],
    ]);
    // The verifier's own word on the first answers, apart from what comes later.
    expect(played.map(({ credit }) => [...credit])).toEqual([
      [1, 1],
      [0, 0],
    ]);
    expect(played[1]?.parts.map(({ role, group }) => [role, group])).toEqual([
      ["solve", 2],
      ["debate-2", 2],
    ]);
    expect([...(played[1]?.parts[1]?.rewards ?? [])]).toEqual([1, 1]);
    expect(played[1]?.remarks.map(({ row, by, said, reward }) => [row, by, said, reward])).toEqual([
      [0, 1, "95", 1],
      [1, 1, "95", 1],
    ]);
  });

  it("shows an unparsed answer as none, and the verifier gives it nothing", async () => {
    const { played, asked } = await play(({ agent }) => (agent === 0 ? "#" : "#95$"));
    expect(asked.find(({ agent, role }) => agent === 1 && role === "debate-2")?.prompt).toBe("37+58=095|???|");
    expect([...(played[0]?.credit ?? [])]).toEqual([0, 0]);
  });

  it("debates as many turns as asked for, each from the answers of the one before", async () => {
    const { played, asked } = await play(({ role }) => (role === "debate-2" ? "#77$" : role === "debate-3" ? "#88$" : "#66$"), {
      turns: 4,
    });
    expect(played[0]?.parts.map(({ role }) => role)).toEqual(["solve", "debate-2", "debate-3", "debate-4"]);
    expect(asked.find(({ role }) => role === "debate-4")?.prompt).toBe("37+58=088|088|");
  });
});
