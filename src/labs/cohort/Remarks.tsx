/** What judges and debaters said about an agent's completions of a prompt: whose question, what was written, what it came to. */
import type { DialogueRole, Remark } from "../../learning/dialogue.ts";
import { agentLetter } from "../../ui/format.ts";

/** What a role gives, as the table calls it. */
const GIVES: Readonly<Record<DialogueRole, string>> = {
  solve: "answer",
  evaluate: "verdict",
  score: "score",
  "debate-2": "second answer",
  "debate-3": "third answer",
  "debate-4": "fourth answer",
};

function words({ said }: Remark): string {
  if (said === null) return "none";
  return said === "Y" ? "right" : said === "N" ? "wrong" : said;
}

export function Remarks({ agent, remarks }: { readonly agent: number; readonly remarks: readonly Remark[] }) {
  if (remarks.length === 0) return null;
  const letter = agentLetter(agent);
  return (
    <details className="remarks">
      <summary>
        {remarks.length} said of {letter}’s answers
      </summary>
      <table className="completion-table">
        <caption className="visually-hidden">What was said of the answers of agent {letter}</caption>
        <thead>
          <tr>
            <th scope="col">by</th>
            <th scope="col">asked</th>
            <th scope="col">written</th>
            <th scope="col">comes to</th>
            <th scope="col">reward</th>
          </tr>
        </thead>
        <tbody>
          {remarks.map((remark) => (
            <tr key={`${remark.row} ${remark.role}`}>
              <td>{agentLetter(remark.by)}</td>
              <td className="written">{remark.asked}</td>
              <td className="written">{remark.text}</td>
              <td>
                {GIVES[remark.role]} {words(remark)}
              </td>
              <td>{remark.counts ? Number(remark.reward.toFixed(3)) : "left out"}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
