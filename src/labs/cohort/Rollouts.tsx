/** The rollouts of a step: its prompts, filtered, and for one of them what each agent wrote, voted, was given and got. */
import { SegmentedControl } from "@mantine/core";
import { useInViewport } from "@mantine/hooks";
import { memo, useMemo, useState } from "react";
import { useStore } from "zustand";
import type { Method } from "../../learning/method.ts";
import { methodById } from "../../learning/methods/index.ts";
import { cohortConfig, type RunData } from "../../stores/run-data.ts";
import { count } from "../../ui/format.ts";
import { Term } from "../../ui/Term.tsx";
import { look } from "./look.ts";
import { PromptDetail } from "./PromptDetail.tsx";
import { PromptTable } from "./PromptTable.tsx";
import { FILTERS, type FilterId, filterCounts, type Grouping, passes, promptShown, promptViews } from "./rollout-view.ts";
import { StepPicker } from "./StepPicker.tsx";
import { useShownStep } from "./use-turn.ts";

interface RolloutsProps {
  readonly data: RunData;
  /** Said while there is nothing to show. */
  readonly empty: string;
}

const FILTER_WORDS: Readonly<Record<FilterId, string>> = {
  all: "All",
  disagree: "Peers disagree",
  "label-wrong": "Label wrong",
  rescued: "Rescued",
  spoiled: "Spoiled",
  unparsed: "Unparsed or cut",
};

/** What the rewards in the table go by; null while no cohort is there. */
function RewardHint({ method }: { readonly method: Pick<Method, "title" | "trains" | "labels" | "rewarded"> | null }) {
  if (method && !method.trains) return "Nobody is trained here, so nothing is rewarded.";
  if (method && !method.labels) return `Under ${method.title} each agent is ${method.rewarded ?? "rewarded without a label"}.`;
  return (
    <>
      What an agent is rewarded for is its label, right or wrong: where it is <Term id="rescued">rescued</Term> the exchange
      corrects it, where it is <Term id="spoiled">spoiled</Term> it misleads.
    </>
  );
}

export const Rollouts = memo(function Rollouts({ data, empty }: RolloutsProps) {
  const { ref, inViewport } = useInViewport<HTMLElement>();
  const shown = useShownStep(data, inViewport);
  const { cohort: wanted, prompt: chosen, filter } = useStore(look);
  const [grouping, setGrouping] = useState<Grouping>("text");
  const [first, second] = data.cohorts;
  const cohort = second ? wanted : "main";
  const config = cohortConfig(data.config, cohort);
  const rollouts = shown.step > 0 ? data.rollouts.at(shown.step) : null;
  const views = useMemo(() => (rollouts ? promptViews(rollouts, cohort) : []), [rollouts, cohort]);
  const counts = useMemo(() => filterCounts(views), [views]);
  const list = useMemo(() => views.filter((view) => passes(filter, view)), [views, filter]);
  const prompt = promptShown(list, chosen);
  const title = cohort === "main" ? first?.title : second?.title;
  return (
    <section className="look-panel rollouts" aria-labelledby="rollouts-title" ref={ref}>
      <div className="look-head">
        <h2 id="rollouts-title">
          <Term id="rollouts panel" />
        </h2>
        <span className="chart-unit">{shown.because === "cursor" ? "at the cursor’s step" : ""}</span>
        {first && second ? (
          <SegmentedControl
            size="xs"
            aria-label="Cohort of the rollouts"
            value={cohort}
            data={[
              { value: "main", label: first.title },
              { value: "compare", label: second.title },
            ]}
            transitionDuration={0}
            onChange={(value) => look.setState({ cohort: value === "compare" ? "compare" : "main" })}
          />
        ) : null}
      </div>
      {!rollouts || !config ? (
        <p className="look-empty">{empty}</p>
      ) : (
        <>
          <StepPicker log={data.rollouts} step={rollouts.step} last={data.steps.length} following={shown.because === "latest"} />
          {rollouts.step === shown.step ? null : (
            <p className="hint">
              The rollouts of step {shown.step} were let go to save memory; these are of step {rollouts.step}.
            </p>
          )}
          <fieldset className="filters" aria-label="Which prompts">
            {FILTERS.map((id) => (
              <button
                key={id}
                type="button"
                className="plain-button"
                aria-pressed={filter === id}
                onClick={() => look.setState({ filter: id })}
              >
                {FILTER_WORDS[id]} <b>{counts[id]}</b>
              </button>
            ))}
          </fieldset>
          {prompt ? (
            <>
              <PromptTable
                caption={`Prompts of step ${rollouts.step}, ${title}`}
                list={list}
                selected={prompt}
                onSelect={({ id }) => look.setState({ prompt: id })}
              />
              <PromptDetail
                data={data}
                cohort={cohort}
                config={config}
                rollouts={rollouts}
                prompt={prompt}
                visits={data.visits.length}
                grouping={grouping}
                onGrouping={setGrouping}
              />
            </>
          ) : (
            <p className="look-empty">
              None of the {count(views.length, "prompt")} of this step is so. Another step may have some; All shows every prompt.
            </p>
          )}
          <div className="visually-hidden" aria-live="polite">
            {shown.because === "chosen" && prompt ? `Rollouts of ${prompt.text} at step ${rollouts.step}.` : ""}
          </div>
        </>
      )}
      <p className="look-for">
        <RewardHint method={config ? methodById(config.method) : null} /> Point at a chart to see its step here, click to stay
        there.
      </p>
    </section>
  );
});
