/**
 * Where everything stands. Memory is laid out once, in `index.ts`, and then only the sampling caches at its end grow. All pointers are
 * bytes, all sizes counts.
 */

let top: usize = (__heap_base + 63) & ~63;

/** Bytes at the end of memory, on a cache line, zeroed. */
export function allocate(bytes: usize): usize {
  const start = top;
  top = (start + bytes + 63) & ~63;
  const pages = <i32>((top + 0xffff) >> 16) - memory.size();
  if (pages > 0 && memory.grow(pages) < 0) unreachable();
  return start;
}

/** Tokens of the alphabet, masked ones included. */
export let vocabulary: usize = 0;
/** The position whose logits are those of a completion's first token: the prompt's last. */
export let first: usize = 0;
/** Positions that can be read at most. */
export let capacity: usize = 0;
export function setShape(v: usize, f: usize, c: usize): void {
  vocabulary = v;
  first = f;
  capacity = c;
}

/** Flat parameters and their gradient, in the layout's order. */
export let parameters: usize = 0;
export let gradient: usize = 0;
/** Weights in strips, to be read forwards and backwards, each where its matrix starts in the flat buffer. */
export let forwards: usize = 0;
export let backwards: usize = 0;
/** Where each tensor starts, in floats, by its number in the layout: u32. */
export let offsets: usize = 0;
export let parameterCount: usize = 0;

export function allocateParameters(count: usize, tensors: usize): void {
  parameterCount = count;
  offsets = allocate(tensors << 2);
  parameters = allocate(count << 2);
  gradient = allocate(count << 2);
  forwards = allocate(count << 2);
  backwards = allocate(count << 2);
}

/** Bytes from the start of a flat buffer to tensor number i. */
@inline
export function tensor(i: usize): usize {
  return <usize>load<u32>(offsets + (i << 2)) << 2;
}

/** An architecture's dimensions, as the host wrote them: u32. */
export const DIMENSIONS: usize = memory.data(64);
export function dimension(i: usize): usize {
  return load<u32>(DIMENSIONS + (i << 2));
}
