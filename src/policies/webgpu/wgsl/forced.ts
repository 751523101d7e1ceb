/**
 * Teacher forcing in one dispatch: log-probabilities of given completions and, where asked for, the way back down to the derivatives that the
 * weights' gradients are made of (gradient.ts). A workgroup has a chunk of four sequences and all positions of them side by side.
 */
import type { Vocabulary } from "../../../tasks/task.ts";
import type { GpuNetwork } from "../networks/network.ts";
import { HEAD_BACK, head } from "./head.ts";
import { MATRIX, PRODUCTS_TOGETHER } from "./matrix.ts";
import { type Binding, constants, declare } from "./text.ts";

export const FORCED_BINDINGS: readonly Binding[] = [
  { name: "call", type: "Call", kind: "uniform" },
  { name: "weights", type: "array<vec4f>", kind: "read" },
  { name: "chunks", type: "array<Chunk>", kind: "read" },
  { name: "tokens", type: "array<vec4u>", kind: "read" },
  { name: "derivatives", type: "array<vec4f>", kind: "read" },
  { name: "work", type: "array<vec4f>", kind: "write" },
  { name: "results", type: "array<vec4f>", kind: "write" },
];

/** What is bound as `call` for teacher forcing and gradients, and a chunk's record. */
export const FORCED_STRUCTS = /* wgsl */ `
/** Chunks from \`first\` on. \`values\`: where in the results each chunk's sum(derivative * log p) goes. */
struct Call { first: u32, chunks: u32, back: u32, accumulate: u32, values: u32, sharpness: f32 }
/** First row of position 0's block and cache; positions that are read; first of the chunk's tokens, of which there is one more. */
struct Chunk { blocks: u32, cache: u32, positions: u32, tokens: u32 }
`;

/** `results` has a vec4 of log-probabilities wherever `tokens` has the token before, then a vec4 a chunk. */
export function forcedCode(
  network: GpuNetwork,
  rows: Readonly<Record<string, number>>,
  options: { readonly vocabulary: Vocabulary; readonly promptLength: number },
): string {
  const { vocabulary, promptLength } = options;
  return [
    FORCED_STRUCTS,
    declare(FORCED_BINDINGS),
    constants({
      THREADS: network.threads,
      BLOCK: network.blockRows,
      CACHE: network.cacheRows,
      VOCABULARY: vocabulary.characters.length,
      WRITTEN: promptLength - 1,
      ...rows,
    }),
    MATRIX,
    PRODUCTS_TOGETHER,
    FORCED_ROWS,
    head(vocabulary),
    network.forward,
    HEAD_BACK,
    network.backward,
    FORCED,
  ].join("\n");
}

const FORCED_ROWS = /* wgsl */ `
var<private> tokensAt: u32;
fn targetAt(t: u32) -> vec4u { return tokens[tokensAt + t + 1]; }
fn derivativeAt(t: u32) -> vec4f { return derivatives[tokensAt + t]; }
`;

const FORCED = /* wgsl */ `
@compute @workgroup_size(THREADS)
fn main(
  @builtin(local_invocation_index) index: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
) {
  thread = index;
  for (var c = group.x; c < call.chunks; c += groups.x) {
    let chunk = chunks[call.first + c];
    blocks = chunk.blocks;
    cache = chunk.cache;
    tokensAt = chunk.tokens;
    let span = Span(0, chunk.positions);
    let tail = Span(WRITTEN, chunk.positions);
    for (var t = thread; t < span.end; t += THREADS) { work[rowAt(block(TOKEN), t)] = vec4f(tokens[tokensAt + t]); }
    sync();
    forward(span, WRITTEN);
    for (var t = tail.start + thread; t < tail.end; t += THREADS) {
      soften(t);
      let wanted = targetAt(t);
      results[tokensAt + t] =
        vec4f(tokenLog(t, 0, wanted.x), tokenLog(t, 1, wanted.y), tokenLog(t, 2, wanted.z), tokenLog(t, 3, wanted.w));
    }
    sync();
    if (call.back == 0) { continue; }
    if (thread == 0) {
      var value = vec4f();
      for (var t = tail.start; t < tail.end; t++) { value += derivativeAt(t) * results[tokensAt + t]; }
      results[call.values + call.first + c] = value;
    }
    scoreBack(tail);
    sync();
    backward(span, WRITTEN);
  }
}
`;
