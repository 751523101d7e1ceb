/**
 * The safetensors format (github.com/huggingface/safetensors): 8 bytes with the header's length, a JSON header with each tensor's dtype,
 * shape and offsets, then the bytes. Here with F32 and F16, little-endian, on any machine. Reading trusts nothing in the header.
 */
import { z } from "zod";
import { fromFloat16, toFloat16 } from "./float16.ts";
import { type Layout, sizeOf } from "./layout.ts";

export const DTYPES = ["F32", "F16"] as const;
export type Dtype = (typeof DTYPES)[number];
const BYTES: Readonly<Record<Dtype, number>> = { F32: 4, F16: 2 };

export interface NamedTensor {
  readonly name: string;
  readonly shape: readonly number[];
  readonly values: Float32Array;
}

export interface Safetensors {
  readonly tensors: readonly NamedTensor[];
  readonly metadata: Readonly<Record<string, string>>;
}

/** A file that is not a safetensors file as this project writes them. The message is one sentence. */
export class SafetensorsError extends Error {
  override readonly name = "SafetensorsError";
}

/** No policy's header comes near; a longer one is not worth parsing. */
const MAX_HEADER = 1_000_000;
const METADATA = "__metadata__";

const headerSchema = z.record(z.string(), z.unknown());
const metadataSchema = z.record(z.string(), z.string());
const entrySchema = z.object({
  dtype: z.string(),
  shape: z.array(z.number().int().nonnegative()),
  data_offsets: z.tuple([z.number().int().nonnegative(), z.number().int().nonnegative()]),
});

/** Writes tensors in the given order. Throws RangeError on a bad name, a shape that does not fit, or a value that the dtype cannot hold. */
export function writeSafetensors({ tensors, metadata }: Safetensors, dtype: Dtype): Uint8Array<ArrayBuffer> {
  const header: Record<string, unknown> = { [METADATA]: metadata };
  let offset = 0;
  for (const { name, shape, values } of tensors) {
    if (name in header) throw new RangeError(`A tensor cannot be named "${name}": the name is taken.`);
    if (sizeOf(shape) !== values.length) throw new RangeError(`"${name}" has ${values.length} values, not those of [${shape}].`);
    const end = offset + values.length * BYTES[dtype];
    header[name] = { dtype, shape, data_offsets: [offset, end] };
    offset = end;
  }
  let text = JSON.stringify(header);
  const encoder = new TextEncoder();
  // The data starts at a multiple of 8, as the format asks; spaces after the JSON are allowed.
  text += " ".repeat((8 - (encoder.encode(text).length % 8)) % 8);
  const json = encoder.encode(text);
  const bytes = new Uint8Array(8 + json.length + offset);
  const view = new DataView(bytes.buffer);
  view.setBigUint64(0, BigInt(json.length), true);
  bytes.set(json, 8);
  let at = 8 + json.length;
  for (const { name, values } of tensors) {
    for (const value of values) {
      if (dtype === "F32") view.setFloat32(at, value, true);
      else {
        const half = toFloat16(value);
        if (Number.isFinite(value) && (half & 0x7c00) === 0x7c00)
          throw new RangeError(`"${name}" has ${value}, which float16 cannot hold.`);
        view.setUint16(at, half, true);
      }
      at += BYTES[dtype];
    }
  }
  return bytes;
}

function readHeader(bytes: Uint8Array): { header: Record<string, unknown>; start: number } {
  if (bytes.length < 8) throw new SafetensorsError(`The file has ${bytes.length} bytes, too few for a safetensors header.`);
  const length = new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true);
  if (length > BigInt(MAX_HEADER)) throw new SafetensorsError("The file does not start with the length of a safetensors header.");
  const start = 8 + Number(length);
  if (start > bytes.length) throw new SafetensorsError("The file ends inside its header: it is truncated.");
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(8, start));
    return { header: headerSchema.parse(JSON.parse(text)), start };
  } catch {
    throw new SafetensorsError("The file's safetensors header is not valid JSON.");
  }
}

/** Reads a file. Throws SafetensorsError, with a sentence, on anything that is not well formed. Values may be NaN: the caller decides. */
export function readSafetensors(bytes: Uint8Array): Safetensors {
  const { header, start } = readHeader(bytes);
  const room = bytes.length - start;
  const metadata = metadataSchema.safeParse(header[METADATA] ?? {});
  if (!metadata.success) throw new SafetensorsError("The file's metadata is not a list of texts.");
  const entries = Object.entries(header)
    .filter(([name]) => name !== METADATA)
    .map(([name, raw]) => {
      const entry = entrySchema.safeParse(raw);
      if (!entry.success) throw new SafetensorsError(`The header's entry for "${name}" is not a tensor's.`);
      const { shape } = entry.data;
      const dtype = DTYPES.find((known) => known === entry.data.dtype);
      if (!dtype) throw new SafetensorsError(`"${name}" is stored as ${entry.data.dtype}; only F32 and F16 can be read.`);
      const [begin, end] = entry.data.data_offsets;
      if (end > room) throw new SafetensorsError(`The file ends before "${name}" does: it is truncated.`);
      if (end - begin !== sizeOf(shape) * BYTES[dtype])
        throw new SafetensorsError(`"${name}" has not the bytes of its shape [${shape}].`);
      return { name, shape, dtype, begin, end };
    })
    .sort((a, b) => a.begin - b.begin || a.end - b.end);
  let reached = 0;
  for (const { name, begin, end } of entries) {
    if (begin < reached) throw new SafetensorsError(`"${name}" overlaps another tensor's bytes.`);
    if (begin > reached) throw new SafetensorsError(`There are bytes before "${name}" that belong to no tensor.`);
    reached = end;
  }
  if (reached !== room) throw new SafetensorsError("There are bytes at the end that belong to no tensor.");
  const view = new DataView(bytes.buffer, bytes.byteOffset + start);
  const tensors = entries.map(({ name, shape, dtype, begin }) => ({
    name,
    shape,
    values: Float32Array.from({ length: sizeOf(shape) }, (_, i) =>
      dtype === "F32" ? view.getFloat32(begin + 4 * i, true) : fromFloat16(view.getUint16(begin + 2 * i, true)),
    ),
  }));
  return { tensors, metadata: metadata.data };
}

/** The flat buffer of a layout from named tensors. Throws SafetensorsError where one is missing, too many or of another shape. */
export function flatten(layout: Layout, tensors: readonly NamedTensor[]): Float32Array {
  const byName = new Map(tensors.map((tensor) => [tensor.name, tensor]));
  const flat = new Float32Array(layout.length);
  for (const { name, shape, offset } of layout.tensors) {
    const found = byName.get(name);
    if (!found) throw new SafetensorsError(`The tensor "${name}" is missing.`);
    if (found.shape.length !== shape.length || found.shape.some((n, i) => n !== shape[i])) {
      throw new SafetensorsError(`"${name}" has the shape [${found.shape}]; this policy needs [${shape}].`);
    }
    flat.set(found.values, offset);
    byName.delete(name);
  }
  const [extra] = byName.keys();
  if (extra !== undefined) throw new SafetensorsError(`The tensor "${extra}" is not this policy's.`);
  return flat;
}

/** Named tensors of a flat buffer. Throws RangeError where its length is another layout's. */
export function unflatten(layout: Layout, flat: Float32Array): NamedTensor[] {
  if (flat.length !== layout.length)
    throw new RangeError(`The buffer has ${flat.length} numbers; the layout has ${layout.length}.`);
  return layout.tensors.map(({ name, shape, offset, size }) => ({ name, shape, values: flat.slice(offset, offset + size) }));
}

/** A checkpoint's file: a policy's parameters in float16, with metadata. */
export function encodeCheckpoint(
  layout: Layout,
  parameters: Float32Array,
  metadata: Readonly<Record<string, string>>,
  dtype: Dtype = "F16",
): Uint8Array<ArrayBuffer> {
  return writeSafetensors({ tensors: unflatten(layout, parameters), metadata }, dtype);
}

/** The parameters in a checkpoint's file. Throws SafetensorsError. */
export function decodeCheckpoint(layout: Layout, bytes: Uint8Array): Float32Array {
  return flatten(layout, readSafetensors(bytes).tensors);
}
