/**
 * Prompts are read once for all of their completions. Sampling copies what they have read to the completions' lanes and forgets them; teacher
 * forcing keeps their blocks, because gradients come back to them: each completion adds, to what its prompt is owed, the derivatives by what it
 * copied (rows of the architecture's own making) and by the scores of the first token. Then the prompts go backwards, once.
 */
import { LANES, ROW } from "./lanes";
import { allocate, first, vocabulary } from "./memory";
import { slopes, tokenLogs } from "./head";

/** Chunks of prompts that can be kept at a time. */
const MOST: usize = 16;

/** Where each kept chunk stands: u32. It has its tokens [first + 1, 16], what it is owed, and its blocks. */
const kept: usize = memory.data(64);
let count: usize = 0;
let blockBytes: usize = 0, owedBytes: usize = 0;
/** Bytes from the start of what is owed to the scores' rows, which come last. */
let scoresAt: usize = 0;
/** Of the completions being forced: the kept chunk that each lane's prompt is in, then its lane there; u32 [2, 16]. */
export let owners: usize = 0;
/** Room for the scores' derivatives of a lane's first token, and for a block whose lanes are those of the prompts. */
let scratch: usize = 0, gathered: usize = 0;

export function setUpPrompts(bytesOfBlock: usize, owedRows: usize): void {
  blockBytes = bytesOfBlock;
  scoresAt = owedRows * ROW;
  owedBytes = scoresAt + vocabulary * ROW;
  owners = allocate(2 * ROW);
  scratch = allocate(vocabulary * ROW);
  gathered = allocate((2 * vocabulary + 1) * ROW);
}

/** Makes room for this many chunks of prompts. */
export function keep(wanted: usize): void {
  if (wanted > MOST) unreachable();
  for (; count < wanted; count++) {
    store<u32>(kept + (count << 2), allocate((first + 1) * (ROW + blockBytes) + owedBytes));
  }
}

export function tokensOf(chunk: usize): usize {
  return load<u32>(kept + (chunk << 2));
}
export function owedTo(chunk: usize): usize {
  return tokensOf(chunk) + (first + 1) * ROW;
}
export function owedScores(owed: usize): usize {
  return owed + scoresAt;
}
export function blocksOf(chunk: usize): usize {
  return owedTo(chunk) + owedBytes;
}

/** Takes the prompts' tokens for the way back; nothing is owed to them yet. */
export function keepTokens(chunk: usize, tokens: usize): void {
  memory.copy(tokensOf(chunk), tokens, (first + 1) * ROW);
  memory.fill(owedTo(chunk), 0, owedBytes);
}

@inline
export function ownerChunk(lane: usize): usize {
  return load<u32>(owners + (lane << 2));
}
@inline
export function ownerLane(lane: usize): usize {
  return load<u32>(owners + (lane << 2), ROW);
}

/** Adds rows of derivatives, lane by lane, to what the lanes' prompts are owed, `offset` bytes from its start. */
export function owe(from: usize, rows: usize, offset: usize): void {
  for (let lane: usize = 0; lane < LANES; lane++) {
    const to = owedTo(ownerChunk(lane)) + offset + (ownerLane(lane) << 2), own = from + (lane << 2);
    for (let at: usize = 0, end = rows * ROW; at < end; at += ROW) store<f32>(to + at, load<f32>(to + at) + load<f32>(own + at));
  }
}

/** log p of the first tokens, [16], from the prompts' distributions. */
export function firstLogs(tokens: usize, out: usize): void {
  const rows: usize = 2 * vocabulary + 1;
  for (let lane: usize = 0; lane < LANES; lane++) {
    const from = blocksOf(ownerChunk(lane)) + first * blockBytes + (ownerLane(lane) << 2), to = gathered + (lane << 2);
    for (let at: usize = 0, end = rows * ROW; at < end; at += ROW) store<f32>(to + at, load<f32>(from + at));
  }
  tokenLogs(gathered, tokens, out);
}

/** After firstLogs: what d = dLoss / dlog p of the first tokens, [16], adds to the derivatives by the prompts' scores. */
export function firstBack(tokens: usize, d: usize): void {
  slopes(gathered, tokens, d, scratch);
  owe(scratch, vocabulary, scoresAt);
}
