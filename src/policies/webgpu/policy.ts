/** One policy on a graphics device: its programs compiled for its shape, and its buffers. */
import type { Vocabulary } from "../../tasks/task.ts";
import { layoutOf, type PolicyShape } from "../architectures/index.ts";
import type { Layout } from "../layout.ts";
import { type Buffers, compile, createBuffers, type Program } from "./gpu.ts";
import { networkOf } from "./networks/index.ts";
import type { GpuNetwork } from "./networks/network.ts";
import { ADAM_BINDINGS, adamCode, NORM_BINDINGS, normCode } from "./wgsl/adam.ts";
import { FORCED_BINDINGS, forcedCode } from "./wgsl/forced.ts";
import { GRADIENT_BINDINGS, gradientCode, gradientJobs, jobCount } from "./wgsl/gradient.ts";
import { ROLLOUT_BINDINGS, rolloutCode, rolloutRows } from "./wgsl/rollout.ts";
import { counter, LANES, type Weights, weightsOf } from "./wgsl/text.ts";

export interface PolicyOptions {
  readonly shape: PolicyShape;
  readonly vocabulary: Vocabulary;
  readonly promptLength: number;
  /** Cap on a completion's tokens. */
  readonly maxCompletion: number;
  /** Bytes that one dispatch may work in; more is done in several. 128 MiB, the least that every device binds, unless given. */
  readonly workBytes?: number;
}

export interface GpuPolicy extends PolicyOptions {
  readonly device: GPUDevice;
  readonly buffers: Buffers;
  readonly layout: Layout;
  readonly weights: Weights;
  readonly network: GpuNetwork;
  readonly programs: Readonly<Record<"rollout" | "forced" | "gradient" | "norm" | "adam", Program>>;
  /** Positions of a sequence at most: the last token is drawn, never read. */
  readonly positions: number;
  /** Rows that a workgroup of the rollout needs. */
  readonly rolloutRows: number;
  /** Workgroups of the gradients' program, and its table. */
  readonly jobs: { readonly count: number; readonly buffer: GPUBuffer };
  /** Where each parameter stands a second time, transposed. */
  readonly places: GPUBuffer;
  /** The buffer that `parameters` are read from: as they are, then transposed, then the network's table. */
  packed(parameters: Float32Array): Float32Array<ArrayBuffer>;
}

/** Index behind the parameters of each one's transpose; only matrices differ. */
function transposes(layout: Layout): Uint32Array<ArrayBuffer> {
  const places = new Uint32Array(layout.length);
  for (const { offset, size, shape } of layout.tensors) {
    const [inputs = 1, outputs = 1] = shape.length === 2 ? shape : [1, size];
    for (let i = 0; i < inputs; i++) {
      for (let j = 0; j < outputs; j++) places[offset + i * outputs + j] = layout.length + offset + j * inputs + i;
    }
  }
  return places;
}

/** Compiles a policy's programs. Throws Error with a sentence where the driver refuses them. */
export async function createGpuPolicy(device: GPUDevice, options: PolicyOptions): Promise<GpuPolicy> {
  const { shape, vocabulary, promptLength, maxCompletion } = options;
  const alphabet = vocabulary.characters.length;
  const layout = layoutOf(shape, alphabet);
  const weights = weightsOf(layout);
  const positions = promptLength + maxCompletion - 1;
  const rows = counter();
  const common = { TOKEN: rows.take(1), SCORES: rows.take(alphabet), SHARES: rows.take(alphabet), LOG_TOTAL: rows.take(1) };
  const network = networkOf(shape, { weights, alphabet, positions, firstRow: rows.end });
  const program = (name: string, code: string, bindings: typeof FORCED_BINDINGS): Promise<Program> =>
    compile(device, `${shape.architecture} ${name}`, code, bindings);
  const [rollout, forced, gradient, norm, adam] = await Promise.all([
    program("rollout", rolloutCode(network, common, options), ROLLOUT_BINDINGS),
    program("forced", forcedCode(network, common, options), FORCED_BINDINGS),
    program("gradient", gradientCode(network, weights, common.TOKEN), GRADIENT_BINDINGS),
    program("norm", normCode(weights), NORM_BINDINGS),
    program("adam", adamCode(weights), ADAM_BINDINGS),
  ]);
  const buffers = createBuffers(device);
  const jobs = gradientJobs(network, weights, layout.tensors, common.TOKEN, promptLength - 1);
  const places = transposes(layout);
  return {
    ...options,
    device,
    buffers,
    layout,
    weights,
    network,
    programs: { rollout, forced, gradient, norm, adam },
    positions,
    rolloutRows: rolloutRows(network, positions, promptLength),
    jobs: { count: jobCount(jobs), buffer: buffers.filled("jobs", jobs) },
    places: buffers.filled("places", places),
    packed(parameters) {
      const all = new Float32Array(2 * layout.length + network.table.length);
      all.set(parameters);
      parameters.forEach((value, i) => {
        all[places[i] ?? 0] = value;
      });
      all.set(network.table, 2 * layout.length);
      return all;
    },
  };
}

const WORK_BYTES = 2 ** 27;
/** Bytes of a row. */
const ROW = 4 * LANES;

/** How many pieces of so many rows fit into a dispatch; at least one. */
export function fitting({ workBytes = WORK_BYTES }: GpuPolicy, rows: number): number {
  return Math.max(1, Math.floor(workBytes / (rows * ROW)));
}

/** Rows that teacher forcing needs for a chunk of so many positions. */
export function forcedRows({ network }: GpuPolicy, positions: number): number {
  return (network.cacheAhead + positions) * network.cacheRows + positions * network.blockRows;
}

/** The buffer that programs work in, with so many rows. */
export function workOf({ buffers }: GpuPolicy, rows: number): GPUBuffer {
  return buffers.room("work", rows * ROW);
}
