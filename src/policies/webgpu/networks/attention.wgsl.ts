/** WGSL of the transformer (attention.ts), whose numbers and products it uses. */

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

export const ATTENTION_BACKWARD = /* wgsl */ `
/**
 * The gradient of normalise: rows dx = add + the derivative by x, add counting only from \`addFrom\` on; rows dGain = what to sum for the gain.
 * What to sum for the bias is dy itself.
 */
fn normaliseBack(x: Rows, stats: Rows, gain: u32, dy: Rows, add: Rows, addFrom: u32, dx: Rows, dGain: Rows, span: Span) {
  for (var t = span.start + thread; t < span.end; t += THREADS) {
    let mean = work[rowAt(stats, t)];
    let inverse = work[rowAt(stats, t) + 1];
    var plain = vec4f();
    var pull = vec4f();
    for (var i = 0u; i < WIDTH; i++) {
      let dn = work[rowAt(dy, t) + i] * weights[gain + i / 4][i % 4];
      plain += dn;
      pull += dn * (work[rowAt(x, t) + i] - mean) * inverse;
    }
    work[rowAt(block(SUMS), t)] = plain / f32(WIDTH);
    work[rowAt(block(SUMS), t) + 1] = pull / f32(WIDTH);
  }
  sync();
  for (var e = thread; e < count(span) * WIDTH; e += THREADS) {
    let t = span.start + e / WIDTH;
    let i = e % WIDTH;
    let inverse = work[rowAt(stats, t) + 1];
    let normal = (work[rowAt(x, t) + i] - work[rowAt(stats, t)]) * inverse;
    let d = work[rowAt(dy, t) + i];
    let dn = d * weights[gain + i / 4][i % 4];
    var sum = (dn - work[rowAt(block(SUMS), t)] - normal * work[rowAt(block(SUMS), t) + 1]) * inverse;
    if (t >= addFrom) { sum += work[rowAt(add, t) + i]; }
    work[rowAt(dx, t) + i] = sum;
    work[rowAt(dGain, t) + i] = d * normal;
  }
}

/**
 * The gradient of attend: from rows D_SEEN of \`part\` to the derivatives by queries, keys and values of the whole span, turned back. With
 * p = softmax(scores): d by a score is p (d by p - sum of p times d by p).
 */
fn attendBack(layer: u32, part: Span, span: Span) {
  let shares = block(ATTENTION + layer * LAYER_ROWS);
  let query = block(QUERY + layer * LAYER_ROWS);
  let dShares = block(D_ATTENTION + layer * LAYER_BACK_ROWS);
  let dSeen = block(D_SEEN + layer * LAYER_BACK_ROWS);
  let dQuery = block(D_QUERY + layer * LAYER_BACK_ROWS);
  for (var e = thread; e < count(part) * HEADS * part.end; e += THREADS) {
    let s = e % part.end;
    let head = (e / part.end) % HEADS;
    let t = part.start + e / (part.end * HEADS);
    if (s > t) { continue; }
    let d = rowAt(dSeen, t) + head * HEAD_WIDTH;
    let v = rowAt(valuesOf(layer), s) + head * HEAD_WIDTH;
    var sum = vec4f();
    for (var i = 0u; i < HEAD_WIDTH; i++) { sum += work[d + i] * work[v + i]; }
    work[rowAt(dShares, t) + head * CAPACITY + s] = sum;
  }
  sync();
  for (var e = thread; e < count(part) * HEADS; e += THREADS) {
    let t = part.start + e / HEADS;
    let own = rowAt(shares, t) + (e % HEADS) * CAPACITY;
    let dOwn = rowAt(dShares, t) + (e % HEADS) * CAPACITY;
    var pull = vec4f();
    for (var s = 0u; s <= t; s++) { pull += work[own + s] * work[dOwn + s]; }
    for (var s = 0u; s <= t; s++) { work[dOwn + s] = work[own + s] * (work[dOwn + s] - pull); }
  }
  sync();
  const PAIRS = WIDTH / 2;
  for (var e = thread; e < count(span) * PAIRS; e += THREADS) {
    let t = span.start + e / PAIRS;
    let i = (e % PAIRS) % HALF;
    let head = (e % PAIRS) / HALF;
    let low = head * HEAD_WIDTH + i;
    let at = head * CAPACITY;
    var dq = mat2x4f();
    if (t >= part.start) {
      for (var s = 0u; s <= t; s++) {
        let slope = work[rowAt(dShares, t) + at + s];
        let k = rowAt(keysOf(layer), s) + low;
        dq += mat2x4f(slope * work[k], slope * work[k + HALF]);
      }
    }
    var dk = mat2x4f();
    var dv = mat2x4f();
    // From every later position that looked back at this one.
    for (var s = max(t, part.start); s < part.end; s++) {
      let slope = work[rowAt(dShares, s) + at + t];
      let share = work[rowAt(shares, s) + at + t];
      let q = rowAt(query, s) + low;
      let d = rowAt(dSeen, s) + low;
      dk += mat2x4f(slope * work[q], slope * work[q + HALF]);
      dv += mat2x4f(share * work[d], share * work[d + HALF]);
    }
    let angle = weights[TURNS + t * HALF + i];
    let to = rowAt(dQuery, t) + low;
    work[to] = (dq[0] * angle.x + dq[1] * angle.y) * SCALE;
    work[to + HALF] = (dq[1] * angle.x - dq[0] * angle.y) * SCALE;
    work[to + WIDTH] = dk[0] * angle.x + dk[1] * angle.y;
    work[to + WIDTH + HALF] = dk[1] * angle.x - dk[0] * angle.y;
    work[to + 2 * WIDTH] = dv[0];
    work[to + 2 * WIDTH + HALF] = dv[1];
  }
}

/** Rows dy times the slopes that gelu left. */
fn geluBack(slope: Rows, dy: Rows, span: Span) {
  for (var e = thread; e < count(span) * HIDDEN_WIDTH; e += THREADS) {
    let t = span.start + e / HIDDEN_WIDTH;
    let i = e % HIDDEN_WIDTH;
    work[rowAt(dy, t) + i] *= work[rowAt(slope, t) + i];
  }
}

fn backward(span: Span, written: u32) {
  let tail = Span(written, span.end);
  hiddenBack(block(D_LAST_NORMAL), tail);
  sync();
  let stream = block(D_STREAM + LAYERS * WIDTH);
  normaliseBack(block(LAST), block(LAST_STATS), LAST_GAIN, block(D_LAST_NORMAL), NO_ROWS, span.end, stream, block(D_LAST_GAIN), tail);
  sync();
  for (var l = LAYERS; l > 0u; ) {
    l--;
    let at = l * LAYER_ROWS;
    let dAt = l * LAYER_BACK_ROWS;
    let w = l * LAYER_QUADS;
    let part = partOf(l, span, written);
    let out = block(D_STREAM + (l + 1) * WIDTH);
    products(out, inLayer(DOWN_TRANSPOSED, w), block(D_HIDDEN + dAt), NONE, NO_ROWS, part);
    sync();
    geluBack(block(SLOPE + at), block(D_HIDDEN + dAt), part);
    sync();
    products(block(D_HIDDEN + dAt), inLayer(UP_TRANSPOSED, w), block(D_NORMAL2 + dAt), NONE, NO_ROWS, part);
    sync();
    normaliseBack(
      block(MIDDLE + at), block(STATS2 + at), GAIN2 + w, block(D_NORMAL2 + dAt), out, part.start,
      block(D_MIDDLE + dAt), block(D_GAIN2 + dAt), part,
    );
    sync();
    products(block(D_MIDDLE + dAt), inLayer(OUTPUT_TRANSPOSED, w), block(D_SEEN + dAt), NONE, NO_ROWS, part);
    sync();
    attendBack(l, part, span);
    sync();
    products(block(D_QUERY + dAt), inLayer(QUERY_KEY_VALUE_TRANSPOSED, w), block(D_NORMAL1 + dAt), NONE, NO_ROWS, span);
    sync();
    normaliseBack(
      block(IN + at), block(STATS1 + at), GAIN1 + w, block(D_NORMAL1 + dAt), block(D_MIDDLE + dAt), part.start,
      block(D_STREAM + l * WIDTH), block(D_GAIN1 + dAt), span,
    );
    sync();
  }
}
`;
