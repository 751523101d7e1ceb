/** Every method on every family, from the same bases: policies that can also judge and answer again, so that no method is left out. */
import type { CohortConfig } from "../config.ts";
import { eachFamily, pairOf, twice } from "./cohorts.ts";
import { definePlan } from "./define.ts";

/** The three pairs of different families, with the names of their rows. */
const PAIRS = [
  ["QL", "Q and L", pairOf("Q", "L")],
  ["QP", "Q and P", pairOf("Q", "P")],
  ["LP", "L and P", pairOf("L", "P")],
] as const;

/** A row for each pair of families. */
function eachPair(id: string, title: string, cohort: (pair: CohortConfig) => CohortConfig) {
  return PAIRS.map(([name, families, pair]) => ({ id: `${id}-${name}`, title: `${title}, ${families}`, cohort: cohort(pair) }));
}

const ALL_THREE = eachFamily("co-rl");

export const EVERY_METHOD = definePlan({
  id: "every-method",
  title: "Every method from the same bases",
  description:
    "All methods, all families, one set of base policies: those with four roles, which CoMAS, MAPoRL and CoVerRL need and the others do not use. Methods whose agents do not meet train the three families side by side; the others pair them.",
  task: "addition-roles",
  rows: [
    { id: "base", title: "Base", cohort: eachFamily("base") },
    { id: "gt-reward", title: "GT-Reward (not label-free)", cohort: eachFamily("gt-reward") },
    { id: "ttrl", title: "TTRL", cohort: eachFamily("ttrl") },
    { id: "rent", title: "RENT", cohort: eachFamily("rent") },
    { id: "intuitor", title: "Intuitor", cohort: eachFamily("intuitor") },
    { id: "co-rewarding-1", title: "Co-rewarding-I", cohort: eachFamily("co-rewarding-1") },
    { id: "co-rewarding-2", title: "Co-rewarding-II, as released", cohort: eachFamily("co-rewarding-2") },
    {
      id: "co-rewarding-2-paraphrase",
      title: "Co-rewarding-II, copy on the paraphrase",
      cohort: { ...eachFamily("co-rewarding-2"), slowCopy: { phrasing: "other", schedule: "constant", beta: 0 } },
    },
    { id: "coverrl", title: "CoVerRL", cohort: eachFamily("coverrl") },
    ...eachPair("comas", "CoMAS", (pair) => ({ ...pair, method: "comas" })),
    ...eachPair("maporl", "MAPoRL, the truth as verifier (not label-free)", (pair) => ({ ...pair, method: "maporl" })),
    ...eachPair("maporl-tuned", "MAPoRL, judge tuned on 64 labels", (pair) => ({
      ...pair,
      method: "maporl",
      dialogue: { verifier: "tuned" },
    })),
    { id: "rlccf", title: "RLCCF, three families", cohort: eachFamily("rlccf") },
    { id: "co-rl-same-Q", title: "Co-RL, same checkpoint, Q", cohort: twice("Q") },
    { id: "co-rl-same-L", title: "Co-RL, same checkpoint, L", cohort: twice("L") },
    { id: "co-rl-same-P", title: "Co-RL, same checkpoint, P", cohort: twice("P") },
    ...eachPair("co-rl-different", "Co-RL, different families", (pair) => pair),
    { id: "co-rl-ring-3", title: "Co-RL, ring of three", cohort: ALL_THREE },
  ],
  seeds: [0, 1, 2],
  baseline: "ttrl",
});
