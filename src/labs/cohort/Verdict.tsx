/** The verdict under the controls: a running one while training, the final one when finished. Redrawn with the charts. */
import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { controller, redraws } from "./state.ts";
import { differenceShows, finalVerdict, runningVerdict } from "./verdict.ts";

export function Verdict() {
  const phase = useStore(controller.store, (state) => state.phase);
  const finished = phase === "finished";
  const [sentences, setSentences] = useState<readonly string[]>([]);
  const [winner, setWinner] = useState(false);
  useEffect(
    () =>
      redraws.add(() => {
        const { data } = controller.store.getState();
        const next = data ? (finished ? finalVerdict(data) : runningVerdict(data)) : [];
        setWinner(data !== null && finished && differenceShows(data));
        setSentences((before) => (before.join() === next.join() ? before : next));
      }),
    [finished],
  );
  // The introduction stands in its place before a run; from then on its room is kept, so that the charts stay where they are.
  if (sentences.length === 0) return phase === "idle" || phase === "preparing" ? null : <div className="verdict" />;
  return (
    <section className={`verdict ${winner ? "verdict-winner" : ""}`} aria-label="Verdict">
      {sentences.map((sentence, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a sentence has its place
        <p key={n}>{sentence}</p>
      ))}
    </section>
  );
}
