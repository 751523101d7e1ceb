/** Agents in words, and the controls that change one thing alone. */
import { expect, test } from "vitest";
import { FAMILY_IDS } from "../../policies/families.ts";
import { agentSchema } from "../../runs/config.ts";
import { familyAgent } from "../../runs/presets.ts";
import { agentSummary, oneChanges, withWeakShare } from "./agent-options.ts";

const THINGS = ["architecture", "size", "digitOrder", "corpus", "replica", "paraphrase"] as const;

test("each control changes one thing, and the result is a valid agent", () => {
  for (const family of FAMILY_IDS) {
    const base = familyAgent(family, { paraphrase: true });
    const changed = oneChanges(base).map(({ agent }) => {
      expect(agentSchema.safeParse(agent).success).toBe(true);
      return THINGS.filter((key) => agent[key] !== base[key]);
    });
    // All but the other architecture train at A's rate, to the last bit.
    expect(
      oneChanges(base).filter(({ agent }) => agent.learningRateScale === base.learningRateScale).length,
    ).toBeGreaterThanOrEqual(3);
    expect(changed).toEqual([["corpus"], ["architecture"], ["digitOrder"], ["size"], ["replica"]]);
  }
});

test("the other architecture brings the learning rate that suits it, times what was chosen", () => {
  const [, architecture] = oneChanges(familyAgent("Q", { learningRateScale: 3 }));
  expect(architecture?.agent.learningRateScale).toBeCloseTo(3 * familyAgent("L").learningRateScale);
});

test("a weak share of its own goes along, and that of all is none of its own", () => {
  const strong = withWeakShare(familyAgent("Q"), 0.15, 0.38);
  expect(strong.weakShare).toBe(0.15);
  expect(withWeakShare(strong, 0.38, 0.38)).toEqual(familyAgent("Q"));
  for (const { agent } of oneChanges(strong)) expect(agent.weakShare).toBe(0.15);
  expect(agentSummary(strong)).toMatch(/weak share 0\.15$/);
});

test("a summary tells what is not usual", () => {
  expect(agentSummary(familyAgent("Q", { replica: 1, paraphrase: true }))).toMatch(/replica 1 · paraphrase$/);
  expect(agentSummary(familyAgent("L"))).toMatch(/rate × 0\.6667$/);
});
