/**
 * Pretraining a policy, in the product's own code: write the corpus, train from seeded weights, round to float16, measure base pass@1 on
 * the held-out prompts. Runs in a worker (pretraining.worker.ts), driven headlessly by `npm run pretrain`.
 */
import { createRng, hashString, mixSeed } from "../math/rng.ts";
import { ARCHITECTURE_LIST } from "../policies/architectures/index.ts";
import type { CheckpointEntry } from "../policies/checkpoint.ts";
import { createEngine } from "../policies/create-engine.ts";
import type { BackendId, Engine } from "../policies/engine.ts";
import { controls, FAMILIES, FAMILY_IDS } from "../policies/families.ts";
import { initialise } from "../policies/layout.ts";
import { DEFAULT_PRETRAIN, type PretrainProgress, pretrain } from "../policies/pretrain.ts";
import { decodeCheckpoint, encodeCheckpoint } from "../policies/safetensors.ts";
import { type BaseRecipe, checkpointId, corruptionOf, DEFAULT_BASE, type PolicySpec, specOf } from "../policies/spec.ts";
import { LIMITS } from "../runs/config.ts";
import { PRESET_LIST } from "../runs/presets.ts";
import { type Estimate, estimateOf } from "../runs/record.ts";
import { addition } from "../tasks/addition.ts";
import { DEFAULT_CORPUS, writeCorpus } from "../tasks/corpus.ts";
import { drawTables } from "../tasks/corruption.ts";

/** The simd engine's build that gives the same bits on every processor. */
const BUILD = "plain";

/** Of the large size all families are shipped for cohort seed 0; family Q, which the ladder of diversity needs, up to seed 2. */
function largePolicies(cohortSeed: number, families: readonly PolicySpec[]): PolicySpec[] {
  const shipped = cohortSeed === 0 ? families : cohortSeed <= 2 ? families.slice(0, 1) : [];
  return shipped.map((spec) => ({ ...spec, size: "large" }));
}

/** A policy to be pretrained: what it is, and how. */
export interface Pretraining {
  readonly spec: PolicySpec;
  readonly base: BaseRecipe;
}

/** The policies that are shipped for a cohort seed: what the presets need, and the controls that vary one thing alone. */
export function cohortPolicies(cohortSeed: number): Pretraining[] {
  const { Q, L, P } = FAMILIES;
  const families = [Q.spec, L.spec, P.spec];
  const replicas = [Q.spec, L.spec].map((spec) => ({ ...spec, replica: 1 }));
  const alone = controls(Q.spec)
    .filter((control) => control.id !== "other-replica" && control.id !== "other-size")
    .map((control) => control.peer);
  const large = largePolicies(cohortSeed, families);
  const usual = [...families, ...replicas, ...alone, ...large].map((spec) => ({ spec, base: DEFAULT_BASE }));
  const others = PRESET_LIST.flatMap(({ base, cohort }) =>
    base ? cohort.agents.map((agent) => ({ spec: specOf(agent), base: { ...DEFAULT_BASE, ...base } })) : [],
  );
  return [...usual, ...others];
}

/** The families with another base. */
export function basePolicies(base: BaseRecipe): Pretraining[] {
  return FAMILY_IDS.map((family) => ({ spec: FAMILIES[family].spec, base }));
}

export interface Pretrained {
  readonly entry: CheckpointEntry;
  /** The safetensors file. */
  readonly file: Uint8Array<ArrayBuffer>;
  /** What rounding to float16 did to base pass@1, in words. */
  readonly note: string;
}

/** Held-out pass@1 at temperature 1; the same random key for every policy of a seed. */
async function basePassAt1(engine: Engine, spec: PolicySpec, cohortSeed: number): Promise<Estimate> {
  const samples = LIMITS.finalSamples.default;
  const { heldOut } = addition.splits(cohortSeed, LIMITS.trainPrompts.default, LIMITS.heldOutPrompts.default);
  const means: number[] = [];
  const part = 128;
  for (let start = 0; start < heldOut.length; start += part) {
    const asked = heldOut.slice(start, start + part);
    const rollouts = await engine.sample({
      prompts: Int32Array.from(asked.flatMap((prompt) => addition.encode(prompt.text))),
      promptCount: asked.length,
      perPrompt: samples,
      temperature: 1,
      topP: 1,
      key: mixSeed(hashString("base"), cohortSeed, start),
    });
    for (const [p, prompt] of asked.entries()) {
      let right = 0;
      for (let row = p * samples; row < (p + 1) * samples; row++) {
        const written = rollouts.tokens.subarray(row * rollouts.width, row * rollouts.width + (rollouts.lengths[row] ?? 0));
        if (addition.parse(addition.decode(written), spec.digitOrder).answer === addition.truth(prompt)) right++;
      }
      means.push(right / samples);
    }
  }
  return estimateOf(means);
}

export interface PretrainOptions {
  /** As shipped where nothing is said. */
  readonly base?: BaseRecipe;
  readonly onProgress?: (progress: PretrainProgress) => void;
  readonly backend?: BackendId;
  readonly signal?: AbortSignal;
}

function createPolicy(spec: PolicySpec, backend: BackendId, parameters: Float32Array): Promise<Engine> {
  const { architecture, size } = spec;
  const { vocabulary, promptLength, maxCompletion } = addition;
  return createEngine({ architecture, size, vocabulary, promptLength, maxCompletion, backend, build: BUILD, parameters });
}

/** Base pass@1 of a checkpoint's file, as pretrainPolicy measures it. Throws SafetensorsError where the file is not the policy's. */
export async function measureBase(spec: PolicySpec, cohortSeed: number, file: Uint8Array): Promise<Estimate> {
  const layout = ARCHITECTURE_LIST[spec.architecture].layout(spec.size, addition.vocabulary.characters.length);
  const engine = await createPolicy(spec, "simd", decodeCheckpoint(layout, file));
  try {
    return await basePassAt1(engine, spec, cohortSeed);
  } finally {
    engine.dispose();
  }
}

/** Pretrains one policy. The same arguments give the same file on the same backend. Throws the signal's reason when aborted. */
export async function pretrainPolicy(
  spec: PolicySpec,
  cohortSeed: number,
  { base: how = DEFAULT_BASE, onProgress = () => {}, backend = "simd", signal }: PretrainOptions = {},
): Promise<Pretrained> {
  const { vocabulary, promptLength } = addition;
  const layout = ARCHITECTURE_LIST[spec.architecture].layout(spec.size, vocabulary.characters.length);
  const id = checkpointId(spec, cohortSeed, how);
  const recipe = { ...DEFAULT_PRETRAIN, steps: how.steps };
  const corruption = corruptionOf(how);
  const seeds = {
    weights: mixSeed(hashString("weights"), hashString(id)),
    batches: mixSeed(hashString("batches"), hashString(id)),
  };
  const engine = await createPolicy(spec, backend, initialise(layout, createRng(seeds.weights)));
  const { corpus, digitOrder: order, replica } = spec;
  const examples = writeCorpus({ cohortSeed, corpus, order, replica }, DEFAULT_CORPUS, drawTables(cohortSeed, corruption));
  await pretrain(engine, { ...examples, promptLength, pad: vocabulary.pad }, seeds.batches, recipe, onProgress, signal);
  const full = await basePassAt1(engine, spec, cohortSeed);
  const { parameters } = await engine.snapshot();
  engine.dispose();

  const file = encodeCheckpoint(layout, parameters, { id, task: addition.id });
  const rounded = await createPolicy(spec, backend, decodeCheckpoint(layout, file));
  const base = await basePassAt1(rounded, spec, cohortSeed);
  rounded.dispose();
  const digest = await crypto.subtle.digest("SHA-256", file);
  const entry: CheckpointEntry = {
    id,
    spec,
    file: `${id}.safetensors`,
    bytes: file.length,
    sha256: Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join(""),
    parameters: layout.length,
    seeds: { cohort: cohortSeed, replica, ...seeds },
    recipe: {
      pretraining: recipe,
      corpus: DEFAULT_CORPUS,
      corruption,
      backend,
      ...(backend === "simd" ? { build: BUILD } : {}),
      dtype: "F16",
    },
    base,
  };
  return { entry, file, note: `Before rounding to float16: ${(100 * full.mean).toFixed(1)}.` };
}
