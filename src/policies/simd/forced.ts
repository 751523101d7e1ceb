/**
 * Teacher forcing: log-probabilities of given completions and the gradient of sum(d * log p). Rows go in chunks of 16 of similar length, so that
 * a chunk runs only to its own longest one; rows whose d is 0 throughout are left out, for they add exactly nothing.
 */
import type { Asked, Completions } from "../engine.ts";
import { LANES, type SimdPolicy } from "./policy.ts";

/** Throws RangeError where prompts and completions do not fit together or into the engine. */
function check(policy: SimdPolicy, asked: Asked, { tokens, lengths, rows, width }: Completions): void {
  if (asked.prompts.length !== asked.promptCount * policy.promptLength)
    throw new RangeError("The prompts are not [promptCount, promptLength].");
  if (rows !== asked.promptCount * asked.perPrompt) throw new RangeError("There are not promptCount * perPrompt completions.");
  if (tokens.length !== rows * width || lengths.length !== rows) throw new RangeError("The completions are not [rows, width].");
  const longest = lengths.reduce((a, b) => Math.max(a, b), 0);
  if (longest > policy.width) throw new RangeError(`A completion of ${longest} tokens is longer than ${policy.width}.`);
}

interface Chunk {
  /** Row numbers; at most 16. */
  readonly rows: readonly number[];
  /** The longest of their completions. */
  readonly time: number;
}

/** Rows in chunks, ascending by length, then by number. */
function chunksOf(rows: readonly number[], lengths: ArrayLike<number>): Chunk[] {
  const length = (row: number): number => lengths[row] ?? 0;
  const sorted = [...rows].sort((a, b) => length(a) - length(b) || a - b);
  return Array.from({ length: Math.ceil(sorted.length / LANES) }, (_, i) => {
    const own = sorted.slice(i * LANES, (i + 1) * LANES);
    return { rows: own, time: length(own[own.length - 1] ?? 0) };
  });
}

/** Writes a chunk's prompts and completions, padded; lanes that nobody needs read padding. Returns the positions to read. */
function writeTokens(policy: SimdPolicy, asked: Asked, { tokens, lengths, width }: Completions, { rows, time }: Chunk): number {
  const { promptLength, vocabulary } = policy;
  const alphabet = vocabulary.characters.length;
  const positions = promptLength + time - 1;
  const to = policy.views().tokens.fill(vocabulary.pad, 0, (positions + 1) * LANES);
  const put = (t: number, lane: number, id: number): void => {
    if (!(id >= 0 && id < alphabet)) throw new RangeError(`Token ${id} is outside an alphabet of ${alphabet}.`);
    to[t * LANES + lane] = id;
  };
  rows.forEach((row, lane) => {
    const prompt = Math.floor(row / asked.perPrompt) * promptLength;
    for (let t = 0; t < promptLength; t++) put(t, lane, asked.prompts[prompt + t] ?? -1);
    for (let t = 0; t < (lengths[row] ?? 0); t++) put(promptLength + t, lane, tokens[row * width + t] ?? -1);
  });
  return positions;
}

/** Teacher-forced log-probabilities, [R, T], 0 after the end. */
export function forcedLogProbs(
  policy: SimdPolicy,
  parameters: Float32Array,
  asked: Asked,
  completions: Completions,
): Float32Array {
  check(policy, asked, completions);
  const { lengths, width } = completions;
  const out = new Float32Array(completions.rows * width);
  const rows = Array.from({ length: completions.rows }, (_, row) => row).filter((row) => (lengths[row] ?? 0) > 0);
  policy.begin(parameters, asked.temperature, false);
  const first = policy.promptLength - 1;
  for (const chunk of chunksOf(rows, lengths)) {
    policy.wasm.force(writeTokens(policy, asked, completions, chunk), false);
    const { logProbs } = policy.views();
    chunk.rows.forEach((row, lane) => {
      for (let t = 0; t < (lengths[row] ?? 0); t++) out[row * width + t] = logProbs[(first + t) * LANES + lane] ?? 0;
    });
  }
  return out;
}

/** The value of sum(d * log p) and its gradient by the flat parameters. `derivative` is d, [R, T]. All 0: nothing is computed. */
export function forcedGradient(
  policy: SimdPolicy,
  parameters: Float32Array,
  asked: Asked,
  completions: Completions,
  derivative: Float32Array,
): { readonly value: number; readonly gradient: Float32Array } {
  check(policy, asked, completions);
  const { lengths, width } = completions;
  const rows: number[] = [];
  for (let row = 0; row < completions.rows; row++) {
    // NaN is not 0: it goes on and is refused afterwards.
    for (let i = row * width; i < row * width + (lengths[row] ?? 0); i++) {
      if (derivative[i] === 0) continue;
      rows.push(row);
      break;
    }
  }
  if (rows.length === 0) return { value: 0, gradient: new Float32Array(policy.layout.length) };
  policy.begin(parameters, asked.temperature, true);
  const first = policy.promptLength - 1;
  let value = 0;
  for (const chunk of chunksOf(rows, lengths)) {
    const positions = writeTokens(policy, asked, completions, chunk);
    const { derivatives, logProbs } = policy.views();
    derivatives.fill(0, 0, positions * LANES);
    chunk.rows.forEach((row, lane) => {
      for (let t = 0; t < (lengths[row] ?? 0); t++) derivatives[(first + t) * LANES + lane] = derivative[row * width + t] ?? 0;
    });
    policy.wasm.forceBack(positions);
    chunk.rows.forEach((_, lane) => {
      for (let i = first * LANES + lane; i < positions * LANES; i += LANES) {
        const d = derivatives[i] ?? 0;
        if (d !== 0) value += d * (logProbs[i] ?? 0);
      }
    });
  }
  policy.wasm.endBack();
  return { value, gradient: policy.views().gradient.slice() };
}
