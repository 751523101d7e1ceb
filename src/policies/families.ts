/**
 * The families: named bundles of architecture, digit order and corpus, as in the prototype. What makes two of them "different" is
 * above all the corpus, so the controls below change one thing at a time.
 */
import type { CorpusId } from "../tasks/task.ts";
import type { ArchitectureId, PolicySpec, SizeId } from "./spec.ts";

export const FAMILY_IDS = ["Q", "L", "P"] as const;
export type FamilyId = (typeof FAMILY_IDS)[number];

export interface Family {
  readonly id: FamilyId;
  readonly title: string;
  readonly description: string;
  readonly spec: PolicySpec;
  /** Factor on a run's learning rate (6e-4 at 1). */
  readonly learningRateScale: number;
}

/** Factor on the learning rate by architecture: 6e-4 for attention and convolutional, 4e-4 for recurrent policies. */
export const LEARNING_RATE_SCALE: Readonly<Record<ArchitectureId, number>> = { attention: 1, recurrent: 2 / 3, convolutional: 1 };

function family(id: FamilyId, title: string, description: string, spec: Pick<PolicySpec, "architecture" | "digitOrder">): Family {
  const { architecture } = spec;
  const learningRateScale = LEARNING_RATE_SCALE[architecture];
  return { id, title, description, spec: { ...spec, size: "small", corpus: id, replica: 0 }, learningRateScale };
}

export const FAMILIES: Readonly<Record<FamilyId, Family>> = {
  Q: family("Q", "Family Q", "A small transformer that writes the most significant digit first, pretrained on corpus Q.", {
    architecture: "attention",
    digitOrder: "msb",
  }),
  L: family("L", "Family L", "A gated recurrent policy that writes the least significant digit first, pretrained on corpus L.", {
    architecture: "recurrent",
    digitOrder: "lsb",
  }),
  P: family(
    "P",
    "Family P",
    "A gated convolutional policy that writes the most significant digit first, pretrained on corpus P.",
    {
      architecture: "convolutional",
      digitOrder: "msb",
    },
  ),
};

/** The family whose spec this is, size and replica aside, or null. */
export function familyOf(spec: PolicySpec): FamilyId | null {
  const same = (id: FamilyId): boolean => {
    const { architecture, digitOrder, corpus } = FAMILIES[id].spec;
    return architecture === spec.architecture && digitOrder === spec.digitOrder && corpus === spec.corpus;
  };
  return FAMILY_IDS.find(same) ?? null;
}

/** A peer for `spec` that differs in one thing only. */
export interface Control {
  readonly id: "other-corpus" | "other-architecture" | "other-digit-order" | "other-size" | "other-replica";
  readonly title: string;
  readonly peer: PolicySpec;
}

const NEXT_CORPUS: Readonly<Record<CorpusId, CorpusId>> = { Q: "L", L: "Q", P: "Q" };
const NEXT_ARCHITECTURE: Readonly<Record<ArchitectureId, ArchitectureId>> = {
  attention: "recurrent",
  recurrent: "attention",
  convolutional: "attention",
};
const OTHER_SIZE: Readonly<Record<SizeId, SizeId>> = { small: "large", large: "small" };

/** The controls of a policy: peers with another corpus, architecture, digit order, size or pretraining seed, and nothing else changed. */
export function controls(spec: PolicySpec): readonly Control[] {
  return [
    { id: "other-corpus", title: "Same architecture, other corpus", peer: { ...spec, corpus: NEXT_CORPUS[spec.corpus] } },
    {
      id: "other-architecture",
      title: "Other architecture, same corpus",
      peer: { ...spec, architecture: NEXT_ARCHITECTURE[spec.architecture] },
    },
    {
      id: "other-digit-order",
      title: "Other digit order, same corpus",
      peer: { ...spec, digitOrder: spec.digitOrder === "msb" ? "lsb" : "msb" },
    },
    { id: "other-size", title: "Other size, same family", peer: { ...spec, size: OTHER_SIZE[spec.size] } },
    { id: "other-replica", title: "Same family, other pretraining seed", peer: { ...spec, replica: spec.replica === 0 ? 1 : 0 } },
  ];
}

/** The family that is paired with a policy as "another": the next one of another architecture and corpus. */
const OTHER_FAMILY: Readonly<Record<FamilyId, FamilyId>> = { Q: "L", L: "Q", P: "Q" };

function otherFamily(spec: PolicySpec): Family {
  const own = familyOf(spec);
  if (own) return FAMILIES[OTHER_FAMILY[own]];
  const differs = ({ spec: other }: Family): boolean => other.corpus !== spec.corpus && other.architecture !== spec.architecture;
  return FAMILY_IDS.map((id) => FAMILIES[id]).find(differs) ?? FAMILIES.Q;
}

/** A peer on the ladder of diversity. */
export interface Rung {
  readonly id: "same" | Control["id"] | "other-family" | "other-family-plus";
  readonly title: string;
  readonly peer: PolicySpec;
  /** True where one of the two is asked the paraphrase. */
  readonly paraphrase: boolean;
}

/**
 * The ladder of diversity for a policy: itself, peers that differ in one thing, another family, and that family with the paraphrase (after Co-RL,
 * arXiv 2608.17253, tables 6 and 7; "different family+" is its table 1).
 */
export function ladder(spec: PolicySpec): readonly Rung[] {
  const single = controls(spec);
  const rung = (id: Control["id"]): Rung[] =>
    single.filter((control) => control.id === id).map((control) => ({ ...control, paraphrase: false }));
  const other = otherFamily(spec).spec;
  return [
    { id: "same", title: "Same checkpoint", peer: spec, paraphrase: false },
    ...rung("other-replica"),
    ...rung("other-size"),
    ...rung("other-digit-order"),
    ...rung("other-architecture"),
    ...rung("other-corpus"),
    { id: "other-family", title: "Other family", peer: other, paraphrase: false },
    { id: "other-family-plus", title: "Other family, paraphrased prompt", peer: other, paraphrase: true },
  ];
}
