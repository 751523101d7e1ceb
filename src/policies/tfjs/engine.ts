/**
 * The engine on plain tfjs: the oracle for the fused ones. The same operations on wasm, webgpu and cpu; only sampling
 * draws on the host or on the device (sample.ts). Parameters and optimiser live on the host (adam.ts); weights are uploaded after each
 * change, 100 kB.
 */
import type { Vocabulary } from "../../tasks/task.ts";
import { freshState } from "../adam.ts";
import { type PolicyShape, shapeOf } from "../architectures/index.ts";
import type { Engine, UpdateRequest, UpdateStats } from "../engine.ts";
import { assertWorking } from "../lost.ts";
import { copyState, runUpdates } from "../optimise.ts";
import type { ArchitectureId, SizeId } from "../spec.ts";
import { openBackend, type TfjsBackendId, useBackend } from "./backend.ts";
import { type Tensor, tf } from "./core.ts";
import { forcedGradient, forcedLogProbs } from "./forced.ts";
import { createPolicy } from "./policy.ts";
import { sample } from "./sample.ts";

export interface TfjsEngineOptions {
  readonly architecture: ArchitectureId;
  readonly size: SizeId;
  /** Dimensions other than the size's, for benchmarks: of the same architecture. */
  readonly shape?: PolicyShape;
  readonly vocabulary: Vocabulary;
  readonly promptLength: number;
  /** Cap on a completion's tokens. */
  readonly maxCompletion: number;
  readonly backend: TfjsBackendId;
  readonly parameters: Float32Array;
}

/**
 * Opens the backend and puts a policy on it. Throws Error where there is no such backend, RangeError where the parameters
 * are another policy's. One call at a time: methods of engines in one worker must not overlap.
 */
export async function createTfjsEngine(options: TfjsEngineOptions): Promise<Engine> {
  const { architecture, size, vocabulary, promptLength, maxCompletion, backend } = options;
  await openBackend(backend);
  const policy = createPolicy({ shape: options.shape ?? shapeOf(architecture, size), vocabulary, promptLength });
  const count = policy.layout.length;
  const expect = (parameters: Float32Array): void => {
    if (parameters.length !== count) {
      throw new RangeError(`A ${size} ${architecture} policy has ${count} parameters; ${parameters.length} were given.`);
    }
  };
  expect(options.parameters);
  let state = freshState(options.parameters);
  let uploaded: { readonly parameters: Float32Array; readonly tensors: Tensor[] } | null = null;
  let disposed = false;

  const ready = async (parameters = state.parameters): Promise<Tensor[]> => {
    if (disposed) throw new Error("This engine has been disposed of.");
    assertWorking(backend);
    await useBackend(backend);
    if (uploaded?.parameters !== parameters) {
      if (uploaded) tf.dispose(uploaded.tensors);
      uploaded = { parameters, tensors: policy.upload(parameters) };
    }
    return uploaded.tensors;
  };

  const update = async (request: UpdateRequest): Promise<UpdateStats> => {
    const { rollouts } = request;
    try {
      const done = await runUpdates(state, request, {
        logProbs: async (parameters) => forcedLogProbs(policy, await ready(parameters), request, rollouts),
        gradient: async (parameters, derivative) =>
          forcedGradient(policy, await ready(parameters), request, rollouts, derivative),
      });
      state = done.state;
      return done.stats;
    } catch (error) {
      assertWorking(backend);
      throw error;
    }
  };

  return {
    backend,
    parameterCount: count,
    async sample(request) {
      const weights = await ready();
      try {
        return await sample(policy, policy.context(weights), request, maxCompletion, backend === "webgpu-plain");
      } catch (error) {
        assertWorking(backend);
        throw error;
      }
    },
    async logProbs(request, rollouts, parameters) {
      const weights = await ready();
      if (!parameters) return forcedLogProbs(policy, weights, request, rollouts);
      expect(parameters);
      const others = policy.upload(parameters);
      try {
        return await forcedLogProbs(policy, others, request, rollouts);
      } finally {
        tf.dispose(others);
      }
    },
    update,
    async snapshot() {
      return copyState(state);
    },
    restore(given) {
      for (const part of [given.parameters, given.firstMoment, given.secondMoment]) expect(part);
      state = copyState(given);
    },
    memory: () => {
      const { numTensors, numBytes } = tf.memory();
      return { tensors: numTensors, bytes: numBytes };
    },
    dispose() {
      if (disposed) return;
      disposed = true;
      if (uploaded) tf.dispose(uploaded.tensors);
      policy.dispose();
    },
  };
}
