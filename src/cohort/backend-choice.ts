/** Backend "auto": measures what there is, once per adapter, and takes the faster. The decision itself is policies/choose.ts. */
import { decideBackend, type Measured } from "../policies/choose.ts";
import type { BackendId } from "../policies/engine.ts";
import type { BackendMeasurement } from "./protocol.ts";

export interface BackendChoice {
  readonly backend: BackendId;
  /** A sentence for the page and the record. */
  readonly reason: string;
}

/** Chooses. `measure` rejects where a backend is not to be had. */
export async function chooseBackend(
  wanted: "auto" | BackendId,
  measure: (backend: BackendId) => Promise<BackendMeasurement>,
): Promise<BackendChoice> {
  void wanted;
  void measure;
  void decideBackend;
  const x: Measured | null = null;
  void x;
  throw new Error("to be written");
}
