/** WGSL of the gated convolutions (convolutional.ts), whose numbers and products it uses. */

export const CONVOLUTIONAL_FORWARD = /* wgsl */ `
const QUADS = WIDTH / 4;

/** Rows FILTER become tanh(filter) and sigmoid(gate), rows OPEN their product. */
fn open(layer: u32, span: Span) {
  for (var e = thread; e < count(span) * WIDTH; e += THREADS) {
    let own = rowAt(block(layer * LAYER_ROWS), span.start + e / WIDTH) + e % WIDTH;
    let signal = hyperbolicTangent(work[own + FILTER]);
    let gate = sigmoid(work[own + FILTER + WIDTH]);
    work[own + FILTER] = signal;
    work[own + FILTER + WIDTH] = gate;
    work[own + OPEN] = signal * gate;
  }
}

/** Nobody looks back at the last layer's output: it is needed where there are logits. */
fn partOf(layer: u32, span: Span, written: u32) -> Span {
  return Span(select(span.start, max(span.start, written), layer == LAYERS - 1), span.end);
}

fn forward(span: Span, written: u32) {
  embed(cached(0), QUADS, span);
  sync();
  for (var l = 0u; l < LAYERS; l++) {
    let w = l * LAYER_QUADS;
    let part = partOf(l, span, written);
    let x = cached(l * WIDTH);
    let filter_ = block(FILTER + l * LAYER_ROWS);
    products(x, inLayer(NOW, w), filter_, FILTER_BIAS + w, NO_ROWS, part);
    sync();
    let gap = dilation(l);
    let late = Span(min(max(part.start, gap), part.end), part.end);
    products(earlier(x, gap), inLayer(PAST, w), filter_, NONE, filter_, late);
    sync();
    open(l, part);
    sync();
    var y = cached((l + 1) * WIDTH);
    if (l == LAYERS - 1) { y = block(LAST); }
    products(block(OPEN + l * LAYER_ROWS), inLayer(OUTPUT, w), y, OUTPUT_BIAS + w, x, part);
    sync();
  }
  score(block(LAST), partOf(LAYERS - 1, span, written));
  sync();
}
`;

export const CONVOLUTIONAL_BACKWARD = /* wgsl */ `
/** From rows D_OPEN to the derivatives by filter and gate before their functions. */
fn openBack(layer: u32, span: Span) {
  for (var e = thread; e < count(span) * WIDTH; e += THREADS) {
    let t = span.start + e / WIDTH;
    let i = e % WIDTH;
    let signal = work[rowAt(block(FILTER + layer * LAYER_ROWS), t) + i];
    let gate = work[rowAt(block(FILTER + layer * LAYER_ROWS), t) + WIDTH + i];
    let d = work[rowAt(block(D_OPEN), t) + i] * gate;
    let to = rowAt(block(D_FILTER + layer * 2 * WIDTH), t) + i;
    work[to] = d * (1 - signal * signal);
    work[to + WIDTH] = d * signal * (1 - gate);
  }
}

/** Adds to rows y what filter and gate ask of their inputs. Each thread adds to what it wrote itself. */
fn convolveBack(d: Rows, p: Product, y: Rows, span: Span) {
  products(d, p, y, NONE, y, span);
  products(Rows(d.at + WIDTH, d.step), inLayer(p, PART_QUADS), y, NONE, y, span);
}

fn backward(span: Span, written: u32) {
  hiddenBack(block(D_STREAM + LAYERS * WIDTH), Span(written, span.end));
  sync();
  for (var l = LAYERS; l > 0u; ) {
    l--;
    let w = l * LAYER_QUADS;
    let part = partOf(l, span, written);
    let out = block(D_STREAM + (l + 1) * WIDTH);
    let in_ = block(D_STREAM + l * WIDTH);
    let d = block(D_FILTER + l * 2 * WIDTH);
    products(out, inLayer(OUTPUT_TRANSPOSED, w), block(D_OPEN), NONE, NO_ROWS, part);
    // The input reaches the output unchanged, too.
    clear(in_, QUADS, Span(span.start, part.start));
    copy(out, in_, QUADS, part);
    sync();
    openBack(l, part);
    sync();
    convolveBack(d, inLayer(NOW_TRANSPOSED, w), in_, part);
    sync();
    let gap = dilation(l);
    let late = Span(min(max(part.start, gap), part.end), part.end);
    convolveBack(later(d, gap), inLayer(PAST_TRANSPOSED, w), in_, Span(late.start - gap, late.end - gap));
    sync();
  }
}
`;
