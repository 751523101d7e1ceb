/**
 * What the host calls (module.ts has the types). One instance is one policy. A chunk is 16 sequences; chunk 0 has a cache of its own for
 * teacher forcing, sampling has as many as it asked for.
 */
import { LANES, ROW } from "./lanes";
import { allocate, allocateParameters, capacity, DIMENSIONS, first, gradient, offsets, parameterCount, parameters, setShape, vocabulary } from "./memory";
import * as attention from "./attention";
import * as convolutional from "./convolutional";
import * as recurrent from "./recurrent";
import { activeTokens, draw, headRows, measure, setActiveCount, setNucleus, setTemperature, soften, tokenLogs } from "./head";
import {
  blocksOf, firstBack, firstLogs, keep, keepTokens, owedTo, ownerChunk, ownerLane, owners, setUpPrompts, tokensOf,
} from "./prompts";

import { allSaved, beginSaved, find, setUpSaved, slots } from "./saved";

const ATTENTION: i32 = 0, RECURRENT: i32 = 1;
let architecture: i32 = 0;

/** Blocks of the completions' positions of the chunk that is forced; sampling and prompts that are not kept use the first one only. */
let blocks: usize = 0, blockBytes: usize = 0;
let cacheBytes: usize = 0, forcedCache: usize = 0;
/** Caches of chunks that are sampled, or of prompts: u32 pointers, so many of them. */
const caches: usize = memory.data(1024);
const MOST: usize = 256;
let chunks: usize = 0;
/** Of the chunk being forced: u32 tokens [capacity + 1, 16], f32 log p of the token after each, and its derivative [capacity, 16]. */
let tokens: usize = 0, logProbs: usize = 0, derivatives: usize = 0;
/** Of one step of sampling, 16 each: uniform numbers in; entropies and certainties out (tokens and log p use the first rows of the above). */
let uniforms: usize = 0, entropies: usize = 0, certainties: usize = 0;

export function dimensionsAt(): usize { return DIMENSIONS; }
export function offsetsAt(): usize { return offsets; }
export function parametersAt(): usize { return parameters; }
export function gradientAt(): usize { return gradient; }
export function activeAt(): usize { return activeTokens(); }
export function tokensAt(): usize { return tokens; }
export function logProbsAt(): usize { return logProbs; }
export function derivativesAt(): usize { return derivatives; }
export function ownersAt(): usize { return owners; }
export function slotsAt(): usize { return slots; }
export function uniformsAt(): usize { return uniforms; }
export function entropiesAt(): usize { return entropies; }
export function certaintiesAt(): usize { return certainties; }

/** Lays memory out. Dimensions must stand at dimensionsAt(). Returns how many tensors the architecture has: the host checks that. */
export function configure(kind: i32, alphabet: usize, promptLength: usize, positions: usize, count: usize): usize {
  architecture = kind;
  setShape(alphabet, promptLength - 1, positions);
  const tensors = kind == ATTENTION ? attention.setUp() : kind == RECURRENT ? recurrent.setUp() : convolutional.setUp();
  allocateParameters(count, tensors);
  const blockRows = kind == ATTENTION ? attention.blockRows() : kind == RECURRENT ? recurrent.blockRows() : convolutional.blockRows();
  const cacheRows = kind == ATTENTION ? attention.cacheRows() : kind == RECURRENT ? recurrent.cacheRows() : convolutional.cacheRows();
  blockBytes = blockRows * ROW;
  // Behind a sampling cache stand the logits that its lanes begin with.
  cacheBytes = (cacheRows + alphabet) * ROW;
  tokens = allocate((positions + 1) * ROW);
  logProbs = allocate(positions * ROW);
  derivatives = allocate(positions * ROW);
  uniforms = allocate(ROW);
  entropies = allocate(ROW);
  certainties = allocate(ROW);
  blocks = allocate((positions - first) * blockBytes);
  forcedCache = allocate(cacheBytes);
  if (kind == ATTENTION) attention.allocateBack();
  else if (kind == RECURRENT) recurrent.allocateBack();
  else convolutional.allocateBack();
  setUpPrompts(
    blockBytes,
    kind == ATTENTION ? attention.owedRows() : kind == RECURRENT ? recurrent.owedRows() : convolutional.owedRows(),
  );
  setUpSaved(kind == ATTENTION ? attention.savedRows() : kind == RECURRENT ? recurrent.savedRows() : convolutional.savedRows());
  return tensors;
}

export function setActive(count: usize): void { setActiveCount(count); }
export function setTopP(topP: f64): void { setNucleus(topP); }

/** Makes room for sampling with this many chunks, those of the prompts included. */
export function reserve(wanted: usize): void {
  if (wanted > MOST) unreachable();
  for (; chunks < wanted; chunks++) store<u32>(caches + (chunks << 2), allocate(cacheBytes));
}

/** Makes room for teacher forcing with this many chunks of prompts. */
export function reservePrompts(wanted: usize): void {
  reserve(wanted);
  keep(wanted);
}

/** Takes parameters as they stand, and the temperature; with `back`, also clears the gradient. */
export function begin(temperature: f32, back: bool): void {
  setTemperature(temperature);
  if (architecture == ATTENTION) attention.prepare(back);
  else if (architecture == RECURRENT) recurrent.prepare(back);
  else convolutional.prepare(back);
  if (back) memory.fill(gradient, 0, parameterCount << 2);
}

function read(fed: usize, block: usize, cache: usize, t: usize, output: bool): void {
  if (architecture == ATTENTION) attention.read(fed, block, cache, t, output);
  else if (architecture == RECURRENT) recurrent.read(fed, block, cache, t, output);
  else convolutional.read(fed, block, cache, t, output);
}

function shiftRead(fed: usize, block: usize, cache: usize, t: usize): void {
  if (architecture == ATTENTION) attention.shiftRead(fed, block, cache, t);
  else if (architecture == RECURRENT) recurrent.shiftRead(fed, block, cache, t);
  else convolutional.shiftRead(fed, block, cache, t);
}

/** The block of a position of the chunk that is forced: completions begin after position `first`. */
@inline
function blockAt(t: usize, kept: bool): usize { return kept ? blocks + (t - first - 1) * blockBytes : blocks; }

/** What the lanes' prompts have read, and log p of the first tokens. */
function beginForced(): void {
  for (let lane: usize = 0; lane < LANES; lane++) {
    copyState(cacheOf(ownerChunk(lane)), ownerLane(lane), forcedCache, lane, first + 1);
  }
  firstLogs(tokens + (first + 1) * ROW, logProbs + first * ROW);
}

/**
 * Teacher forcing of the completions that stand at tokensAt(), [positions + 1, 16], after the kept prompts that ownersAt() names: their log p,
 * from the prompt's last position on.
 */
export function force(positions: usize, keepBlocks: bool): void {
  beginForced();
  for (let t = first + 1; t < positions; t++) {
    const block = blockAt(t, keepBlocks);
    read(tokens + t * ROW, block, forcedCache, t, true);
    soften(block);
    tokenLogs(block, tokens + (t + 1) * ROW, logProbs + t * ROW);
  }
}

function readBack(fed: usize, d: usize, from: usize, cache: usize, begin: usize, end: usize, owed: usize): void {
  if (architecture == ATTENTION) attention.readBack(fed, d, from, blockBytes, cache, begin, end, owed);
  else if (architecture == RECURRENT) recurrent.readBack(fed, d, from, blockBytes, cache, begin, end, owed);
  else convolutional.readBack(fed, d, from, blockBytes, cache, begin, end, owed);
}

/** What force(positions, true) computes, from what sampling saved of the rollouts at slotsAt(); no log p but the first tokens'. */
function restore(positions: usize): void {
  beginForced();
  for (let t = first + 1; t < positions; t++) {
    find(t, true);
    shiftRead(tokens + t * ROW, blockAt(t, true), forcedCache, t);
  }
}

/**
 * Adds to the gradient, and to what the prompts are owed, what the completions contribute: sum of derivativesAt() times log p. With `saved`, without
 * reading them again.
 */
export function forceBack(positions: usize, saved: bool): void {
  if (saved) restore(positions);
  else force(positions, true);
  firstBack(tokens + (first + 1) * ROW, derivatives + first * ROW);
  readBack(tokens, derivatives, blockAt(0, true), forcedCache, first + 1, positions, 0);
}

/** After all completions of a chunk of kept prompts: adds to the gradient what comes back to them. */
export function promptsBack(chunk: usize): void {
  readBack(tokensOf(chunk), 0, blocksOf(chunk), cacheOf(chunk), 0, first + 1, owedTo(chunk));
}

/** After everything: the gradient is complete at gradientAt(). */
export function endBack(): void {
  if (architecture == ATTENTION) attention.finish();
  else if (architecture == RECURRENT) recurrent.finish();
}

function cacheOf(chunk: usize): usize { return load<u32>(caches + (chunk << 2)); }
function logitsOf(chunk: usize): usize { return cacheOf(chunk) + cacheBytes - vocabulary * ROW; }

/** Reads the prompts that stand at tokensAt(), [promptLength, 16], into a chunk's cache, with the logits after them. */
export function readPrompts(chunk: usize): void {
  for (let t: usize = 0; t <= first; t++) read(tokens + t * ROW, blocks, cacheOf(chunk), t, t == first);
  memory.copy(logitsOf(chunk), blocks, vocabulary * ROW);
}

/** The same for teacher forcing: they are kept, with their distributions of the first token. */
export function keepPrompts(chunk: usize): void {
  keepTokens(chunk, tokens);
  for (let t: usize = 0; t <= first; t++) read(tokens + t * ROW, blocksOf(chunk) + t * blockBytes, cacheOf(chunk), t, t == first);
  soften(blocksOf(chunk) + first * blockBytes);
}

/** Copies what a lane of a cache has read before position t. */
function copyState(from: usize, fromLane: usize, to: usize, toLane: usize, t: usize): void {
  if (architecture == ATTENTION) attention.copyState(from, fromLane, to, toLane, t);
  else if (architecture == RECURRENT) recurrent.copyState(from, fromLane, to, toLane, t);
  else convolutional.copyState(from, fromLane, to, toLane, t);
}

/** Copies what a lane has read before position t to another lane, and the logits that it begins with. */
export function copyLane(fromChunk: usize, fromLane: usize, toChunk: usize, toLane: usize, t: usize): void {
  copyState(cacheOf(fromChunk), fromLane, cacheOf(toChunk), toLane, t);
  if (t > first + 1) return;
  for (let i: usize = 0; i < vocabulary; i++) {
    store<f32>(logitsOf(toChunk) + i * ROW + (toLane << 2), load<f32>(logitsOf(fromChunk) + i * ROW + (fromLane << 2)));
  }
}

/**
 * One token of each lane of a chunk, at position t = promptLength or later: reads the tokens at tokensAt() as position t - 1 (at the
 * first one, the prompt's logits are there already), draws the next into the same place. False where logits are not finite.
 * With `save`, keeps what was computed of the rollouts at slotsAt().
 */
export function step(chunk: usize, t: usize, save: bool): bool {
  if (t == first + 1) memory.copy(blocks, logitsOf(chunk), vocabulary * ROW);
  else read(tokens, blocks, cacheOf(chunk), t - 1, true);
  soften(blocks);
  if (save && t > first + 1) {
    find(t - 1, false);
    shiftRead(tokens, blocks, cacheOf(chunk), t - 1);
  }
  const finite = draw(blocks, uniforms, tokens);
  measure(blocks, entropies, certainties);
  tokenLogs(blocks, tokens, logProbs);
  return finite;
}

export { headRows, beginSaved, allSaved };
