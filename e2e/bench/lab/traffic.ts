/** Bytes that are copied into and out of the memories of WebAssembly, in the typed arrays' own copies: single numbers that are read or written in place are not seen. */

const memories = new WeakSet<ArrayBufferLike>();

/** To be called before anything makes a memory: remembers which buffers are such. */
export function watchMemories(): void {
  const property = Object.getOwnPropertyDescriptor(WebAssembly.Memory.prototype, "buffer");
  const get = property?.get;
  if (!get) throw new Error("This browser's WebAssembly memories cannot be watched.");
  Object.defineProperty(WebAssembly.Memory.prototype, "buffer", {
    ...property,
    get(this: WebAssembly.Memory) {
      const buffer: ArrayBufferLike = get.call(this);
      memories.add(buffer);
      return buffer;
    },
  });
}

export interface Copies {
  readonly bytesIn: number;
  readonly bytesOut: number;
}

/** What `act` copies. */
export async function countCopies(act: () => Promise<unknown>): Promise<Copies> {
  const prototype: Pick<Uint8Array, "set" | "slice"> = Object.getPrototypeOf(Uint8Array.prototype);
  const { set, slice } = prototype;
  const copies = { bytesIn: 0, bytesOut: 0 };
  const count = (from: unknown, to: ArrayBufferLike | null, bytes: number): void => {
    const source = ArrayBuffer.isView(from) ? memories.has(from.buffer) : false;
    const target = to !== null && memories.has(to);
    if (target && !source) copies.bytesIn += bytes;
    if (source && !target) copies.bytesOut += bytes;
  };
  prototype.set = function (this: Uint8Array, array, offset) {
    count(array, this.buffer, array.length * this.BYTES_PER_ELEMENT);
    set.call(this, array, offset);
  };
  prototype.slice = function (this: Uint8Array, ...given) {
    const made = slice.apply(this, given);
    count(this, null, made.byteLength);
    return made;
  };
  try {
    await act();
  } finally {
    Object.assign(prototype, { set, slice });
  }
  return copies;
}
