/** The networks of all architectures on tfjs, by architecture and size. */
import { ARCHITECTURE_LIST } from "../../architectures/index.ts";
import type { ArchitectureId, SizeId } from "../../spec.ts";
import { attention } from "./attention.ts";
import { convolutional } from "./convolutional.ts";
import type { Extend } from "./network.ts";
import { recurrent } from "./recurrent.ts";

const NETWORKS: Readonly<Record<ArchitectureId, (size: SizeId) => Extend>> = {
  attention: (size) => attention.bind(null, ARCHITECTURE_LIST.attention.sizes[size]),
  recurrent: (size) => recurrent.bind(null, ARCHITECTURE_LIST.recurrent.sizes[size]),
  convolutional: (size) => convolutional.bind(null, ARCHITECTURE_LIST.convolutional.sizes[size]),
};

/** The function that reads tokens, for an architecture in a size. */
export function networkOf(architecture: ArchitectureId, size: SizeId): Extend {
  return NETWORKS[architecture](size);
}
