/**
 * Pretraining a policy, in the product's own code: write the corpus, train from seeded weights, round to float16, measure what it can do on
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
import { type BaseRecipe, checkpointId, corruptionOf, defaultBase, type PolicySpec, specOf } from "../policies/spec.ts";
import { agentBase } from "../runs/config.ts";
import { PRESET_LIST } from "../runs/presets.ts";
import { type CorpusOwner, type CorpusRecipe, DEFAULT_CORPUS, type EncodedCorpus, writeCorpus } from "../tasks/corpus.ts";
import { type CorruptionTables, drawTables } from "../tasks/corruption.ts";
import { taskById } from "../tasks/index.ts";
import { DEFAULT_ROLES_CORPUS, writeRolesCorpus } from "../tasks/roles-corpus.ts";
import type { TaskId } from "../tasks/task.ts";
import { type BaseAccuracy, baseAccuracy } from "./base-accuracy.ts";

/** The simd engine's build that gives the same bits on every processor. */
const BUILD = "plain";

/** Of the large size all families are shipped for cohort seed 0; family Q, which the ladder of diversity needs, up to seed 2. */
function largePolicies(cohortSeed: number, families: readonly PolicySpec[]): PolicySpec[] {
  const shipped = cohortSeed === 0 ? families : cohortSeed <= 2 ? families.slice(0, 1) : [];
  return shipped.map((spec) => ({ ...spec, size: "large" }));
}

/** What a policy of a task is pretrained on, and the settings of that text. */
interface Text {
  readonly recipe: CorpusRecipe;
  readonly write: (owner: CorpusOwner, tables: CorruptionTables) => EncodedCorpus;
}

const TEXTS: Readonly<Record<TaskId, Text>> = {
  addition: { recipe: DEFAULT_CORPUS, write: (owner, tables) => writeCorpus(owner, DEFAULT_CORPUS, tables) },
  "addition-roles": {
    recipe: DEFAULT_ROLES_CORPUS,
    write: (owner, tables) => writeRolesCorpus(owner, DEFAULT_ROLES_CORPUS, tables),
  },
};

/** A policy to be pretrained: what it is, and how. */
export interface Pretraining {
  readonly task: TaskId;
  readonly spec: PolicySpec;
  readonly base: BaseRecipe;
}

/** Policies of agents with a weak share of their own are shipped for cohort seeds up to this one. */
const LAST_OWN_SEED = 2;

/** Of the task's presets: the agents of those that bring a base, and agents that do themselves; of another task than addition, all. */
function presetPolicies(cohortSeed: number, task: TaskId): Pretraining[] {
  return PRESET_LIST.filter((preset) => (preset.task ?? "addition") === task).flatMap(({ base, cohort }) =>
    cohort.agents.flatMap((agent) => {
      const own = agent.weakShare !== undefined && cohortSeed <= LAST_OWN_SEED;
      if (!base && !own && task === "addition") return [];
      return [{ task, spec: specOf(agent), base: agentBase({ task, base: { ...defaultBase(task), ...base } }, agent) }];
    }),
  );
}

/** Each policy once. */
function distinct(policies: readonly Pretraining[]): Pretraining[] {
  return [...new Map(policies.map((each) => [checkpointId(each.spec, 0, each.base, each.task), each])).values()];
}

/** The policies that are shipped for a cohort seed: what the presets need, and for addition the controls that vary one thing alone. */
export function cohortPolicies(cohortSeed: number, task: TaskId = "addition"): Pretraining[] {
  const { Q, L, P } = FAMILIES;
  const base = defaultBase(task);
  const families = [Q.spec, L.spec, P.spec];
  const replicas = [Q.spec, L.spec].map((spec) => ({ ...spec, replica: 1 }));
  const alone = controls(Q.spec)
    .filter((control) => control.id !== "other-replica" && control.id !== "other-size")
    .map((control) => control.peer);
  const usual = task === "addition" ? [...families, ...replicas, ...alone, ...largePolicies(cohortSeed, families)] : families;
  const own = usual.map((spec) => ({ task, spec, base }));
  return distinct([...own, ...presetPolicies(cohortSeed, task)]);
}

/** The families with another base. */
export function basePolicies(base: BaseRecipe, task: TaskId = "addition"): Pretraining[] {
  return FAMILY_IDS.map((family) => ({ task, spec: FAMILIES[family].spec, base }));
}

export interface Pretrained {
  readonly entry: CheckpointEntry;
  /** The safetensors file. */
  readonly file: Uint8Array<ArrayBuffer>;
  /** What rounding to float16 did to base pass@1, in words. */
  readonly note: string;
}

export interface PretrainOptions {
  /** Absent: addition. */
  readonly task?: TaskId;
  /** As shipped where nothing is said. */
  readonly base?: BaseRecipe;
  readonly onProgress?: (progress: PretrainProgress) => void;
  readonly backend?: BackendId;
  readonly signal?: AbortSignal;
}

function createPolicy(taskId: TaskId, spec: PolicySpec, backend: BackendId, parameters: Float32Array): Promise<Engine> {
  const { architecture, size } = spec;
  const { vocabulary, promptLength, maxCompletion } = taskById(taskId);
  return createEngine({ architecture, size, vocabulary, promptLength, maxCompletion, backend, build: BUILD, parameters });
}

/** What a checkpoint's file can do, as pretrainPolicy measures it. Throws SafetensorsError where the file is not the policy's. */
export async function measureBase(
  spec: PolicySpec,
  cohortSeed: number,
  file: Uint8Array,
  taskId: TaskId = "addition",
): Promise<BaseAccuracy> {
  const task = taskById(taskId);
  const layout = ARCHITECTURE_LIST[spec.architecture].layout(spec.size, task.vocabulary.characters.length);
  const engine = await createPolicy(taskId, spec, "simd", decodeCheckpoint(layout, file));
  try {
    return await baseAccuracy(engine, task, spec, cohortSeed);
  } finally {
    engine.dispose();
  }
}

/** Pretrains one policy. The same arguments give the same file on the same backend. Throws the signal's reason when aborted. */
export async function pretrainPolicy(
  spec: PolicySpec,
  cohortSeed: number,
  {
    task: taskId = "addition",
    base: how = defaultBase(taskId),
    onProgress = () => {},
    backend = "simd",
    signal,
  }: PretrainOptions = {},
): Promise<Pretrained> {
  const task = taskById(taskId);
  const { vocabulary, promptLength } = task;
  const text = TEXTS[taskId];
  const layout = ARCHITECTURE_LIST[spec.architecture].layout(spec.size, vocabulary.characters.length);
  const id = checkpointId(spec, cohortSeed, how, taskId);
  const recipe = { ...DEFAULT_PRETRAIN, steps: how.steps };
  const corruption = corruptionOf(how);
  const seeds = {
    weights: mixSeed(hashString("weights"), hashString(id)),
    batches: mixSeed(hashString("batches"), hashString(id)),
  };
  const engine = await createPolicy(taskId, spec, backend, initialise(layout, createRng(seeds.weights)));
  const { corpus, digitOrder: order, replica } = spec;
  const examples = text.write({ cohortSeed, corpus, order, replica }, drawTables(cohortSeed, corruption));
  await pretrain(engine, { ...examples, promptLength, pad: vocabulary.pad }, seeds.batches, recipe, onProgress, signal);
  const full = await baseAccuracy(engine, task, spec, cohortSeed);
  const { parameters } = await engine.snapshot();
  engine.dispose();

  const file = encodeCheckpoint(layout, parameters, { id, task: taskId });
  const rounded = await createPolicy(taskId, spec, backend, decodeCheckpoint(layout, file));
  const accuracy = await baseAccuracy(rounded, task, spec, cohortSeed);
  rounded.dispose();
  const digest = await crypto.subtle.digest("SHA-256", file);
  const entry: CheckpointEntry = {
    id,
    ...(taskId === "addition" ? {} : { task: taskId }),
    spec,
    file: `${id}.safetensors`,
    bytes: file.length,
    sha256: Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join(""),
    parameters: layout.length,
    seeds: { cohort: cohortSeed, replica, ...seeds },
    recipe: {
      pretraining: recipe,
      corpus: text.recipe,
      corruption,
      backend,
      ...(backend === "simd" ? { build: BUILD } : {}),
      dtype: "F16",
    },
    ...accuracy,
  };
  return { entry, file, note: `Before rounding to float16: ${(100 * full.base.mean).toFixed(1)}.` };
}
