/** WGSL of the transformer forwards (attention.ts), whose numbers and products it uses. */

export const ATTENTION_FORWARD = /* wgsl */ `
const QUADS = WIDTH / 4;
const HALF = HEAD_WIDTH / 2;

/** A layer's keys and values, by head. */
fn keysOf(layer: u32) -> Rows { return cached(layer * 2 * WIDTH); }
fn valuesOf(layer: u32) -> Rows { return cached(layer * 2 * WIDTH + WIDTH); }

/**
 * Layer normalisation (Ba et al. 2016): rows y = (x - mean) / deviation * gain + bias, the bias standing behind the gain. Each position's mean
 * and 1 / deviation are kept.
 */
fn normalise(x: Rows, stats: Rows, gain: u32, y: Rows, span: Span) {
  for (var t = span.start + thread; t < span.end; t += THREADS) {
    let at = rowAt(x, t);
    // Four sums, so that four loads are under way at a time.
    var sums = mat4x4f();
    for (var i = 0u; i < WIDTH; i += 4u) { sums += fourRows(at + i); }
    let mean = (sums[0] + sums[1] + sums[2] + sums[3]) / f32(WIDTH);
    var squares = vec4f();
    for (var i = 0u; i < WIDTH; i++) {
      let centred = work[at + i] - mean;
      squares += centred * centred;
    }
    work[rowAt(stats, t)] = mean;
    work[rowAt(stats, t) + 1] = inverseSqrt(squares / f32(WIDTH) + 1e-5);
  }
  sync();
  for (var e = thread; e < count(span) * QUADS; e += THREADS) {
    let t = span.start + e / QUADS;
    let quad = e % QUADS;
    let mean = work[rowAt(stats, t)];
    let inverse = work[rowAt(stats, t) + 1];
    let x4 = fourRows(rowAt(x, t) + 4 * quad);
    let g = weights[gain + quad];
    let b = weights[gain + QUADS + quad];
    putFourRows(rowAt(y, t) + 4 * quad, mat4x4f(
      (x4[0] - mean) * inverse * g.x + b.x,
      (x4[1] - mean) * inverse * g.y + b.y,
      (x4[2] - mean) * inverse * g.z + b.z,
      (x4[3] - mean) * inverse * g.w + b.w,
    ));
  }
}

/**
 * Turns pairs (i, i + half) of each head of queries and keys by the position's angles (Su et al. 2021). Queries are scaled for attention and stay
 * in the block; keys and values go to the cache.
 */
fn turn(layer: u32, span: Span) {
  const PAIRS = WIDTH / 2;
  let query = block(QUERY + layer * LAYER_ROWS);
  for (var e = thread; e < count(span) * PAIRS; e += THREADS) {
    let t = span.start + e / PAIRS;
    let pair = e % PAIRS;
    let i = pair % HALF;
    let low = (pair / HALF) * HEAD_WIDTH + i;
    let angle = weights[TURNS + t * HALF + i];
    let q = rowAt(query, t) + low;
    let a = work[q];
    let b = work[q + HALF];
    work[q] = (a * angle.x - b * angle.y) * SCALE;
    work[q + HALF] = (b * angle.x + a * angle.y) * SCALE;
    let k = rowAt(keysOf(layer), t) + low;
    let c = work[q + WIDTH];
    let d = work[q + WIDTH + HALF];
    work[k] = c * angle.x - d * angle.y;
    work[k + HALF] = d * angle.x + c * angle.y;
    let v = rowAt(valuesOf(layer), t) + low;
    work[v] = work[q + 2 * WIDTH];
    work[v + HALF] = work[q + 2 * WIDTH + HALF];
  }
}

/** Rows SEEN: each head's values of all positions up to each one's own, weighed by softmax(query key). Shares stay in rows ATTENTION. */
fn attend(layer: u32, span: Span) {
  let at = layer * LAYER_ROWS;
  let shares = block(ATTENTION + at);
  for (var e = thread; e < count(span) * HEADS * span.end; e += THREADS) {
    let s = e % span.end;
    let head = (e / span.end) % HEADS;
    let t = span.start + e / (span.end * HEADS);
    if (s > t) { continue; }
    let q = rowAt(block(QUERY + at), t) + head * HEAD_WIDTH;
    let k = rowAt(keysOf(layer), s) + head * HEAD_WIDTH;
    var sum = vec4f();
    for (var i = 0u; i < HEAD_WIDTH; i++) { sum += work[q + i] * work[k + i]; }
    work[rowAt(shares, t) + head * CAPACITY + s] = sum;
  }
  sync();
  for (var e = thread; e < count(span) * HEADS; e += THREADS) {
    let t = span.start + e / HEADS;
    let own = rowAt(shares, t) + (e % HEADS) * CAPACITY;
    var top = work[own];
    for (var s = 1u; s <= t; s++) { top = max(top, work[own + s]); }
    var total = vec4f();
    for (var s = 0u; s <= t; s++) {
      let power = exp(work[own + s] - top);
      work[own + s] = power;
      total += power;
    }
    for (var s = 0u; s <= t; s++) { work[own + s] /= total; }
  }
  sync();
  for (var e = thread; e < count(span) * QUADS; e += THREADS) {
    let t = span.start + e / QUADS;
    let feature = 4 * (e % QUADS);
    let own = rowAt(shares, t) + (feature / HEAD_WIDTH) * CAPACITY;
    var sum = mat4x4f();
    for (var s = 0u; s <= t; s++) {
      let share = work[own + s];
      let value = rowAt(valuesOf(layer), s) + feature;
      sum += mat4x4f(share * work[value], share * work[value + 1], share * work[value + 2], share * work[value + 3]);
    }
    putFourRows(rowAt(block(SEEN + at), t) + feature, sum);
  }
}

// 2 sqrt(2 / pi), and that times 0.044715.
const GELU_A = 1.5957691216057308;
const GELU_B = 0.07135481627260025;

/** GELU in its tanh form as x sigmoid(a x + b x^3): rows x become the slopes, rows y the values. */
fn gelu(x: Rows, y: Rows, span: Span) {
  for (var e = thread; e < count(span) * HIDDEN_WIDTH; e += THREADS) {
    let t = span.start + e / HIDDEN_WIDTH;
    let i = e % HIDDEN_WIDTH;
    let value = work[rowAt(x, t) + i];
    let square = value * value;
    let gate = sigmoid(value * (GELU_A + GELU_B * square));
    work[rowAt(y, t) + i] = value * gate;
    work[rowAt(x, t) + i] = gate * (1 + value * (GELU_A + 3 * GELU_B * square) * (1 - gate));
  }
}

/** Without logits nothing of the last layer is needed but its keys and values. */
fn partOf(layer: u32, span: Span, written: u32) -> Span {
  return Span(select(span.start, max(span.start, written), layer == LAYERS - 1), span.end);
}

fn forward(span: Span, written: u32) {
  embed(block(IN), QUADS, span);
  sync();
  for (var l = 0u; l < LAYERS; l++) {
    let at = l * LAYER_ROWS;
    let w = l * LAYER_QUADS;
    let part = partOf(l, span, written);
    normalise(block(IN + at), block(STATS1 + at), GAIN1 + w, block(NORMAL1 + at), span);
    sync();
    products(block(NORMAL1 + at), inLayer(QUERY_KEY_VALUE, w), block(QUERY + at), NONE, NO_ROWS, span);
    sync();
    turn(l, span);
    sync();
    attend(l, part);
    sync();
    products(block(SEEN + at), inLayer(OUTPUT, w), block(MIDDLE + at), NONE, block(IN + at), part);
    sync();
    normalise(block(MIDDLE + at), block(STATS2 + at), GAIN2 + w, block(NORMAL2 + at), part);
    sync();
    products(block(NORMAL2 + at), inLayer(UP, w), block(SLOPE + at), UP_BIAS + w, NO_ROWS, part);
    sync();
    gelu(block(SLOPE + at), block(HIDDEN + at), part);
    sync();
    products(block(HIDDEN + at), inLayer(DOWN, w), block(IN + at + LAYER_ROWS), DOWN_BIAS + w, block(MIDDLE + at), part);
    sync();
  }
  let part = partOf(LAYERS - 1, span, written);
  normalise(block(LAST), block(LAST_STATS), LAST_GAIN, block(LAST_NORMAL), part);
  sync();
  score(block(LAST_NORMAL), part);
  sync();
}
`;
