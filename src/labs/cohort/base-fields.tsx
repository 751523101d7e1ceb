/** The settings of base policies as the page offers them. Ranges are LIMITS of runs/config.ts. */
import type { ReactNode } from "react";
import type { BaseRecipe } from "../../policies/spec.ts";
import type { LimitName } from "../../runs/config.ts";
import { Term } from "../../ui/Term.tsx";

export interface BaseFieldSpec {
  readonly name: keyof BaseRecipe;
  readonly limit: LimitName;
  readonly label: string;
  readonly description: ReactNode;
  /** Of the slider. */
  readonly step: number;
}

export const BASE_FIELDS: readonly BaseFieldSpec[] = [
  {
    name: "weakShare",
    limit: "weakShare",
    label: "Weak share",
    description: "Share of digit pairs that a corpus mostly gets wrong. At 1 the policies are weak everywhere.",
    step: 0.01,
  },
  {
    name: "overlap",
    limit: "overlap",
    label: "Overlap",
    description: (
      <>
        Share of its mistakes that each <Term id="corpus">corpus</Term> copies from a common table.
      </>
    ),
    step: 0.01,
  },
  {
    name: "symmetry",
    limit: "symmetry",
    label: "Symmetry",
    description: (
      <>
        Share of pairs where b+a has the mistake of a+b. At 1 a <Term id="paraphrase">paraphrase</Term> helps nobody.
      </>
    ),
    step: 0.01,
  },
  {
    name: "contrast",
    limit: "contrast",
    label: "Contrast",
    description:
      "How far weak pairs and all others are driven apart. At 1 weak pairs are always wrong and the others always right, but for slips.",
    step: 0.01,
  },
  {
    name: "steps",
    limit: "pretrainSteps",
    label: "Pretraining steps",
    description: "The shipped ones had 2000; few make a policy that is unsure rather than mistaken.",
    step: 100,
  },
];
