/**
 * The analytic dynamics of self-rewarding and cross supervision (Co-RL, arXiv 2608.17253, section 5, and what we add to it). Pure functions; states are log-odds (two
 * outcomes) or logits (many answers), time counts updates. docs/theory.md derives every formula.
 */
export * from "./answer-counts.ts";
export * from "./basin-map.ts";
export * from "./binomial.ts";
export * from "./consensus.ts";
export * from "./fate.ts";
export * from "./finite.ts";
export * from "./fixed-points.ts";
export * from "./forecast.ts";
export * from "./foresight.ts";
export * from "./integrate.ts";
export * from "./invariant.ts";
export * from "./kernel.ts";
export * from "./many-answers.ts";
export * from "./outcome-codes.ts";
export * from "./plurality.ts";
export * from "./populations.ts";
export * from "./prompt-forecast.ts";
export * from "./ring-map.ts";
export * from "./rings.ts";
export * from "./slice.ts";
export * from "./spread.ts";
export * from "./trajectory.ts";
export * from "./two-outcome.ts";
export * from "./verdict.ts";
export * from "./vote.ts";
