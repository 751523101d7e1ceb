/**
 * Rows and products of matrices in WGSL, shared by all networks.
 *
 * Four sequences run side by side, one in each component of a vec4; a workgroup has them to itself. One feature of one position is a row: one
 * vec4 of `work`. So a weight that is read once serves four sequences, and no number of one sequence depends on another's.
 */
import { LANES } from "./text.ts";

/**
 * Needs THREADS, BLOCK (rows of a position's block), CACHE (rows of a position's cache) and the buffers `weights` and `work`.
 *
 * Every function spreads its work over the workgroup's threads and leaves it to the caller to `sync` before others' rows are read.
 */
export const MATRIX = /* wgsl */ `
const LANES = ${LANES}u;
/** In place of an index: nothing to add. */
const NONE = 0xffffffffu;

/** Number of this thread in its workgroup. */
var<private> thread: u32;
/** First row of position 0's block, and of its cache. */
var<private> blocks: u32;
var<private> cache: u32;

/** Some rows of every position: those of position t begin at at + t * step. */
struct Rows { at: u32, step: u32 }
const NO_ROWS = Rows(NONE, 0u);
fn block(feature: u32) -> Rows { return Rows(blocks + feature, BLOCK); }
fn cached(feature: u32) -> Rows { return Rows(cache + feature, CACHE); }
fn rowAt(rows: Rows, t: u32) -> u32 { return rows.at + t * rows.step; }
/** The rows of \`by\` positions before; the arithmetic wraps round. */
fn earlier(rows: Rows, by: u32) -> Rows { return Rows(rows.at - by * rows.step, rows.step); }
fn later(rows: Rows, by: u32) -> Rows { return Rows(rows.at + by * rows.step, rows.step); }

/** Positions from start up to end, which is not among them. */
struct Span { start: u32, end: u32 }
fn count(span: Span) -> u32 { return span.end - span.start; }

/** Makes what all threads of the workgroup wrote visible to all of them. */
fn sync() {
  storageBarrier();
  workgroupBarrier();
}

/** Weights [inputs, 4 * outputs] at a quad of \`weights\`, repeated for each group (text.ts). */
struct Product { weights: u32, inputs: u32, outputs: u32, groups: u32, stride: u32, apart: u32 }

/** The same product in another layer. */
fn inLayer(p: Product, quads: u32) -> Product { return Product(p.weights + quads, p.inputs, p.outputs, p.groups, p.stride, p.apart); }

/** Columns are four outputs, rows the four sequences: x times each of four weights. */
fn outer(x: vec4f, w: vec4f) -> mat4x4f { return mat4x4f(x * w.x, x * w.y, x * w.z, x * w.w); }

fn fourRows(at: u32) -> mat4x4f { return mat4x4f(work[at], work[at + 1], work[at + 2], work[at + 3]); }
fn putFourRows(at: u32, rows: mat4x4f) {
  work[at] = rows[0];
  work[at + 1] = rows[1];
  work[at + 2] = rows[2];
  work[at + 3] = rows[3];
}

/** What a sum begins with: the bias, and what is to be added to the product. */
fn begin(bias: vec4f, add: Rows, t: u32, quad: u32) -> mat4x4f {
  let sum = outer(vec4f(1), bias);
  if (add.at == NONE) { return sum; }
  return sum + fourRows(rowAt(add, t) + 4 * quad);
}

/**
 * Rows y = x W + bias + add at each position of the span. \`bias\` is a quad of weights or NONE; each group's stands a stride on. A thread makes
 * four outputs of a position.
 */
fn product(x: Rows, p: Product, y: Rows, bias: u32, add: Rows, span: Span) {
  let quads = p.groups * p.outputs;
  for (var e = thread; e < count(span) * quads; e += THREADS) {
    let t = span.start + e / quads;
    let quad = e % quads;
    let group = quad / p.outputs;
    let column = quad % p.outputs;
    var w = p.weights + group * p.stride + column;
    var b = vec4f();
    if (bias != NONE) { b = weights[bias + group * p.stride + column]; }
    let from_ = rowAt(x, t) + group * p.apart;
    var sum = begin(b, add, t, quad);
    for (var i = 0u; i < p.inputs; i++) {
      sum += outer(work[from_ + i], weights[w]);
      w += p.outputs;
    }
    putFourRows(rowAt(y, t) + 4 * quad, sum);
  }
}

/** Rows of width 4 * quads become zeros. */
fn clear(y: Rows, quads: u32, span: Span) {
  for (var e = thread; e < count(span) * quads; e += THREADS) {
    putFourRows(rowAt(y, span.start + e / quads) + 4 * (e % quads), mat4x4f());
  }
}

/** Rows y = x. */
fn copy(x: Rows, y: Rows, quads: u32, span: Span) {
  for (var e = thread; e < count(span) * quads; e += THREADS) {
    let t = span.start + e / quads;
    putFourRows(rowAt(y, t) + 4 * (e % quads), fourRows(rowAt(x, t) + 4 * (e % quads)));
  }
}

/** Rows y of width 4 * quads: the embedding of each sequence's token. A block's row TOKEN has its number as a float. */
fn embed(y: Rows, quads: u32, span: Span) {
  for (var e = thread; e < count(span) * quads; e += THREADS) {
    let t = span.start + e / quads;
    let quad = e % quads;
    let at = EMBEDDING + vec4u(work[rowAt(block(TOKEN), t)]) * quads + quad;
    let features = mat4x4f(weights[at.x], weights[at.y], weights[at.z], weights[at.w]);
    putFourRows(rowAt(y, t) + 4 * quad, transpose(features));
  }
}

// exp overflows beyond 88; there both functions have long reached their ends.
fn sigmoid(x: vec4f) -> vec4f { return 1 / (1 + exp(clamp(-x, vec4f(-80), vec4f(80)))); }
fn hyperbolicTangent(x: vec4f) -> vec4f { return 1 - 2 / (exp(clamp(2 * x, vec4f(-80), vec4f(80))) + 1); }
`;

/** products is product: where one position is read at a time there is nothing to share. */
export const PRODUCTS_APART = /* wgsl */ `
fn products(x: Rows, p: Product, y: Rows, bias: u32, add: Rows, span: Span) { product(x, p, y, bias, add, span); }
`;

/** products makes four positions a thread, so that a weight is read once for sixteen rows: where many positions are read at a time. */
export const PRODUCTS_TOGETHER = /* wgsl */ `
fn products(x: Rows, p: Product, y: Rows, bias: u32, add: Rows, span: Span) {
  let quads = p.groups * p.outputs;
  let tiles = (count(span) + 3) / 4;
  for (var e = thread; e < tiles * quads; e += THREADS) {
    let quad = e % quads;
    let group = quad / p.outputs;
    let column = quad % p.outputs;
    var w = p.weights + group * p.stride + column;
    var b = vec4f();
    if (bias != NONE) { b = weights[bias + group * p.stride + column]; }
    // The last tile may have fewer than four positions: it makes the last one more than once.
    let last = span.end - 1;
    let t0 = span.start + 4 * (e / quads);
    let t1 = min(t0 + 1, last);
    let t2 = min(t0 + 2, last);
    let t3 = min(t0 + 3, last);
    let x0 = rowAt(x, t0) + group * p.apart;
    let x1 = rowAt(x, t1) + group * p.apart;
    let x2 = rowAt(x, t2) + group * p.apart;
    let x3 = rowAt(x, t3) + group * p.apart;
    var sum0 = begin(b, add, t0, quad);
    var sum1 = begin(b, add, t1, quad);
    var sum2 = begin(b, add, t2, quad);
    var sum3 = begin(b, add, t3, quad);
    for (var i = 0u; i < p.inputs; i++) {
      let own = weights[w];
      sum0 += outer(work[x0 + i], own);
      sum1 += outer(work[x1 + i], own);
      sum2 += outer(work[x2 + i], own);
      sum3 += outer(work[x3 + i], own);
      w += p.outputs;
    }
    putFourRows(rowAt(y, t0) + 4 * quad, sum0);
    putFourRows(rowAt(y, t1) + 4 * quad, sum1);
    putFourRows(rowAt(y, t2) + 4 * quad, sum2);
    putFourRows(rowAt(y, t3) + 4 * quad, sum3);
  }
}
`;
