/**
 * Teacher forcing: log-probabilities of given completions and the gradient of sum(d * log p). Prompts are read once each, and go backwards once,
 * however many completions they have. Completions go in chunks of 16 of similar length, so that a chunk runs only to its own longest one; rows whose d is
 * 0 throughout are left out, for they add exactly nothing.
 */
import type { Asked, Completions } from "../engine.ts";
import { LANES, type SimdPolicy } from "./policy.ts";
import { savedLogProbs } from "./saved.ts";
import { writeCompletions, writePrompts } from "./tokens.ts";

/** Prompts that are kept at a time: 6 positions of 16 prompts are half a megabyte of activations. The engine has room for twice as many. */
const PROMPTS = 8 * LANES;

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

/**
 * Reads the prompts of some rows, then has `force` read the rows themselves, chunk by chunk: it gets a chunk and its number of positions, whose tokens and
 * owners are in place. `after` is told how many chunks of prompts there were.
 */
function forcePart(
  policy: SimdPolicy,
  asked: Asked,
  completions: Completions,
  rows: readonly number[],
  force: (chunk: Chunk, positions: number) => void,
  after: (promptChunks: number) => void,
): void {
  const { wasm } = policy;
  const promptOf = (row: number): number => Math.floor(row / asked.perPrompt);
  const used = [...new Set(rows.map(promptOf))];
  const place = new Map(used.map((prompt, i) => [prompt, i]));
  const promptChunks = Math.ceil(used.length / LANES);
  wasm.reservePrompts(promptChunks);
  for (let c = 0; c < promptChunks; c++) {
    writePrompts(policy, asked.prompts, used.slice(c * LANES, (c + 1) * LANES));
    wasm.keepPrompts(c);
  }
  for (const chunk of chunksOf(rows, completions.lengths)) {
    const { owners } = policy.views();
    // A lane that nobody needs has the first prompt, and owes it nothing.
    owners.fill(0);
    chunk.rows.forEach((row, lane) => {
      const at = place.get(promptOf(row)) ?? 0;
      owners[lane] = Math.floor(at / LANES);
      owners[LANES + lane] = at % LANES;
    });
    force(chunk, writeCompletions(policy, completions, chunk.rows, chunk.time));
  }
  after(promptChunks);
}

/** Calls `part` with some rows at a time, ascending, so that no more prompts are kept than there is room for. */
function inParts(rows: readonly number[], perPrompt: number, part: (rows: readonly number[]) => void): void {
  let own: number[] = [];
  let prompts = 0;
  let last = -1;
  for (const row of rows) {
    const prompt = Math.floor(row / perPrompt);
    if (prompt !== last && prompts === PROMPTS) {
      part(own);
      own = [];
      prompts = 0;
    }
    if (prompt !== last) prompts++;
    last = prompt;
    own.push(row);
  }
  if (own.length > 0) part(own);
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
  const force = (chunk: Chunk, positions: number): void => {
    policy.wasm.force(positions, false);
    const { logProbs } = policy.views();
    chunk.rows.forEach((row, lane) => {
      for (let t = 0; t < (lengths[row] ?? 0); t++) out[row * width + t] = logProbs[(first + t) * LANES + lane] ?? 0;
    });
  };
  inParts(rows, asked.perPrompt, (part) => forcePart(policy, asked, completions, part, force, () => {}));
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
  policy.learned = rows.length / completions.rows;
  if (rows.length === 0) return { value: 0, gradient: new Float32Array(policy.layout.length) };
  policy.begin(parameters, asked.temperature, true);
  const known = savedLogProbs(policy.saved, parameters, asked, completions);
  const first = policy.promptLength - 1;
  let value = 0;
  const force = (chunk: Chunk, positions: number): void => {
    const { derivatives, logProbs, slots } = policy.views();
    derivatives.fill(0, 0, positions * LANES);
    chunk.rows.forEach((row, lane) => {
      for (let t = 0; t < (lengths[row] ?? 0); t++) derivatives[(first + t) * LANES + lane] = derivative[row * width + t] ?? 0;
    });
    slots.fill(0);
    chunk.rows.forEach((row, lane) => {
      slots[lane] = row;
      slots[LANES + lane] = (lengths[row] ?? 1) - 1;
    });
    policy.wasm.forceBack(positions, known !== null);
    if (known) {
      chunk.rows.forEach((row, lane) => {
        for (let t = 0; t < (lengths[row] ?? 0); t++) logProbs[(first + t) * LANES + lane] = known[row * width + t] ?? 0;
      });
    }
    chunk.rows.forEach((_, lane) => {
      for (let i = first * LANES + lane; i < positions * LANES; i += LANES) {
        const d = derivatives[i] ?? 0;
        if (d !== 0) value += d * (logProbs[i] ?? 0);
      }
    });
  };
  const after = (promptChunks: number): void => {
    for (let c = 0; c < promptChunks; c++) policy.wasm.promptsBack(c);
  };
  inParts(rows, asked.perPrompt, (part) => forcePart(policy, asked, completions, part, force, after));
  policy.wasm.endBack();
  return { value, gradient: policy.views().gradient.slice() };
}
