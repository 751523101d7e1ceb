/** The larger size. */
import { familyAgent } from "../presets.ts";
import { eachFamily, eachFamilyOtherCopy, pairOf, twice } from "./cohorts.ts";
import { definePlan } from "./define.ts";

export const TABLE_8 = definePlan({
  id: "table-8",
  title: "The larger size",
  description:
    "Does the order of the methods hold for the large policies? Large checkpoints are shipped for cohort seed 0 alone, so the seeds here are sampling seeds: their intervals say how a run scatters from these policies, not from others. With other cohort seeds the policies are pretrained first.",
  rows: [
    { id: "base", title: "Base", cohort: eachFamily("base", "large"), paper: ["Base"] },
    { id: "gt-reward", title: "GT-Reward (not label-free)", cohort: eachFamily("gt-reward", "large"), paper: ["GT-Reward"] },
    { id: "ttrl", title: "TTRL", cohort: eachFamily("ttrl", "large"), paper: ["TTRL"] },
    { id: "rent", title: "RENT", cohort: eachFamily("rent", "large"), paper: ["RENT"] },
    { id: "intuitor", title: "Intuitor", cohort: eachFamily("intuitor", "large"), paper: ["Intuitor"] },
    { id: "co-rewarding-1", title: "Co-rewarding-I", cohort: eachFamily("co-rewarding-1", "large") },
    { id: "co-rewarding-2", title: "Co-rewarding-II", cohort: eachFamily("co-rewarding-2", "large"), paper: ["Co-rewarding-II"] },
    { id: "co-rewarding-2-paraphrase", title: "Co-rewarding-II, copy on the paraphrase", cohort: eachFamilyOtherCopy("large") },
    {
      id: "co-rl-same",
      title: "Co-RL, same checkpoint, Q",
      cohort: twice("Q", { size: "large" }),
      paper: ["Co-RL (Same family)"],
    },
    {
      id: "co-rl-different",
      title: "Co-RL, different families, Q and L",
      cohort: pairOf("Q", "L", { size: "large" }),
      paper: ["Co-RL (Different family)"],
    },
    {
      id: "co-rl-different-plus",
      title: "Co-RL, different families +, Q and L",
      cohort: {
        method: "co-rl",
        agents: [familyAgent("Q", { size: "large" }), familyAgent("L", { size: "large", paraphrase: true })],
      },
      paper: ["Co-RL (Different family+)"],
    },
  ],
  seeds: [0],
  samplingSeeds: [0, 1, 2, 3, 4],
  baseline: "ttrl",
  paper: "8",
});
