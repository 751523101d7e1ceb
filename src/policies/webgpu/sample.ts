/** Sampling: one dispatch and one readback a rollout (wgsl/rollout.ts). */
import { allFinite } from "../adam.ts";
import { checkSampling } from "../distribution.ts";
import type { Rollouts, SampleRequest } from "../engine.ts";
import { NotFiniteError } from "../not-finite.ts";
import { floats, perform } from "./gpu.ts";
import { fitting, type GpuPolicy, workOf } from "./policy.ts";
import { LANES } from "./wgsl/text.ts";

const UNIFORM = GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST;

/** Token ids as u32. Throws RangeError on one outside the alphabet. */
function checked(ids: Int32Array, alphabet: number): Uint32Array<ArrayBuffer> {
  for (const id of ids)
    if (!(id >= 0 && id < alphabet)) throw new RangeError(`Token ${id} is outside an alphabet of ${alphabet}.`);
  return Uint32Array.from(ids);
}

/** Samples rollouts. Throws RangeError on a request that makes no sense, Error where the logits are not finite. */
export async function sample(policy: GpuPolicy, weights: GPUBuffer, request: SampleRequest): Promise<Rollouts> {
  const { device, buffers, vocabulary, promptLength, maxCompletion: width } = policy;
  const { prompts, promptCount, perPrompt, temperature, topP, key } = request;
  checkSampling(temperature, topP);
  if (promptCount < 1 || perPrompt < 1) throw new RangeError("Sampling needs at least one prompt and one rollout per prompt.");
  if (prompts.length !== promptCount * promptLength) throw new RangeError("The prompts are not [promptCount, promptLength].");
  const ids = checked(prompts, vocabulary.characters.length);
  const rows = promptCount * perPrompt;
  const groups = Math.min(Math.ceil(rows / LANES), fitting(policy, policy.rolloutRows));
  const [result] = await perform(device, buffers, (encoder) => {
    const call = new DataView(new ArrayBuffer(32));
    call.setUint32(0, rows, true);
    call.setUint32(4, perPrompt, true);
    call.setInt32(8, key | 0, true);
    call.setFloat32(12, 1 / temperature, true);
    call.setFloat32(16, topP, true);
    const written = buffers.room("written", (2 * rows * width + 3 * rows) * 4);
    const bound = policy.programs.rollout.bind(
      buffers.filled("rollout call", new Uint32Array(call.buffer), UNIFORM),
      weights,
      buffers.filled("prompts", ids),
      workOf(policy, groups * policy.rolloutRows),
      written,
    );
    const pass = encoder.beginComputePass();
    policy.programs.rollout.dispatch(pass, bound, groups);
    pass.end();
    return [{ buffer: written, from: 0, bytes: (2 * rows * width + 3 * rows) * 4 }];
  });
  const words = new Int32Array(result ?? new ArrayBuffer(0));
  const numbers = floats(result);
  const perRow = 2 * rows * width;
  const out: Rollouts = {
    rows,
    width,
    tokens: new Int32Array(rows * width).fill(vocabulary.pad),
    lengths: words.slice(perRow, perRow + rows),
    logProbs: new Float32Array(rows * width),
    entropies: numbers.slice(perRow + rows, perRow + 2 * rows),
    certainties: numbers.slice(perRow + 2 * rows, perRow + 3 * rows),
  };
  for (let row = 0; row < rows; row++) {
    // Behind a completion's end stands what was there before.
    const from = row * width;
    const end = from + (out.lengths[row] ?? 0);
    out.tokens.set(words.subarray(from, end), from);
    out.logProbs.set(numbers.subarray(rows * width + from, rows * width + end), from);
  }
  if (!allFinite(out.logProbs) || !allFinite(out.entropies))
    throw new NotFiniteError("The policy's logits are not finite: its parameters have diverged.");
  return out;
}
