/** The gated causal convolutions of architectures/convolutional.ts in WGSL. The cache has each layer's input. */
import type { ConvolutionalDimensions } from "../../architectures/convolutional.ts";
import { backwards, constants, counter, forwards } from "../wgsl/text.ts";
import { CONVOLUTIONAL_BACKWARD, CONVOLUTIONAL_FORWARD } from "./convolutional.wgsl.ts";
import { type Frame, type GpuNetwork, type TensorGradient, threadsFor } from "./network.ts";

export function convolutional({ width, dilations }: ConvolutionalDimensions, { weights, alphabet, firstRow }: Frame): GpuNetwork {
  const layers = dilations.length;
  const rows = counter(firstRow);
  const start = rows.end;
  // Of the first layer; the others' follow.
  const row = { FILTER: rows.take(2 * width), OPEN: rows.take(width) };
  const layerRows = rows.end - start;
  rows.take((layers - 1) * layerRows);
  const last = { LAST: rows.take(width) };
  const forwardRows = rows.end;
  const back = {
    D_SCORES: rows.take(alphabet),
    // By each layer's input, then by the last one's output.
    D_STREAM: rows.take((layers + 1) * width),
    D_OPEN: rows.take(width),
    // By filter and gate before their functions, of each layer.
    D_FILTER: rows.take(layers * 2 * width),
  };
  const of = (name: string): string => `layers.0.${name}`;
  const stride = weights.between(of("filter.now"), of("gate.now"));
  const parts = { count: 2, stride, apart: false };
  const numbers = constants({
    WIDTH: width,
    LAYERS: layers,
    LAYER_ROWS: layerRows,
    LAYER_QUADS: layers > 1 ? weights.between("layers.0.filter.now", "layers.1.filter.now") : 0,
    PART_QUADS: stride,
    EMBEDDING: weights.at("embedding"),
    FILTER_BIAS: weights.at(of("filter.bias")),
    OUTPUT_BIAS: weights.at(of("output.bias")),
    HEAD_BIAS: weights.at("head.bias"),
    ...row,
    ...last,
  });
  const products = [
    `const NOW = ${forwards(weights, of("filter.now"), parts)};`,
    `const PAST = ${forwards(weights, of("filter.past"), parts)};`,
    `const OUTPUT = ${forwards(weights, of("output.weight"))};`,
    `const HEAD = ${forwards(weights, "head.weight")};`,
    `/** Positions that a layer looks back. */
fn dilation(layer: u32) -> u32 {
  var all = array<u32, ${layers}>(${dilations.map((gap) => `${gap}u`).join(", ")});
  return all[layer];
}`,
  ].join("\n");
  const transposed = [
    `const NOW_TRANSPOSED = ${backwards(weights, of("filter.now"))};`,
    `const PAST_TRANSPOSED = ${backwards(weights, of("filter.past"))};`,
    `const OUTPUT_TRANSPOSED = ${backwards(weights, of("output.weight"))};`,
    `const HEAD_TRANSPOSED = ${backwards(weights, "head.weight")};`,
  ].join("\n");

  const gradients = new Map<string, TensorGradient>([
    ["embedding", { kind: "token", y: back.D_STREAM }],
    ["head.weight", { kind: "matrix", x: { rows: last.LAST }, y: back.D_SCORES, written: true }],
    ["head.bias", { kind: "sum", y: back.D_SCORES, written: true }],
  ]);
  dilations.forEach((gap, l) => {
    // Nobody looks back at the last layer's output.
    const written = l === layers - 1;
    const input = { rows: l * width, cached: true };
    ["filter", "gate"].forEach((part, i) => {
      const y = back.D_FILTER + (2 * l + i) * width;
      gradients.set(`layers.${l}.${part}.now`, { kind: "matrix", x: input, y, written });
      gradients.set(`layers.${l}.${part}.past`, { kind: "matrix", x: { ...input, earlier: gap }, y, written });
      gradients.set(`layers.${l}.${part}.bias`, { kind: "sum", y, written });
    });
    const y = back.D_STREAM + (l + 1) * width;
    gradients.set(`layers.${l}.output.weight`, { kind: "matrix", x: { rows: row.OPEN + l * layerRows }, y, written });
    gradients.set(`layers.${l}.output.bias`, { kind: "sum", y, written });
  });
  return {
    threads: threadsFor(Math.max(64, (2 * width) / 4)),
    forwardRows,
    blockRows: rows.end,
    cacheRows: layers * width,
    cacheAhead: 0,
    table: new Float32Array(),
    forward: [numbers, products, CONVOLUTIONAL_FORWARD].join("\n"),
    backward: [constants(back), transposed, CONVOLUTIONAL_BACKWARD].join("\n"),
    gradients,
  };
}
