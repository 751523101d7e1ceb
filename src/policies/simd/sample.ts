/**
 * Sampling: each prompt is read once, then copied to its rollouts' lanes; all chunks go token by token, side by side, and when few enough lanes
 * are still being written they are moved together. A token depends on the key, the rollout's number and its position only (math/rng.ts).
 */
import { counterUniform } from "../../math/rng.ts";
import { checkSampling } from "../distribution.ts";
import type { Rollouts, SampleRequest } from "../engine.ts";
import { NotFiniteError } from "../not-finite.ts";
import { LANES, type SimdPolicy } from "./policy.ts";
import { beginSaving, savedOf } from "./saved.ts";
import { writePrompts } from "./tokens.ts";

/** Rollouts that are written side by side; more go in groups, so that memory stays bounded. */
const GROUP = 512;

/** A chunk being written: which row each lane writes (-1 for none), and the token it wrote last. */
interface Writing {
  readonly chunk: number;
  readonly rows: Int32Array;
  readonly latest: Uint32Array;
  alive: number;
}

/** Reads the prompts of rows `from` to `to` - 1 and gives each row a lane that begins after its prompt. */
function begin(policy: SimdPolicy, request: SampleRequest, from: number, to: number): Writing[] {
  const { wasm, promptLength } = policy;
  const { prompts, perPrompt } = request;
  const firstPrompt = Math.floor(from / perPrompt);
  const count = Math.floor((to - 1) / perPrompt) + 1 - firstPrompt;
  const rowChunks = Math.ceil((to - from) / LANES);
  const promptChunks = Math.ceil(count / LANES);
  wasm.reserve(rowChunks + promptChunks);
  for (let c = 0; c < promptChunks; c++) {
    const from = firstPrompt + c * LANES;
    writePrompts(
      policy,
      prompts,
      Array.from({ length: Math.min(LANES, firstPrompt + count - from) }, (_, lane) => from + lane),
    );
    wasm.readPrompts(rowChunks + c);
  }
  return Array.from({ length: rowChunks }, (_, chunk) => {
    const rows = new Int32Array(LANES).fill(-1);
    const alive = Math.min(LANES, to - from - chunk * LANES);
    for (let lane = 0; lane < alive; lane++) {
      const row = from + chunk * LANES + lane;
      const prompt = Math.floor(row / perPrompt) - firstPrompt;
      wasm.copyLane(rowChunks + Math.floor(prompt / LANES), prompt % LANES, chunk, lane, promptLength);
      rows[lane] = row;
    }
    return { chunk, rows, latest: new Uint32Array(LANES), alive };
  });
}

/** Moves lanes into as few chunks as hold them, if that is fewer than there are. `position`: tokens read so far. */
function compact(policy: SimdPolicy, writing: Writing[], position: number): Writing[] {
  const alive = writing.reduce((sum, own) => sum + own.alive, 0);
  const needed = Math.ceil(alive / LANES);
  if (needed >= writing.length) return writing;
  const fullest = [...writing].sort((a, b) => b.alive - a.alive || a.chunk - b.chunk);
  const kept = fullest.slice(0, needed);
  const room = kept.flatMap((own) => Array.from(own.rows, (row, lane) => ({ own, lane, row })).filter(({ row }) => row < 0));
  for (const old of fullest.slice(needed)) {
    old.rows.forEach((row, lane) => {
      if (row < 0) return;
      const free = room.pop();
      if (!free) throw new Error("There are more rows than lanes.");
      policy.wasm.copyLane(old.chunk, lane, free.own.chunk, free.lane, position);
      free.own.rows[free.lane] = row;
      free.own.latest[free.lane] = old.latest[lane] ?? 0;
      free.own.alive++;
    });
  }
  return kept;
}

/** Writes token number t of every row of a chunk; `save`: and saves what was computed. */
function write(policy: SimdPolicy, { key }: SampleRequest, own: Writing, t: number, out: Rollouts, save: boolean): void {
  const { wasm, vocabulary, promptLength } = policy;
  const { uniforms, slots, tokens: latest } = policy.views();
  own.rows.forEach((row, lane) => {
    if (row >= 0) uniforms[lane] = counterUniform(key, row, t);
    slots[lane] = Math.max(0, row);
    slots[LANES + lane] = row < 0 ? 0 : t;
  });
  latest.set(own.latest);
  wasm.step(own.chunk, promptLength + t, save);
  // Saving may have grown the memory.
  const { tokens, logProbs, entropies, certainties } = policy.views();
  own.latest.set(tokens.subarray(0, LANES));
  own.rows.forEach((row, lane) => {
    if (row < 0) return;
    const token = own.latest[lane] ?? 0;
    const logProb = logProbs[lane] ?? Number.NaN;
    if (!Number.isFinite(logProb)) throw new NotFiniteError("The policy's logits are not finite: its parameters have diverged.");
    out.tokens[row * out.width + t] = token;
    out.logProbs[row * out.width + t] = logProb;
    out.lengths[row] = t + 1;
    out.entropies[row] = (out.entropies[row] ?? 0) + (entropies[lane] ?? 0);
    out.certainties[row] = (out.certainties[row] ?? 0) + (certainties[lane] ?? 0);
    if (token !== vocabulary.end) return;
    own.rows[lane] = -1;
    own.alive--;
  });
}

/** Samples rollouts. Throws RangeError on a request that makes no sense, NotFiniteError where the logits are not finite. */
export function sample(policy: SimdPolicy, parameters: Float32Array, request: SampleRequest): Rollouts {
  const { prompts, promptCount, perPrompt, temperature, topP } = request;
  checkSampling(temperature, topP);
  if (promptCount < 1 || perPrompt < 1) throw new RangeError("Sampling needs at least one prompt and one rollout per prompt.");
  if (prompts.length !== promptCount * policy.promptLength)
    throw new RangeError("The prompts are not [promptCount, promptLength].");
  const rows = promptCount * perPrompt;
  const { width, vocabulary, promptLength } = policy;
  const out: Rollouts = {
    rows,
    width,
    tokens: new Int32Array(rows * width).fill(vocabulary.pad),
    lengths: new Int32Array(rows),
    logProbs: new Float32Array(rows * width),
    entropies: new Float32Array(rows),
    certainties: new Float32Array(rows),
  };
  policy.begin(parameters, temperature, false);
  policy.wasm.setTopP(topP);
  const save = beginSaving(policy, request, rows);
  for (let from = 0; from < rows; from += GROUP) {
    let writing = begin(policy, request, from, Math.min(rows, from + GROUP));
    for (let t = 0; t < width && writing.length > 0; t++) {
      for (const own of writing) write(policy, request, own, t, out, save);
      writing = compact(policy, writing, promptLength + t);
    }
  }
  for (let row = 0; row < rows; row++) {
    const length = out.lengths[row] ?? 1;
    out.entropies[row] = (out.entropies[row] ?? 0) / length;
    out.certainties[row] = (out.certainties[row] ?? 0) / length;
  }
  if (save && policy.wasm.allSaved()) policy.saved = savedOf(parameters, request, out);
  return out;
}
