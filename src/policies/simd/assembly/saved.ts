/**
 * What sampling computed at completions' positions, saved so that an update with the same parameters need not compute it again. Saved by rollout, not by lane: sampling moves
 * lanes and an update sorts them by length, so both ways are transpositions. An architecture names its rows once, for both ways (shift), and makes the rest anew.
 */
import { LANES, ROW, VECTOR } from "./lanes";
import { allocate, capacity, first } from "./memory";

/** Rollouts that can be saved, and bytes that their numbers may take. */
const MOST: usize = 512, MOST_BYTES: usize = 64 << 20;
/** Bytes of a record: what was computed of one rollout at one position. */
let recordBytes: usize = 0;
/** Where the records stand, 16 to a page: u32 pointers to pages, so many of them; records written, and how many can be. */
let pages: usize = 0, pageCount: usize = 0, written: usize = 0, room: usize = 0;
/** Where each rollout's record of each position after the prompt is, u32 [MOST, positions]. */
let index: usize = 0, positions: usize = 0;
/** Of each lane: which rollout it is, u32 [16], and how many of its positions are saved, u32 [16]. */
export let slots: usize = 0;
/** Written in place of a rollout that nobody needs, and read where nothing was saved: zeros. */
let waste: usize = 0, zeros: usize = 0;
/** Where the lanes' records stand, u32 [16], and how far they have been shifted. */
let records: usize = 0;
let offset: usize = 0;
/** Whether rows come from the records; otherwise they go there. */
export let restoring: bool = false;
let full: bool = false;

export function setUpSaved(rows: usize): void {
  recordBytes = rows << 2;
  positions = capacity - first - 1;
  room = min(MOST * positions, MOST_BYTES / recordBytes);
  pages = allocate((room / LANES + 1) << 2);
  index = allocate(MOST * positions << 2);
  slots = allocate(2 * ROW);
  records = allocate(ROW);
  waste = allocate(recordBytes);
  zeros = allocate(recordBytes);
}

/** Forgets what was saved. */
export function beginSaved(): void {
  written = 0;
  full = false;
}
/** Whether there was room for everything since then. */
export function allSaved(): bool {
  return !full;
}

function nextRecord(): usize {
  if (written == room) {
    full = true;
    return waste;
  }
  const page = pages + ((written / LANES) << 2);
  if (written == pageCount * LANES) {
    store<u32>(page, allocate(LANES * recordBytes));
    pageCount++;
  }
  return load<u32>(page) + (written++ % LANES) * recordBytes;
}

/** Finds the lanes' records of position t, which comes after the prompt. */
export function find(t: usize, restore: bool): void {
  restoring = restore;
  offset = 0;
  const at = t - first - 1;
  for (let lane: usize = 0; lane < LANES; lane++) {
    const slot: usize = load<u32>(slots + (lane << 2)), saved: usize = load<u32>(slots + (lane << 2), ROW);
    const entry = index + ((slot * positions + at) << 2);
    let record = restore ? zeros : waste;
    if (at < saved) {
      if (!restore) store<u32>(entry, nextRecord());
      record = load<u32>(entry);
    }
    store<u32>(records + (lane << 2), record);
  }
}

/** Four by four numbers, transposed. */
@inline
function turn(from0: usize, from1: usize, from2: usize, from3: usize, to0: usize, to1: usize, to2: usize, to3: usize): void {
  const a = v128.load(from0), b = v128.load(from1), c = v128.load(from2), d = v128.load(from3);
  const abLow = v128.shuffle<f32>(a, b, 0, 4, 1, 5), abHigh = v128.shuffle<f32>(a, b, 2, 6, 3, 7);
  const cdLow = v128.shuffle<f32>(c, d, 0, 4, 1, 5), cdHigh = v128.shuffle<f32>(c, d, 2, 6, 3, 7);
  v128.store(to0, v128.shuffle<f32>(abLow, cdLow, 0, 1, 4, 5));
  v128.store(to1, v128.shuffle<f32>(abLow, cdLow, 2, 3, 6, 7));
  v128.store(to2, v128.shuffle<f32>(abHigh, cdHigh, 0, 1, 4, 5));
  v128.store(to3, v128.shuffle<f32>(abHigh, cdHigh, 2, 3, 6, 7));
}

/** Saves or restores the next rows, a multiple of four. */
export function shift(rows: usize, n: usize): void {
  for (let group: usize = 0; group < ROW; group += VECTOR) {
    let p0: usize = load<u32>(records + group) + offset, p1: usize = load<u32>(records + group, 4) + offset;
    let p2: usize = load<u32>(records + group, 8) + offset, p3: usize = load<u32>(records + group, 12) + offset;
    let row = rows + group;
    const end = row + n * ROW;
    if (restoring) {
      for (; row < end; row += 4 * ROW) {
        turn(p0, p1, p2, p3, row, row + ROW, row + 2 * ROW, row + 3 * ROW);
        p0 += VECTOR, p1 += VECTOR, p2 += VECTOR, p3 += VECTOR;
      }
    } else {
      for (; row < end; row += 4 * ROW) {
        turn(row, row + ROW, row + 2 * ROW, row + 3 * ROW, p0, p1, p2, p3);
        p0 += VECTOR, p1 += VECTOR, p2 += VECTOR, p3 += VECTOR;
      }
    }
  }
  offset += n << 2;
}
