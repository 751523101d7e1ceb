/** What an agent can be made of, in the page's words, and the one-change variants of an agent that the controls offer. */

import { controls, LEARNING_RATE_SCALE } from "../../policies/families.ts";
import { ARCHITECTURES, type ArchitectureId, SIZES, type SizeId, weightsWords } from "../../policies/spec.ts";
import type { AgentConfig } from "../../runs/config.ts";
import { CORPORA, type CorpusId, DIGIT_ORDERS, type DigitOrder } from "../../tasks/task.ts";
import type { Choice } from "../../ui/ChoiceField.tsx";
import { shownNumber } from "../../ui/number-input.ts";

function options<T extends string>(values: readonly T[], label: (value: T) => string): Choice<T>[] {
  return values.map((value) => ({ value, label: label(value) }));
}

export const ARCHITECTURE_OPTIONS: readonly Choice<ArchitectureId>[] = options(ARCHITECTURES, (value) => value);
export const SIZE_OPTIONS: readonly Choice<SizeId>[] = options(SIZES, (value) => value);
export const DIGIT_ORDER_OPTIONS: readonly Choice<DigitOrder>[] = options(
  DIGIT_ORDERS,
  (value) => ({ msb: "msb: most significant first", lsb: "lsb: least significant first" })[value],
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
  if (agent.weakShare !== undefined) parts.push(`weak share ${shownNumber(agent.weakShare)}`);
  if (agent.weights !== undefined) parts.push(weightsWords(agent.weights));
  if (agent.learningRateScale !== 1) parts.push(`rate × ${shownNumber(agent.learningRateScale)}`);
  return parts.join(" · ");
}

/** With a weak share of its own; that of all is none of its own. */
export function withWeakShare(agent: AgentConfig, value: number, usual: number): AgentConfig {
  const { weakShare: _, ...rest } = agent;
  return value === usual ? rest : { ...rest, weakShare: value };
}

/** One way to make agent B the same as A but for one thing. */
export interface OneChange {
  readonly label: string;
  /** What exactly differs, for the button's tip. */
  readonly description: string;
  readonly agent: AgentConfig;
}

const LABELS = {
  "other-corpus": "Other corpus only",
  "other-architecture": "Other architecture, at its rate",
  "other-digit-order": "Other digit order only",
  "other-size": "Other size only",
  "other-replica": "Other pretraining seed only",
} as const;

/** The controls of an agent (policies/families.ts): each changes one thing, and with the architecture the learning rate that suits it. */
export function oneChanges(agent: AgentConfig): OneChange[] {
  const { architecture, size, digitOrder, corpus, replica, paraphrase, weakShare } = agent;
  const description = (id: keyof typeof LABELS): string =>
    id === "other-architecture"
      ? "Agent B is the same as A but for its architecture, with the learning rate that goes with it."
      : "Agent B is the same as A but for this one thing; its learning rate is A’s.";
  return controls({ architecture, size, digitOrder, corpus, replica }).map(({ id, peer }) => {
    // The rate goes with the architecture; all else keeps A's, to the last bit.
    const { learningRateScale: own } = agent;
    const learningRateScale =
      peer.architecture === architecture
        ? own
        : (own / LEARNING_RATE_SCALE[architecture]) * LEARNING_RATE_SCALE[peer.architecture];
    const weak = weakShare === undefined ? {} : { weakShare };
    return { label: LABELS[id], description: description(id), agent: { ...peer, ...weak, paraphrase, learningRateScale } };
  });
}
