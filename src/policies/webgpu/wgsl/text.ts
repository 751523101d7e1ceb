/** Pieces of WGSL made from numbers and names: constants, bindings, and what a product of matrices reads. */
import type { Layout } from "../../layout.ts";

/** Sequences side by side, one in each component of a vec4: the unit of work of a workgroup. */
export const LANES = 4;

/** `const NAME = 12u;` for each entry. Throws RangeError on what is no u32. */
export function constants(values: Readonly<Record<string, number>>): string {
  return Object.entries(values)
    .map(([name, value]) => {
      if (!Number.isInteger(value) || value < 0 || value > 0xffffffff) throw new RangeError(`${name} is no u32: ${value}.`);
      return `const ${name} = ${value}u;`;
    })
    .join("\n");
}

export interface Binding {
  readonly name: string;
  readonly type: string;
  readonly kind: "uniform" | "read" | "write";
}

const ADDRESS_SPACE = { uniform: "uniform", read: "storage, read", write: "storage, read_write" } as const;

/** Declares buffers in the order in which they are bound. */
export function declare(bindings: readonly Binding[]): string {
  return bindings
    .map(({ name, type, kind }, i) => `@group(0) @binding(${i}) var<${ADDRESS_SPACE[kind]}> ${name}: ${type};`)
    .join("\n");
}

/** Gives out consecutive numbers: of rows in a block, for one. */
export function counter(from = 0): { take(count: number): number; readonly end: number } {
  let end = from;
  return {
    take(count) {
      const at = end;
      end += count;
      return at;
    },
    get end() {
      return end;
    },
  };
}

/** Where a policy's tensors stand in the buffer of weights, in quads (vec4) of floats. */
export interface Weights {
  /** First quad of a tensor. */
  at(name: string): number;
  /** First quad of a matrix's transpose: each one stands a second time, transposed, as far behind as there are parameters. */
  transposed(name: string): number;
  /** Quads from one tensor to another, for those that repeat. */
  between(first: string, second: string): number;
  shape(name: string): readonly number[];
  /** Quads of all parameters. */
  readonly quads: number;
}

/** Throws RangeError where a tensor is not a whole number of quads. */
export function weightsOf(layout: Layout): Weights {
  const tensor = (name: string) => {
    const found = layout.tensors.find((t) => t.name === name);
    if (!found) throw new RangeError(`There is no tensor "${name}".`);
    return found;
  };
  for (const { name, shape } of layout.tensors) {
    if ((shape[shape.length - 1] ?? 0) % 4 !== 0)
      throw new RangeError(`The webgpu engine works on four features at a time; "${name}" of [${shape}] is not a multiple.`);
  }
  const quads = layout.length / 4;
  const at = (name: string): number => tensor(name).offset / 4;
  return {
    at,
    transposed: (name) => quads + at(name),
    between: (first, second) => at(second) - at(first),
    shape: (name) => tensor(name).shape,
    quads,
  };
}

/** How a product repeats over groups of outputs, such as the gates of a recurrent unit. */
export interface Groups {
  readonly count: number;
  /** Quads from one group's weights to the next one's. */
  readonly stride: number;
  /** True where each group reads inputs of its own, one group's after another's; false where all read the same. */
  readonly apart: boolean;
}

const ONE: Groups = { count: 1, stride: 0, apart: false };

function product(at: number, inputs: number, outputs: number, { count, stride, apart }: Groups): string {
  return `Product(${at}u, ${inputs}u, ${outputs / 4}u, ${count}u, ${stride}u, ${apart ? inputs : 0}u)`;
}

/** WGSL of a Product (matrix.ts) with the weights of a matrix [inputs, outputs]. */
export function forwards(weights: Weights, name: string, groups = ONE): string {
  const [inputs = 0, outputs = 0] = weights.shape(name);
  return product(weights.at(name), inputs, outputs, groups);
}

/** The same backwards: from derivatives by a matrix's outputs to those by its inputs. `stacked` matrices are summed over. */
export function backwards(weights: Weights, name: string, groups = ONE, stacked = 1): string {
  const [inputs = 0, outputs = 0] = weights.shape(name);
  return product(weights.transposed(name), stacked * outputs, inputs, groups);
}
