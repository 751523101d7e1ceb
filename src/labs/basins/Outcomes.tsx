/** What will happen, in words and numbers: the verdict, the table of dropped points, the bars of final accuracy. */
import { memo } from "react";
import type { AgentOutcome } from "../../theory/outcome-codes.ts";
import { agentLetter, count, fixed, percent } from "../../ui/format.ts";
import type { PopulationResult } from "./protocol.ts";
import type { Start } from "./scene.ts";
import { choose } from "./store.ts";

interface VerdictProps {
  readonly start: Start | null;
  readonly problem: string | null;
  readonly prompts: number;
  /** In population mode, once known. */
  readonly accuracy: PopulationResult["accuracy"] | null;
}

/** The sentences. A status, so that a screen reader hears them when they change. */
export const VerdictLine = memo(function VerdictLine({ start, problem, prompts, accuracy }: VerdictProps) {
  return (
    <p className="basin-verdict" role="status" aria-label="Verdict">
      {accuracy ? (
        <span>
          {`Over ${count(prompts, "prompt")}: accuracy ${percent(accuracy.base)} % without training, ${percent(accuracy.self)} % in the end by self-rewarding, ${percent(accuracy.cross)} % by cross supervision. A prompt at the point: `}
        </span>
      ) : null}
      {problem !== null ? (
        `This cannot be computed: ${problem}`
      ) : start ? (
        <>
          <span>{start.verdict.self} </span>
          <span>{start.verdict.cross}</span>
        </>
      ) : (
        "Working out what will happen."
      )}
    </p>
  );
});

const word = (outcome: AgentOutcome): string => (outcome === 1 ? "right" : outcome === 0 ? "wrong" : "undecided");

function Outcome({ outcome }: { readonly outcome: AgentOutcome }) {
  return <span className={outcome === 1 ? "ends-right" : outcome === 0 ? "ends-wrong" : "ends-neither"}>{word(outcome)}</span>;
}

function Ends({ start, rule }: { readonly start: Start; readonly rule: "self" | "cross" }) {
  const { outcome, forecast } = start.verdict;
  if (rule === "cross")
    return forecast.crossCode === 3 ? <span className="ends-neither">apart</span> : <Outcome outcome={outcome.cross} />;
  return outcome.self.map((one, n) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: an agent is its number
    <span key={n}>
      {n > 0 ? ", " : ""}
      {agentLetter(n)} <Outcome outcome={one} />
    </span>
  ));
}

/** One row a point: where it starts, where each rule takes it. */
export const PointsTable = memo(function PointsTable({ starts }: { readonly starts: readonly Start[] }) {
  if (starts.length < 2) return null;
  return (
    <section className="points" aria-labelledby="points-title">
      <h2 id="points-title">Points compared</h2>
      <div className="scroll-x">
        <table className="points-table">
          <thead>
            <tr>
              <th scope="col">Point</th>
              <th scope="col">Start</th>
              <th scope="col">Alone</th>
              <th scope="col">Together</th>
              <th scope="col">95 % after</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {starts.map((start, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a point is its place in the list
              <tr key={n}>
                <th scope="row">{n === 0 ? "now" : n}</th>
                <td>{start.p.map((value) => fixed(value, 3)).join(", ")}</td>
                <td>
                  <Ends start={start} rule="self" />
                </td>
                <td>
                  <Ends start={start} rule="cross" />
                </td>
                <td>{fixed(start.verdict.numbers.consensusTime, 1)}</td>
                <td>
                  {n === 0 ? null : (
                    <button
                      type="button"
                      className="plain-button"
                      aria-label={`Remove point ${n}`}
                      onClick={() => choose((state) => ({ ...state, points: state.points.filter((_, i) => i !== n - 1) }))}
                    >
                      Remove
                    </button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
});

interface AccuracyProps {
  readonly result: PopulationResult | null;
  readonly prompts: number;
  readonly progress: number | null;
  readonly problem: string | null;
}

/** Final accuracy without training, alone and together, as bars with their numbers. */
export const AccuracyBars = memo(function AccuracyBars({ result, prompts, progress, problem }: AccuracyProps) {
  const bars = [
    ["No training", result?.accuracy.base],
    ["Self-rewarding", result?.accuracy.self],
    ["Cross supervision", result?.accuracy.cross],
  ] as const;
  return (
    <section className="accuracy" aria-labelledby="accuracy-title">
      <h2 id="accuracy-title">Final accuracy (%)</h2>
      {prompts === 0 ? (
        <p className="hint">There is no prompt yet. Draw some in a square, or load the paper's example.</p>
      ) : problem !== null ? (
        <p role="alert">{problem}</p>
      ) : (
        <table className="bars">
          <tbody>
            {bars.map(([title, value]) => (
              <tr key={title}>
                <th scope="row">{title}</th>
                <td className="bar-value">{percent(value ?? null)}</td>
                <td className="bar-cell" aria-hidden="true">
                  <div className="bar" style={{ width: `${100 * (value ?? 0)}%` }} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className="look-for">
        The mean over {prompts} {prompts === 1 ? "prompt" : "prompts"} and both agents of the chance to answer right, at the start
        and in the limit of training (Co-RL, section 5).
        {progress === null ? "" : ` Working: ${percent(progress)} %.`}
      </p>
    </section>
  );
});
