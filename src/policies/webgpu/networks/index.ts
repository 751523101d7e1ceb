/** The networks of all architectures in WGSL, by architecture and size. */
import { ARCHITECTURE_LIST } from "../../architectures/index.ts";
import type { ArchitectureId, SizeId } from "../../spec.ts";
import { attention } from "./attention.ts";
import { convolutional } from "./convolutional.ts";
import type { GpuNetwork, NetworkShape } from "./network.ts";
import { recurrent } from "./recurrent.ts";

export function networkOf(architecture: ArchitectureId, size: SizeId, shape: NetworkShape): GpuNetwork {
  switch (architecture) {
    case "attention":
      return attention(ARCHITECTURE_LIST.attention.sizes[size], shape);
    case "recurrent":
      return recurrent(ARCHITECTURE_LIST.recurrent.sizes[size], shape);
    case "convolutional":
      return convolutional(ARCHITECTURE_LIST.convolutional.sizes[size], shape);
  }
}
