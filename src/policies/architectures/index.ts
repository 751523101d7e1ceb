/** The list of architectures. Adding one touches its file, its test, this list, spec.ts, and each engine's list of networks. */
import type { ArchitectureId } from "../spec.ts";
import type { Architecture } from "./architecture.ts";
import { attention } from "./attention.ts";
import { convolutional } from "./convolutional.ts";
import { recurrent } from "./recurrent.ts";

export const ARCHITECTURE_LIST = { attention, recurrent, convolutional } as const satisfies Readonly<
  Record<ArchitectureId, Architecture>
>;
