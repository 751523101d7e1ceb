/**
 * Completions as the device reads them: four of similar length in a chunk, so that none waits long for a longer one, and chunks in batches
 * whose work fits into the device at a time.
 */
import type { Asked, Completions } from "../engine.ts";
import { fitting, forcedRows, type GpuPolicy } from "./policy.ts";
import { LANES } from "./wgsl/text.ts";

/** Throws RangeError where prompts and completions do not fit together or into the engine. */
export function check(policy: GpuPolicy, asked: Asked, { tokens, lengths, rows, width }: Completions): void {
  if (!(asked.temperature > 0)) throw new RangeError("The temperature must be above 0.");
  if (asked.prompts.length !== asked.promptCount * policy.promptLength)
    throw new RangeError("The prompts are not [promptCount, promptLength].");
  if (rows !== asked.promptCount * asked.perPrompt) throw new RangeError("There are not promptCount * perPrompt completions.");
  if (tokens.length !== rows * width || lengths.length !== rows) throw new RangeError("The completions are not [rows, width].");
  const longest = lengths.reduce((a, b) => Math.max(a, b), 0);
  if (longest > policy.maxCompletion)
    throw new RangeError(`A completion of ${longest} tokens is longer than ${policy.maxCompletion}.`);
}

/** Some chunks that one dispatch works on. */
export interface Batch {
  readonly first: number;
  readonly count: number;
  /** Rows of work that they need. */
  readonly rows: number;
}

export interface Packed {
  /** Row numbers of each chunk's lanes; at most 4. */
  readonly chunks: readonly (readonly number[])[];
  /** A record for each chunk (wgsl/forced.ts). */
  readonly records: Uint32Array<ArrayBuffer>;
  /** [entries, 4]: a chunk has one entry more than it has positions. */
  readonly tokens: Uint32Array<ArrayBuffer>;
  readonly entries: number;
  readonly batches: readonly Batch[];
  /** Calls back for every token that was written: its place in [R, T], and in [entries, 4]. */
  each(visit: (at: number, packedAt: number) => void): void;
}

/**
 * Packs some rows, ascending by length, then by number. `keep`: every chunk's work stays where it is until its gradients are made; else workgroups
 * use theirs for one chunk after another.
 */
export function pack(policy: GpuPolicy, asked: Asked, completions: Completions, rows: readonly number[], keep: boolean): Packed {
  const { promptLength, vocabulary, network } = policy;
  const { tokens: given, lengths, width } = completions;
  const alphabet = vocabulary.characters.length;
  const length = (row: number): number => lengths[row] ?? 0;
  const sorted = [...rows].sort((a, b) => length(a) - length(b) || a - b);
  const chunks = Array.from({ length: Math.ceil(sorted.length / LANES) }, (_, i) => sorted.slice(i * LANES, (i + 1) * LANES));
  const positionsOf = (chunk: readonly number[]): number => promptLength + length(chunk[chunk.length - 1] ?? 0) - 1;
  const rowsOf = (positions: number): number => forcedRows(policy, positions);
  const entries = chunks.reduce((sum, chunk) => sum + positionsOf(chunk) + 1, 0);
  const tokens = new Uint32Array(entries * LANES).fill(vocabulary.pad);
  const records = new Uint32Array(chunks.length * 4);

  const batches: Batch[] = [];
  const most = fitting(policy, 1);
  const widest = rowsOf(policy.positions);
  const slots = fitting(policy, widest);
  let batch = { first: 0, count: 0, rows: 0 };
  let entry = 0;
  chunks.forEach((chunk, c) => {
    const positions = positionsOf(chunk);
    if (keep && batch.count > 0 && batch.rows + rowsOf(positions) > most) {
      batches.push(batch);
      batch = { first: c, count: 0, rows: 0 };
    }
    const at = keep ? batch.rows : (c % slots) * widest;
    batch.count++;
    batch.rows = keep ? batch.rows + rowsOf(positions) : Math.min(batch.count, slots) * widest;
    const cache = at + network.cacheAhead * network.cacheRows;
    records.set([cache + positions * network.cacheRows, cache, positions, entry], c * 4);
    chunk.forEach((row, lane) => {
      const put = (t: number, id: number): void => {
        if (!(id >= 0 && id < alphabet)) throw new RangeError(`Token ${id} is outside an alphabet of ${alphabet}.`);
        tokens[(entry + t) * LANES + lane] = id;
      };
      const prompt = Math.floor(row / asked.perPrompt) * promptLength;
      for (let t = 0; t < promptLength; t++) put(t, asked.prompts[prompt + t] ?? -1);
      for (let t = 0; t < length(row); t++) put(promptLength + t, given[row * width + t] ?? -1);
    });
    entry += positions + 1;
  });
  if (batch.count > 0) batches.push(batch);
  return {
    chunks,
    records,
    tokens,
    entries,
    batches,
    each(visit) {
      chunks.forEach((chunk, c) => {
        // The log-probability of a token stands with the token before.
        const from = (records[c * 4 + 3] ?? 0) + promptLength - 1;
        chunk.forEach((row, lane) => {
          for (let t = 0; t < length(row); t++) visit(row * width + t, (from + t) * LANES + lane);
        });
      });
    },
  };
}
