/**
 * A policy's named tensors in one flat float32 buffer, in a fixed order, and how each one starts. Optimisers, checkpoints
 * and engines see the buffer; only the architectures know the names.
 */
import type { Rng } from "../math/rng.ts";

/** The distribution of a tensor's first values. `uniform` is U(-bound, bound), `normal` is N(0, deviation^2). */
export type InitialValues =
  | { readonly kind: "uniform"; readonly bound: number }
  | { readonly kind: "normal"; readonly deviation: number }
  | { readonly kind: "constant"; readonly value: number };

export interface TensorSpec {
  readonly name: string;
  readonly shape: readonly number[];
  readonly initial: InitialValues;
}

export interface LayoutTensor extends TensorSpec {
  /** First element in the flat buffer. */
  readonly offset: number;
  readonly size: number;
}

export interface Layout {
  readonly tensors: readonly LayoutTensor[];
  /** Elements in the flat buffer: the number of parameters. */
  readonly length: number;
}

/** Elements of a shape. */
export function sizeOf(shape: readonly number[]): number {
  return shape.reduce((product, n) => product * n, 1);
}

/** Lays tensors out one after another. Throws RangeError on a name used twice or a shape that is not of positive whole numbers. */
export function createLayout(specs: readonly TensorSpec[]): Layout {
  const names = new Set<string>();
  let length = 0;
  const tensors = specs.map((spec) => {
    if (names.has(spec.name)) throw new RangeError(`Two tensors are named "${spec.name}".`);
    names.add(spec.name);
    if (!spec.shape.every((n) => Number.isInteger(n) && n > 0))
      throw new RangeError(`"${spec.name}" has no valid shape: [${spec.shape}].`);
    const size = sizeOf(spec.shape);
    const tensor = { ...spec, offset: length, size };
    length += size;
    return tensor;
  });
  return { tensors, length };
}

/** A flat buffer of first values, drawn in the layout's order. */
export function initialise(layout: Layout, rng: Rng): Float32Array {
  const flat = new Float32Array(layout.length);
  for (const { offset, size, initial } of layout.tensors) {
    for (let i = offset; i < offset + size; i++) {
      if (initial.kind === "uniform") flat[i] = rng.between(-initial.bound, initial.bound);
      else if (initial.kind === "normal") flat[i] = initial.deviation * rng.normal();
      else flat[i] = initial.value;
    }
  }
  return flat;
}

/** A linear layer's weight [inputs, outputs] as PyTorch starts it: U(-1/sqrt(inputs), 1/sqrt(inputs)). */
export function linearWeight(name: string, inputs: number, outputs: number, fanIn = inputs): TensorSpec {
  return { name, shape: [inputs, outputs], initial: { kind: "uniform", bound: 1 / Math.sqrt(fanIn) } };
}

/** A linear layer's bias as PyTorch starts it, by the layer's number of inputs. */
export function linearBias(name: string, inputs: number, outputs: number): TensorSpec {
  return { name, shape: [outputs], initial: { kind: "uniform", bound: 1 / Math.sqrt(inputs) } };
}
