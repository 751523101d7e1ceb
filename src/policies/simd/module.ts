/**
 * The compiled engine: which build runs here, fetched and compiled once per worker. The sources are AssemblyScript in ./assembly, compiled by
 * scripts/simd.mjs; the binaries come from the page's own origin.
 */

import { fetchEngineFile } from "../engine-file.ts";

export const SIMD_BUILDS = ["plain", "relaxed"] as const;
/** `plain` gives the same bits on every processor; `relaxed` uses fused multiply-add, which may round differently between processors. */
export type SimdBuild = (typeof SIMD_BUILDS)[number];

/** What ./assembly/index.ts exports. Pointers are bytes into memory. */
export interface SimdExports {
  readonly memory: WebAssembly.Memory;
  dimensionsAt(): number;
  offsetsAt(): number;
  parametersAt(): number;
  gradientAt(): number;
  activeAt(): number;
  tokensAt(): number;
  ownersAt(): number;
  logProbsAt(): number;
  derivativesAt(): number;
  slotsAt(): number;
  uniformsAt(): number;
  entropiesAt(): number;
  certaintiesAt(): number;
  configure(kind: number, alphabet: number, promptLength: number, positions: number, count: number): number;
  setActive(count: number): void;
  setTopP(topP: number): void;
  reserve(chunks: number): void;
  begin(temperature: number, back: boolean): void;
  reservePrompts(chunks: number): void;
  keepPrompts(chunk: number): void;
  beginSaved(): void;
  allSaved(): number;
  force(positions: number, keepBlocks: boolean): void;
  forceBack(positions: number, saved: boolean): void;
  promptsBack(chunk: number): void;
  endBack(): void;
  readPrompts(chunk: number): void;
  copyLane(fromChunk: number, fromLane: number, toChunk: number, toLane: number, positions: number): void;
  /** With `save` it may grow the memory. */
  step(chunk: number, position: number, save: boolean): void;
}

/** The bytes of a build. */
export type SimdSource = (build: SimdBuild) => Promise<BufferSource>;

// Two functions without arguments that give a vector; `relaxed` makes it by f32x4.relaxed_madd, the other one by i8x16.popcnt.
const HEADER = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10];
const ZEROS = [65, 0, 253, 15];
const PROBES: Readonly<Record<SimdBuild, readonly number[]>> = {
  plain: [...HEADER, 10, 1, 8, 0, ...ZEROS, 253, 98, 11],
  relaxed: [...HEADER, 19, 1, 17, 0, ...ZEROS, ...ZEROS, ...ZEROS, 253, 133, 2, 11],
};

/** Whether this browser compiles what a build consists of. */
export function supports(build: SimdBuild): boolean {
  return typeof WebAssembly !== "undefined" && WebAssembly.validate(Uint8Array.from(PROBES[build]));
}

/** The build to run. Throws Error with a sentence where there is none, or not the one asked for. */
export function chooseBuild(wanted: SimdBuild | "auto"): SimdBuild {
  const build = wanted === "auto" ? (supports("relaxed") ? "relaxed" : "plain") : wanted;
  if (!supports(build)) {
    const what =
      typeof WebAssembly === "undefined" ? "WebAssembly" : build === "plain" ? "WebAssembly SIMD" : "relaxed WebAssembly SIMD";
    throw new Error(`This browser has no ${what}. Choose another backend.`);
  }
  return build;
}

async function fetchBuild(build: SimdBuild): Promise<BufferSource> {
  const { default: url } = build === "plain" ? await import("./build/plain.wasm?url") : await import("./build/relaxed.wasm?url");
  return (await fetchEngineFile(url, `The file ${build}.wasm of the simd engine`)).arrayBuffer();
}

const compiled = new Map<SimdBuild, Promise<WebAssembly.Module>>();

/** Compiles a build, once. `source` is where its bytes come from; the default is the page's own origin. */
export function compile(build: SimdBuild, source: SimdSource = fetchBuild): Promise<WebAssembly.Module> {
  const known = compiled.get(build);
  if (known) return known;
  const module = source(build).then((bytes) => WebAssembly.compile(bytes));
  compiled.set(build, module);
  // A load that failed is tried again the next time.
  module.catch(() => compiled.delete(build));
  return module;
}

/** A fresh instance with memory of its own. */
export async function instantiate(module: WebAssembly.Module): Promise<SimdExports> {
  const instance = await WebAssembly.instantiate(module, {
    env: {
      abort: () => {
        throw new Error("The SIMD engine stopped.");
      },
    },
  });
  // The binary is made of ./assembly by this project's build.
  return instance.exports as unknown as SimdExports;
}
