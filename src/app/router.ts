/** Routes live in the hash, so that the page works from any path of a static host: `#/cohort?preset=ttrl` is lab cohort. */
import { useSyncExternalStore } from "react";
import { type Place, placeOf } from "./place.ts";

let place = placeOf(window.location.hash, null, "");

function subscribe(listener: () => void): () => void {
  const changed = (event: HashChangeEvent): void => {
    place = placeOf(window.location.hash, place, new URL(event.oldURL).hash);
    listener();
  };
  window.addEventListener("hashchange", changed);
  return () => window.removeEventListener("hashchange", changed);
}

/** Where the address leads now. */
export function usePlace(): Place {
  return useSyncExternalStore(subscribe, () => place);
}

/** Leaves the glossary, in place of its entry in the browser's history: Back does not open it again. */
export function closeGlossary(): void {
  if (place.word !== null) window.location.replace(place.back);
}
