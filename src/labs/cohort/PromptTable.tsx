/** The prompts of a step that a filter lets through: for each agent its right completions, its vote and the label it was given. */
import { type KeyboardEvent, memo, useRef } from "react";
import { type Mark, NONE, RIGHT } from "../../stores/visit-log.ts";
import { agentLook } from "../../ui/agents.ts";
import { agentLetter } from "../../ui/format.ts";
import { OutcomeMark } from "./OutcomeMark.tsx";
import { markWord, type PromptView } from "./rollout-view.ts";

interface PromptTableProps {
  readonly caption: string;
  readonly list: readonly PromptView[];
  readonly selected: PromptView;
  readonly onSelect: (prompt: PromptView) => void;
}

/** With more agents than this the counts are left to the eye of who opens a prompt: marks alone fit the column. */
const COUNTED_AGENTS = 3;

/** A vote's or label's mark: none, right or wrong. */
export function AnswerMark({ mark }: { readonly mark: Mark }) {
  return <OutcomeMark outcome={mark === NONE ? "unlabelled" : mark === RIGHT ? "right" : "wrong"} />;
}

export const PromptTable = memo(function PromptTable({ caption, list, selected, onSelect }: PromptTableProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const agents = selected.agents.length;
  const counted = agents <= COUNTED_AGENTS;
  const key = (event: KeyboardEvent, at: number): void => {
    const targets: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + 10,
      PageUp: at - 10,
      Home: 0,
      End: list.length - 1,
    };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    const to = Math.min(list.length - 1, Math.max(0, target));
    const prompt = list[to];
    if (!prompt) return;
    onSelect(prompt);
    body.current?.querySelectorAll("button")[to]?.focus();
  };
  return (
    <div className="prompt-list">
      <table className="prompt-table">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">prompt</th>
            <th scope="col">truth</th>
            {selected.agents.map((_, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: an agent is its position
              <th key={n} scope="col" title={counted ? "right, vote, label" : "vote, label"}>
                <b style={{ color: agentLook(n).colour }}>{agentLetter(n)}</b>
                <span className={agents > 2 ? "visually-hidden" : undefined}>
                  {counted ? " right, vote, label" : " vote, label"}
                </span>
                {agents > 2 ? (
                  // Over the figure and the two marks of its column, in letters that fit.
                  <span className={counted ? "prompt-heads" : "prompt-heads prompt-heads-marks"} aria-hidden="true">
                    {counted ? <span>right</span> : null}
                    <span>v</span>
                    <span>l</span>
                  </span>
                ) : null}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {list.map((prompt, at) => {
            const current = prompt.index === selected.index;
            return (
              <tr key={prompt.index} className={current ? "prompt-current" : undefined}>
                <th scope="row">
                  <button
                    type="button"
                    className="written"
                    aria-pressed={current}
                    tabIndex={current ? 0 : -1}
                    onClick={() => onSelect(prompt)}
                    onKeyDown={(event) => key(event, at)}
                  >
                    {prompt.text}
                  </button>
                </th>
                <td className="written prompt-truth">{prompt.truth}</td>
                {prompt.agents.map((agent, n) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: an agent is its position
                  <td key={n}>
                    {counted ? (
                      <span className="prompt-count">
                        {agent.right}/{agent.completions}
                      </span>
                    ) : null}
                    <AnswerMark mark={agent.voteMark} />
                    <AnswerMark mark={agent.labelMark} />
                    <span className="visually-hidden">
                      {` vote ${markWord(agent.voteMark)}, label ${markWord(agent.labelMark)}`}
                    </span>
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
});
