/** The prompt map: each training prompt between two agents, of the cohort and the compared one, at the cursor's step or the latest. */
import { SegmentedControl, Switch } from "@mantine/core";
import { useInViewport } from "@mantine/hooks";
import { memo, useMemo, useState } from "react";
import { type CohortName, type CohortShape, cohortConfig, pairsOf, type RunData } from "../../stores/run-data.ts";
import { ChoiceField } from "../../ui/ChoiceField.tsx";
import { agentLetter, count } from "../../ui/format.ts";
import { Term } from "../../ui/Term.tsx";
import { MapSquare, MOST_TRAILS } from "./MapSquare.tsx";
import { MapTable } from "./MapTable.tsx";
import { isSelfRewarding } from "./map-detail.ts";
import { createPromptMap, type Pair, summaryOf } from "./prompt-map.ts";
import { useShownStep } from "./use-turn.ts";

interface PromptMapProps {
  readonly data: RunData;
  /** Said while there is nothing to show. */
  readonly empty: string;
}

type Which = CohortName | "both";

/** The pair that was chosen, where this cohort has it; else its first two agents. Null for an agent alone. */
function pairIn(cohort: CohortShape, chosen: string): Pair | null {
  if (cohort.agents < 2) return null;
  return pairsOf(cohort.agents).find((pair) => pair.join() === chosen) ?? [0, 1];
}

function CohortMap({
  data,
  cohort,
  pair,
  shown,
  trails,
  titled,
  empty,
}: {
  readonly data: RunData;
  readonly cohort: CohortShape;
  readonly pair: Pair;
  readonly shown: { readonly step: number; readonly because: string };
  readonly trails: boolean;
  readonly titled: boolean;
  readonly empty: string;
}) {
  const map = useMemo(() => createPromptMap(data.visits, cohort.name, pair), [data, cohort.name, pair]);
  const dots = map.at(shown.step);
  const summary = useMemo(() => summaryOf(dots), [dots]);
  const [a, b] = pair.map(agentLetter);
  return (
    <div className="map-cohort">
      {titled ? <h3>{cohort.title}</h3> : null}
      <MapSquare
        data={data}
        cohort={cohort}
        pair={pair}
        dots={dots}
        step={shown.step}
        live={shown.because === "latest"}
        trails={trails}
        empty={empty}
      />
      <MapTable caption={`Prompts of ${cohort.title} by side of the line p_${a} + p_${b} = 1 and by label`} summary={summary} />
      <p className="map-crossed">
        Crossed since first seen: <b>{summary.crossedUp}</b> upwards, <b>{summary.crossedDown}</b> downwards.
      </p>
    </div>
  );
}

/** What to look for, by the methods shown. */
function lookFor(data: RunData, shown: readonly CohortShape[]): string {
  const methods = shown.map(({ name }) => cohortConfig(data.config, name)?.method);
  const parts = [
    methods.includes("co-rl") ? "Co-RL: do prompts between the corners cross the line and gather where both are right?" : "",
    methods.includes("ttrl") ? "TTRL: each agent is drawn to the side where it starts, past its own dashed half." : "",
    ...shown.map(({ trains, labels, title }) =>
      trains && !labels ? `${title} has no labels: do its dots rise, or fall to the corner where both are wrong?` : "",
    ),
    methods.includes("base") ? "Base does not train: its dots move by chance alone." : "",
  ];
  return parts.filter(Boolean).join(" ");
}

export const PromptMap = memo(function PromptMap({ data, empty }: PromptMapProps) {
  const { ref, inViewport } = useInViewport<HTMLElement>();
  const shown = useShownStep(data, inViewport);
  const [which, setWhich] = useState<Which>("both");
  const [chosenPair, setChosenPair] = useState("0,1");
  const [trails, setTrails] = useState(false);
  const [first, second] = data.cohorts;
  const wanted = second ? which : "main";
  const cohorts = wanted === "both" ? data.cohorts : data.cohorts.filter(({ name }) => name === wanted);
  const most = Math.max(...cohorts.map(({ agents }) => agents));
  const pairs = useMemo(
    () => new Map(data.cohorts.map((cohort) => [cohort.name, pairIn(cohort, chosenPair)] as const)),
    [data, chosenPair],
  );
  const seen = shown.step > 0 ? data.visits.until(shown.step) : 0;
  const selfRewarding = cohorts.some(({ name }) => isSelfRewarding(data, name));
  return (
    <section className="look-panel prompt-map" aria-labelledby="prompt-map-title" ref={ref}>
      <div className="look-head">
        <h2 id="prompt-map-title">
          <Term id="prompt map" />
        </h2>
        <span className="chart-unit">
          {seen === 0
            ? ""
            : `at step ${shown.step}${shown.because === "latest" ? "" : shown.because === "cursor" ? ", the cursor’s" : ", as chosen"}`}
        </span>
      </div>
      <div className="look-controls">
        {most > 2 ? (
          <ChoiceField
            label="Agents on the axes"
            value={chosenPair}
            options={pairsOf(most).map(([a, b]) => ({
              value: `${a},${b}`,
              label: `${agentLetter(a)} across, ${agentLetter(b)} up`,
            }))}
            onChange={setChosenPair}
          />
        ) : null}
        <Switch
          size="xs"
          label="Trails of crossings"
          checked={trails}
          onChange={(event) => setTrails(event.currentTarget.checked)}
        />
        {first && second ? (
          <SegmentedControl
            size="xs"
            aria-label="Cohort in the map"
            value={wanted}
            data={[
              { value: "both", label: "both" },
              { value: "main", label: first.title },
              { value: "compare", label: second.title },
            ]}
            transitionDuration={0}
            onChange={(value) => setWhich(value === "main" || value === "compare" ? value : "both")}
          />
        ) : null}
      </div>
      <div className={cohorts.length > 1 ? "map-cohorts map-two" : "map-cohorts"}>
        {cohorts.map((cohort) => {
          const pair = pairs.get(cohort.name);
          if (!pair) {
            return (
              <p key={cohort.name} className="hint">
                {cohort.title} has one agent; the map stands between two.
              </p>
            );
          }
          return (
            <CohortMap
              key={cohort.name}
              data={data}
              cohort={cohort}
              pair={pair}
              shown={shown}
              trails={trails}
              titled={cohorts.length > 1}
              empty={empty}
            />
          );
        })}
      </div>
      <p className="look-for">
        {lookFor(data, cohorts)} <Term id="running p">p</Term> is a running share of right completions in which each{" "}
        <Term id="visit">visit</Term> counts half; dots in one place are spread a little.
        {selfRewarding && !cohorts.some(({ name }) => !isSelfRewarding(data, name))
          ? " The full line decides under Co-RL only."
          : ""}
        {trails ? ` Trails, of the last ${MOST_TRAILS} at most: full lines upwards, dashed ones downwards.` : ""}
        {seen === 0 ? ` There will be ${count(data.config.training.trainPrompts, "dot")}.` : ""}
      </p>
    </section>
  );
});
