/** A cohort that is no preset is described as it is. */
import { expect, test } from "vitest";
import { familyAgent } from "../../runs/presets.ts";
import { describeCohort } from "./describe.ts";

const Q = familyAgent("Q");

test("who labels whom, what differs, and whose corpus is whose", () => {
  expect(describeCohort({ method: "co-rl", agents: [Q, { ...Q, corpus: "L" }] })).toBe(
    "Custom: A and B label each other. They differ in corpora. Corpus: A Q, B L.",
  );
  expect(describeCohort({ method: "ttrl", agents: [Q, { ...Q, digitOrder: "lsb" }] })).toBe(
    "Custom: each agent is labelled by its own majority vote. They differ in digit orders. Corpus: the same for all, Q, so they share most mistakes.",
  );
  expect(describeCohort({ method: "co-rl", agents: [Q, familyAgent("L"), familyAgent("P")] })).toMatch(
    /each agent is labelled by its predecessor’s majority vote.*architectures, digit orders, corpora and learning-rate factors\. Corpus: A Q, B L, C P\.$/,
  );
});

test("one checkpoint twice is said, and one agent alone is compared with nobody", () => {
  expect(describeCohort({ method: "co-rl", agents: [Q, Q] })).toBe(
    "Custom: A and B label each other. All start from the same checkpoint (corpus Q); only their samples differ.",
  );
  // What a run has trained is no base policy, though its make be the same.
  expect(describeCohort({ method: "co-rl", agents: [{ ...Q, weights: "a".repeat(64) }, Q] })).toBe(
    "Custom: A and B label each other. They differ in trained starts. Corpus: the same for all, Q, so they share most mistakes.",
  );
  expect(describeCohort({ method: "gt-reward", agents: [Q] })).toBe("Custom: the agent is rewarded for the true answer.");
});
