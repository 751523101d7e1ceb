/** Every method of the paper's table, on every family. */
import { eachFamily, eachFamilyOtherCopy, pairOf, replicas, twice } from "./cohorts.ts";
import { definePlan } from "./define.ts";

export const TABLE_1 = definePlan({
  id: "table-1",
  title: "Every method, every family",
  description:
    "Which label-free method brings which family how far? Base, GT-Reward, TTRL, RENT, Intuitor and Co-rewarding train the three families side by side without contact; Co-RL pairs one checkpoint with itself, with another pretraining seed of its family, and with another family.",
  rows: [
    { id: "base", title: "Base", cohort: eachFamily("base"), paper: ["Base"] },
    { id: "gt-reward", title: "GT-Reward (not label-free)", cohort: eachFamily("gt-reward"), paper: ["GT-Reward"] },
    { id: "ttrl", title: "TTRL", cohort: eachFamily("ttrl"), paper: ["TTRL"] },
    { id: "rent", title: "RENT", cohort: eachFamily("rent"), paper: ["RENT"] },
    { id: "intuitor", title: "Intuitor", cohort: eachFamily("intuitor"), paper: ["Intuitor"] },
    { id: "co-rewarding-1", title: "Co-rewarding-I", cohort: eachFamily("co-rewarding-1") },
    { id: "co-rewarding-2", title: "Co-rewarding-II", cohort: eachFamily("co-rewarding-2"), paper: ["Co-rewarding-II"] },
    { id: "co-rewarding-2-paraphrase", title: "Co-rewarding-II, copy on the paraphrase", cohort: eachFamilyOtherCopy() },
    { id: "co-rl-same", title: "Co-RL, same checkpoint, Q", preset: "co-rl-same", paper: ["Co-RL (Same family)"] },
    { id: "co-rl-same-L", title: "Co-RL, same checkpoint, L", cohort: twice("L") },
    { id: "co-rl-same-P", title: "Co-RL, same checkpoint, P", cohort: twice("P") },
    { id: "co-rl-replica", title: "Co-RL, same family, Q", preset: "co-rl-replica" },
    { id: "co-rl-replica-L", title: "Co-RL, same family, L", cohort: replicas("L") },
    {
      id: "co-rl-different",
      title: "Co-RL, different families, Q and L",
      preset: "co-rl-different",
      paper: ["Co-RL (Different family)"],
    },
    { id: "co-rl-different-QP", title: "Co-RL, different families, Q and P", cohort: pairOf("Q", "P") },
    { id: "co-rl-different-LP", title: "Co-RL, different families, L and P", cohort: pairOf("L", "P") },
    {
      id: "co-rl-different-plus",
      title: "Co-RL, different families +, Q and L",
      preset: "co-rl-different-plus",
      paper: ["Co-RL (Different family+)"],
    },
  ],
  seeds: [0, 1, 2, 3, 4],
  baseline: "ttrl",
  paper: "1",
});
