/** Trained policies as files: every bit is there again, and read again they are a start of runs, told from base policies. */
import { expect, test } from "vitest";
import { createRng } from "../math/rng.ts";
import { ARCHITECTURE_LIST } from "../policies/architectures/index.ts";
import { sha256 } from "../policies/checkpoint.ts";
import { FAMILIES } from "../policies/families.ts";
import { initialise } from "../policies/layout.ts";
import { encodeCheckpoint, flatten, readSafetensors } from "../policies/safetensors.ts";
import { DEFAULT_BASE, specOf, trainedId } from "../policies/spec.ts";
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

test("a trained policy is read as one, of the make that its metadata says, by the hash of its file", async () => {
  const [, second] = trainedFiles(config, { step: 7, cohort: states.slice(0, 2), compare: null });
  if (!second) throw new Error("There is no file.");
  const hash = await sha256(second.file);
  const { named, entry } = await readCheckpointFile(second.name, second.file);
  const spec = specOf(config.cohort.agents[1] ?? config.cohort.agents[0] ?? named.spec);
  expect(named).toEqual({ spec, cohortSeed: 0, base: DEFAULT_BASE, task: "addition", weights: hash });
  expect(entry).toMatchObject({ id: trainedId(hash), sha256: hash, spec, file: `${trainedId(hash)}.safetensors` });
  expect(entry.recipe).toMatchObject({ method: "co-rl", agent: "B", step: "7", from: "recurrent-small-lsb-L-r0-s0" });
});

test("one that started from a trained policy says so, and what it is of itself", async () => {
  const weights = "ab".repeat(32);
  const agents = config.cohort.agents.map((agent) => ({ ...agent, weights }));
  const started = { ...config, cohort: { ...config.cohort, agents }, compare: null };
  const [first] = trainedFiles(started, { step: 3, cohort: states.slice(0, 2), compare: null });
  if (!first) throw new Error("There is no file.");
  expect(readSafetensors(first.file).metadata).toMatchObject({ start: weights, architecture: "attention", replica: "0" });
  expect(readSafetensors(first.file).metadata.base).toBeUndefined();
  const { named, entry } = await readCheckpointFile(first.name, first.file);
  expect(named.spec).toEqual(FAMILIES.Q.spec);
  expect(entry.recipe.from).toBe(trainedId(weights));
});

const layout = layouts[0];
const metadata = {
  kind: "co-rl-playground/trained-policy",
  task: "addition",
  base: "attention-small-msb-Q-r0-s0",
  seed: "0",
};
function fileOf(changes: Record<string, string>, value?: number): Uint8Array<ArrayBuffer> {
  const parameters = states[0]?.parameters.slice();
  if (!layout || !parameters) throw new Error("There is no policy.");
  if (value !== undefined) parameters[100] = value;
  return encodeCheckpoint(layout, parameters, { ...metadata, ...changes }, "F32");
}

test("a file written before its make stood in it is read by the policy that it began as", async () => {
  expect((await readCheckpointFile("x", fileOf({}))).named.spec).toEqual(FAMILIES.Q.spec);
});

test.each([
  ["another task's", fileOf({ task: "chess" }), /it was trained on the task "chess", which this page does not have\.$/],
  ["one without a make", fileOf({ base: "llama" }), /does not say of what make and from which cohort seed\.$/],
  ["one without a seed", fileOf({ seed: "many" }), /does not say of what make and from which cohort seed\.$/],
  ["one of another shape", fileOf({ base: "recurrent-small-lsb-L-r0-s0" }), /this policy needs/],
  ["numbers that are none", fileOf({}, Number.NaN), /some of its numbers are not finite\.$/],
  ["half a file", fileOf({}).slice(0, 5000), /truncated/],
])("%s is refused with a sentence", async (_, file, sentence) => {
  await expect(readCheckpointFile("x.safetensors", file)).rejects.toThrow(/^"x\.safetensors" was not imported: /);
  await expect(readCheckpointFile("x.safetensors", file)).rejects.toThrow(sentence);
});
