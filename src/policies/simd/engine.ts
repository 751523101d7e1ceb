/**
 * The engine for people without a GPU: a whole rollout and a whole gradient in our own WebAssembly, on one thread. It loads no tfjs, and holds
 * to tfjs's numbers (*.engine.test.ts). The optimiser is the one that all engines share (adam.ts).
 */
import type { Vocabulary } from "../../tasks/task.ts";
import { freshState } from "../adam.ts";
import { type PolicyShape, shapeOf } from "../architectures/index.ts";
import type { BackendFacts, Engine } from "../engine.ts";
import { copyState, runUpdates } from "../optimise.ts";
import type { ArchitectureId, SizeId } from "../spec.ts";
import { forcedGradient, forcedLogProbs } from "./forced.ts";
import { chooseBuild, compile, type SimdBuild, type SimdSource } from "./module.ts";
import { createSimdPolicy, type SimdPolicy } from "./policy.ts";
import { sample } from "./sample.ts";

export interface SimdEngineOptions {
  readonly architecture: ArchitectureId;
  readonly size: SizeId;
  /** Dimensions other than the size's, for benchmarks: of the same architecture. */
  readonly shape?: PolicyShape;
  readonly vocabulary: Vocabulary;
  readonly promptLength: number;
  /** Cap on a completion's tokens. */
  readonly maxCompletion: number;
  readonly parameters: Float32Array;
  /** `plain` for the same bits on every processor; `auto`, the default, is the fastest that runs here. */
  readonly build?: SimdBuild | "auto";
  /** Where the binaries come from: the page's own origin unless given. */
  readonly source?: SimdSource;
}

/** Compiles the engine and says what it runs on. Throws Error with a sentence for the page where it is not to be had. */
export async function openSimd(wanted: SimdBuild | "auto" = "auto", source?: SimdSource): Promise<BackendFacts> {
  const build = chooseBuild(wanted);
  await compile(build, source);
  return { backend: "simd", adapter: `AssemblyScript SIMD, ${build}, one thread`, software: false, tfjs: "none" };
}

/** Puts a policy on the engine. Throws Error where there is no such build, RangeError where the parameters are another policy's. */
export async function createSimdEngine(options: SimdEngineOptions): Promise<Engine> {
  const { architecture, size, build = "auto", source } = options;
  const shape = options.shape ?? shapeOf(architecture, size);
  let policy: SimdPolicy | null = await createSimdPolicy(await compile(chooseBuild(build), source), { ...options, shape });
  const count = policy.layout.length;
  const expect = (parameters: Float32Array): void => {
    if (parameters.length !== count) {
      throw new RangeError(`A ${size} ${architecture} policy has ${count} parameters; ${parameters.length} were given.`);
    }
  };
  expect(options.parameters);
  let state = freshState(options.parameters);
  const ready = (): SimdPolicy => {
    if (!policy) throw new Error("This engine has been disposed of.");
    return policy;
  };

  return {
    backend: "simd",
    parameterCount: count,
    async sample(request) {
      return sample(ready(), state.parameters, request);
    },
    async logProbs(request, rollouts, parameters) {
      if (parameters) expect(parameters);
      // A copy: the engine knows parameters that it has in place by their array, and the caller may change his.
      return forcedLogProbs(ready(), parameters?.slice() ?? state.parameters, request, rollouts);
    },
    async update(request) {
      const own = ready();
      const done = await runUpdates(state, request, {
        logProbs: async (parameters) => forcedLogProbs(own, parameters, request, request.rollouts),
        gradient: async (parameters, derivative) => forcedGradient(own, parameters, request, request.rollouts, derivative),
      });
      state = done.state;
      return done.stats;
    },
    async snapshot() {
      return copyState(state);
    },
    restore(given) {
      for (const part of [given.parameters, given.firstMoment, given.secondMoment]) expect(part);
      state = copyState(given);
    },
    memory: () => ({ tensors: policy ? 1 : 0, bytes: policy?.wasm.memory.buffer.byteLength ?? 0 }),
    dispose() {
      // Its memory goes with the instance.
      policy = null;
    },
  };
}
