/** Agents in words, and the controls that change one thing alone. */
import { expect, test } from "vitest";
import { agentSchema } from "../../runs/config.ts";
import { familyAgent } from "../../runs/presets.ts";
import { agentSummary, ONE_CHANGES, withOneChange } from "./agent-options.ts";

test("each control changes one thing, and the result is a valid agent", () => {
  const base = familyAgent("Q");
  for (const { id } of ONE_CHANGES) {
    const changed = withOneChange(base, id);
    expect(agentSchema.safeParse(changed).success).toBe(true);
    const different = (["architecture", "size", "digitOrder", "corpus", "replica", "paraphrase"] as const).filter(
      (key) => changed[key] !== base[key],
    );
    expect(different).toEqual([id]);
  }
});

test("the other architecture brings the learning rate that suits it", () => {
  expect(withOneChange(familyAgent("Q"), "architecture").learningRateScale).toBe(familyAgent("L").learningRateScale);
});

test("the controls go around the end of their lists", () => {
  const last = familyAgent("P");
  expect(withOneChange(last, "corpus").corpus).not.toBe(last.corpus);
  expect(withOneChange(withOneChange(last, "digitOrder"), "digitOrder").digitOrder).toBe(last.digitOrder);
});

test("a summary tells what is not usual", () => {
  expect(agentSummary(familyAgent("Q", { replica: 1, paraphrase: true }))).toMatch(/replica 1 · paraphrase/);
});
