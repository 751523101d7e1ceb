/** One budget of rollouts for self-rewarding and Co-RL. */
import { LIMITS } from "../config.ts";
import { definePlan } from "./define.ts";

export const TABLE_10 = definePlan({
  id: "table-10",
  title: "Matched budget",
  description:
    "Is Co-RL better only because two agents answer? Two agents trained apart by TTRL and two that label each other begin as the same policies and sample as much; each is evaluated alone and as an ensemble, one vote over four rollouts from each (maj@8, temperature 0.6, top-p 0.95). TTRL with K 16 is the control of the training budget: each of its agents samples as many rollouts a prompt as the Co-RL pair in all.",
  rows: [
    { id: "base", title: "Base", preset: "base" },
    {
      id: "ttrl",
      title: "TTRL, K 8",
      preset: "ttrl",
      paper: ["TTRL (Qwen2.5-3B)", "TTRL (Llama-3.2-3B)", "TTRL (ensemble)"],
    },
    { id: "ttrl-2k", title: "TTRL, K 16", preset: "ttrl", training: { rollouts: 2 * LIMITS.rollouts.default } },
    {
      id: "co-rl-different",
      title: "Co-RL, different families, K 8",
      preset: "co-rl-different",
      paper: ["Co-RL (Qwen2.5-3B)", "Co-RL (Llama-3.2-3B)", "Co-RL (ensemble)"],
    },
  ],
  seeds: [0, 1, 2, 3, 4],
  baseline: "ttrl-2k",
  paper: "10",
});
