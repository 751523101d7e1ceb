/** Where an agent finds its policy: shipped first, then what the page hands over, then the database, else a sentence that says where to make it. */
import "fake-indexeddb/auto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createRng } from "../math/rng.ts";
import { ARCHITECTURE_LIST } from "../policies/architectures/index.ts";
import { type CheckpointFile, sha256 } from "../policies/checkpoint.ts";
import { initialise } from "../policies/layout.ts";
import { encodeCheckpoint } from "../policies/safetensors.ts";
import { checkpointId, DEFAULT_BASE, trainedId } from "../policies/spec.ts";
import { forgetCheckpoint, keepCheckpoint } from "../runs/kept-checkpoints.ts";
import { findCheckpoint } from "./find-checkpoint.ts";
import type { AgentSetup } from "./protocol.ts";

const spec = { architecture: "attention", size: "small", digitOrder: "msb", corpus: "Q", replica: 0 } as const;
const layout = ARCHITECTURE_LIST.attention.layout("small", 24);
const setup: AgentSetup = {
  taskId: "addition",
  spec,
  cohortSeed: 7,
  base: DEFAULT_BASE,
  backend: "cpu",
  checkpointBase: "https://example.org/checkpoints/",
  samplingSeed: 0,
  paraphrase: false,
};
const id = checkpointId(spec, 7);

async function checkpoint(seed: number, damage = 0): Promise<CheckpointFile> {
  const file = encodeCheckpoint(layout, initialise(layout, createRng(seed)), { id, task: "addition" });
  const entry = {
    id,
    spec,
    file: `${id}.safetensors`,
    bytes: file.length,
    sha256: await sha256(file),
    parameters: layout.length,
    seeds: {},
    recipe: {},
    base: { mean: 0.5, low: 0.4, high: 0.6 },
  };
  file[file.length - 1] = (file[file.length - 1] ?? 0) ^ damage;
  return { entry, file };
}

/** A server with this shipped policy, or with none of the seed. */
function serve(shipped: CheckpointFile | null): void {
  vi.stubGlobal("fetch", async (address: string) => {
    if (!shipped) return new Response("", { status: 404 });
    const manifest = { schema: "co-rl-playground/checkpoints", version: 1, cohortSeed: 7, policies: [shipped.entry] };
    return address.endsWith("manifest.json") ? new Response(JSON.stringify(manifest)) : new Response(shipped.file);
  });
}

const keep = (file: CheckpointFile) => keepCheckpoint({ id, ...file, origin: "pretrained", savedAt: "" });

beforeEach(() => forgetCheckpoint(id));
afterEach(() => vi.unstubAllGlobals());

test("shipped, handed over, kept: in this order", async () => {
  const [shipped, handed, stored] = [await checkpoint(1), await checkpoint(2), await checkpoint(3)];
  await keep(stored);
  serve(null);
  expect((await findCheckpoint(setup, 24)).sha256).toBe(stored.entry.sha256);
  expect((await findCheckpoint({ ...setup, kept: handed }, 24)).sha256).toBe(handed.entry.sha256);
  serve(shipped);
  expect((await findCheckpoint({ ...setup, kept: handed }, 24)).sha256).toBe(shipped.entry.sha256);
});

test("none: a sentence that says which and where to pretrain it; a damaged one: what to do", async () => {
  serve(null);
  await expect(findCheckpoint(setup, 24)).rejects.toThrow(
    /^There is no base policy "attention-small-msb-Q-r0-s7" yet; press “Pretrain” under Base policies/,
  );
  await keep(await checkpoint(1, 1));
  await expect(findCheckpoint(setup, 24)).rejects.toThrow(
    /^The kept base policy "attention-small-msb-Q-r0-s7" is damaged: .*; delete it under Base policies, and pretrain or import it anew\.$/,
  );
});

test("a server in trouble is told, and no other policy is taken for the shipped one", async () => {
  await keep(await checkpoint(3));
  vi.stubGlobal("fetch", async () => new Response("", { status: 503 }));
  await expect(findCheckpoint(setup, 24)).rejects.toThrow(/answered 503/);
});

test("a trained policy is found by the hash of its file; a missing, other or damaged one is told", async () => {
  serve(await checkpoint(9));
  const { entry, file } = await checkpoint(4);
  const weights = entry.sha256;
  const own = { ...entry, id: trainedId(weights) };
  const asked = { ...setup, weights };
  await expect(findCheckpoint(asked, 24)).rejects.toThrow(
    `The policy "trained ${weights.slice(0, 8)}" that an agent starts from is not in this browser: import its safetensors file, whose SHA-256 is ${weights}, under Base policies, or choose another start.`,
  );
  await keepCheckpoint({ id: own.id, entry: own, file, origin: "imported", savedAt: "" });
  // Not the shipped policy of the same make.
  expect(await findCheckpoint(asked, 24)).toMatchObject({ id: own.id, sha256: weights });
  await expect(findCheckpoint({ ...asked, spec: { ...spec, corpus: "L" } }, 24)).rejects.toThrow(/is of another make or task/);
  await expect(findCheckpoint({ ...asked, taskId: "addition-roles" }, 24)).rejects.toThrow(/is of another make or task/);
  const other = await checkpoint(5);
  await expect(findCheckpoint({ ...asked, kept: other }, 24)).rejects.toThrow(/is damaged: delete it under Base policies/);
  file[file.length - 1] = (file[file.length - 1] ?? 0) ^ 1;
  await expect(findCheckpoint({ ...asked, kept: { entry: own, file } }, 24)).rejects.toThrow(/is damaged/);
  await forgetCheckpoint(own.id);
});
