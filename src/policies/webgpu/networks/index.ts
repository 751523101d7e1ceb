/** The networks of all architectures in WGSL. */
import type { PolicyShape } from "../../architectures/index.ts";
import { attention } from "./attention.ts";
import { convolutional } from "./convolutional.ts";
import type { Frame, GpuNetwork } from "./network.ts";
import { recurrent } from "./recurrent.ts";

export function networkOf(shape: PolicyShape, frame: Frame): GpuNetwork {
  switch (shape.architecture) {
    case "attention":
      return attention(shape.dimensions, frame);
    case "recurrent":
      return recurrent(shape.dimensions, frame);
    case "convolutional":
      return convolutional(shape.dimensions, frame);
  }
}
