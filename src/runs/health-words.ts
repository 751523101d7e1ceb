/** What the rules of the health line saw, in words. Pure. */
import { type Finding, healthRule } from "../learning/health.ts";

/** "since step 50", or "steps 50 to 79". */
export function whenText({ since, until }: Pick<Finding, "since" | "until">): string {
  return until === null ? `since step ${since}` : `steps ${since} to ${until - 1}`;
}

/** What was seen of one run in short, a text an agent: "A labels get worse since step 31, constant answers since step 123". */
export function seenInShort(agents: readonly (readonly Finding[])[], prefix = ""): readonly string[] {
  return agents.flatMap((findings, n) =>
    findings.length === 0
      ? []
      : [
          `${prefix}${String.fromCharCode(65 + n)} ${findings
            .map((finding) => `${healthRule(finding.rule).title.toLowerCase()} ${whenText(finding)}`)
            .join(", ")}`,
        ],
  );
}
