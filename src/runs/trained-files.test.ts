/** Trained policies as files: every bit is there again, and a base policy is told from them. */
import { expect, test } from "vitest";
import { createRng } from "../math/rng.ts";
import { ARCHITECTURE_LIST } from "../policies/architectures/index.ts";
import { initialise } from "../policies/layout.ts";
import { flatten, readSafetensors } from "../policies/safetensors.ts";
import { addition } from "../tasks/addition.ts";
import { readCheckpointFile } from "./checkpoint-file.ts";
import { defaultLink } from "./link.ts";
import { trainedFiles } from "./trained-files.ts";

const { config } = defaultLink();
const layouts = [...config.cohort.agents, ...(config.compare?.agents ?? [])].map(({ architecture, size }) =>
  ARCHITECTURE_LIST[architecture].layout(size, addition.vocabulary.characters.length),
);
const states = layouts.map((layout, n) => {
  const none = new Float32Array(layout.length);
  // Nearer to each other than float16 can tell.
  const parameters = initialise(layout, createRng(n)).map((value) => value + 1e-7);
  return { parameters, firstMoment: none, secondMoment: none, adamStep: 7 };
});

test("one file an agent of both cohorts, bit for bit, that says what it is", () => {
  const files = trainedFiles(config, { step: 7, cohort: states.slice(0, 2), compare: states.slice(2) });
  expect(files.map(({ name }) => name)).toEqual([
    "main-A-co-rl-attention-step7.safetensors",
    "main-B-co-rl-recurrent-step7.safetensors",
    "compare-A-ttrl-attention-step7.safetensors",
    "compare-B-ttrl-recurrent-step7.safetensors",
  ]);
  for (const [n, { file }] of files.entries()) {
    const layout = layouts[n];
    const { tensors, metadata } = readSafetensors(file);
    expect(layout && flatten(layout, tensors)).toEqual(states[n]?.parameters);
    expect(metadata).toMatchObject({ kind: "co-rl-playground/trained-policy", step: "7", agent: "AB"[n % 2], seed: "0" });
  }
  expect(() => trainedFiles(config, { step: 7, cohort: states.slice(0, 1), compare: null })).toThrow("no state of agent B");
});

test("a trained policy is not taken for a base policy, and that is said", async () => {
  const [first] = trainedFiles(config, { step: 7, cohort: states.slice(0, 2), compare: null });
  if (!first) throw new Error("There is no file.");
  await expect(readCheckpointFile(first.name, first.file)).rejects.toThrow(
    /was not imported: it holds a policy that a run has trained \(.*, agent A, step 7\), and runs start from base policies\.$/,
  );
});
