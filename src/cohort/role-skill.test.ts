/** Measuring roles, with agents whose skill is known. */
import { expect, test } from "vitest";
import { fakeAgent } from "./fake-agent.ts";
import type { AgentApi } from "./protocol.ts";
import { measureRoles } from "./role-skill.ts";

const PLAIN = /^(\d\d)\+(\d\d)=(.*)$/;

/** Solves right where the first addend is even, else one too many; as a judge it is always right, and scores by what it knows. */
function knowing(): AgentApi {
  const { api } = fakeAgent("A", () => null);
  return {
    ...api,
    async sample(order) {
      const report = await api.sample(order);
      const written = order.prompts.map((prompt) => {
        const [, a, b, rest = ""] = PLAIN.exec(prompt) ?? [];
        const truth = Number(a) + Number(b);
        const answer = String(Number(a) % 2 === 0 ? truth : truth + 1);
        if (rest === "") return { answer, text: `#${answer}$` };
        // Two answers are shown: it takes the truth.
        if (rest.endsWith("|")) return { answer: String(truth), text: `#${truth}$` };
        const right = Number(rest.slice(0, 3)) === truth;
        if (rest.endsWith("?")) return { answer: null, text: `#${right ? "Y" : "N"}$` };
        return { answer: null, text: rest.includes("-") ? "#$" : `#${right ? 3 : 1}$` };
      });
      return { ...report, answers: written.map(({ answer }) => answer), texts: written.map(({ text }) => text) };
    },
  };
}

const question = { taskId: "addition-roles", cohortSeed: 0, families: ["Q", "L"], samples: 1, checkpointBase: "" } as const;

test("a judge that knows is right always, and so is a debate with it", async () => {
  const { families, judges } = await measureRoles(knowing(), question);
  expect(judges.map(({ judge, author }) => judge + author)).toEqual(["QQ", "QL", "LQ", "LL"]);
  for (const { accuracy, yesOfRight, yesOfWrong, unparsed, scores } of judges) {
    expect([accuracy, yesOfRight, yesOfWrong, unparsed]).toEqual([1, 1, 0, 0]);
    expect(scores).toEqual([
      { shown: "Y", right: 3, wrong: 1 },
      { shown: "N", right: 3, wrong: 1 },
      // None of these parses.
      { shown: null, right: null, wrong: null },
    ]);
  }
  for (const { solve, debate } of families) {
    // Half of the prompts begin with an even number.
    expect(Math.abs(solve - 0.5)).toBeLessThan(0.1);
    expect(debate.map(({ passAt1 }) => passAt1)).toEqual([1]);
  }
});

test("a task whose policies only solve is refused", async () => {
  await expect(measureRoles(knowing(), { ...question, taskId: "addition" })).rejects.toThrow(/only solve/);
});
