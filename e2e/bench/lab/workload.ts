/** What is timed: a policy, and how many rollouts a step has. The same numbers for every contender. */
import { createRng } from "../../../src/math/rng.ts";
import { layoutOf, type PolicyShape, shapeOf } from "../../../src/policies/architectures/index.ts";
import type { SampleRequest } from "../../../src/policies/engine.ts";
import { FAMILIES } from "../../../src/policies/families.ts";
import type { Layout } from "../../../src/policies/layout.ts";
import { addition } from "../../../src/tasks/addition.ts";
import type { Vocabulary } from "../../../src/tasks/task.ts";

/** W: a decoder of 103,712 parameters, all completions 24 tokens long. Q and L: the families of the default cohort, from their checkpoints. */
export type PolicyId = "W" | "Q" | "L";

export interface Workload {
  readonly policy: PolicyId;
  readonly prompts: number;
  readonly perPrompt: number;
  /** Of W: another width than 64; its hidden layer is four times as wide. */
  readonly width?: number;
}

/** W as it is compared everywhere: 192 rollouts. */
export const W: Workload = { policy: "W", prompts: 16, perPrompt: 12 };

/** One agent's share of the default step. */
export const share = (policy: PolicyId): Workload => ({ policy, prompts: 32, perPrompt: 8 });

export interface Subject {
  readonly shape: PolicyShape;
  readonly layout: Layout;
  readonly vocabulary: Vocabulary;
  readonly promptLength: number;
  readonly maxCompletion: number;
  readonly rows: number;
}

/** 32 tokens; the last two cannot be drawn, so that no completion ends before its 24th. */
const WIDE: Vocabulary = {
  characters: "abcdefghijklmnopqrstuvwxyz0123$_",
  active: Array.from({ length: 30 }, (_, id) => id),
  end: 30,
  pad: 31,
};

export function subjectOf({ policy, prompts, perPrompt, width = 64 }: Workload): Subject {
  const rows = prompts * perPrompt;
  if (policy === "W") {
    const shape: PolicyShape = { architecture: "attention", dimensions: { width, layers: 2, heads: 4, hidden: 4 * width } };
    const layout = layoutOf(shape, WIDE.characters.length);
    return { shape, layout, vocabulary: WIDE, promptLength: 8, maxCompletion: 24, rows };
  }
  const { architecture, size } = FAMILIES[policy].spec;
  const { vocabulary, promptLength, maxCompletion } = addition;
  const shape = shapeOf(architecture, size);
  return { shape, layout: layoutOf(shape, vocabulary.characters.length), vocabulary, promptLength, maxCompletion, rows };
}

/** The prompts of a step. */
export function requestOf(workload: Workload, key: number): SampleRequest {
  const { policy, prompts: promptCount, perPrompt } = workload;
  const { promptLength, vocabulary } = subjectOf(workload);
  const rng = createRng(11);
  const prompt = (): number[] =>
    policy === "W"
      ? Array.from({ length: promptLength }, () => rng.int(vocabulary.active.length))
      : addition.encode(`${10 + rng.int(90)}+${10 + rng.int(90)}=`);
  const prompts = Int32Array.from(Array.from({ length: promptCount }, prompt).flat());
  return { prompts, promptCount, perPrompt, temperature: 1, topP: 1, key };
}

/**
 * Floating-point operations that a rollout of completions of these lengths needs, a multiplication and an addition counted as two: products with
 * weights, and attention. Prompts are read once each, and the last token is never read. An update needs three times as many, or twice
 * where the rollout has been through the way forwards already.
 */
export function rolloutFlops(workload: Workload, lengths: ArrayLike<number>): number {
  const { layout, promptLength, shape } = subjectOf(workload);
  const weights = layout.tensors.filter(({ name, shape: s }) => s.length === 2 && name !== "embedding");
  const products = 2 * weights.reduce((sum, { size }) => sum + size, 0);
  const perPast = shape.architecture === "attention" ? 4 * shape.dimensions.layers * shape.dimensions.width : 0;
  const upTo = (from: number, to: number): number => (to - from) * products + (perPast * (to * (to + 1) - from * (from + 1))) / 2;
  let sum = workload.prompts * upTo(0, promptLength);
  for (let row = 0; row < lengths.length; row++) sum += upTo(promptLength, promptLength + (lengths[row] ?? 0) - 1);
  return sum;
}
