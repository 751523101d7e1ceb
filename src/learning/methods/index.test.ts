import { describe, expect, it } from "vitest";
import type { Answer, UnlabelledPrompt } from "../../tasks/task.ts";
import type { DialogueTable, LabelFreeDialogue } from "../dialogue.ts";
import { type LabelFreeMethod, METHODS, type MethodStep } from "../method.ts";
import { coRl } from "./co-rl.ts";
import { coverrl } from "./coverrl.ts";
import { fixtureStep, fixtureTable } from "./fixture.ts";
import { METHOD_LIST, methodById } from "./index.ts";
import { ttrl } from "./ttrl.ts";

describe("the list of methods", () => {
  it("has each id once, with its paper", () => {
    expect(METHOD_LIST.map((method) => method.id)).toEqual([...METHODS]);
    for (const method of METHOD_LIST) {
      expect(methodById(method.id)).toBe(method);
      expect(method.source).toMatch(/arXiv \d{4}\.\d{5}/);
    }
  });

  it("has topologies that name agents of the cohort only", () => {
    for (const method of METHOD_LIST) {
      const [fewest, most] = method.agents;
      for (let agents = fewest; agents <= most; agents++) {
        const supervisors = method.topology(agents);
        expect(supervisors).toHaveLength(agents);
        for (const supervisor of supervisors.flat()) expect(supervisor >= 0 && supervisor < agents).toBe(true);
      }
    }
  });

  it("has groups, rewards and parts of the right shape from every dialogue, and asks only those who are there", async () => {
    for (const method of METHOD_LIST) {
      if (!method.roles) continue;
      const [agents] = method.agents;
      const { table, asked } = fixtureTable(
        ({ role }) => (role === "score" ? "#YYY#2$" : role === "evaluate" ? "#YYY#Y$" : "#95$"),
        {
          agents: Math.max(2, agents),
          prompts: ["37+58=", "12+13="],
          perPrompt: 4,
        },
      );
      const half = async (answers: readonly Answer[]) => new Float32Array(answers.length).fill(0.5);
      const played = method.needsTruth ? await method.play(table, half) : await method.play(table);
      expect(played).toHaveLength(table.agents);
      for (const [n, agent] of played.entries()) {
        const rows = 2 * agent.perPrompt;
        expect([agent.exchange.labels.length, agent.exchange.rewards.length]).toEqual([2, rows]);
        expect([agent.answers.length, agent.credit.length]).toEqual([rows, rows]);
        for (const { role, rewards, group } of agent.parts) {
          expect(rewards).toHaveLength(asked.filter((question) => question.agent === n && question.role === role).length);
          expect(rewards.length % group).toBe(0);
        }
        for (const { row, by, role, asked: prompt } of agent.remarks) {
          expect(row).toBeLessThan(rows);
          expect(asked.some((question) => question.agent === by && question.role === role && question.prompt === prompt)).toBe(
            true,
          );
        }
      }
    }
  });

  it("has rewards of the right shape from every method that votes, one exchange an agent", () => {
    for (const method of METHOD_LIST) {
      if (method.roles) continue;
      const step = fixtureStep(method, 3, [
        ["1", "2", null, null, null, null],
        ["2", "2", "1", "4", "4", "4"],
      ]);
      const exchanges = method.needsTruth ? method.exchange(step, ["1", "4"]) : method.exchange(step);
      expect(exchanges.map((exchange) => [exchange.labels.length, exchange.rewards.length])).toEqual([
        [2, 6],
        [2, 6],
      ]);
    }
  });
});

describe("the truth", () => {
  // The lines below fail the type check as soon as what they expect to be an error compiles.
  it("is no argument of a label-free method", () => {
    const exchange = (step: MethodStep, truths: readonly string[]) =>
      step.agents.map(() => ({ labels: truths, rewards: new Float32Array(0) }));
    // @ts-expect-error a label-free method's exchange is given no truths, so one that asks for them does not fit
    const peeking: LabelFreeMethod = { ...ttrl, exchange };
    expect(peeking.needsTruth).toBe(false);
    const step = fixtureStep(coRl, 1, [["1"], ["2"]]);
    // @ts-expect-error nor can they be handed to it
    expect(coRl.exchange(step, ["1"])).toEqual(coRl.exchange(step));
  });

  it("is no argument of a label-free dialogue, and a dialogue that needs it is given a verifier's scores", async () => {
    const play = async (_: DialogueTable, truths: readonly string[]) => [{ truths }];
    // @ts-expect-error a label-free dialogue is given no truths, so one that asks for them does not fit
    const peeking: LabelFreeDialogue = { ...coverrl, play };
    expect(peeking.needsTruth).toBe(false);
    const { table } = fixtureTable(() => "#95$", { agents: 1, prompts: ["37+58="], perPrompt: 1 });
    // @ts-expect-error nor can a verifier be handed to it
    expect(await coverrl.play(table, async () => new Float32Array(1))).toHaveLength(1);
    // @ts-expect-error a table has no truths
    expect(table.truths).toBeUndefined();
  });

  it("is no part of a step or of a prompt", () => {
    const step = fixtureStep(ttrl, 1, [["1"]]);
    // @ts-expect-error a step has no truths
    expect(step.truths).toBeUndefined();
    const prompt: UnlabelledPrompt = { id: 0, text: "37+58=" };
    // @ts-expect-error a prompt has no answer
    expect(prompt.answer).toBeUndefined();
  });
});
