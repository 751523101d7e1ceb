/** What is going on, in words, redrawn with the charts; and what computes it. */
import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { healthSentences } from "./health.ts";
import { controller, redraws } from "./state.ts";

export function Health() {
  const environment = useStore(controller.store, (state) => state.environment);
  const [sentences, setSentences] = useState<readonly string[]>([]);
  useEffect(
    () =>
      redraws.add(() => {
        const { data, step, total } = controller.store.getState();
        setSentences(data ? healthSentences(data, step, total) : []);
      }),
    [],
  );
  if (sentences.length === 0 && !environment) return null;
  return (
    <section className="health" aria-labelledby="health-title">
      <h2 id="health-title">What is going on</h2>
      {sentences.map((sentence, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a sentence has its place
        <p key={n}>{sentence}</p>
      ))}
      {environment ? (
        <p className="hint">
          Computed by {environment.backend} on {environment.adapter}. {environment.backendReason}
        </p>
      ) : null}
    </section>
  );
}
