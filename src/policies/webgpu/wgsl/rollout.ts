/** The whole rollout in one dispatch: prompts are read, then each workgroup writes its four completions token by token until all have ended. */
import type { Vocabulary } from "../../../tasks/task.ts";
import type { GpuNetwork } from "../networks/network.ts";
import { head } from "./head.ts";
import { MATRIX, PRODUCTS_APART } from "./matrix.ts";
import { RANDOM } from "./random.ts";
import { type Binding, constants, declare } from "./text.ts";

export const ROLLOUT_BINDINGS: readonly Binding[] = [
  { name: "call", type: "Call", kind: "uniform" },
  { name: "weights", type: "array<vec4f>", kind: "read" },
  { name: "prompts", type: "array<u32>", kind: "read" },
  { name: "work", type: "array<vec4f>", kind: "write" },
  { name: "written", type: "array<u32>", kind: "write" },
];

/** Blocks that a workgroup needs at a time: a prompt's; afterwards one position after another uses the first. */
export const rolloutRows = (network: GpuNetwork, positions: number, promptLength: number): number =>
  (network.cacheAhead + positions) * network.cacheRows + promptLength * network.forwardRows;

/** `written` is [tokens R*T | log-probabilities R*T | lengths R | entropies R | certainties R], floats by their bits. */
export function rolloutCode(
  network: GpuNetwork,
  rows: Readonly<Record<string, number>>,
  options: {
    readonly vocabulary: Vocabulary;
    readonly promptLength: number;
    readonly maxCompletion: number;
  },
): string {
  const { vocabulary, promptLength, maxCompletion } = options;
  const positions = promptLength + maxCompletion - 1;
  return [
    /* wgsl */ `
struct Call { rows: u32, perPrompt: u32, key: u32, sharpness: f32, topP: f32 }`,
    declare(ROLLOUT_BINDINGS),
    constants({
      THREADS: network.threads,
      BLOCK: network.forwardRows,
      CACHE: network.cacheRows,
      SLOT: rolloutRows(network, positions, promptLength),
      CACHE_AHEAD: network.cacheAhead * network.cacheRows,
      BLOCKS_AT: (network.cacheAhead + positions) * network.cacheRows,
      VOCABULARY: vocabulary.characters.length,
      PROMPT: promptLength,
      CAP: maxCompletion,
      END: vocabulary.end,
      ...rows,
    }),
    MATRIX,
    PRODUCTS_APART,
    head(vocabulary),
    RANDOM,
    network.forward,
    ROLLOUT,
  ].join("\n");
}

const ROLLOUT = /* wgsl */ `
var<workgroup> drawn: array<u32, LANES>;
var<workgroup> living: array<u32, LANES>;

/** Makes the blocks of positions from \`origin\` on the first ones of this workgroup's. */
fn look(slot: u32, origin: u32) {
  cache = slot * SLOT + CACHE_AHEAD;
  blocks = slot * SLOT + BLOCKS_AT - origin * BLOCK;
}

/** The row of a sequence; lanes behind the last row do as it does. */
fn rowOf(chunk: u32, lane: u32) -> u32 { return min(chunk * LANES + lane, call.rows - 1); }

/**
 * The token where the cumulative distribution of a lane at position t passes u. With topP below 1 only tokens are met before which, the likelier
 * first, then the lower number, a mass below topP ranks.
 */
fn draw(t: u32, lane: u32, u: f32) -> u32 {
  let shares = rowAt(block(SHARES), t);
  var nucleus: array<f32, VOCABULARY>;
  var mass = 0.0;
  for (var v = 0u; v < VOCABULARY; v++) {
    var share = work[shares + v][lane];
    if (call.topP < 1) {
      var before = 0.0;
      for (var other = 0u; other < VOCABULARY; other++) {
        let rival = work[shares + other][lane];
        if (rival > share || (rival == share && other < v)) { before += rival; }
      }
      if (before >= call.topP) { share = 0; }
    }
    nucleus[v] = share;
    mass += share;
  }
  var sum = 0.0;
  var token = 0u;
  for (var v = 0u; v < VOCABULARY; v++) {
    if (nucleus[v] == 0) { continue; }
    token = v;
    sum += nucleus[v];
    if (u * mass < sum) { break; }
  }
  return token;
}

/** Entropy of a lane's distribution at position t, and KL(U || p). */
fn measure(t: u32, lane: u32) -> vec2f {
  let at = rowAt(block(0), t);
  let logTotal = work[at + LOG_TOTAL][lane];
  var entropy = 0.0;
  var logs = 0.0;
  for (var v = 0u; v < VOCABULARY; v++) {
    if (!mayBeSampled(v)) { continue; }
    let log_ = work[at + SCORES + v][lane] - logTotal;
    entropy -= work[at + SHARES + v][lane] * log_;
    logs += log_;
  }
  return vec2f(entropy, -LOG_ACTIVE_COUNT - logs / f32(ACTIVE_COUNT));
}

@compute @workgroup_size(THREADS)
fn main(
  @builtin(local_invocation_index) index: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
) {
  thread = index;
  let lane = index;
  let chunks = (call.rows + LANES - 1) / LANES;
  for (var chunk = group.x; chunk < chunks; chunk += groups.x) {
    look(group.x, 0);
    for (var t = thread; t < PROMPT; t += THREADS) {
      var tokens = vec4f();
      for (var i = 0u; i < LANES; i++) { tokens[i] = f32(prompts[(rowOf(chunk, i) / call.perPrompt) * PROMPT + t]); }
      work[rowAt(block(TOKEN), t)] = tokens;
    }
    if (lane < LANES) { living[lane] = u32(chunk * LANES + lane < call.rows); }
    sync();
    var sums = vec2f();
    var span = Span(0, PROMPT);
    for (var step = 0u; step < CAP; step++) {
      // The prompt, then one token after another. The call stands here once because compilers put all of it wherever it is called.
      let t = PROMPT - 1 + step;
      forward(span, t);
      if (thread == 0) { soften(t); }
      sync();
      if (lane < LANES && living[lane] == 1) {
        let row = rowOf(chunk, lane);
        let token = draw(t, lane, counterUniform(call.key, row, step));
        drawn[lane] = token;
        sums += measure(t, lane);
        let at = row * CAP + step;
        written[at] = token;
        written[call.rows * CAP + at] = bitcast<u32>(tokenLog(t, lane, token));
        let perRow = 2 * call.rows * CAP + row;
        let length = f32(step + 1);
        written[perRow] = step + 1;
        written[perRow + call.rows] = bitcast<u32>(sums.x / length);
        written[perRow + 2 * call.rows] = bitcast<u32>(sums.y / length);
        if (token == END) { living[lane] = 0; }
      }
      let alive = workgroupUniformLoad(&living);
      if (step + 1 == CAP || (alive[0] | alive[1] | alive[2] | alive[3]) == 0) { break; }
      look(group.x, t + 1);
      if (thread == 0) { work[rowAt(block(TOKEN), t + 1)] = vec4f(vec4u(drawn[0], drawn[1], drawn[2], drawn[3])); }
      sync();
      span = Span(t + 1, t + 2);
    }
    sync();
  }
}
`;
