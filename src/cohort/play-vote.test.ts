/** What a step with a second view asks, votes and learns. */
import { describe, expect, it } from "vitest";
import { type CohortConfig, DEFAULT_TRAINING } from "../runs/config.ts";
import { presetById } from "../runs/presets.ts";
import { addition } from "../tasks/addition.ts";
import { createCohort } from "./cohort.ts";
import { type FakeAgent, fakeAgent } from "./fake-agent.ts";
import { createGrader } from "./grader.ts";

const training = { ...DEFAULT_TRAINING, rollouts: 2, steps: 3 };
const batch = [{ id: 0, text: "37+58=" }];

async function played(cohort: CohortConfig, changes: Partial<typeof training> = {}, step = 1): Promise<readonly FakeAgent[]> {
  const agents = cohort.agents.map((_, n) => fakeAgent(String(n), () => "95"));
  const run = createCohort(
    agents.map(({ api }) => api),
    cohort,
    { ...training, ...changes },
    createGrader(addition),
    { task: addition, seed: 0, judge: null, name: "agent" },
  );
  await run.step(step, batch, { learningRate: 1e-3, temperature: 1 });
  return agents;
}

const asked = ({ orders }: FakeAgent) =>
  orders.map(({ part, alone, otherPhrasing, copy = false }) => ({ part, alone, otherPhrasing, copy }));

describe("the second view", () => {
  it("is not asked for where a method has none", async () => {
    for (const agent of await played(presetById("ttrl").cohort)) {
      expect(asked(agent)).toEqual([{ part: 0, alone: true, otherPhrasing: false, copy: false }]);
      expect(agent.learned[0]?.parts.map(({ part }) => part)).toEqual([0]);
      expect(agent.learned[0]).not.toHaveProperty("copyRate");
    }
  });

  it("of Co-rewarding-I is the policy's own on the other phrasing, and both are learned from", async () => {
    for (const agent of await played(presetById("co-rewarding-1").cohort)) {
      expect(asked(agent)).toEqual([
        { part: 0, alone: false, otherPhrasing: false, copy: false },
        { part: 1, alone: false, otherPhrasing: true, copy: false },
      ]);
      expect(agent.learned[0]?.parts.map(({ part, rewards }) => [part, ...rewards])).toEqual([
        [0, 1, 1],
        [1, 1, 1],
      ]);
    }
  });

  it("of Co-rewarding-II is the copy's, on the phrasing that the cohort says; the copy does not learn, it follows", async () => {
    const first = { part: 0, alone: true, otherPhrasing: false, copy: false };
    for (const agent of await played(presetById("co-rewarding-2").cohort)) {
      expect(asked(agent)).toEqual([first, { part: 1, alone: false, otherPhrasing: false, copy: true }]);
      expect(agent.learned[0]?.parts.map(({ part }) => part)).toEqual([0]);
      expect(agent.learned[0]?.copyRate).toBeCloseTo(0.01, 12);
      expect(agent.learned[0]?.grpo.beta).toBe(0.001);
    }
    for (const agent of await played(presetById("co-rewarding-2-paraphrase").cohort, {}, 3)) {
      expect(asked(agent)).toEqual([first, { part: 1, alone: false, otherPhrasing: true, copy: true }]);
      expect(agent.learned[0]?.copyRate).toBe(0.01);
      expect(agent.learned[0]?.grpo.beta).toBe(0);
    }
  });

  it("has the run's own KL weight where it has one", async () => {
    const [agent] = await played(presetById("co-rewarding-2").cohort, { beta: 0.2 });
    expect(agent?.learned[0]?.grpo.beta).toBe(0.2);
  });
});
