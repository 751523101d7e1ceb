/**
 * From rows to parameters: the weights' gradients, their norm, and Adam, over the flat buffer. Three dispatches, the same for every network.
 *
 * Sums run in a fixed order, so that the same batch gives the same bits on the same device.
 */
import type { GpuNetwork, TensorGradient } from "../networks/network.ts";
import { FORCED_STRUCTS } from "./forced.ts";
import { type Binding, constants, declare, type Weights } from "./text.ts";

/** Threads of these workgroups; each makes sixteen entries of a matrix's gradient, or four of another's. */
export const GRADIENT_THREADS = 64;
/** Parts of a batch that gradients are summed over side by side. */
export const SLICES = 8;

export const GRADIENT_BINDINGS: readonly Binding[] = [
  { name: "call", type: "Call", kind: "uniform" },
  { name: "chunks", type: "array<Chunk>", kind: "read" },
  { name: "jobs", type: "array<Job>", kind: "read" },
  { name: "work", type: "array<vec4f>", kind: "read" },
  { name: "partials", type: "array<vec4f>", kind: "write" },
];

const KINDS = { matrix: 0, sum: 1, token: 2 } as const;
/** Words of a Job. */
const JOB_WORDS = 12;

/** Each workgroup's job: one tensor, or 64 tiles of it. */
export function gradientJobs(
  network: GpuNetwork,
  weights: Weights,
  tensors: readonly { readonly name: string; readonly shape: readonly number[] }[],
  token: number,
  written: number,
): Uint32Array<ArrayBuffer> {
  const words: number[] = [];
  for (const { name, shape } of tensors) {
    const gradient: TensorGradient | undefined = network.gradients.get(name);
    if (!gradient) throw new RangeError(`The webgpu engine has no gradient of "${name}".`);
    const x = gradient.kind === "matrix" ? gradient.x : { rows: token };
    const step = x.cached ? network.cacheRows : network.blockRows;
    const outputs = (shape[shape.length - 1] ?? 0) / 4;
    const inputs = gradient.kind === "sum" ? 1 : (shape[0] ?? 0) / 4;
    // Rows of positions before the first one may be zeros ahead of the cache, or not there at all.
    const earlier = x.earlier ?? 0;
    const from = Math.max(gradient.written ? written : 0, earlier - network.cacheAhead, 0);
    for (let tile = 0; tile < inputs * outputs; tile += GRADIENT_THREADS) {
      const at = (x.rows - earlier * step) >>> 0;
      words.push(
        KINDS[gradient.kind],
        at,
        step,
        x.cached ? 1 : 0,
        gradient.y,
        inputs,
        outputs,
        weights.at(name),
        tile,
        from,
        0,
        0,
      );
    }
  }
  if (words.length % JOB_WORDS !== 0) throw new RangeError("A job has another number of words.");
  return Uint32Array.from(words);
}

/** Workgroups that the jobs need. */
export const jobCount = (jobs: Uint32Array): number => jobs.length / JOB_WORDS;

export function gradientCode(network: GpuNetwork, weights: Weights, token: number): string {
  return [
    FORCED_STRUCTS,
    `struct Job {
  kind: u32, x: u32, step: u32, cached: u32, y: u32, inputs: u32, outputs: u32, to: u32, tile: u32, start: u32, spare0: u32, spare1: u32,
}`,
    declare(GRADIENT_BINDINGS),
    constants({
      THREADS: GRADIENT_THREADS,
      SLICES,
      BLOCK: network.blockRows,
      QUADS: weights.quads,
      TOKEN: token,
      MATRIX: KINDS.matrix,
      SUM: KINDS.sum,
    }),
    GRADIENT,
  ].join("\n");
}

const GRADIENT = /* wgsl */ `
fn fourRows(at: u32) -> mat4x4f { return mat4x4f(work[at], work[at + 1], work[at + 2], work[at + 3]); }

/** Four inputs' rows of a position, as columns; of an embedding: whether the token is this one, for four numbers. */
fn inputs(job: Job, chunk: Chunk, t: u32, quad: u32) -> mat4x4f {
  if (job.kind == MATRIX) {
    return fourRows(select(chunk.blocks, chunk.cache, job.cached == 1) + job.x + t * job.step + 4 * quad);
  }
  let token = vec4u(work[chunk.blocks + t * BLOCK + TOKEN]);
  let id = vec4u(4 * quad);
  return mat4x4f(
    select(vec4f(), vec4f(1), token == id),
    select(vec4f(), vec4f(1), token == id + 1),
    select(vec4f(), vec4f(1), token == id + 2),
    select(vec4f(), vec4f(1), token == id + 3),
  );
}

/** A tile of a tensor's gradient over every SLICES-th chunk. */
@compute @workgroup_size(THREADS)
fn main(@builtin(local_invocation_index) index: u32, @builtin(workgroup_id) group: vec3u) {
  let job = jobs[group.x];
  let slice = group.y;
  let tile = job.tile + index;
  if (tile >= job.inputs * job.outputs) { return; }
  let i = tile / job.outputs;
  let j = tile % job.outputs;
  // [output][input]: each is a sum over the four sequences.
  var sum = mat4x4f();
  var column = vec4f();
  for (var c = slice; c < call.chunks; c += SLICES) {
    let chunk = chunks[call.first + c];
    for (var t = job.start; t < chunk.positions; t++) {
      let y = fourRows(chunk.blocks + t * BLOCK + job.y + 4 * j);
      if (job.kind == SUM) {
        column += vec4f(1) * y;
      } else {
        sum += transpose(inputs(job, chunk, t, i)) * y;
      }
    }
  }
  var to = slice * QUADS + job.to + j;
  if (job.kind == SUM) {
    if (call.accumulate == 1) { column += partials[to]; }
    partials[to] = column;
    return;
  }
  let byInput = transpose(sum);
  to += 4 * i * job.outputs;
  for (var row = 0u; row < 4; row++) {
    var values = byInput[row];
    if (call.accumulate == 1) { values += partials[to]; }
    partials[to] = values;
    to += job.outputs;
  }
}
`;
