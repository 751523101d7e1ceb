/** The list of architectures. Adding one touches its file, its test, this list and spec.ts. */
import type { ArchitectureId } from "../spec.ts";
import type { Architecture } from "./architecture.ts";
import { attention } from "./attention.ts";
import { convolutional } from "./convolutional.ts";
import { recurrent } from "./recurrent.ts";

export const ARCHITECTURE_LIST: Readonly<Record<ArchitectureId, Architecture>> = { attention, recurrent, convolutional };
