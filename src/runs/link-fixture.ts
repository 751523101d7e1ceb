/** What the tests of links share. Not shipped: only tests import it. */
import { type LinkState, parseLink } from "./link.ts";

/** Parses a link with exactly one problem and returns both. */
export function oneProblem(hash: string): { readonly state: LinkState; readonly problem: string } {
  const { state, problems } = parseLink(hash);
  const [problem, second] = problems;
  if (problem === undefined || second !== undefined) throw new Error(`${hash} has ${problems.length} problems, not one.`);
  return { state, problem };
}
