/** One way to an engine, whatever computes it. Each engine is imported when it is asked for: a worker on simd never loads tfjs. */
import type { BackendFacts, BackendId, Engine } from "./engine.ts";
import type { SimdEngineOptions } from "./simd/engine.ts";
import type { SimdBuild } from "./simd/module.ts";

export interface EngineOptions extends SimdEngineOptions {
  readonly backend: BackendId;
}

/** Opens a backend and says what it runs on; `build` is for simd. Throws Error with a sentence for the page where it is not to be had. */
export async function openBackend(backend: BackendId, build: SimdBuild | "auto" = "auto"): Promise<BackendFacts> {
  if (backend === "simd") return (await import("./simd/engine.ts")).openSimd(build);
  if (backend === "webgpu") return (await import("./webgpu/engine.ts")).openWebgpu();
  return (await import("./tfjs/backend.ts")).openBackend(backend);
}

/**
 * Puts a policy on a backend. Throws Error where there is no such backend, RangeError where the parameters are another policy's. One
 * call at a time: methods of engines in one worker must not overlap. `build` and `source` are for simd; others have no choice there.
 */
export async function createEngine(options: EngineOptions): Promise<Engine> {
  const { backend, ...rest } = options;
  if (backend === "simd") return (await import("./simd/engine.ts")).createSimdEngine(rest);
  if (backend === "webgpu") return (await import("./webgpu/engine.ts")).createWebgpuEngine(rest);
  return (await import("./tfjs/engine.ts")).createTfjsEngine({ ...rest, backend });
}
