/** WGSL of the transformer backwards (attention.ts), after attention.wgsl.ts. */

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
