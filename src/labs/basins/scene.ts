/**
 * A scene: all that a start and a setting put on the page apart from the map. One function, called on the main thread where it is quick and by
 * the worker where it is not.
 */
import type { BasinSetting } from "../../theory/forecast.ts";
import { type Verdict, verdict } from "../../theory/verdict.ts";
import { fieldOf, flowOf, type Path, pathOf, RULES, type Rule, selfThreshold } from "./dynamics.ts";

export type PerRule<T> = Readonly<Record<Rule, T>>;

/** The vector fields, and where self-rewarding divides an axis: they depend on the setting and on the agents off the axes. */
export interface Fields {
  readonly field: PerRule<Float32Array>;
  readonly threshold: number | null;
}

/** What follows from one start. */
export interface Start {
  readonly p: readonly number[];
  readonly path: PerRule<Path>;
  readonly verdict: Verdict;
}

export function fieldsOf(setting: BasinSetting, p: readonly number[], axes: readonly [number, number]): Fields {
  return {
    field: {
      self: fieldOf(flowOf(setting, "self"), "self", p, axes),
      cross: fieldOf(flowOf(setting, "cross"), "cross", p, axes),
    },
    threshold: selfThreshold(setting),
  };
}

export function startOf(setting: BasinSetting, p: readonly number[], horizon: number): Start {
  const [self, cross] = RULES.map((rule) => pathOf(flowOf(setting, rule), p, horizon));
  if (!self || !cross) throw new Error("A start has a path for each rule.");
  return { p, path: { self, cross }, verdict: verdict(setting, p) };
}
