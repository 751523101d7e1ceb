/** How the gain grows as the peers' mistakes decouple. */
import { oneThing } from "./cohorts.ts";
import { definePlan } from "./define.ts";

export const OVERLAP = definePlan({
  id: "overlap",
  title: "Overlap of mistakes",
  description:
    "How does Co-RL's gain over TTRL grow as errors decouple? Two attention policies on corpora Q and L, nothing else different; the overlap is the probability that a corpus copies a mistake from the common table (1: both tables hold the same mistakes but for their mirrored entries). Overlaps other than the shipped 0.15 need policies of their own, which are pretrained first.",
  rows: [
    { id: "base", title: "Base", cohort: oneThing("other-corpus", "base") },
    { id: "ttrl", title: "TTRL", cohort: oneThing("other-corpus", "ttrl") },
    { id: "co-rl", title: "Co-RL", cohort: oneThing("other-corpus") },
  ],
  seeds: [0, 1, 2],
  grid: [{ setting: "overlap", values: [0, 0.15, 0.3, 0.5, 0.75, 1] }],
  baseline: "ttrl",
  paper: "7",
});
