/** One policy in an instance of the compiled engine: its shape written down, its parameters, and views of what it shares with the host. */
import type { Vocabulary } from "../../tasks/task.ts";
import { layoutOf, type PolicyShape } from "../architectures/index.ts";
import type { Layout } from "../layout.ts";
import { instantiate, type SimdExports } from "./module.ts";
import type { Saved } from "./saved.ts";

/** Sequences side by side in a chunk. */
export const LANES = 16;

export interface SimdPolicy {
  readonly wasm: SimdExports;
  readonly layout: Layout;
  readonly vocabulary: Vocabulary;
  readonly promptLength: number;
  /** Cap on a completion's tokens. */
  readonly width: number;
  /** The rollouts whose numbers were saved last (saved.ts). */
  saved: Saved | null;
  /** The share of rollouts with a gradient in the last update; 1 before the first. */
  learned: number;
  /** Views of memory; to be asked for anew after every call that may grow it (reserve). */
  views(): Views;
  /** Puts parameters in place, unless they are the same array as last time, and begins a pass (index.ts). */
  begin(parameters: Float32Array, temperature: number, back: boolean): void;
}

export interface Views {
  /** [positions + 1, 16] */
  readonly tokens: Uint32Array;
  /** Which kept chunk, then which lane of it, has each lane's prompt, [2, 16]. */
  readonly owners: Uint32Array;
  /** [positions, 16] */
  readonly logProbs: Float32Array;
  /** [positions, 16] */
  readonly derivatives: Float32Array;
  /** Which rollout each lane has, and how many of its positions are saved, [2, 16]. */
  readonly slots: Uint32Array;
  readonly uniforms: Float32Array;
  readonly entropies: Float32Array;
  readonly certainties: Float32Array;
  readonly gradient: Float32Array;
}

/** The number that the engine knows an architecture by, and its dimensions in the order in which the engine reads them. */
function codeOf(shape: PolicyShape): { readonly kind: number; readonly dimensions: readonly number[] } {
  switch (shape.architecture) {
    case "attention": {
      const { width, layers, heads, hidden } = shape.dimensions;
      return { kind: 0, dimensions: [width, layers, heads, hidden] };
    }
    case "recurrent": {
      const { embedding, hidden } = shape.dimensions;
      return { kind: 1, dimensions: [embedding, hidden] };
    }
    case "convolutional": {
      const { width, dilations } = shape.dimensions;
      return { kind: 2, dimensions: [width, dilations.length, ...dilations] };
    }
  }
}

/** Throws RangeError on an alphabet or a width that the engine, which works on four numbers at a time, has no code for. */
function checkShape(shape: PolicyShape, alphabet: number): void {
  const { dimensions } = shape;
  const widths = [
    "width" in dimensions ? dimensions.width : dimensions.embedding,
    "hidden" in dimensions ? dimensions.hidden : 4,
    "heads" in dimensions ? dimensions.width / dimensions.heads : 4,
  ];
  if (alphabet % 4 !== 0)
    throw new RangeError(`The simd engine works on four tokens at a time; an alphabet of ${alphabet} is not a multiple.`);
  if (widths.some((width) => width % 4 !== 0))
    throw new RangeError("The simd engine works on four numbers at a time; widths, a head's too, must be multiples.");
}

/** Lays a policy out in a fresh instance. Throws RangeError on an alphabet that the engine has no code for. */
export async function createSimdPolicy(
  module: WebAssembly.Module,
  options: {
    readonly shape: PolicyShape;
    readonly vocabulary: Vocabulary;
    readonly promptLength: number;
    readonly maxCompletion: number;
  },
): Promise<SimdPolicy> {
  const { shape, vocabulary, promptLength, maxCompletion } = options;
  const alphabet = vocabulary.characters.length;
  checkShape(shape, alphabet);
  const layout = layoutOf(shape, alphabet);
  const wasm = await instantiate(module);
  const { kind, dimensions } = codeOf(shape);
  new Uint32Array(wasm.memory.buffer, wasm.dimensionsAt(), dimensions.length).set(dimensions);
  // The last token is drawn, never read.
  const positions = promptLength + maxCompletion - 1;
  const tensors = wasm.configure(kind, alphabet, promptLength, positions, layout.length);
  if (tensors !== layout.tensors.length)
    throw new Error(`The simd engine does not know this ${shape.architecture} policy's tensors.`);
  const u32 = (at: number, length: number): Uint32Array => new Uint32Array(wasm.memory.buffer, at, length);
  const f32 = (at: number, length: number): Float32Array => new Float32Array(wasm.memory.buffer, at, length);
  u32(wasm.offsetsAt(), tensors).set(layout.tensors.map(({ offset }) => offset));
  u32(wasm.activeAt(), vocabulary.active.length).set(vocabulary.active);
  wasm.setActive(vocabulary.active.length);

  let views: Views | null = null;
  let loaded: Float32Array | null = null;
  return {
    wasm,
    layout,
    vocabulary,
    promptLength,
    width: maxCompletion,
    saved: null,
    learned: 1,
    views() {
      if (views?.tokens.buffer !== wasm.memory.buffer) {
        views = {
          tokens: u32(wasm.tokensAt(), (positions + 1) * LANES),
          owners: u32(wasm.ownersAt(), 2 * LANES),
          logProbs: f32(wasm.logProbsAt(), positions * LANES),
          derivatives: f32(wasm.derivativesAt(), positions * LANES),
          slots: u32(wasm.slotsAt(), 2 * LANES),
          uniforms: f32(wasm.uniformsAt(), LANES),
          entropies: f32(wasm.entropiesAt(), LANES),
          certainties: f32(wasm.certaintiesAt(), LANES),
          gradient: f32(wasm.gradientAt(), layout.length),
        };
      }
      return views;
    },
    begin(parameters, temperature, back) {
      if (loaded !== parameters) {
        f32(wasm.parametersAt(), layout.length).set(parameters);
        loaded = parameters;
      }
      wasm.begin(temperature, back);
    },
  };
}
