/** The page that `npm run diversity` opens headlessly. Not part of the built page. */
import { createAgent } from "../../src/cohort/agent.ts";
import { measureDecoupling, type PairDecoupling, type Subject, type SubjectPair } from "../../src/cohort/decoupling.ts";
import { ladder } from "../../src/policies/families.ts";
import { specOf } from "../../src/policies/spec.ts";
import { baseOf } from "../../src/runs/config.ts";
import { parseLink } from "../../src/runs/link.ts";

export interface MeasuredRow extends PairDecoupling {
  /** What the second of the pair is to the first. */
  readonly title: string;
}

declare global {
  interface Window {
    /** A and B of a link's cohort, with the link's seed and base; with `whole`, A and each peer of its ladder of diversity. */
    measureDiversity(link: string, samples: number, checkpointBase: string, whole: boolean): Promise<MeasuredRow[]>;
  }
}

window.measureDiversity = async (link, samples, checkpointBase, whole) => {
  const { state, problems } = parseLink(`#/cohort?${link}`);
  if (problems.length > 0) throw new Error(problems.join(" "));
  const { cohort, seed, task } = state.config;
  const [a, b] = cohort.agents;
  if (!a || (!b && !whole)) throw new Error("A pair has two agents.");
  const peers: (Subject & { readonly title: string })[] = whole
    ? ladder(specOf(a)).map(({ title, peer, paraphrase }) => ({
        title,
        spec: peer,
        paraphrase: paraphrase !== a.paraphrase,
        weakShare: a.weakShare,
      }))
    : [{ title: "A and B", spec: specOf(b ?? a), paraphrase: b?.paraphrase ?? false, weakShare: (b ?? a).weakShare }];
  const subjects = [{ spec: specOf(a), paraphrase: a.paraphrase, weakShare: a.weakShare }, ...peers];
  const pairs = peers.map((_, n): SubjectPair => [0, n + 1]);
  const measured = await measureDecoupling(createAgent(), {
    taskId: task,
    subjects,
    pairs,
    cohortSeed: seed,
    base: baseOf(state.config),
    samples,
    checkpointBase,
  });
  return measured.map((row, n) => ({ ...row, title: peers[n]?.title ?? "" }));
};
