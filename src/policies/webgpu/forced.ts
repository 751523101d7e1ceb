/** Teacher forcing on the device: log-probabilities of given completions, and the gradient of sum(d * log p) (wgsl/forced.ts, wgsl/gradient.ts). */
import type { Asked, Completions } from "../engine.ts";
import { check, type Packed, pack } from "./chunks.ts";
import { floats, perform } from "./gpu.ts";
import { fitting, forcedRows, type GpuPolicy, workOf } from "./policy.ts";
import { SLICES } from "./wgsl/gradient.ts";
import { LANES } from "./wgsl/text.ts";

const UNIFORM = GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST;
/** Uniform buffers are bound at multiples of this. */
const ALIGNED = 256;
const ROW = 4 * LANES;

/** A record of each batch for the programs' `call`. */
function calls({ batches, entries }: Packed, temperature: number, back: boolean): Uint32Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(batches.length * ALIGNED));
  batches.forEach(({ first, count }, i) => {
    [first, count, back ? 1 : 0, i > 0 ? 1 : 0, entries].forEach((word, j) => {
      view.setUint32(i * ALIGNED + 4 * j, word, true);
    });
    view.setFloat32(i * ALIGNED + 20, 1 / temperature, true);
  });
  return new Uint32Array(view.buffer);
}

/** Teacher-forced log-probabilities, [R, T], 0 after the end. One dispatch. */
export async function forcedLogProbs(
  policy: GpuPolicy,
  weights: GPUBuffer,
  asked: Asked,
  completions: Completions,
): Promise<Float32Array> {
  check(policy, asked, completions);
  const { buffers, device } = policy;
  const { lengths, width } = completions;
  const out = new Float32Array(completions.rows * width);
  const rows = Array.from({ length: completions.rows }, (_, row) => row).filter((row) => (lengths[row] ?? 0) > 0);
  const packed = pack(policy, asked, completions, rows, false);
  const [batch] = packed.batches;
  if (!batch) return out;
  const [result] = await perform(device, buffers, (encoder) => {
    const results = buffers.room("results", (packed.entries + packed.chunks.length) * ROW);
    const { forced } = policy.programs;
    const bound = forced.bind(
      buffers.filled("forced call", calls(packed, asked.temperature, false), UNIFORM),
      weights,
      buffers.filled("chunks", packed.records),
      buffers.filled("tokens", packed.tokens),
      buffers.room("derivatives", ROW),
      workOf(policy, batch.rows),
      results,
    );
    const pass = encoder.beginComputePass();
    const slots = fitting(policy, forcedRows(policy, policy.positions));
    forced.dispatch(pass, bound, Math.min(batch.count, slots));
    pass.end();
    return [{ buffer: results, from: 0, bytes: packed.entries * ROW }];
  });
  const values = floats(result);
  packed.each((at, packedAt) => {
    out[at] = values[packedAt] ?? 0;
  });
  return out;
}

/** Rows that have a derivative other than 0: the others add exactly nothing. NaN is not 0: it goes on and is refused. */
export function rowsThatCount({ lengths, rows, width }: Completions, derivative: Float32Array): number[] {
  const found: number[] = [];
  for (let row = 0; row < rows; row++) {
    for (let i = row * width; i < row * width + (lengths[row] ?? 0); i++) {
      if (derivative[i] === 0) continue;
      found.push(row);
      break;
    }
  }
  return found;
}

/** Where the value of sum(d * log p) is found after the commands: vec4s, one a chunk. */
export interface Values {
  readonly buffer: GPUBuffer;
  readonly from: number;
  readonly bytes: number;
}

/**
 * Records the commands that sum the gradient into the buffer "partials": two dispatches for each batch of chunks, and of a usual step's rollouts
 * there is one.
 */
export function recordGradient(
  policy: GpuPolicy,
  encoder: GPUCommandEncoder,
  weights: GPUBuffer,
  asked: Asked,
  completions: Completions,
  derivative: Float32Array,
): Values {
  const { buffers, programs, jobs } = policy;
  const packed = pack(policy, asked, completions, rowsThatCount(completions, derivative), true);
  const partials = buffers.room("partials", SLICES * policy.weights.quads * ROW);
  const results = buffers.room("results", (packed.entries + packed.chunks.length) * ROW);
  const values = { buffer: results, from: packed.entries * ROW, bytes: packed.chunks.length * ROW };
  if (packed.batches.length === 0) {
    encoder.clearBuffer(partials);
    return values;
  }
  const derivatives = new Float32Array(packed.entries * LANES);
  packed.each((at, packedAt) => {
    derivatives[packedAt] = derivative[at] ?? 0;
  });
  const call = buffers.filled("forced call", calls(packed, asked.temperature, true), UNIFORM);
  const records = buffers.filled("chunks", packed.records);
  const tokens = buffers.filled("tokens", packed.tokens);
  const slopes = buffers.filled("derivatives", derivatives);
  const work = workOf(policy, Math.max(...packed.batches.map(({ rows }) => rows)));
  const pass = encoder.beginComputePass();
  packed.batches.forEach(({ count }, i) => {
    const own = { buffer: call, offset: i * ALIGNED, size: 32 };
    programs.forced.dispatch(pass, programs.forced.bind(own, weights, records, tokens, slopes, work, results), count);
    programs.gradient.dispatch(pass, programs.gradient.bind(own, records, jobs.buffer, work, partials), jobs.count, SLICES);
  });
  pass.end();
  return values;
}
