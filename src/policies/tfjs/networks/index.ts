/** The networks of all architectures on tfjs. */
import type { PolicyShape } from "../../architectures/index.ts";
import { attention } from "./attention.ts";
import { convolutional } from "./convolutional.ts";
import type { Extend } from "./network.ts";
import { recurrent } from "./recurrent.ts";

/** The function that reads tokens, for an architecture in its dimensions. */
export function networkOf(shape: PolicyShape): Extend {
  switch (shape.architecture) {
    case "attention":
      return attention.bind(null, shape.dimensions);
    case "recurrent":
      return recurrent.bind(null, shape.dimensions);
    case "convolutional":
      return convolutional.bind(null, shape.dimensions);
  }
}
