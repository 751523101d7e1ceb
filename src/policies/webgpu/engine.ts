/**
 * The engine for graphics cards: a whole rollout in one dispatch, a whole update in four, in WGSL of our own on tfjs's device. Parameters and
 * optimiser live there; what comes back is what a step needs. It holds to tfjs's numbers (engine.engine.test.ts).
 */
import { allFinite } from "../adam.ts";
import { layoutOf, type PolicyShape, shapeOf } from "../architectures/index.ts";
import type { BackendFacts, Engine, EngineState } from "../engine.ts";
import { assertWorking } from "../lost.ts";
import { NotFiniteError } from "../not-finite.ts";
import type { ArchitectureId, SizeId } from "../spec.ts";
import { openBackend } from "../tfjs/backend.ts";
import { forcedLogProbs } from "./forced.ts";
import { floats, openGpu, perform } from "./gpu.ts";
import { createGpuPolicy, type GpuPolicy, type PolicyOptions } from "./policy.ts";
import { sample } from "./sample.ts";
import { type DeviceState, runGpuUpdates } from "./update.ts";

export interface WebgpuEngineOptions extends Omit<PolicyOptions, "shape"> {
  readonly architecture: ArchitectureId;
  readonly size: SizeId;
  /** Dimensions other than the size's, for benchmarks: of the same architecture. */
  readonly shape?: PolicyShape;
  readonly parameters: Float32Array;
}

/** Opens the device and says what it is. Throws Error with a sentence for the page where there is none. */
export async function openWebgpu(): Promise<BackendFacts> {
  return { ...(await openBackend("webgpu-plain")), backend: "webgpu" };
}

/** Puts a policy on the device. Throws Error where there is none, RangeError where the parameters are another policy's. */
export async function createWebgpuEngine(options: WebgpuEngineOptions): Promise<Engine> {
  const { architecture, size } = options;
  const shape = options.shape ?? shapeOf(architecture, size);
  const count = layoutOf(shape, options.vocabulary.characters.length).length;
  const expect = (parameters: Float32Array): void => {
    if (parameters.length !== count) {
      throw new RangeError(`A ${size} ${architecture} policy has ${count} parameters; ${parameters.length} were given.`);
    }
  };
  expect(options.parameters);
  const device = await openGpu();
  const policy = await createGpuPolicy(device, { ...options, shape });
  const { buffers } = policy;
  let disposed = false;
  let finite = true;
  const put = ({ parameters, firstMoment, secondMoment, adamStep }: EngineState): DeviceState => {
    for (const part of [parameters, firstMoment, secondMoment]) expect(part);
    finite = allFinite(parameters);
    const moments = new Float32Array(2 * count);
    moments.set(firstMoment);
    moments.set(secondMoment, count);
    return {
      weights: buffers.filled("weights", policy.packed(parameters)),
      moments: buffers.filled("moments", moments),
      adamStep,
    };
  };
  const zeros = new Float32Array(count);
  let state = put({ parameters: options.parameters, firstMoment: zeros, secondMoment: zeros, adamStep: 0 });
  const ready = (): GpuPolicy => {
    if (disposed) throw new Error("This engine has been disposed of.");
    assertWorking("webgpu-plain");
    return policy;
  };

  return {
    backend: "webgpu",
    parameterCount: count,
    async sample(request) {
      const own = ready();
      // The device may take for granted that there are no such numbers.
      if (!finite) throw new NotFiniteError("The policy's logits are not finite: its parameters have diverged.");
      return sample(own, state.weights, request);
    },
    async logProbs(request, rollouts, parameters) {
      const own = ready();
      if (!parameters) return forcedLogProbs(own, state.weights, request, rollouts);
      expect(parameters);
      return forcedLogProbs(own, buffers.filled("other weights", own.packed(parameters)), request, rollouts);
    },
    async update(request) {
      const done = await runGpuUpdates(ready(), state, request);
      state = { ...state, adamStep: done.adamStep };
      return done.stats;
    },
    async snapshot() {
      ready();
      const bytes = count * 4;
      const [parameters, firstMoment, secondMoment] = await perform(device, buffers, () => [
        { buffer: state.weights, from: 0, bytes },
        { buffer: state.moments, from: 0, bytes },
        { buffer: state.moments, from: bytes, bytes },
      ]);
      return {
        parameters: floats(parameters),
        firstMoment: floats(firstMoment),
        secondMoment: floats(secondMoment),
        adamStep: state.adamStep,
      };
    },
    restore(given) {
      ready();
      state = put(given);
    },
    memory: () => buffers.size(),
    dispose() {
      if (disposed) return;
      disposed = true;
      buffers.dispose();
    },
  };
}
