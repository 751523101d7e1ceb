/** One budget of rollouts for self-rewarding and Co-RL. */
import { LIMITS } from "../config.ts";
import { definePlan } from "./define.ts";

export const TABLE_10 = definePlan({
  id: "table-10",
  title: "Matched budget",
  description:
    "Is Co-RL better only because two agents sample for a label? TTRL with K 16 gives each agent as many rollouts a prompt as a Co-RL pair with K 8 has in all. The paper's ensemble rows pool the answers of both models, which a run's record does not hold.",
  rows: [
    { id: "base", title: "Base", preset: "base" },
    { id: "ttrl", title: "TTRL, K 8", preset: "ttrl" },
    {
      id: "ttrl-2k",
      title: "TTRL, K 16",
      preset: "ttrl",
      training: { rollouts: 2 * LIMITS.rollouts.default },
      paper: ["TTRL (Qwen2.5-3B)", "TTRL (Llama-3.2-3B)"],
    },
    {
      id: "co-rl-different",
      title: "Co-RL, different families, K 8",
      preset: "co-rl-different",
      paper: ["Co-RL (Qwen2.5-3B)", "Co-RL (Llama-3.2-3B)"],
    },
  ],
  seeds: [0, 1, 2, 3, 4],
  baseline: "ttrl-2k",
  paper: "10",
  later: ["TTRL (ensemble)", "Co-RL (ensemble)"],
});
