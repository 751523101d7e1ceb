/** What is going on, in words, redrawn with the charts; what the rules of the health line saw, each with its text; and what computes it. */
import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { healthSentences } from "./health.ts";
import { type Seen, seenLines } from "./seen.ts";
import { controller, redraws } from "./state.ts";

/** A rule that was met: what it is called, by whom and since when; its text opens. */
function SeenLine({ rule, text, now }: Seen) {
  return (
    <details className={now ? "health-seen" : "health-seen health-over"}>
      <summary>
        <strong>{rule.title}</strong>: {text}.
      </summary>
      <p className="hint">
        {rule.text} Looked at as means over ten steps; a rule speaks once it was met in ten steps running, and names the first of
        them.
      </p>
    </details>
  );
}

export function Health() {
  const environment = useStore(controller.store, (state) => state.environment);
  const [sentences, setSentences] = useState<readonly string[]>([]);
  const [seen, setSeen] = useState<readonly Seen[] | null>(null);
  useEffect(
    () =>
      redraws.add(() => {
        const { data, step, total } = controller.store.getState();
        setSentences(data ? healthSentences(data, step, total) : []);
        setSeen(data && data.steps.length > 0 ? seenLines(data) : null);
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
      {seen?.map((line) => (
        <SeenLine key={line.rule.id} {...line} />
      ))}
      {seen?.length === 0 ? (
        <p>
          Nothing seen so far of self-confirmation, worse labels, constant answers, lost entropy, answers that do not parse or
          judges that say no to everything.
        </p>
      ) : null}
      {environment ? (
        <p className="hint">
          Computed by {environment.backend} on {environment.adapter}. {environment.backendReason}
        </p>
      ) : null}
    </section>
  );
}
