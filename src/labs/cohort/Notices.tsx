/** What has to be said above the charts: a link with problems, what Run will do, what is being prepared, what failed. */
import { useStore } from "zustand";
import { formatLink, type LinkState } from "../../runs/link.ts";
import { roughDuration } from "../../ui/format.ts";
import { choices, controller } from "./state.ts";

/** Seconds that a pair of agents takes for a step of 256 rollouts each on a two-core laptop (docs/results.md, wasm). */
const PAIR_STEP = 0.25;

/** A rough length of a run in seconds. */
export function roughSeconds({ config }: Pick<LinkState, "config">): number {
  const { steps, promptsPerStep, rollouts } = config.training;
  const agents = [config.cohort, ...(config.compare ? [config.compare] : [])]
    .filter((cohort) => cohort.method !== "base")
    .reduce((sum, cohort) => sum + cohort.agents.length, 0);
  return steps * (agents / 2) * PAIR_STEP * ((promptsPerStep * rollouts) / 256);
}

function introduction(link: LinkState): string {
  const { config } = link;
  const cohorts = config.compare ? "Both cohorts train side by side from the same checkpoints" : "The cohort trains";
  const { steps } = config.training;
  if (roughSeconds(link) === 0)
    return "Run evaluates the policies as they came from pretraining; nothing is trained. It takes some seconds.";
  return `Run starts it. ${cohorts}, here in the browser, for ${steps} ${steps === 1 ? "step" : "steps"}: about ${roughDuration(roughSeconds(link))} on a two-core laptop.`;
}

export function Notices({ link }: { readonly link: LinkState }) {
  const problems = useStore(choices, (state) => state.problems);
  const phase = useStore(controller.store, (state) => state.phase);
  const message = useStore(controller.store, (state) => state.message);
  const started = useStore(controller.store, (state) => state.started);
  // A run that has ended stays in the charts while the next one is chosen.
  const stale = started !== null && (phase === "finished" || phase === "failed") && started.link !== formatLink(link);
  return (
    <>
      {problems.length > 0 ? (
        <div className="notice" role="alert">
          <ul>
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
          <button type="button" className="plain-button" onClick={() => choices.setState({ problems: [] })}>
            Dismiss
          </button>
        </div>
      ) : null}
      {phase === "failed" ? (
        <div className="notice notice-failed" role="alert">
          <strong>The run has stopped.</strong> {message} What was measured so far stays; press Run to start anew, or Reset to
          clear it.
        </div>
      ) : null}
      {phase === "idle" ? <p className="introduction">{introduction(link)}</p> : null}
      {phase === "preparing" ? <p className="introduction">{message}</p> : null}
      {stale ? (
        <p className="introduction">
          The charts show the run as it was started; the settings have changed since. Run starts a new one.
        </p>
      ) : null}
    </>
  );
}
