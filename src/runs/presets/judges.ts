/** Agents that judge each other's answers, or answer again beside them, on the task whose policies can; and what they are compared with there. */
import { families, grouped } from "./preset.ts";

const TASK = { task: "addition-roles" } as const;

export const JUDGES_AND_DEBATES = grouped("Judges and debates", [
  {
    ...TASK,
    id: "comas",
    title: "CoMAS (verdicts and scores)",
    description: "Agents solve, look for flaws in solutions and score them; what a solution gains its evaluation loses.",
    cohort: families("comas"),
  },
  {
    ...TASK,
    id: "maporl",
    title: "MAPoRL (debate, the truth as verifier)",
    description: "Two agents answer, see each other’s answers and answer again. Not label-free: the truth scores every answer.",
    cohort: families("maporl"),
  },
  {
    ...TASK,
    id: "maporl-tuned",
    title: "MAPoRL (debate, a judge tuned on 64 labels)",
    description:
      "Two agents answer, see each other’s answers and answer again. A judge that has seen the truth of 64 prompts scores every answer.",
    cohort: { ...families("maporl"), dialogue: { verifier: "tuned" } },
  },
  {
    ...TASK,
    id: "coverrl",
    title: "CoVerRL (own verdicts)",
    description: "Each agent judges its own answers, and learns where its verdicts speak for its majority.",
    cohort: families("coverrl"),
  },
  {
    ...TASK,
    id: "ttrl-roles",
    title: "TTRL, policies that judge",
    description:
      "Each agent is labelled by its own majority vote, on the policies that the methods of judges and debates start from.",
    cohort: families("ttrl"),
  },
  {
    ...TASK,
    id: "co-rl-different-roles",
    title: "Co-RL, different families, policies that judge",
    description: "Two families label each other by votes, on the policies that the methods of judges and debates start from.",
    cohort: families("co-rl"),
  },
]);
