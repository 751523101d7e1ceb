/** The page that `npm run diversity` opens headlessly. Not part of the built page. */
import { createAgent } from "../../src/cohort/agent.ts";
import { type BaseDiversity, measureBaseDiversity } from "../../src/cohort/base-diversity.ts";
import { DEFAULT_BASE } from "../../src/policies/spec.ts";
import { parseLink } from "../../src/runs/link.ts";

declare global {
  interface Window {
    /** A and B of a link's cohort, with the link's seed and base. */
    measureDiversity(link: string, samples: number, checkpointBase: string): Promise<BaseDiversity>;
  }
}

window.measureDiversity = (link, samples, checkpointBase) => {
  const { state, problems } = parseLink(`#/cohort?${link}`);
  if (problems.length > 0) throw new Error(problems.join(" "));
  const { cohort, seed, base = DEFAULT_BASE } = state.config;
  const [a, b] = cohort.agents;
  if (!a || !b) throw new Error("A pair has two agents.");
  return measureBaseDiversity([createAgent(), createAgent()], { specs: [a, b], cohortSeed: seed, base, samples, checkpointBase });
};
