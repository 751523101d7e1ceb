/** Figures of an experiment as the page writes them. */
import { familyOf } from "../../policies/families.ts";
import { parseAgents } from "../../runs/link-agents.ts";
import type { Figure } from "../../runs/summary.ts";
import { specWords } from "../../stores/policy-words.ts";
import { fixed, interval, percent } from "../../ui/format.ts";

/** "83.1 [80.2, 85.9]"; the mean alone where one seed gives no interval; a dash where nothing is in. */
export function shareText(figure: Figure | null): string {
  if (!figure) return "–";
  const { mean, low, high } = figure;
  return low === null || high === null ? percent(mean) : interval({ mean, low, high });
}

function signed(share: number): string {
  const text = percent(share);
  return Number(text) > 0 ? `+${text}` : text;
}

/** "+4.2 [1.1, 7.3]", in points. */
export function differenceText(figure: Figure | null): string {
  if (!figure) return "–";
  const { mean, low, high } = figure;
  return low === null || high === null ? signed(mean) : `${signed(mean)} [${signed(low)}, ${signed(high)}]`;
}

export function plainText(figure: Figure | null, digits: number): string {
  if (!figure) return "–";
  const { mean, low, high } = figure;
  return low === null || high === null
    ? fixed(mean, digits)
    : `${fixed(mean, digits)} [${fixed(low, digits)}, ${fixed(high, digits)}]`;
}

/** Bytes in the largest unit that gives a number above one. */
export function bytesText(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1000))}\u00a0kB`;
  if (bytes < 1_000_000_000) return `${fixed(bytes / 1e6, bytes < 1e7 ? 1 : 0)}\u00a0MB`;
  return `${fixed(bytes / 1e9, 1)}\u00a0GB`;
}

/** A policy as a link writes it, in words: its family where it is one, "Q" or "Q, large, replica 1", else what it is made of. */
export function policyText(text: string): string {
  const parsed = parseAgents(text);
  const [agent] = "agents" in parsed ? parsed.agents : [];
  if (!agent) return text;
  const family = familyOf(agent);
  const parts = family
    ? [family, ...(agent.size === "small" ? [] : [agent.size]), ...(agent.replica === 0 ? [] : [`replica ${agent.replica}`])]
    : [specWords(agent)];
  const weak = agent.weakShare === undefined ? [] : [`weak share ${agent.weakShare}`];
  return [...parts, ...weak, ...(agent.paraphrase ? ["paraphrased"] : [])].join(", ");
}
