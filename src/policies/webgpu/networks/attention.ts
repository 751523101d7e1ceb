/** The transformer of architectures/attention.ts in WGSL: pre-norm, rotary positions, GELU. The cache has each layer's keys and values. */
import type { AttentionDimensions } from "../../architectures/attention.ts";
import { backwards, constants, counter, forwards } from "../wgsl/text.ts";
import { ATTENTION_FORWARD } from "./attention.wgsl.ts";
import { ATTENTION_BACKWARD } from "./attention-back.wgsl.ts";
import { type Frame, type GpuNetwork, type TensorGradient, threadsFor } from "./network.ts";

const ROTARY_BASE = 100;

/** (cos, sin, 0, 0) of the rotary angles, [positions, half]: WGSL's own are only good to three digits. */
function turns(positions: number, half: number): Float32Array {
  const table = new Float32Array(positions * half * 4);
  for (let t = 0; t < positions; t++) {
    for (let i = 0; i < half; i++) {
      const angle = t * ROTARY_BASE ** (-i / half);
      table.set([Math.cos(angle), Math.sin(angle)], (t * half + i) * 4);
    }
  }
  return table;
}

export function attention({ width, layers, heads, hidden }: AttentionDimensions, frame: Frame): GpuNetwork {
  const { weights, alphabet, positions, firstRow } = frame;
  if ((width / heads) % 4 !== 0)
    throw new RangeError(`The webgpu engine works on four features at a time; a head of ${width / heads} is not a multiple.`);
  const rows = counter(firstRow);
  // Of the first layer; the others' follow it, and then the last norm's.
  const layer = {
    IN: rows.take(width),
    STATS1: rows.take(2),
    NORMAL1: rows.take(width),
    QUERY: rows.take(3 * width),
    SEEN: rows.take(width),
    MIDDLE: rows.take(width),
    STATS2: rows.take(2),
    NORMAL2: rows.take(width),
    SLOPE: rows.take(hidden),
    HIDDEN: rows.take(hidden),
    ATTENTION: rows.take(heads * positions),
  };
  const layerRows = rows.end - firstRow;
  rows.take((layers - 1) * layerRows);
  const last = { LAST: rows.take(width), LAST_STATS: rows.take(2), LAST_NORMAL: rows.take(width) };
  const forwardRows = rows.end;
  const backRow = {
    D_SCORES: rows.take(alphabet),
    D_LAST_NORMAL: rows.take(width),
    D_LAST_GAIN: rows.take(width),
    SUMS: rows.take(2),
    // By each layer's input, then by the last one's output.
    D_STREAM: rows.take((layers + 1) * width),
  };
  const backStart = rows.end;
  const back = {
    D_HIDDEN: rows.take(hidden),
    D_NORMAL2: rows.take(width),
    D_GAIN2: rows.take(width),
    D_MIDDLE: rows.take(width),
    D_SEEN: rows.take(width),
    D_ATTENTION: rows.take(heads * positions),
    D_QUERY: rows.take(3 * width),
    D_NORMAL1: rows.take(width),
    D_GAIN1: rows.take(width),
  };
  const layerBackRows = rows.end - backStart;
  rows.take((layers - 1) * layerBackRows);

  const half = width / heads / 2;
  const table = turns(positions, half);
  const of = (name: string): string => `layers.0.${name}`;
  const stacked = { count: 3, stride: weights.between(of("query"), of("key")), apart: false };
  const numbers = constants({
    WIDTH: width,
    LAYERS: layers,
    HEADS: heads,
    HEAD_WIDTH: width / heads,
    HIDDEN_WIDTH: hidden,
    CAPACITY: positions,
    EMBEDDING: weights.at("embedding"),
    TURNS: 2 * weights.quads,
    LAYER_ROWS: layerRows,
    LAYER_BACK_ROWS: layerBackRows,
    LAYER_QUADS: layers > 1 ? weights.between("layers.0.query", "layers.1.query") : 0,
    GAIN1: weights.at(of("norm1.gain")),
    GAIN2: weights.at(of("norm2.gain")),
    LAST_GAIN: weights.at("norm.gain"),
    UP_BIAS: weights.at(of("up.bias")),
    DOWN_BIAS: weights.at(of("down.bias")),
    HEAD_BIAS: weights.at("head.bias"),
    ...layer,
    ...last,
  });
  const products = [
    `const SCALE = f32(${1 / Math.sqrt(width / heads)});`,
    `const QUERY_KEY_VALUE = ${forwards(weights, of("query"), stacked)};`,
    `const OUTPUT = ${forwards(weights, of("output"))};`,
    `const UP = ${forwards(weights, of("up.weight"))};`,
    `const DOWN = ${forwards(weights, of("down.weight"))};`,
    `const HEAD = ${forwards(weights, "head.weight")};`,
  ].join("\n");
  const transposed = [
    `const QUERY_KEY_VALUE_TRANSPOSED = ${backwards(weights, of("query"), undefined, 3)};`,
    `const OUTPUT_TRANSPOSED = ${backwards(weights, of("output"))};`,
    `const UP_TRANSPOSED = ${backwards(weights, of("up.weight"))};`,
    `const DOWN_TRANSPOSED = ${backwards(weights, of("down.weight"))};`,
    `const HEAD_TRANSPOSED = ${backwards(weights, "head.weight")};`,
  ].join("\n");

  const gradients = new Map<string, TensorGradient>([
    ["embedding", { kind: "token", y: backRow.D_STREAM }],
    ["norm.gain", { kind: "sum", y: backRow.D_LAST_GAIN, written: true }],
    ["norm.bias", { kind: "sum", y: backRow.D_LAST_NORMAL, written: true }],
    ["head.weight", { kind: "matrix", x: { rows: last.LAST_NORMAL }, y: backRow.D_SCORES, written: true }],
    ["head.bias", { kind: "sum", y: backRow.D_SCORES, written: true }],
  ]);
  for (let l = 0; l < layers; l++) {
    const at = l * layerRows;
    const dAt = l * layerBackRows;
    // Without logits nothing of the last layer is computed but its keys and values.
    const written = l === layers - 1;
    const out = backRow.D_STREAM + (l + 1) * width;
    const normal1 = { rows: layer.NORMAL1 + at };
    const own: Readonly<Record<string, TensorGradient>> = {
      "norm1.gain": { kind: "sum", y: back.D_GAIN1 + dAt },
      "norm1.bias": { kind: "sum", y: back.D_NORMAL1 + dAt },
      query: { kind: "matrix", x: normal1, y: back.D_QUERY + dAt, written },
      key: { kind: "matrix", x: normal1, y: back.D_QUERY + width + dAt },
      value: { kind: "matrix", x: normal1, y: back.D_QUERY + 2 * width + dAt },
      output: { kind: "matrix", x: { rows: layer.SEEN + at }, y: back.D_MIDDLE + dAt, written },
      "norm2.gain": { kind: "sum", y: back.D_GAIN2 + dAt, written },
      "norm2.bias": { kind: "sum", y: back.D_NORMAL2 + dAt, written },
      "up.weight": { kind: "matrix", x: { rows: layer.NORMAL2 + at }, y: back.D_HIDDEN + dAt, written },
      "up.bias": { kind: "sum", y: back.D_HIDDEN + dAt, written },
      "down.weight": { kind: "matrix", x: { rows: layer.HIDDEN + at }, y: out, written },
      "down.bias": { kind: "sum", y: out, written },
    };
    for (const [name, gradient] of Object.entries(own)) gradients.set(`layers.${l}.${name}`, gradient);
  }
  return {
    // Queries, keys and values of one position, or its hidden layer, four a thread.
    threads: threadsFor(Math.max(64, hidden / 4, (3 * width) / 4)),
    forwardRows,
    blockRows: rows.end,
    cacheRows: layers * 2 * width,
    cacheAhead: 0,
    table,
    forward: [numbers, products, ATTENTION_FORWARD].join("\n"),
    backward: [constants({ ...backRow, ...back }), transposed, ATTENTION_BACKWARD].join("\n"),
    gradients,
  };
}
