/** Steps of made-up cohorts, for the tests of the methods. */
import type { Answer } from "../../tasks/task.ts";
import type { LabelRuleId } from "../label-rules/rule.ts";
import type { Method, MethodStep } from "../method.ts";
import { voteAll } from "../vote.ts";

/** A step of agents who answered so (one list of [P * K] answers an agent), along the method's own topology. */
export function fixtureStep(
  method: Method,
  perPrompt: number,
  answers: readonly (readonly Answer[])[],
  threshold = 0,
  supervisors = method.topology(answers.length),
  labelRule: LabelRuleId = method.labelRule ?? "pooled",
): MethodStep {
  return {
    prompts: (answers[0]?.length ?? 0) / perPrompt,
    perPrompt,
    agents: answers.map((own) => ({
      answers: own,
      votes: voteAll(own, perPrompt, { threshold, tieRule: "first-seen" }),
      entropies: new Float32Array(own.length),
      certainties: new Float32Array(own.length),
      second: null,
    })),
    supervisors,
    labelRule,
    voting: { threshold, tieRule: "first-seen" },
  };
}
