/** One agent's completions of a prompt: grouped, with parsed answer and reward; above them its own vote and the label it was given. */
import { memo, useState } from "react";
import type { AgentConfig } from "../../runs/config.ts";
import { agentLook } from "../../ui/agents.ts";
import { agentLetter, count } from "../../ui/format.ts";
import { Swatch } from "../../ui/Marker.tsx";
import { Term } from "../../ui/Term.tsx";
import { AnswerMark } from "./PromptTable.tsx";
import { type AgentView, type CompletionGroup, isRescued, isSpoiled, markWord, piecesOf } from "./rollout-view.ts";

interface CompletionsProps {
  readonly index: number;
  readonly spec: AgentConfig | undefined;
  readonly view: AgentView;
  readonly groups: readonly CompletionGroup[];
  /** Who gave the label: "from B". */
  readonly source: string;
  /** The prompt as this agent read it, where that is not as it stands; else empty. */
  readonly read: string;
}

/** Groups shown before the rest is asked for: eight agents of 64 completions stay a page. */
const SHOWN = 6;

function Written({ text }: { readonly text: string }) {
  let place = 0;
  return (
    <code className="written">
      {piecesOf(text).map(({ kind, text: part }) => {
        place += part.length;
        return (
          <span key={place} className={`piece-${kind}`}>
            {part}
          </span>
        );
      })}
    </code>
  );
}

function answerWords({ answer, mark, cut }: CompletionGroup): string {
  if (answer !== null) return markWord(mark);
  return cut ? "cut" : "no answer";
}

export const Completions = memo(function Completions(props: CompletionsProps) {
  const { index, spec, view, groups, source, read } = props;
  const [whole, setWhole] = useState(false);
  const letter = agentLetter(index);
  const shown = whole ? groups : groups.slice(0, SHOWN);
  const grouped = groups.some((group) => group.count > 1);
  return (
    <section className="completions" aria-label={`Agent ${letter}`}>
      <p className="completions-head">
        <b style={{ color: agentLook(index).colour }}>{letter}</b> <Swatch look={agentLook(index)} width={2.5} hollow={false} />{" "}
        own <Term id="vote">vote</Term> <b className="written">{view.vote ?? "none"}</b> <AnswerMark mark={view.voteMark} />{" "}
        {view.vote === null ? "" : markWord(view.voteMark)}, <Term id="pseudo-label">label</Term>{" "}
        <b className="written">{view.label ?? "none"}</b> <AnswerMark mark={view.labelMark} />{" "}
        {view.label === null ? "" : `${markWord(view.labelMark)}, ${source}`}
        {isRescued(view) ? (
          <>
            {": "}
            <Term id="rescued">rescued</Term>
          </>
        ) : null}
        {isSpoiled(view) ? (
          <>
            {": "}
            <Term id="spoiled">spoiled</Term>
          </>
        ) : null}
      </p>
      {read === "" && spec?.digitOrder !== "lsb" ? null : (
        <p className="hint">
          {read === "" ? "" : `Read ${read}. `}
          {spec?.digitOrder === "lsb" ? "Writes its answer’s digits last first." : ""}
        </p>
      )}
      <table className="completion-table">
        <caption className="visually-hidden">
          Completions of agent {letter}, {view.completions} in all
        </caption>
        <thead>
          <tr>
            <th scope="col">completion</th>
            <th scope="col">answer</th>
            <th scope="col">
              <span className="visually-hidden">right or wrong</span>
            </th>
            <th scope="col">reward</th>
            {grouped ? (
              <th scope="col" title="How many are so">
                ×
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {shown.map((group) => (
            <tr key={group.first}>
              <td>
                <Written text={group.text} />
                {group.texts > 1 ? <span className="hint"> and {count(group.texts - 1, "other text")}</span> : null}
              </td>
              <td className="written">{group.answer ?? "–"}</td>
              <td>
                <AnswerMark mark={group.mark} /> {answerWords(group)}
              </td>
              <td>{Number(group.reward.toFixed(3))}</td>
              {grouped ? <td>{group.count}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
      {groups.length > SHOWN ? (
        <button type="button" className="plain-button" aria-expanded={whole} onClick={() => setWhole(!whole)}>
          {whole ? "Show fewer" : `Show ${count(groups.length - SHOWN, "more line")} of ${letter}`}
        </button>
      ) : null}
    </section>
  );
});
