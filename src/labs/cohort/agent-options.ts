/** What an agent can be made of, in the page's words, and the one-change variants of an agent that the controls offer. */

import { FAMILIES } from "../../policies/families.ts";
import { ARCHITECTURES, type ArchitectureId, SIZES, type SizeId } from "../../policies/spec.ts";
import type { AgentConfig } from "../../runs/config.ts";
import { CORPORA, type CorpusId, DIGIT_ORDERS, type DigitOrder } from "../../tasks/task.ts";
import type { Choice } from "../../ui/ChoiceField.tsx";

function options<T extends string>(values: readonly T[], label: (value: T) => string): Choice<T>[] {
  return values.map((value) => ({ value, label: label(value) }));
}

export const ARCHITECTURE_OPTIONS: readonly Choice<ArchitectureId>[] = options(ARCHITECTURES, (value) => value);
export const SIZE_OPTIONS: readonly Choice<SizeId>[] = options(SIZES, (value) => value);
export const DIGIT_ORDER_OPTIONS: readonly Choice<DigitOrder>[] = options(
  DIGIT_ORDERS,
  (value) => ({ msb: "most significant first", lsb: "least significant first" })[value],
);
export const CORPUS_OPTIONS: readonly Choice<CorpusId>[] = options(CORPORA, (value) => `corpus ${value}`);
export const REPLICA_OPTIONS: readonly Choice<string>[] = ["0", "1"].map((value) => ({ value, label: value }));
export const VIEW_OPTIONS: readonly Choice<"original" | "paraphrase">[] = [
  { value: "original", label: "as it is, a+b=" },
  { value: "paraphrase", label: "paraphrased, b+a=" },
];

/** One line: "attention, small, corpus Q". Only what is not usual is added. */
export function agentSummary(agent: AgentConfig): string {
  const parts = [agent.architecture, agent.size, `corpus ${agent.corpus}`, agent.digitOrder];
  if (agent.replica !== 0) parts.push(`replica ${agent.replica}`);
  if (agent.paraphrase) parts.push("paraphrase");
  if (agent.learningRateScale !== 1) parts.push(`rate × ${agent.learningRateScale}`);
  return parts.join(" · ");
}

export type OneChange = "corpus" | "architecture" | "digitOrder";

export const ONE_CHANGES: readonly { readonly id: OneChange; readonly label: string }[] = [
  { id: "corpus", label: "Other corpus only" },
  { id: "architecture", label: "Other architecture only" },
  { id: "digitOrder", label: "Other digit order only" },
];

/** The next of a list after a value, around its end. */
function after<T>(values: readonly T[], value: T): T {
  return values[(values.indexOf(value) + 1) % values.length] ?? value;
}

/** The learning-rate factor that an architecture's family was tuned with. */
function scaleOf(architecture: ArchitectureId, otherwise: number): number {
  return Object.values(FAMILIES).find((family) => family.spec.architecture === architecture)?.learningRateScale ?? otherwise;
}

/** An agent that differs from another in one thing (and, with the architecture, in the learning rate that suits it). */
export function withOneChange(agent: AgentConfig, change: OneChange): AgentConfig {
  switch (change) {
    case "corpus":
      return { ...agent, corpus: after(CORPORA, agent.corpus) };
    case "architecture": {
      const architecture = after(ARCHITECTURES, agent.architecture);
      return { ...agent, architecture, learningRateScale: scaleOf(architecture, agent.learningRateScale) };
    }
    case "digitOrder":
      return { ...agent, digitOrder: after(DIGIT_ORDERS, agent.digitOrder) };
  }
}
