import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromFloat16, toFloat16 } from "./float16.ts";
import { createLayout, linearBias, linearWeight } from "./layout.ts";
import {
  decodeCheckpoint,
  encodeCheckpoint,
  flatten,
  readSafetensors,
  SafetensorsError,
  unflatten,
  writeSafetensors,
} from "./safetensors.ts";

const layout = createLayout([linearWeight("w", 3, 2), linearBias("b", 3, 2)]);
const values = new Float32Array([1, -2, 0.5, 0.1, 3e-5, -65504, 0, 1 / 3]);

/** A file with this header (any JSON value or text) and that many bytes of zeros. */
function file(header: unknown, room: number): Uint8Array {
  const json = new TextEncoder().encode(typeof header === "string" ? header : JSON.stringify(header));
  const bytes = new Uint8Array(8 + json.length + room);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(json.length), true);
  bytes.set(json, 8);
  return bytes;
}
const entry = (begin: number, end: number, shape = [(end - begin) / 4], dtype = "F32") => ({
  dtype,
  shape,
  data_offsets: [begin, end],
});

describe("float16", () => {
  it("gives every half back", () => {
    for (let half = 0; half < 0x10000; half++) {
      const value = fromFloat16(half);
      if (Number.isNaN(value)) expect(toFloat16(value) & 0x7fff).toBeGreaterThan(0x7c00);
      else if (toFloat16(value) !== half) expect.fail(`${half}: ${toFloat16(value)}`);
    }
  });

  it("rounds to the nearest half, ties to the even one", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 0x7bfe }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.boolean(),
        (half, part, negative) => {
          const [low, high] = [fromFloat16(half), fromFloat16(half + 1)];
          const value = Math.fround(low + part * (high - low));
          const middle = (low + high) / 2;
          const nearest = value < middle ? half : value > middle ? half + 1 : half % 2 === 0 ? half : half + 1;
          expect(toFloat16(negative ? -value : value)).toBe(nearest | (negative ? 0x8000 : 0));
        },
      ),
      { numRuns: 2000 },
    );
    for (const half of [0, 1, 2, 0x3ff, 0x400, 0x3c00, 0x3c01, 0x7bfe]) {
      const middle = (fromFloat16(half) + fromFloat16(half + 1)) / 2;
      expect(toFloat16(middle)).toBe(half % 2 === 0 ? half : half + 1);
    }
  });

  it("knows the ends", () => {
    expect([1, -2, 65504, 65519.99, 65520, Number.POSITIVE_INFINITY, 2 ** -24, 2 ** -25, -0].map(toFloat16)).toEqual([
      0x3c00, 0xc000, 0x7bff, 0x7bff, 0x7c00, 0x7c00, 1, 0, 0x8000,
    ]);
  });
});

describe("safetensors", () => {
  it("gives named tensors and metadata back", () => {
    const tensor = fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 3 }).chain((shape) => {
      const size = shape.reduce((n, d) => n * d, 1);
      return fc.record({ shape: fc.constant(shape), values: fc.float32Array({ minLength: size, maxLength: size }) });
    });
    const content = fc.record({
      tensors: fc.array(tensor, { maxLength: 5 }),
      metadata: fc.dictionary(
        fc.string({ minLength: 1 }).filter((key) => key !== "__proto__"),
        fc.string(),
        { noNullPrototype: true },
      ),
    });
    fc.assert(
      fc.property(content, ({ tensors, metadata }) => {
        const named = tensors.map((t, i) => ({ name: `t${i}`, ...t }));
        const read = readSafetensors(writeSafetensors({ tensors: named, metadata }, "F32"));
        expect(read.metadata).toEqual(metadata);
        // Tensors without elements may change places.
        const byName = (a: { name: string }, b: { name: string }): number => (a.name < b.name ? -1 : 1);
        expect([...read.tensors].sort(byName)).toEqual(named);
      }),
    );
  });

  it("starts the data at a multiple of 8, little-endian", () => {
    const bytes = writeSafetensors(
      { tensors: [{ name: "x", shape: [2], values: new Float32Array([1, -2]) }], metadata: {} },
      "F16",
    );
    const start = 8 + Number(new DataView(bytes.buffer).getBigUint64(0, true));
    expect(start % 8).toBe(0);
    expect([...bytes.subarray(start)]).toEqual([0x00, 0x3c, 0x00, 0xc0]);
    expect(JSON.parse(new TextDecoder().decode(bytes.subarray(8, start)))).toEqual({
      __metadata__: {},
      x: { dtype: "F16", shape: [2], data_offsets: [0, 4] },
    });
  });

  it("refuses to write what a file cannot hold", () => {
    const one = { name: "x", shape: [1], values: new Float32Array([70_000]) };
    expect(() => writeSafetensors({ tensors: [one], metadata: {} }, "F16")).toThrow(/cannot hold/);
    expect(() => writeSafetensors({ tensors: [one, one], metadata: {} }, "F32")).toThrow(/taken/);
    expect(() => writeSafetensors({ tensors: [{ ...one, shape: [2] }], metadata: {} }, "F32")).toThrow(RangeError);
  });

  it.each([
    ["nothing", new Uint8Array(3), /too few/],
    ["a page", new TextEncoder().encode("<!doctype html><title>Not found</title>"), /does not start with/],
    ["a cut header", file({ a: entry(0, 4) }, 4).subarray(0, 20), /inside its header/],
    ["cut data", file({ a: entry(0, 4) }, 3), /ends before "a"/],
    ["broken JSON", file('{"a":', 0), /not valid JSON/],
    ["bytes that are no text", file(new Uint8Array([0xff]).toString(), 0), /not valid JSON/],
    ["a list", file([], 0), /not valid JSON/],
    ["another dtype", file({ a: entry(0, 4, [2], "BF16") }, 4), /stored as BF16/],
    ["no shape", file({ a: { dtype: "F32", data_offsets: [0, 4] } }, 4), /not a tensor's/],
    ["a negative shape", file({ a: entry(0, 4, [-1]) }, 4), /not a tensor's/],
    ["a wrong shape", file({ a: entry(0, 4, [2]) }, 4), /bytes of its shape/],
    ["backward offsets", file({ a: entry(4, 0, [1]) }, 4), /bytes of its shape/],
    ["overlapping offsets", file({ a: entry(0, 8), b: entry(4, 12) }, 12), /overlaps/],
    ["a hole", file({ a: entry(0, 4), b: entry(8, 12) }, 12), /belong to no tensor/],
    ["bytes left over", file({ a: entry(0, 4) }, 8), /at the end/],
    ["metadata that is no text", file({ __metadata__: { a: 1 } }, 0), /metadata/],
  ])("refuses %s with a sentence", (_, bytes, message) => {
    expect(() => readSafetensors(bytes)).toThrow(SafetensorsError);
    expect(() => readSafetensors(bytes)).toThrow(message);
  });

  it("never fails but with a SafetensorsError, whatever bytes are changed", () => {
    const good = writeSafetensors({ tensors: unflatten(layout, values), metadata: { id: "x" } }, "F32");
    fc.assert(
      fc.property(fc.nat(good.length - 1), fc.nat(255), fc.nat(good.length), (at, byte, length) => {
        const bytes = good.slice(0, length);
        bytes[at] = byte;
        try {
          readSafetensors(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(SafetensorsError);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe("checkpoint files", () => {
  it("hold a flat buffer, exactly in F32, rounded in F16", () => {
    expect(decodeCheckpoint(layout, encodeCheckpoint(layout, values, {}, "F32"))).toEqual(values);
    const rounded = values.map((x) => fromFloat16(toFloat16(x)));
    expect(decodeCheckpoint(layout, encodeCheckpoint(layout, values, {}))).toEqual(rounded);
  });

  it("refuses tensors of another policy", () => {
    const named = unflatten(layout, values);
    const [w, b] = named;
    if (!w || !b) throw new Error("no tensors");
    expect(flatten(layout, [b, w])).toEqual(values);
    expect(() => flatten(layout, [w])).toThrow(/"b" is missing/);
    expect(() => flatten(layout, [...named, { ...b, name: "c" }])).toThrow(/"c" is not/);
    expect(() => flatten(layout, [{ ...w, shape: [2, 3] }, b])).toThrow(/\[2,3\].*\[3,2\]/);
    expect(() => unflatten(layout, new Float32Array(3))).toThrow(RangeError);
  });
});
