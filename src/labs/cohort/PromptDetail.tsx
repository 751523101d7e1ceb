/** One prompt of a step: what each agent wrote, and the way to its visits before and after. */
import { SegmentedControl } from "@mantine/core";
import { memo, useMemo } from "react";
import type { StepRollouts } from "../../cohort/events.ts";
import type { CohortConfig } from "../../runs/config.ts";
import type { CohortName, RunData } from "../../stores/run-data.ts";
import { taskById } from "../../tasks/index.ts";
import { Completions } from "./Completions.tsx";
import { openPrompt } from "./look.ts";
import { Remarks } from "./Remarks.tsx";
import { agentsOf, completionsOf, cutBy, type Grouping, labelSource, type PromptView, remarksOn } from "./rollout-view.ts";
import { keptVisits } from "./visits.ts";

interface PromptDetailProps {
  readonly data: RunData;
  readonly cohort: CohortName;
  readonly config: CohortConfig;
  readonly rollouts: StepRollouts;
  readonly prompt: PromptView;
  /** Visits so far: with each more the ways to others may change. */
  readonly visits: number;
  readonly grouping: Grouping;
  readonly onGrouping: (grouping: Grouping) => void;
}

export const PromptDetail = memo(function PromptDetail(props: PromptDetailProps) {
  const { data, cohort, config, rollouts, prompt, grouping, onGrouping } = props;
  const task = taskById(data.config.task);
  const groups = useMemo(
    () => (agentsOf(rollouts, cohort) ?? []).map((agent) => completionsOf(rollouts, agent, prompt.index, grouping, cutBy(task))),
    [rollouts, cohort, prompt, grouping, task],
  );
  const remarks = useMemo(
    () => (agentsOf(rollouts, cohort) ?? []).map((agent) => remarksOn(rollouts, agent, prompt.index)),
    [rollouts, cohort, prompt],
  );
  const steps = keptVisits(data, prompt.id);
  const before = steps.findLast((step) => step < rollouts.step);
  const after = steps.find((step) => step > rollouts.step);
  const visit = (step: number): void => openPrompt(cohort, step, prompt.id);
  return (
    <div className="prompt-detail">
      <div className="look-head">
        <h3>
          <span className="written">{prompt.text}</span> truth <span className="written">{prompt.truth}</span>
        </h3>
        <span className="chart-unit">not seen by the agents</span>
        <SegmentedControl
          size="xs"
          aria-label="Completions together by"
          value={grouping}
          data={[
            { value: "text", label: "by text" },
            { value: "answer", label: "by answer" },
            { value: "none", label: "each" },
          ]}
          transitionDuration={0}
          onChange={(value) => onGrouping(value === "answer" || value === "none" ? value : "text")}
        />
      </div>
      <div className="button-row">
        <button type="button" className="plain-button" disabled={before === undefined} onClick={() => visit(before ?? 0)}>
          {before === undefined ? "No earlier visit" : `Earlier visit, step ${before}`}
        </button>
        <button type="button" className="plain-button" disabled={after === undefined} onClick={() => visit(after ?? 0)}>
          {after === undefined ? "No later visit" : `Later visit, step ${after}`}
        </button>
      </div>
      <div className="agents-completions">
        {prompt.agents.map((view, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an agent is its position
          <div key={n} className="agent-said">
            <Completions
              index={n}
              spec={config.agents[n]}
              view={view}
              groups={groups[n] ?? []}
              source={labelSource(config, n)}
              read={config.agents[n]?.paraphrase ? task.paraphrase(prompt.text) : ""}
            />
            <Remarks agent={n} remarks={remarks[n] ?? []} />
          </div>
        ))}
      </div>
      <p className="look-for">
        <code className="written">
          <span className="piece-ones">15</span>,<span className="piece-tens">09</span>#<span className="piece-answer">95</span>$
        </code>{" "}
        is the sum of the ones, of the tens with the carry, the answer, the end. The answer column has its digits in the usual
        order.
      </p>
    </div>
  );
});
