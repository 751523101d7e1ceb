/** What the page shows at this moment, for the Export menu: it reads it when a file is asked for and is not redrawn for it. */
import type { Shown } from "./exports.ts";

export const shown: { current: Shown | null } = { current: null };
