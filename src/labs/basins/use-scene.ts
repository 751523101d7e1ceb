/**
 * Everything that the pictures show, from the state: at once where it is quick, from the worker where it is not. Each part is made anew only
 * when what it depends on has changed: moving a start leaves map, field and separatrix of two agents alone.
 */
import { useMemo } from "react";
import { crossBasinMap } from "../../theory/invariant.ts";
import { fieldData } from "../../ui/field.ts";
import { borderData, separatrixData, thresholdData } from "./geometry.ts";
import type { CellMap } from "./protocol.ts";
import { type Fields, fieldsOf, type PerRule, type Start, startOf } from "./scene.ts";
import { type BasinState, hasClosedMap, isTwoOutcome, settingOf } from "./state.ts";
import { useJob, useStable } from "./use-job.ts";

/** Cells along an axis: two a CSS pixel at most; with many answers each border cell costs some milliseconds. */
const CELLS = 256;
const CELLS_MANY = 128;

export interface Scene {
  readonly field: PerRule<string>;
  /** The strongest lines: where basins meet. */
  readonly border: PerRule<string>;
  readonly threshold: number | null;
  /** The basins under the exchange; null until known. */
  readonly map: CellMap | null;
  readonly mapProgress: number | null;
  /** True where the map belongs to the state as it is now, and is whole. */
  readonly mapCurrent: boolean;
  /** The start first, then the dropped points; empty until known. */
  readonly starts: readonly Start[];
  /** True where `starts` belongs to the state as it is now. */
  readonly current: boolean;
  readonly problem: string | null;
}

function useFields(state: BasinState): { readonly fields: Fields | null; readonly problem: string | null } {
  const setting = useStable(settingOf(state));
  const axes = useStable(state.axes);
  // Only agents off the axes matter to a plane's field.
  const around = useStable(state.p.map((value, n) => (state.axes.includes(n) ? 0.5 : value)));
  const quick = isTwoOutcome(state);
  const own = useMemo(() => (quick ? fieldsOf(setting, around, axes) : null), [quick, setting, around, axes]);
  const job = useMemo(
    () => (quick ? null : { kind: "fields" as const, setting, p: around, axes: axes }),
    [quick, setting, around, axes],
  );
  const { result, problem } = useJob<"fields">(job);
  return { fields: own ?? result, problem };
}

function useMap(state: BasinState): {
  readonly map: CellMap | null;
  readonly progress: number | null;
  readonly current: boolean;
  readonly problem: string | null;
} {
  const setting = useStable(settingOf(state));
  const axes = useStable(state.axes);
  const around = useStable(state.p.map((value, n) => (state.axes.includes(n) ? 0.5 : value)));
  const closed = hasClosedMap(state);
  const own = useMemo((): CellMap | null => {
    if (!closed) return null;
    const [rateA = 1, rateB = 1] = setting.rates;
    const { n, cells } = crossBasinMap(CELLS, axes[0] === 0 ? [rateA, rateB] : [rateB, rateA], setting);
    return { n, cells, rows: n };
  }, [closed, setting, axes]);
  const job = useMemo(
    () =>
      closed
        ? null
        : {
            kind: "map" as const,
            setting,
            p: around,
            axes: axes,
            n: setting.answers === 2 ? CELLS : CELLS_MANY,
          },
    [closed, setting, around, axes],
  );
  const { result, progress, current, problem } = useJob<"map">(job);
  return { map: own ?? result, progress, current: own !== null || current, problem };
}

function useStarts(state: BasinState): {
  readonly starts: readonly Start[];
  readonly current: boolean;
  readonly problem: string | null;
} {
  const { horizon } = state;
  const setting = useStable(settingOf(state));
  const p = useStable(state.p);
  const points = useStable(state.points);
  const quick = isTwoOutcome(state);
  const dropped = useMemo(
    () => (quick ? points.map((point) => startOf(setting, point, horizon)) : []),
    [quick, setting, points, horizon],
  );
  const first = useMemo(() => (quick ? startOf(setting, p, horizon) : null), [quick, setting, p, horizon]);
  const job = useMemo(
    () =>
      quick
        ? null
        : {
            kind: "starts" as const,
            setting,
            starts: [p, ...points],
            horizon,
          },
    [quick, setting, p, points, horizon],
  );
  const { result, current, problem } = useJob<"starts">(job);
  const own = useMemo(() => (first ? [first, ...dropped] : null), [first, dropped]);
  // A result of another number of agents is of no use.
  const known = result?.starts.every((start) => start.p.length === p.length) ? result.starts : [];
  return { starts: own ?? known, current: own !== null || current, problem };
}

export function useScene(state: BasinState): Scene {
  const { fields, problem: fieldProblem } = useFields(state);
  const { map, progress, current: mapCurrent, problem: mapProblem } = useMap(state);
  const { starts, current, problem } = useStarts(state);
  const setting = useStable(settingOf(state));
  const axes = useStable(state.axes);
  const closed = hasClosedMap(state);
  const field = useMemo(
    () => ({ self: fields ? fieldData(fields.field.self) : "", cross: fields ? fieldData(fields.field.cross) : "" }),
    [fields],
  );
  const border = useMemo(() => {
    const [rateA = 1, rateB = 1] = setting.rates;
    const cross = closed
      ? separatrixData([rateA, rateB], setting, axes[0] === 1)
      : map
        ? borderData(map.cells, map.n, map.rows)
        : "";
    return { self: fields ? thresholdData(fields.threshold) : "", cross };
  }, [closed, setting, axes, map, fields]);
  return {
    field,
    border,
    threshold: fields?.threshold ?? null,
    map,
    mapProgress: progress,
    mapCurrent,
    starts,
    current,
    problem: problem ?? mapProblem ?? fieldProblem,
  };
}
