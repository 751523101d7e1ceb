/** The list of label rules. Adding one touches its file, its test, LABEL_RULES in rule.ts and this list. */
import { agreeElseSurest } from "./agree-else-surest.ts";
import { largestShare } from "./largest-share.ts";
import { majority } from "./majority.ts";
import { pooled } from "./pooled.ts";
import type { LabelRule, LabelRuleId } from "./rule.ts";
import { selfConsistency } from "./self-consistency.ts";
import { smallestEntropy } from "./smallest-entropy.ts";

export const LABEL_RULE_LIST: readonly LabelRule[] = [
  pooled,
  majority,
  smallestEntropy,
  largestShare,
  agreeElseSurest,
  selfConsistency,
];

/** A label rule by id. Throws RangeError where there is none. */
export function labelRuleById(id: LabelRuleId): LabelRule {
  const rule = LABEL_RULE_LIST.find((candidate) => candidate.id === id);
  if (!rule) throw new RangeError(`There is no label rule "${id}".`);
  return rule;
}
