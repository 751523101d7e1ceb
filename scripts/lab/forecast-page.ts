/** The page that `npm run forecast` opens headlessly. Not part of the built page. */
import { type Forecasted, measureForecast } from "../../src/cohort/forecast-measure.ts";
import type { KeptState } from "../../src/cohort/keeper.ts";
import { createSession } from "../../src/cohort/session.ts";
import type { RunConfig } from "../../src/runs/config.ts";
import { parseLink } from "../../src/runs/link.ts";
import { type Foresight, foresightOf, type JudgedPrompt } from "../../src/theory/foresight.ts";

declare global {
  interface Window {
    /** Given by scripts/forecast.mjs. */
    reportProgress(message: string): void;
    /** Trains a link's cohort on simd's plain build, measures it, and adds its prompts to those measured before. */
    forecastRun(link: string, samples: number, checkpointBase: string): Promise<Foresight>;
    /** All runs so far in one, and forgets them. */
    pooledForesight(): Foresight;
  }
}

let judged: JudgedPrompt[] = [];

/** Trains to the end. Rejects with the session's sentence where it fails. */
function trained(config: RunConfig, checkpointBase: string): Promise<KeptState> {
  return new Promise((resolve, reject) => {
    let latest: KeptState | null = null;
    const session = createSession({
      config,
      backend: "simd",
      build: "plain",
      checkpointBase,
      listener: (event) => {
        if (event.type === "kept") latest = event.latest;
        if (event.type === "step" && event.cohort.step % 50 === 0) window.reportProgress(`step ${event.cohort.step}`);
        if (event.type !== "phase" || (event.phase !== "finished" && event.phase !== "failed")) return;
        session.dispose();
        if (event.phase === "failed") reject(new Error(event.message));
        else if (latest) resolve(latest);
        else reject(new Error("The run kept no state: a cohort that does not train has no outcome."));
      },
    });
    session.run();
  });
}

window.forecastRun = async (link, samples, checkpointBase) => {
  const { state, problems } = parseLink(`#/cohort?${link}`);
  if (problems.length > 0) throw new Error(problems.join(" "));
  const config: RunConfig = { ...state.config, compare: null };
  const last = await trained(config, checkpointBase);
  const found: Forecasted[] = [];
  await measureForecast(
    {
      config,
      cohort: config.cohort,
      samples,
      checkpointBase,
      checkpoints: new Map(),
      states: [{ step: last.step, agents: last.cohort }],
    },
    {
      progress: (message, share) => {
        if (/: (0|256) of/.test(message) || share === 0) window.reportProgress(message);
      },
      measured: ({ step }) => window.reportProgress(`measured step ${step}`),
      forecasted: (result) => found.push(result),
    },
  ).result;
  const [result] = found;
  if (!result) throw new Error("Nothing was forecast.");
  judged.push(...result.judged);
  return result.foresight;
};

window.pooledForesight = () => {
  const pooled = foresightOf(judged);
  judged = [];
  return pooled;
};
