/** Routes live in the hash, so that the page works from any path of a static host: `#/cohort?preset=ttrl` is lab cohort. */
import { useSyncExternalStore } from "react";

/** The lab that a hash names; empty where it names none. */
export function labOf(hash: string): string {
  return /^#\/([a-z0-9-]*)/.exec(hash)?.[1] ?? "";
}

function subscribe(listener: () => void): () => void {
  window.addEventListener("hashchange", listener);
  return () => window.removeEventListener("hashchange", listener);
}

/** The lab in the address now. */
export function useLab(): string {
  return useSyncExternalStore(subscribe, () => labOf(window.location.hash));
}
