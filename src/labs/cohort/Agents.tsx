/** Who trains: the method, who labels whom, the agents, and the buttons that vary one thing alone. */
import { memo } from "react";
import { METHODS, type Method, type MethodId } from "../../learning/method.ts";
import { methodById } from "../../learning/methods/index.ts";
import { FAMILY_IDS } from "../../policies/families.ts";
import type { CohortConfig } from "../../runs/config.ts";
import { familyAgent, methodsOf } from "../../runs/presets.ts";
import { withAgentAdded, withAgentRemoved, withAgents, withMethod, withTask } from "../../stores/choices.ts";
import { TASKS } from "../../tasks/index.ts";
import type { TaskId } from "../../tasks/task.ts";
import { type Choice, ChoiceField } from "../../ui/ChoiceField.tsx";
import { Term } from "../../ui/Term.tsx";
import { AgentCard } from "./AgentCard.tsx";
import { oneChanges } from "./agent-options.ts";
import { DialogueChoices } from "./DialogueChoices.tsx";
import { Lock } from "./Lock.tsx";
import { SlowCopyFields } from "./SlowCopyFields.tsx";
import { SupervisionEditor } from "./SupervisionEditor.tsx";
import { choose } from "./state.ts";

const METHOD_OPTIONS: readonly Choice<MethodId>[] = METHODS.map((value) => ({ value, label: methodById(value).title }));

/** What the chosen task asks, and, where it cannot be another, why. */
function taskHint(task: TaskId, methods: readonly Method[]): string {
  const asking = methods.find(({ roles }) => roles);
  if (task === "addition")
    return "The questions. Methods in which agents judge or answer again take the task with roles, on which all methods run.";
  const why = asking ? `${asking.title} needs it.` : "All methods run on it.";
  return `The same questions, for policies that can also judge a shown answer and answer again beside a peer’s. ${why}`;
}

const TASK_OPTIONS: readonly Choice<TaskId>[] = TASKS.map(({ id, title }) => ({ value: id, label: title }));

interface AgentsProps {
  readonly task: TaskId;
  readonly compare: CohortConfig | null;
  readonly cohort: CohortConfig;
  /** Of the run, before each agent's own factor. */
  readonly learningRate: number;
  /** Of the run's base policies. */
  readonly weakShare: number;
}

export const Agents = memo(function Agents({ task, cohort, compare, learningRate, weakShare }: AgentsProps) {
  const method = methodById(cohort.method);
  const [fewest, most] = method.agents;
  const { agents } = cohort;
  const [first] = agents;
  const setAgents = (next: typeof agents): void => choose((link) => withAgents(link, next));
  const family = FAMILY_IDS[agents.length % FAMILY_IDS.length] ?? FAMILY_IDS[0];
  return (
    <section aria-labelledby="who-trains" className="panel">
      <h2 id="who-trains">Who trains</h2>
      <Lock>
        <ChoiceField
          label="Method"
          description={method.description}
          value={cohort.method}
          options={METHOD_OPTIONS}
          onChange={(next) => choose((link) => withMethod(link, next))}
        />
        <ChoiceField
          label="Task"
          description={taskHint(task, methodsOf(cohort, compare))}
          value={task}
          options={TASK_OPTIONS}
          onChange={(next) => choose((link) => withTask(link, next))}
        />
        <DialogueChoices cohort={cohort} />
        <SupervisionEditor cohort={cohort} />
        <SlowCopyFields cohort={cohort} />
        {agents.map((agent, n) => (
          <AgentCard
            // biome-ignore lint/suspicious/noArrayIndexKey: an agent is its position: A, B, C
            key={n}
            index={n}
            agent={agent}
            onChange={(changed) => setAgents(agents.map((other, index) => (index === n ? changed : other)))}
            learningRate={learningRate}
            weakShare={weakShare}
            onDuplicate={agents.length < most ? () => choose((link) => withAgentAdded(link, agent)) : null}
            onRemove={agents.length > fewest ? () => choose((link) => withAgentRemoved(link, n)) : null}
          />
        ))}
        <p className="hint">
          An agent in a line: architecture, <Term id="size">size</Term>, <Term id="corpus">corpus</Term> (Q, L or P),{" "}
          <Term id="digit order">digit order</Term> (msb or lsb), and its <Term id="learning-rate factor">rate factor</Term> where
          it is not 1.
        </p>
        {agents.length < most ? (
          <button
            type="button"
            className="plain-button"
            onClick={() => choose((link) => withAgentAdded(link, familyAgent(family)))}
          >
            Add an agent of family {family}
          </button>
        ) : (
          <p className="hint">A cohort has at most {most} agents.</p>
        )}
      </Lock>
      {first && agents.length >= 2 ? (
        <section className="one-change" aria-labelledby="one-change-title">
          <h3 id="one-change-title">Vary one thing alone</h3>
          <p className="hint">
            Measured: here the <Term id="corpus">corpus</Term> carries most of the effect of “different families”, the
            architecture little. These make agent B the same as A but for one thing; with another architecture goes the{" "}
            <Term id="learning-rate factor">learning rate</Term> of its recipe:
          </p>
          <Lock className="button-row">
            {oneChanges(first).map(({ label, description, agent: peer }) => (
              <button
                key={label}
                type="button"
                className="plain-button"
                title={description}
                onClick={() => setAgents(agents.map((agent, n) => (n === 1 ? peer : agent)))}
              >
                {label}
              </button>
            ))}
          </Lock>
        </section>
      ) : null}
    </section>
  );
});
