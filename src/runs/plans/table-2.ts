/** The methods in which agents meet, against those in which they do not. */
import { definePlan } from "./define.ts";

export const TABLE_2 = definePlan({
  id: "table-2",
  title: "Multi-agent methods",
  description:
    "What does it matter how agents meet? The paper trains Qwen2.5-3B-Instruct under CoMAS’s protocol; here families Q and L train on the task with roles, whose policies can judge and debate, and A (family Q) is the one to compare. MAPoRL is not label-free: its verifier is the truth, or, in the row the paper has no counterpart of, a judge tuned on 64 labels.",
  rows: [
    { id: "base", title: "Base", preset: "base", paper: ["Base"] },
    { id: "ttrl", title: "TTRL", preset: "ttrl-roles", paper: ["TTRL"] },
    {
      id: "co-rl-different",
      title: "Co-RL, different families",
      preset: "co-rl-different-roles",
      paper: ["Co-RL (Different family)"],
    },
    { id: "maporl", title: "MAPoRL, the truth as verifier", preset: "maporl", paper: ["MAPoRL"] },
    { id: "maporl-tuned", title: "MAPoRL, a judge tuned on 64 labels", preset: "maporl-tuned" },
    { id: "comas", title: "CoMAS", preset: "comas", paper: ["CoMAS"] },
    { id: "coverrl", title: "CoVerRL", preset: "coverrl" },
  ],
  task: "addition-roles",
  // Its shipped policies.
  seeds: [0, 1, 2],
  baseline: "ttrl",
  paper: "2",
  later: [],
});
