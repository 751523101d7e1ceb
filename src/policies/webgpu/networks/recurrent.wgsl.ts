/** WGSL of the gated recurrent unit (recurrent.ts), whose numbers and products it uses. */

export const RECURRENT_FORWARD = /* wgsl */ `
/** Rows STATE and the hidden state before become reset, update and new, in rows GATES, and the hidden state after. */
fn cell(t: u32) {
  let gates = rowAt(block(GATES), t);
  let state = rowAt(block(STATE), t);
  let before = rowAt(earlier(cached(0), 1), t);
  for (var i = thread; i < HIDDEN; i += THREADS) {
    let reset = sigmoid(work[gates + i] + work[state + i]);
    let update = sigmoid(work[gates + HIDDEN + i] + work[state + HIDDEN + i]);
    let own = work[state + 2 * HIDDEN + i] + weights[STATE_BIAS + i / 4][i % 4];
    let fresh = hyperbolicTangent(work[gates + 2 * HIDDEN + i] + reset * own);
    work[gates + i] = reset;
    work[gates + HIDDEN + i] = update;
    work[gates + 2 * HIDDEN + i] = fresh;
    work[state + 2 * HIDDEN + i] = own;
    work[rowAt(cached(0), t) + i] = fresh + update * (work[before + i] - fresh);
  }
}

fn forward(span: Span, written: u32) {
  embed(block(INPUT), EMBEDDED / 4, span);
  if (span.start == 0) { clear(earlier(cached(0), 1), HIDDEN / 4, Span(0, 1)); }
  sync();
  products(block(INPUT), FROM_INPUT, block(GATES), GATE_BIAS, NO_ROWS, span);
  sync();
  for (var t = span.start; t < span.end; t++) {
    product(earlier(cached(0), 1), FROM_STATE, block(STATE), NONE, NO_ROWS, Span(t, t + 1));
    sync();
    cell(t);
    sync();
  }
  score(cached(0), Span(max(span.start, written), span.end));
  sync();
}
`;

export const RECURRENT_BACKWARD = /* wgsl */ `
/** The gradient of cell, from the derivative by the hidden state after: what logits and the next position ask for. */
fn cellBack(t: u32, span: Span, written: u32) {
  let gates = rowAt(block(GATES), t);
  let state = rowAt(block(STATE), t);
  let before = rowAt(earlier(cached(0), 1), t);
  let dState = rowAt(block(D_STATE), t);
  for (var i = thread; i < HIDDEN; i += THREADS) {
    var d = vec4f();
    if (t >= written) { d += work[rowAt(block(D_HIDDEN), t) + i]; }
    if (t + 1 < span.end) {
      let next = rowAt(block(D_BEFORE), t + 1) + i;
      d += work[rowAt(block(D_KEPT), t + 1) + i] + work[next] + work[next + HIDDEN] + work[next + 2 * HIDDEN];
    }
    let reset = work[gates + i];
    let update = work[gates + HIDDEN + i];
    let fresh = work[gates + 2 * HIDDEN + i];
    let kept = d * update;
    let dFresh = (d - kept) * (1 - fresh * fresh);
    let dOwn = dFresh * reset;
    work[dState + i] = dOwn * work[state + 2 * HIDDEN + i] * (1 - reset);
    work[dState + HIDDEN + i] = kept * (work[before + i] - fresh) * (1 - update);
    work[dState + 2 * HIDDEN + i] = dOwn;
    work[rowAt(block(D_NEW), t) + i] = dFresh;
    work[rowAt(block(D_KEPT), t) + i] = kept;
  }
}

fn gateTransposed(gate: u32) -> Product { return inLayer(FROM_INPUT_TRANSPOSED, gate * GATE_QUADS); }

fn backward(span: Span, written: u32) {
  hiddenBack(block(D_HIDDEN), Span(written, span.end));
  sync();
  for (var t = span.end; t > span.start; ) {
    t--;
    cellBack(t, span, written);
    sync();
    product(block(D_STATE), FROM_STATE_TRANSPOSED, block(D_BEFORE), NONE, NO_ROWS, Span(t, t + 1));
    sync();
  }
  // Each thread adds to what it wrote itself.
  let dInput = block(D_INPUT);
  products(block(D_STATE), gateTransposed(0), dInput, NONE, NO_ROWS, span);
  products(block(D_STATE + HIDDEN), gateTransposed(1), dInput, NONE, dInput, span);
  products(block(D_NEW), gateTransposed(2), dInput, NONE, dInput, span);
  sync();
}
`;
