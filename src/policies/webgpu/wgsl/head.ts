/** The head in WGSL: logits, the distribution over the tokens that may be sampled, and the derivative by the logits. */
import type { Vocabulary } from "../../../tasks/task.ts";

/**
 * Needs VOCABULARY, HEAD and HEAD_BIAS (the weights), a block's rows SCORES [V], SHARES [V] and LOG_TOTAL, and `call.sharpness`, which is
 * 1 / temperature.
 */
export function head({ characters, active }: Vocabulary): string {
  const words = Array.from({ length: Math.ceil(characters.length / 32) }, (_, word) =>
    active.reduce((bits, id) => (id >> 5 === word ? (bits | (1 << (id & 31))) >>> 0 : bits), 0),
  );
  const list = words.map((bits) => `${bits}u`).join(", ");
  // Short alphabets need no array, which some compilers copy wherever it is used.
  const word = words.length === 1 ? list : `array<u32, ${words.length}>(${list})[id / 32]`;
  return /* wgsl */ `
const ACTIVE_COUNT = ${active.length};
const LOG_ACTIVE_COUNT = f32(${Math.log(active.length)});
/** Whether a token may be sampled: a bit of the word. */
fn mayBeSampled(id: u32) -> bool {
  let word = ${word};
  return ((word >> (id % 32)) & 1) == 1;
}

/** Logits after each position of the span, from the network's last rows. */
fn score(x: Rows, span: Span) { products(x, HEAD, block(SCORES), HEAD_BIAS, NO_ROWS, span); }

/**
 * The distribution of one position, all four sequences: scores become (logit - largest) / temperature, shares their softmax over the active
 * tokens, exactly 0 at the others.
 */
fn soften(t: u32) {
  let at = rowAt(block(0), t);
  var top = vec4f(-3e38);
  for (var v = 0u; v < VOCABULARY; v++) {
    if (mayBeSampled(v)) { top = max(top, work[at + SCORES + v]); }
  }
  var total = vec4f();
  for (var v = 0u; v < VOCABULARY; v++) {
    let score = (work[at + SCORES + v] - top) * call.sharpness;
    let power = select(vec4f(), exp(score), mayBeSampled(v));
    work[at + SCORES + v] = score;
    work[at + SHARES + v] = power;
    total += power;
  }
  for (var v = 0u; v < VOCABULARY; v++) { work[at + SHARES + v] /= total; }
  work[at + LOG_TOTAL] = log(total);
}

/** log p of one token of one sequence, after soften. */
fn tokenLog(t: u32, lane: u32, token: u32) -> f32 {
  let at = rowAt(block(0), t);
  return work[at + SCORES + token][lane] - work[at + LOG_TOTAL][lane];
}
`;
}

/** Needs D_SCORES [V] in a block, HEAD_BACK, and `targetAt` and `derivativeAt` of a position. */
export const HEAD_BACK = /* wgsl */ `
/** Rows D_SCORES = d (1[target] - p) / temperature, where d is the derivative by each token's log-probability. */
fn scoreBack(span: Span) {
  const QUADS = VOCABULARY / 4;
  for (var e = thread; e < count(span) * QUADS; e += THREADS) {
    let t = span.start + e / QUADS;
    let at = rowAt(block(0), t);
    let wanted = targetAt(t);
    let slope = derivativeAt(t) * call.sharpness;
    for (var v = 4 * (e % QUADS); v < 4 * (e % QUADS) + 4; v++) {
      work[at + D_SCORES + v] = slope * (select(vec4f(), vec4f(1), wanted == vec4u(v)) - work[at + SHARES + v]);
    }
  }
}
/** From there to the derivative by the head's input. */
fn hiddenBack(y: Rows, span: Span) { products(block(D_SCORES), HEAD_TRANSPOSED, y, NONE, NO_ROWS, span); }
`;
