import { describe, expect, it } from "vitest";
import { createRng } from "../math/rng.ts";
import { ARCHITECTURE_LIST } from "./architectures/index.ts";
import { CheckpointError, loadCheckpoint } from "./checkpoint.ts";
import { initialise } from "./layout.ts";
import type { CheckpointEntry } from "./manifest.ts";
import { encodeCheckpoint } from "./safetensors.ts";
import { checkpointId, type PolicySpec } from "./spec.ts";

const spec: PolicySpec = { architecture: "attention", size: "small", digitOrder: "msb", corpus: "Q", replica: 0 };
const SEED = 3;
const layout = ARCHITECTURE_LIST.attention.layout("small", 24);
const parameters = initialise(layout, createRng(1));
const good = encodeCheckpoint(layout, parameters, {}, "F32");

async function hashOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return Buffer.from(await crypto.subtle.digest("SHA-256", bytes)).toString("hex");
}

async function entryOf(bytes: Uint8Array<ArrayBuffer>): Promise<CheckpointEntry> {
  const id = checkpointId(spec, SEED);
  const base = { mean: 0.5, low: 0.4, high: 0.6 };
  const sha256 = await hashOf(bytes);
  return {
    id,
    spec,
    file: `${id}.safetensors`,
    bytes: bytes.length,
    sha256,
    parameters: layout.length,
    seeds: {},
    recipe: {},
    base,
  };
}

/** Loads from a server that has this manifest (text or value) and this file. */
async function load(given: { manifest?: unknown; file?: Response | Uint8Array<ArrayBuffer>; entry?: Partial<CheckpointEntry> }) {
  const bytes = given.file instanceof Uint8Array ? given.file : good;
  const policies = [{ ...(await entryOf(bytes)), ...given.entry }];
  const manifest = given.manifest ?? { schema: "co-rl-playground/checkpoints", version: 1, cohortSeed: SEED, policies };
  const asked: string[] = [];
  const fetcher = async (address: string): Promise<Response> => {
    asked.push(address);
    if (address.endsWith("manifest.json")) {
      return manifest instanceof Response
        ? manifest
        : new Response(typeof manifest === "string" ? manifest : JSON.stringify(manifest));
    }
    return given.file instanceof Response ? given.file : new Response(bytes);
  };
  return { checkpoint: await loadCheckpoint("https://example.org/checkpoints/", spec, SEED, 24, fetcher), asked };
}

describe("loadCheckpoint", () => {
  it("gives the parameters of a file that is as its manifest says", async () => {
    const { checkpoint, asked } = await load({});
    expect(checkpoint.parameters).toEqual(parameters);
    expect(checkpoint.id).toBe("attention-small-msb-Q-r0-s3");
    expect(checkpoint.sha256).toBe(await hashOf(good));
    expect(asked).toEqual([
      "https://example.org/checkpoints/seed-3/manifest.json",
      "https://example.org/checkpoints/seed-3/attention-small-msb-Q-r0-s3.safetensors",
    ]);
  });

  const html = (): Response => new Response("<!doctype html>", { headers: { "content-type": "text/html; charset=utf-8" } });
  const recurrent = ARCHITECTURE_LIST.recurrent.layout("small", 24);
  const nan = parameters.map((x, i) => (i === 100 ? Number.NaN : x));
  const changed = good.slice();
  changed[changed.length - 1] = (changed[changed.length - 1] ?? 0) ^ 1;

  it.each([
    [
      "no manifest",
      { manifest: new Response("", { status: 404 }) },
      /no checkpoints for cohort seed 3.*npm run pretrain -- --cohort-seed 3/,
    ],
    ["a page instead of the manifest", { manifest: html() }, /no checkpoints for cohort seed 3/],
    ["a server error", { manifest: new Response("", { status: 503 }) }, /answered 503/],
    ["a manifest that is no JSON", { manifest: "{" }, /not JSON/],
    ["a manifest of another form", { manifest: { schema: "x" } }, /form.*schema/],
    [
      "another seed's manifest",
      { manifest: { schema: "co-rl-playground/checkpoints", version: 1, cohortSeed: 9, policies: [] } },
      /seed 9's/,
    ],
    ["no entry", { entry: { id: "other" } }, /no checkpoint "attention-small-msb-Q-r0-s3"/],
    ["a path in a file's name", { entry: { file: "../x.safetensors" } }, /form.*file/],
    ["no file", { file: new Response("", { status: 404 }) }, /missing/],
    ["a page instead of the file", { file: html() }, /missing/],
    ["a truncated file", { file: new Response(good.slice(0, 500)) }, /truncated \(500 bytes/],
    ["other bytes", { file: new Response(changed) }, /damaged: its SHA-256/],
    [
      "another policy's file",
      { file: encodeCheckpoint(recurrent, initialise(recurrent, createRng(1)), {}) },
      /does not fit this policy/,
    ],
    ["a file that is no safetensors", { file: new TextEncoder().encode("hello") }, /does not fit this policy/],
    ["NaN", { file: encodeCheckpoint(layout, nan, {}) }, /not finite/],
  ])("says what to do about %s", async (_, given, message) => {
    const failure = await load(given).then(
      () => null,
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(CheckpointError);
    if (!(failure instanceof CheckpointError)) return;
    expect(failure.message).toMatch(message);
    // One sentence.
    expect(failure.message).toMatch(/^[A-Z][\s\S]*\.$/);
    expect(failure.message).not.toMatch(/\.\s+[A-Z]|undefined|\[object/);
  });

  it("says so when the network fails", async () => {
    const fetcher = () => Promise.reject(new TypeError("Failed to fetch"));
    await expect(loadCheckpoint("x", spec, SEED, 24, fetcher)).rejects.toThrow(/check the connection/);
  });
});
