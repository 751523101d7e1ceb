/** What each rule foresaw: its share with its interval, and its confusion table. */
import type { Interval } from "../../../math/intervals.ts";
import { type Foresight, SIDES } from "../../../theory/foresight.ts";
import { FORECAST_RULES, type ForecastRule } from "../../../theory/prompt-forecast.ts";
import { agentLetter, count, fixed, list, percent } from "../../../ui/format.ts";

export const RULE_TITLES: Readonly<Record<ForecastRule, string>> = {
  twoOutcomes: "Two outcomes (paper)",
  manyAnswers: "Many answers",
  plurality: "Plurality, no dynamics",
};

/** By the size of the largest ring: an agent alone, two, or more. */
function ruleWords(size: number): Readonly<Record<ForecastRule, string>> {
  return {
    twoOutcomes:
      size === 1
        ? "an agent ends right where its p is above one half"
        : size === 2
          ? "both end right where p_A + p_B > 1"
          : "all end right where the flow of the ring’s p leads there",
    manyAnswers: "the flow of whole answer distributions, followed until one answer has won",
    plurality: size === 1 ? "the agent’s most frequent answer wins" : "the most frequent answer of all samples together wins",
  };
}

function shareText({ estimate, low, high }: Interval): string {
  return `${percent(estimate)} % [${percent(low)}, ${percent(high)}]`;
}

/** "+2.1 [0.8, 3.4]" in points. */
function pointsText({ estimate, low, high }: Interval): string {
  if (!Number.isFinite(low)) return "not known from one prompt";
  const points = (share: number): string => fixed(100 * share, 1).replace("-", "−");
  return `${estimate > 0 ? "+" : ""}${points(estimate)} points [${points(low)}, ${points(high)}]`;
}

export function ForecastTables({ foresight, ringSize }: { readonly foresight: Foresight; readonly ringSize: number }) {
  const { rules, compared, outcomes, gain, rescued, agents } = foresight;
  const words = ruleWords(ringSize);
  return (
    <div className="forecast-tables">
      {FORECAST_RULES.map((rule) => {
        const { confusion, share, hits } = rules[rule];
        return (
          <table key={rule} className="map-table forecast-table" aria-label={`${RULE_TITLES[rule]}: forecast and outcome`}>
            <caption>
              <b>{RULE_TITLES[rule]}</b>: {words[rule]}. Foreseen:{" "}
              {compared === 0 ? "nothing to compare." : `${hits} of ${compared}, ${shareText(share)}.`}
            </caption>
            <thead>
              <tr>
                <th scope="col">forecast</th>
                {SIDES.map((side) => (
                  <th key={side} scope="col">
                    {side === "tied" ? "ended tied" : `ended ${side}`}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {SIDES.map((said) => (
                <tr key={said}>
                  <th scope="row">{said}</th>
                  {SIDES.map((ended) => (
                    <td key={ended} className={said === ended && said !== "tied" ? "forecast-hit" : undefined}>
                      {confusion[said][ended]}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        );
      })}
      {compared === 0 ? null : (
        <p>
          Many answers against plurality: {pointsText(gain.plurality)}, which is what the dynamics add to telling answers apart.
          Against the two-outcome rule: {pointsText(gain.twoOutcomes)}.{" "}
          {rescued.ended === 0
            ? "Nothing that the two-outcome rule calls wrong ended right."
            : `Of ${count(rescued.ended, "outcome")} that the two-outcome rule calls wrong and that ended right, many answers foresaw ${rescued.manyAnswers}, plurality ${rescued.plurality}.`}
        </p>
      )}
      {compared === 0 ? null : (
        <p>
          Agent by agent, many answers foresaw{" "}
          {list(
            agents.map(
              (agent, n) =>
                `${agent.compared === 0 ? "nothing" : `${percent(agent.hits.manyAnswers / agent.compared)} %`} of ${agentLetter(n)}’s`,
            ),
          )}
          .
        </p>
      )}
      <p className="hint">
        An outcome is one agent on one prompt: {outcomes} in all. The shares are of the {compared} that ended on a side and that
        no rule left tied; their 95 % intervals take prompts, not outcomes, for independent.
      </p>
    </div>
  );
}
