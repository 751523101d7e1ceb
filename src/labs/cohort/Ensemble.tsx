/** The matched budget when a run has finished: agents alone and two agents' rollouts in one vote. */
import { useEffect, useState } from "react";
import { fixed, interval } from "../../ui/format.ts";
import { Term } from "../../ui/Term.tsx";
import { ensembleRows } from "./ensemble-rows.ts";
import { controller, redraws } from "./state.ts";

export function Ensemble() {
  const [shown, setShown] = useState<ReturnType<typeof ensembleRows>>(null);
  useEffect(
    () =>
      redraws.add(() => {
        const { data, phase } = controller.store.getState();
        setShown(data && phase === "finished" ? ensembleRows(data) : null);
      }),
    [],
  );
  if (!shown) return null;
  const { samples, temperature, topP, rows } = shown;
  return (
    <section className="ensemble" aria-label={`Ensemble: maj@${samples}, temperature ${temperature}, top-p ${topP}`}>
      <h2>
        <Term id="ensemble" />: maj@{samples}, temperature {temperature}, top-p {topP}
      </h2>
      <table>
        <caption className="visually-hidden">
          Shares of the held-out prompts that are right, with 95 % intervals over prompts: agents alone and as ensembles
        </caption>
        <thead>
          <tr>
            <th scope="col">Who votes</th>
            <th scope="col">pass@1, %</th>
            <th scope="col">maj@{samples}, %</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, pooled, passAt1, majority }) => (
            <tr key={name} className={pooled ? "ensemble-pooled" : undefined}>
              <th scope="row">{name}</th>
              <td>{passAt1 ? interval(passAt1) : fixed(null, 1)}</td>
              <td>{interval(majority)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="hint">
        {`One vote over ${samples} rollouts of each held-out prompt: of an agent alone, or ${samples / 2} of each of two agents, seen in turns. A lower temperature than in training, so pass@1 differs from the chart’s.`}
      </p>
    </section>
  );
}
