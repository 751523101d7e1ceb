/** The verdict under the controls: a running one while training, the final one when finished. Redrawn with the charts. */
import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { controller, redraws } from "./state.ts";
import { finalVerdict, runningVerdict } from "./verdict.ts";

export function Verdict() {
  const finished = useStore(controller.store, (state) => state.phase === "finished");
  const [sentences, setSentences] = useState<readonly string[]>([]);
  useEffect(
    () =>
      redraws.add(() => {
        const { data } = controller.store.getState();
        const next = data ? (finished ? finalVerdict(data) : runningVerdict(data)) : [];
        setSentences((before) => (before.join() === next.join() ? before : next));
      }),
    [finished],
  );
  if (sentences.length === 0) return null;
  return (
    <section className={`verdict ${finished ? "verdict-final" : ""}`} aria-label="Verdict">
      {sentences.map((sentence, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a sentence has its place
        <p key={n}>{sentence}</p>
      ))}
    </section>
  );
}
