import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRng } from "../math/rng.ts";
import { ARCHITECTURE_LIST } from "./architectures/index.ts";
import { createLayout, initialise, linearBias, linearWeight, sizeOf } from "./layout.ts";
import { ARCHITECTURES, SIZES } from "./spec.ts";

describe("layout", () => {
  it("lays tensors out without gaps", () => {
    const shapes = fc.array(fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 3 }), { maxLength: 8 });
    fc.assert(
      fc.property(shapes, (list) => {
        const layout = createLayout(list.map((shape, i) => ({ name: `t${i}`, shape, initial: { kind: "constant", value: i } })));
        let next = 0;
        for (const { offset, size, shape } of layout.tensors) {
          expect(offset).toBe(next);
          expect(size).toBe(sizeOf(shape));
          next += size;
        }
        expect(layout.length).toBe(next);
        // Each element starts as its own tensor says.
        const flat = initialise(layout, createRng(1));
        layout.tensors.forEach(({ offset, size }, i) => {
          expect(Array.from(flat.subarray(offset, offset + size))).toEqual(Array.from({ length: size }, () => i));
        });
      }),
    );
  });

  it("refuses a name twice and a shape that is none", () => {
    const initial = { kind: "constant", value: 0 } as const;
    expect(() => createLayout([linearBias("a", 2, 3), linearBias("a", 2, 3)])).toThrow(/Two tensors/);
    for (const shape of [[0], [1.5], [-2, 3]]) expect(() => createLayout([{ name: "a", shape, initial }])).toThrow(RangeError);
  });

  it("starts linear layers within PyTorch's bound, and uses all of it", () => {
    const flat = initialise(createLayout([linearWeight("w", 64, 200)]), createRng(4));
    const largest = flat.reduce((top, x) => Math.max(top, Math.abs(x)), 0);
    expect(largest).toBeLessThanOrEqual(1 / 8);
    expect(largest).toBeGreaterThan(0.124);
  });
});

describe("architectures", () => {
  // Attention by hand: embedding and head 24 * 32 * 2 + 24, two layers of 4 * 32^2 + 8 * 32^2 + 160 + 4 * 32, final norm 64.
  // Recurrent: 24 * 24 + 3 * (24 * 96 + 96^2 + 96) + 96 + 96 * 24 + 24.
  it.each([
    ["attention", "small", 26_776],
    ["recurrent", "small", 37_848],
    ["convolutional", "small", 27_640],
  ] as const)("%s %s has %i parameters", (architecture, size, count) => {
    expect(ARCHITECTURE_LIST[architecture].layout(size, 24).length).toBe(count);
  });

  it("are listed under their own ids, with every size two to three times the one before", () => {
    for (const id of ARCHITECTURES) {
      const architecture = ARCHITECTURE_LIST[id];
      expect(architecture.id).toBe(id);
      const [small = 0, large = 0] = SIZES.map((size) => architecture.layout(size, 24).length);
      expect(large / small).toBeGreaterThan(1.9);
      expect(large / small).toBeLessThan(3);
    }
  });
});
