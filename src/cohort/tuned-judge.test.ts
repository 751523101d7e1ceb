/** A judge tuned on few labels: what it is tuned on, what it is asked, and that nothing else of the truth reaches a run. */
import { expect, it } from "vitest";
import { type CohortConfig, DEFAULT_TRAINING, type RunConfig } from "../runs/config.ts";
import { familyAgent } from "../runs/presets.ts";
import { additionRoles } from "../tasks/addition-roles.ts";
import type { RunEvent } from "./events.ts";
import { type FakeAgent, fakeAgent } from "./fake-agent.ts";
import { createSession } from "./session.ts";
import { judgeBy, tuneJudge } from "./tuned-judge.ts";

it("is tuned on each agent's answers to the labelled prompts, right judgements all", async () => {
  const log: string[] = [];
  const judge = fakeAgent("judge", () => "Y", log);
  const right = fakeAgent("A", (prompt) => additionRoles.truth({ id: 0, text: prompt }), log);
  const wrong = fakeAgent("B", () => "7", log);
  await tuneJudge(judge.api, [right.api, wrong.api], [{ id: 0, text: "37+58=" }]);
  // Eight answers of each agent.
  expect(judge.calls).toEqual(["tune 16x150"]);
  expect(judge.tuned[0]?.examples[0]).toEqual({ prompt: "37+58=095?", completion: "15,09#YYY#Y$" });
  expect(judge.tuned[0]?.examples[8]).toEqual({ prompt: "37+58=007?", completion: "15,09#YNN#N$" });
});

it("gives 1 for a verdict of right, 0 for one of wrong, for one that does not parse, and unasked for an answer that does not", async () => {
  const { roles } = additionRoles;
  if (!roles) throw new Error("The task has no roles.");
  const judge = fakeAgent("judge", (prompt) => (prompt.includes("095") ? "Y" : prompt.includes("094") ? "N" : "8"));
  const scores = await judgeBy(
    judge.api,
    roles,
  )({ step: 3, call: 2, prompts: ["37+58="], answers: ["95", "94", null, "93"], each: 4 });
  expect([...scores]).toEqual([1, 0, 0, 0]);
  expect(judge.orders[0]).toMatchObject({ step: 3, part: 2, prompts: ["37+58=095?", "37+58=094?", "37+58=093?"] });
});

it("stands in the truth's place in a run of MAPoRL: scrambled truths change nothing that is learned", async () => {
  const cohort: CohortConfig = {
    method: "maporl",
    agents: [familyAgent("Q"), familyAgent("L")],
    dialogue: { verifier: "tuned" },
  };
  const training = {
    ...DEFAULT_TRAINING,
    steps: 2,
    promptsPerStep: 2,
    rollouts: 2,
    trainPrompts: 6,
    heldOutPrompts: 2,
    evaluateEvery: 1,
  };
  const config: RunConfig = { task: "addition-roles", seed: 0, samplingSeed: 0, training, cohort, compare: null };
  const numbers = (prompts: readonly unknown[]): string[] => prompts.map((_, p) => String(p));
  const run = async (scramble: boolean) => {
    const agents: FakeAgent[] = [];
    const events: RunEvent[] = [];
    const session = createSession({
      config,
      backend: "wasm",
      checkpointBase: "http://test/",
      evaluatorsPay: () => true,
      listener: (event) => events.push(event),
      startWorker: () => {
        const agent = fakeAgent(String(agents.length), (prompt, k) => (prompt.endsWith("?") ? "Y" : k === 0 ? "7" : null));
        agents.push(agent);
        return { api: agent.api, terminate: () => {} };
      },
      ...(scramble ? { grader: { truths: numbers, taught: numbers } } : {}),
    });
    session.run();
    for (let i = 0; i < 1000 && session.phase !== "finished"; i++) await new Promise((resolve) => setTimeout(resolve, 0));
    expect(session.phase).toBe("finished");
    return { agents, events };
  };
  const [real, blind] = [await run(false), await run(true)];
  // Two agents and the judge, which is tuned once and never learns from a reward; two evaluators, which need none.
  expect(real.agents.map(({ calls }) => calls.filter((call) => call.startsWith("tune")).length)).toEqual([0, 0, 1, 0, 0]);
  expect(real.agents[2]?.learned).toEqual([]);
  expect(real.agents[0]?.learned).toHaveLength(2);
  expect([...(real.agents[0]?.learned[0]?.parts[1]?.rewards ?? [])]).toEqual([1, 1, 1, 1]);
  expect(blind.agents.map(({ learned }) => learned)).toEqual(real.agents.map(({ learned }) => learned));
});
