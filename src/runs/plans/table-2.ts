/** The methods in which agents meet, against those in which they do not. */
import { definePlan } from "./define.ts";

export const TABLE_2 = definePlan({
  id: "table-2",
  title: "Multi-agent methods",
  description:
    "What does it matter how agents meet? The paper trains Qwen2.5-3B-Instruct under CoMAS's protocol; here families Q and L train, and A (family Q) is the one to compare.",
  rows: [
    { id: "base", title: "Base", preset: "base", paper: ["Base"] },
    { id: "ttrl", title: "TTRL", preset: "ttrl", paper: ["TTRL"] },
    {
      id: "co-rl-different",
      title: "Co-RL, different families",
      preset: "co-rl-different",
      paper: ["Co-RL (Different family)"],
    },
  ],
  seeds: [0, 1, 2, 3, 4],
  baseline: "ttrl",
  paper: "2",
  later: ["MAPoRL", "CoMAS"],
});
