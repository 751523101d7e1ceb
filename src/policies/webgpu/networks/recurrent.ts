/** The gated recurrent unit of architectures/recurrent.ts in WGSL. The cache has the hidden state after each position, zeros before the first. */
import type { RecurrentDimensions } from "../../architectures/recurrent.ts";
import { backwards, constants, counter, forwards } from "../wgsl/text.ts";
import { type Frame, type GpuNetwork, type TensorGradient, threadsFor } from "./network.ts";
import { RECURRENT_BACKWARD, RECURRENT_FORWARD } from "./recurrent.wgsl.ts";

const GATES = ["reset", "update", "new"] as const;

export function recurrent({ embedding, hidden }: RecurrentDimensions, { weights, alphabet, firstRow }: Frame): GpuNetwork {
  const rows = counter(firstRow);
  const row = {
    INPUT: rows.take(embedding),
    // What the token adds to each gate; then reset, update and new themselves.
    GATES: rows.take(3 * hidden),
    // What the hidden state adds to each.
    STATE: rows.take(3 * hidden),
  };
  const forwardRows = rows.end;
  const back = {
    D_SCORES: rows.take(alphabet),
    D_HIDDEN: rows.take(hidden),
    // By what reset and update are made of, and by the state's part of new.
    D_STATE: rows.take(3 * hidden),
    D_NEW: rows.take(hidden),
    D_INPUT: rows.take(embedding),
    // By the hidden state before: what passes the update gate, and what comes by each gate.
    D_KEPT: rows.take(hidden),
    D_BEFORE: rows.take(3 * hidden),
  };
  const stride = weights.between("reset.input", "update.input");
  const shared = { count: 3, stride, apart: false };
  const numbers = constants({
    HIDDEN: hidden,
    EMBEDDING: weights.at("embedding"),
    EMBEDDED: embedding,
    GATE_QUADS: stride,
    GATE_BIAS: weights.at("reset.bias"),
    STATE_BIAS: weights.at("new.state-bias"),
    HEAD_BIAS: weights.at("head.bias"),
    ...row,
  });
  const products = [
    `const FROM_INPUT = ${forwards(weights, "reset.input", shared)};`,
    `const FROM_STATE = ${forwards(weights, "reset.state", shared)};`,
    `const HEAD = ${forwards(weights, "head.weight")};`,
  ].join("\n");
  const transposed = [
    `const FROM_INPUT_TRANSPOSED = ${backwards(weights, "reset.input")};`,
    `const FROM_STATE_TRANSPOSED = ${backwards(weights, "reset.state", { count: 3, stride, apart: true })};`,
    `const HEAD_TRANSPOSED = ${backwards(weights, "head.weight")};`,
  ].join("\n");

  const gradients = new Map<string, TensorGradient>([
    ["embedding", { kind: "token", y: back.D_INPUT }],
    ["new.state-bias", { kind: "sum", y: back.D_STATE + 2 * hidden }],
    ["head.weight", { kind: "matrix", x: { rows: 0, cached: true }, y: back.D_SCORES, written: true }],
    ["head.bias", { kind: "sum", y: back.D_SCORES, written: true }],
  ]);
  GATES.forEach((gate, i) => {
    const byGate = gate === "new" ? back.D_NEW : back.D_STATE + i * hidden;
    gradients.set(`${gate}.input`, { kind: "matrix", x: { rows: row.INPUT }, y: byGate });
    gradients.set(`${gate}.bias`, { kind: "sum", y: byGate });
    gradients.set(`${gate}.state`, { kind: "matrix", x: { rows: 0, cached: true, earlier: 1 }, y: back.D_STATE + i * hidden });
  });
  return {
    // All gates of one position, four features a thread.
    threads: threadsFor((3 * hidden) / 4),
    forwardRows,
    blockRows: rows.end,
    cacheRows: hidden,
    cacheAhead: 1,
    table: new Float32Array(),
    forward: [numbers, products, RECURRENT_FORWARD].join("\n"),
    backward: [constants(back), transposed, RECURRENT_BACKWARD].join("\n"),
    gradients,
  };
}
