/** Base policies: where each is, pretraining the missing ones two at a time, stopping, keeping, importing, and a browser that keeps nothing. */
import { expect, test } from "vitest";
import { createRng } from "../math/rng.ts";
import { ARCHITECTURE_LIST } from "../policies/architectures/index.ts";
import { CheckpointError, type CheckpointFile, MissingCheckpointError, sha256 } from "../policies/checkpoint.ts";
import { initialise } from "../policies/layout.ts";
import type { Manifest } from "../policies/manifest.ts";
import { encodeCheckpoint } from "../policies/safetensors.ts";
import { checkpointId, specOf, trainedId } from "../policies/spec.ts";
import type { CheckpointName } from "../runs/checkpoint-file.ts";
import { StorageError } from "../runs/database.ts";
import type { KeptCheckpoint } from "../runs/kept-checkpoints.ts";
import { defaultLink } from "../runs/link.ts";
import { familyAgent } from "../runs/presets.ts";
import { trainedFiles } from "../runs/trained-files.ts";
import { type BasesTools, createBases, neededPolicies } from "./bases.ts";

const { config } = defaultLink();
const seven = { ...config, seed: 7 };
const [A, B] = neededPolicies(seven);
if (!A || !B) throw new Error("The default cohort has two policies.");
const ACCURACY = { mean: 0.5, low: 0.4, high: 0.6 };

function fileOf({ spec, cohortSeed, base }: CheckpointName): CheckpointFile {
  const id = checkpointId(spec, cohortSeed, base);
  const file = new Uint8Array(8).fill(1);
  const entry = { id, spec, file: `${id}.safetensors`, bytes: 8, sha256: "ab".repeat(32), parameters: 1, seeds: {}, recipe: {} };
  return { entry: { ...entry, base: ACCURACY }, file };
}

test("an agent with a weak share of its own needs a policy of its own, in both cohorts; the run's base stays for the others", () => {
  const strong = { ...familyAgent("Q"), weakShare: 0.15 };
  const ids = (base?: typeof seven.base) =>
    neededPolicies({
      ...seven,
      ...(base ? { base } : {}),
      cohort: { method: "co-rl", agents: [strong, familyAgent("L")] },
      compare: { method: "ttrl", agents: [strong, familyAgent("Q")] },
    }).map(({ id }) => id);
  expect(ids()).toEqual([
    "attention-small-msb-Q-r0-s7-w0.15-o0.15-y0.6-n2000",
    "recurrent-small-lsb-L-r0-s7",
    "attention-small-msb-Q-r0-s7",
  ]);
  expect(ids({ weakShare: 1, overlap: 0, symmetry: 0.6, contrast: 0, steps: 500 })).toEqual([
    "attention-small-msb-Q-r0-s7-w0.15-o0-y0.6-n500",
    "recurrent-small-lsb-L-r0-s7-w1-o0-y0.6-n500",
    "attention-small-msb-Q-r0-s7-w1-o0-y0.6-n500",
  ]);
});

interface Started {
  readonly what: CheckpointName;
  readonly report: (step: number, loss: number) => void;
  readonly finish: (file: CheckpointFile) => void;
  readonly fail: (error: Error) => void;
  stopped: boolean;
}

function bases(changes: Partial<BasesTools> = {}, kept: KeptCheckpoint[] = []) {
  const started: Started[] = [];
  const storage = new Map(kept.map((each) => [each.id, each]));
  let clock = 0;
  const manifest = async (cohortSeed: number): Promise<Manifest> => {
    if (cohortSeed > 4) throw new MissingCheckpointError("There are none.");
    const policies = neededPolicies({ ...config, seed: cohortSeed }).map((name) => fileOf(name).entry);
    return { schema: "co-rl-playground/checkpoints", version: 1, cohortSeed, policies };
  };
  const controller = createBases({
    start: (what, report) => {
      let finish: Started["finish"] = () => {};
      let fail: Started["fail"] = () => {};
      const result = new Promise<CheckpointFile>((resolve, reject) => {
        finish = resolve;
        fail = reject;
      });
      const task: Started = { what, report, finish, fail, stopped: false };
      started.push(task);
      return {
        result,
        stop: () => {
          task.stopped = true;
        },
      };
    },
    measure: async () => ({ base: ACCURACY }),
    manifest,
    storage: {
      all: async () => [...storage.values()],
      keep: async (each) => void storage.set(each.id, each),
      forget: async (id) => void storage.delete(id),
    },
    parallel: 1,
    now: () => clock,
    ...changes,
  });
  const settle = async (): Promise<void> => {
    for (let i = 0; i < 20; i++) await Promise.resolve();
    await new Promise((resolve) => setTimeout(resolve, 0));
  };
  return { controller, state: () => controller.store.getState(), started, storage, settle, tick: (ms: number) => (clock += ms) };
}

test("the policies of both cohorts, each once", () => {
  expect(neededPolicies(config).map(({ id }) => id)).toEqual(["attention-small-msb-Q-r0-s0", "recurrent-small-lsb-L-r0-s0"]);
  const compare = { method: "ttrl" as const, agents: [familyAgent("P")] };
  const base = { weakShare: 1, overlap: 0.15, symmetry: 0.6, contrast: 0, steps: 2000 };
  expect(neededPolicies({ ...config, base, compare }).map(({ id }) => id)).toEqual([
    "attention-small-msb-Q-r0-s0-w1-o0.15-y0.6-n2000",
    "recurrent-small-lsb-L-r0-s0-w1-o0.15-y0.6-n2000",
    "convolutional-small-msb-P-r0-s0-w1-o0.15-y0.6-n2000",
  ]);
});

test("shipped, kept, missing, or nobody can say", async () => {
  const kept: KeptCheckpoint = { id: B.id, ...fileOf(B), origin: "imported", savedAt: "" };
  const { controller, state } = bases({}, [kept]);
  await controller.look(config);
  expect(state().needs.map(({ place }) => place)).toEqual(["shipped", "shipped"]);
  expect(state().needs[0]?.accuracy).toEqual(ACCURACY);
  await controller.look(seven);
  expect(state().needs.map(({ place }) => place)).toEqual(["missing", "kept"]);
  expect(state().kept).toMatchObject([
    { id: B.id, bytes: 8, accuracy: ACCURACY, origin: "imported", stored: true, weights: null },
  ]);
  const offline = bases({ manifest: () => Promise.reject(new CheckpointError("The server is gone.")) });
  await offline.controller.look(config);
  expect(offline.state().needs.map(({ place }) => place)).toEqual(["unknown", "unknown"]);
  offline.controller.pretrain();
  expect(offline.state().jobs).toEqual([]);
});

test("what has been pretrained is said together, until something else is said", async () => {
  const { controller, state, started, settle } = bases();
  await controller.look(seven);
  controller.pretrain();
  started[0]?.finish(fileOf(A));
  await settle();
  expect(state().news).toBe(`“${A.id}” is pretrained.`);
  started[1]?.finish(fileOf(B));
  await settle();
  expect(state().news).toBe(`“${A.id}” and “${B.id}” are pretrained.`);
  await controller.forget(B.id);
  expect(state().news).toBe(`“${B.id}” is deleted.`);
  controller.pretrain();
  started[2]?.finish(fileOf(B));
  await settle();
  expect(state().news).toBe(`“${B.id}” is pretrained.`);
});

test("the missing ones are pretrained one after the other, with the time that is left, and kept", async () => {
  const { controller, state, started, storage, settle, tick } = bases();
  await controller.look(seven);
  controller.pretrain();
  controller.pretrain();
  expect(state().jobs.map(({ id, running }) => [id, running])).toEqual([
    [A.id, true],
    [B.id, false],
  ]);
  started[0]?.report(20, 2);
  expect(state().jobs[0]).toMatchObject({ step: 20, loss: 2, secondsLeft: null });
  tick(1000);
  started[0]?.report(120, 1);
  expect(state().jobs[0]).toMatchObject({ step: 120, loss: 1, secondsLeft: 18.8 });
  started[0]?.finish(fileOf(A));
  await settle();
  expect([...storage.keys()]).toEqual([A.id]);
  expect(state().needs.map(({ place }) => place)).toEqual(["kept", "missing"]);
  expect(state().jobs.map(({ id, running }) => [id, running])).toEqual([[B.id, true]]);
  started[1]?.fail(new Error("The worker died."));
  await settle();
  expect(state().jobs).toEqual([]);
  expect(state().problem).toBe(`“${B.id}” was not pretrained: The worker died.`);
});

test("two at once where there are two workers, and a stopped one leaves nothing and makes room", async () => {
  const { controller, state, started, storage, settle } = bases({ parallel: 2 });
  const three = { ...seven, cohort: { ...seven.cohort, agents: [...seven.cohort.agents, familyAgent("P")] } };
  await controller.look(three);
  controller.pretrain();
  expect(started.map(({ what }) => specOf(what.spec).corpus)).toEqual(["Q", "L"]);
  controller.stop(A.id);
  expect(started[0]?.stopped).toBe(true);
  expect(started).toHaveLength(3);
  // A result that was on its way is nobody's any more.
  started[0]?.finish(fileOf(A));
  await settle();
  expect(storage.size).toBe(0);
  controller.stop();
  expect(started.every(({ stopped }) => stopped)).toBe(true);
  expect(state().jobs).toEqual([]);
});

test("where the browser keeps nothing, that is said, and the policy stays usable in the page", async () => {
  const refuse = () => Promise.reject(new StorageError("The browser keeps nothing."));
  const { controller, state, started, settle } = bases({ storage: { all: refuse, keep: refuse, forget: refuse } });
  await controller.look(seven);
  controller.pretrain();
  started[0]?.finish(fileOf(A));
  await settle();
  expect(state().problem).toBe("The browser keeps nothing. The policy can be used, and exported, until the page is closed.");
  expect(state().needs[0]?.place).toBe("memory");
  expect(controller.unstored.get(A.id)?.file).toEqual(fileOf(A).file);
  expect(controller.fileOf(A.id)).toEqual(fileOf(A).file);
  expect(state().kept[0]?.stored).toBe(false);
  await controller.forget(A.id);
  expect(controller.unstored.size).toBe(0);
  expect(state().needs[0]?.place).toBe("missing");
});

test("a file is imported with its measured accuracy; one that comes with the page is not, nor is nonsense", async () => {
  const { controller, state, storage } = bases();
  await controller.look(seven);
  const layout = ARCHITECTURE_LIST.attention.layout("small", 24);
  const file = (id: string) => encodeCheckpoint(layout, initialise(layout, createRng(1)), { id, task: "addition" });
  const given = (name: string, bytes: Uint8Array<ArrayBuffer>) => new File([bytes], name);
  const gone = given("gone.safetensors", new Uint8Array(9));
  gone.arrayBuffer = () => Promise.reject(new DOMException("The file is gone.", "NotReadableError"));
  await controller.importFiles([given("mine.safetensors", file(A.id))]);
  expect(state()).toMatchObject({ problem: null, news: `“${A.id}” is imported.` });
  expect(state().needs[0]).toMatchObject({ place: "kept", accuracy: ACCURACY });
  expect(storage.get(A.id)?.origin).toBe("imported");
  await controller.importFiles([
    given("q.safetensors", file("attention-small-msb-Q-r0-s0")),
    given("n.txt", new TextEncoder().encode("nonsense, more of it")),
    given("film.mp4", new Uint8Array(2_000_001)),
    gone,
  ]);
  // Of several files each is told.
  expect(state().problem).toMatch(/"q.safetensors" was not imported: .* comes with the page/);
  expect(state().problem).toContain('"n.txt" was not imported: ');
  expect(state().problem).toContain(
    '"film.mp4" was not imported: it has 2000001 bytes, and no policy of this page has over 2000000.',
  );
  expect(state().problem).toContain('"gone.safetensors" was not imported: it could not be read; choose it again.');
  expect(state().news).toBeNull();
  expect(storage.size).toBe(1);
  await controller.forget(A.id);
  expect(storage.size).toBe(0);
  expect(state().needs[0]?.place).toBe("missing");
});

test("only the last configuration that was looked at counts", async () => {
  const waiting: (() => void)[] = [];
  const manifest = (): Promise<Manifest> =>
    new Promise((_, reject) => waiting.push(() => reject(new MissingCheckpointError("none"))));
  const { controller, state, settle } = bases({ manifest });
  void controller.look({ ...config, seed: 8 });
  void controller.look({ ...config, seed: 9 });
  await settle();
  for (const answer of waiting.reverse()) answer();
  await settle();
  expect(state().needs.map(({ cohortSeed }) => cohortSeed)).toEqual([9, 9]);
});

test("the policies of several configurations, each once, by their own seeds", async () => {
  const { controller, state } = bases();
  await controller.look(config, seven, { ...seven, samplingSeed: 3 });
  expect(state().needs.map(({ cohortSeed, place }) => [cohortSeed, place])).toEqual([
    [0, "shipped"],
    [0, "shipped"],
    [7, "missing"],
    [7, "missing"],
  ]);
});

test("a trained policy is asked for by its hash: absent until it is imported, never pretrained, then kept in words", async () => {
  const { controller, state, storage } = bases();
  const states = config.cohort.agents.map(({ architecture, size }, n) => {
    const layout = ARCHITECTURE_LIST[architecture].layout(size, 24);
    const none = new Float32Array(layout.length);
    return { parameters: initialise(layout, createRng(n)), firstMoment: none, secondMoment: none, adamStep: 4 };
  });
  const [file] = trainedFiles({ ...config, compare: null }, { step: 4, cohort: states, compare: null });
  if (!file) throw new Error("There is no file.");
  const weights = await sha256(file.file);
  const agents = config.cohort.agents.map((agent, n) => (n === 0 ? { ...agent, weights } : agent));
  const started = { ...config, cohort: { ...config.cohort, agents } };
  await controller.look(started);
  expect(state().needs.map(({ id, place }) => [id, place])).toEqual([
    [trainedId(weights), "absent"],
    ["recurrent-small-lsb-L-r0-s0", "shipped"],
    // The compared cohort's own agent A.
    ["attention-small-msb-Q-r0-s0", "shipped"],
  ]);
  controller.pretrain();
  expect(state().jobs).toEqual([]);
  await controller.importFiles([new File([file.file], file.name)]);
  expect(state()).toMatchObject({
    problem: null,
    news: `“trained ${weights.slice(0, 8)}” is imported; an agent’s “Starts from” has it now.`,
  });
  expect(state().needs[0]).toMatchObject({ place: "kept", accuracy: ACCURACY });
  expect(state().kept).toMatchObject([
    {
      weights,
      task: "addition",
      words: `attention · small · corpus Q · msb · trained ${weights.slice(0, 8)}: co-rl, agent A, step 4 of seed 0`,
    },
  ]);
  expect([...storage.keys()]).toEqual([trainedId(weights)]);
});
