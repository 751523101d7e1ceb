/**
 * Updates with everything on the device: forwards and backwards, gradients, norm and Adam, four dispatches for a usual step. Only their checks come
 * back: the gradient's norm, the objective's value, and whether a parameter is not finite.
 */
import { allFinite, power } from "../adam.ts";
import type { UpdateRequest, UpdateStats } from "../engine.ts";
import { NotFiniteError } from "../not-finite.ts";
import { assertLearningRate, REFUSALS } from "../optimise.ts";
import { forcedLogProbs, recordGradient, rowsThatCount } from "./forced.ts";
import { floats, perform } from "./gpu.ts";
import type { GpuPolicy } from "./policy.ts";
import { adamGroups } from "./wgsl/adam.ts";
import { SLICES } from "./wgsl/gradient.ts";

/** A policy's parameters and optimiser on the device. */
export interface DeviceState {
  /** GpuPolicy.packed. */
  readonly weights: GPUBuffer;
  /** First moments, then second ones. */
  readonly moments: GPUBuffer;
  /** Updates so far. */
  readonly adamStep: number;
}

const UNIFORM = GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST;

/** One update in place. Throws NotFiniteError where a number is not finite; then the caller puts back what was there. */
async function updateOnce(policy: GpuPolicy, state: DeviceState, request: UpdateRequest, update: number): Promise<UpdateStats> {
  const { device, buffers, programs, weights } = policy;
  const { rollouts, adam, learningRate } = request;
  const logProbs = request.loss.needsCurrent(update)
    ? await forcedLogProbs(policy, state.weights, request, rollouts)
    : rollouts.logProbs;
  const { loss, derivative } = request.loss.evaluate(logProbs);
  // The device may take for granted that no number is NaN, so that one must not get there.
  const counted = rowsThatCount(rollouts, derivative);
  const finite = counted.every((row) => allFinite(derivative.subarray(row * rollouts.width, (row + 1) * rollouts.width)));
  if (!Number.isFinite(loss) || !finite) throw new NotFiniteError(REFUSALS.loss);
  const groups = adamGroups(weights);
  const step = state.adamStep + 1;
  const [sums, values] = await perform(device, buffers, (encoder) => {
    const value = recordGradient(policy, encoder, state.weights, request, rollouts, derivative);
    const partials = buffers.room("partials", SLICES * weights.quads * 16);
    const gradient = buffers.room("gradient", weights.quads * 16);
    const checks = buffers.room("checks", 2 * groups * 4);
    const options = buffers.filled(
      "step",
      Float32Array.of(
        learningRate,
        1 - learningRate * adam.weightDecay,
        adam.beta1,
        1 - adam.beta1,
        adam.beta2,
        1 - adam.beta2,
        adam.epsilon,
        1 - power(adam.beta1, step),
        Math.sqrt(1 - power(adam.beta2, step)),
        adam.clipNorm,
      ),
      UNIFORM,
    );
    const pass = encoder.beginComputePass();
    programs.norm.dispatch(pass, programs.norm.bind(partials, gradient, checks), groups);
    const bound = programs.adam.bind(options, gradient, policy.places, state.weights, state.moments, checks);
    programs.adam.dispatch(pass, bound, groups);
    pass.end();
    return [{ buffer: checks, from: 0, bytes: 2 * groups * 4 }, value];
  });
  const read = floats(sums);
  const norm = Math.sqrt(read.subarray(0, groups).reduce((sum, x) => sum + x, 0));
  const surrogate = floats(values).reduce((sum, x) => sum + x, 0);
  if (!Number.isFinite(surrogate)) throw new NotFiniteError(REFUSALS.loss);
  if (!Number.isFinite(norm)) throw new NotFiniteError(REFUSALS.gradient);
  if (read.subarray(groups).some((bad) => bad !== 0)) throw new NotFiniteError(REFUSALS.parameters);
  return { loss, gradientNorm: norm, surrogate };
}

/**
 * The batch's updates, in place. Throws Error where a number is not finite or the device was lost; where it was not, everything is as it was
 * before.
 */
export async function runGpuUpdates(
  policy: GpuPolicy,
  state: DeviceState,
  request: UpdateRequest,
): Promise<{ readonly adamStep: number; readonly stats: UpdateStats }> {
  assertLearningRate(request.learningRate);
  const { device, buffers } = policy;
  const held = [state.weights, state.moments].map((buffer) => ({
    buffer,
    before: buffers.room(`${buffer.label} before`, buffer.size),
  }));
  const copyAll = (to: "before" | "buffer"): Promise<unknown> =>
    perform(device, buffers, (encoder) => {
      for (const { buffer, before } of held) {
        const [source, target] = to === "before" ? [buffer, before] : [before, buffer];
        encoder.copyBufferToBuffer(source, 0, target, 0, source.size);
      }
      return [];
    });
  await copyAll("before");
  let current = state;
  let stats: UpdateStats = { loss: 0, gradientNorm: 0, surrogate: 0 };
  try {
    for (let update = 0; update < request.loss.updates; update++) {
      stats = await updateOnce(policy, current, request, update);
      current = { ...current, adamStep: current.adamStep + 1 };
    }
  } catch (error) {
    await copyAll("buffer");
    throw error;
  }
  return { adamStep: current.adamStep, stats };
}
