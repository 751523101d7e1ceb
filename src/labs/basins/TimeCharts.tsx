/** p_n(t) under both rules, the stochastic runs as a fan. Loaded with recharts, redrawn when a drag has come to rest. */
import { useElementSize } from "@mantine/hooks";
import { memo, useCallback, useMemo, useRef } from "react";
import { agentLook } from "../../ui/agents.ts";
import { axisOf } from "../../ui/axis.ts";
import { agentLetter } from "../../ui/format.ts";
import { LineFigure } from "../../ui/LineFigure.tsx";
import { Swatch } from "../../ui/Marker.tsx";
import { PLOT } from "../../ui/plot.ts";
import { useTime } from "./clock.ts";
import { RULES, type Rule } from "./dynamics.ts";
import { useLater } from "./later.tsx";
import type { Fan } from "./protocol.ts";
import type { PerRule, Start } from "./scene.ts";
import { fanSentence, timeRows } from "./time-rows.ts";

const TITLES: PerRule<string> = { self: "Alone: p over updates", cross: "Together: p over updates" };
/** The second chart is drawn in a task of its own. */
const LATER: PerRule<number> = { self: 0, cross: 80 };
const Y = axisOf({ min: 0, max: 1 });

interface TimeChartsProps {
  readonly start: Start;
  readonly horizon: number;
  readonly fan: PerRule<Fan> | null;
  readonly repeats: number;
  /** Why there are no runs, or that they are on their way; empty where there are some. */
  readonly note: string;
}

function TimeChart({
  rule,
  start,
  horizon,
  fan,
  repeats,
  note,
}: Omit<TimeChartsProps, "fan"> & { readonly rule: Rule; readonly fan: Fan | null }) {
  const { ref, width, height } = useElementSize<HTMLDivElement>();
  const line = useRef<HTMLDivElement>(null);
  const drawing = useMemo(() => timeRows(start.path[rule], horizon, fan), [start, rule, horizon, fan]);
  const later = useLater(drawing, LATER[rule]);
  const x = useMemo(() => axisOf({ min: 0, max: horizon }, 5), [horizon]);
  const draw = useCallback(
    (element: HTMLDivElement, t: number) => {
      element.style.left = `${(100 * t) / horizon}%`;
    },
    [horizon],
  );
  useTime(line, draw);
  const title = TITLES[rule];
  return (
    <section className="time-chart" aria-label={title}>
      <h2>{title}</h2>
      <p className="time-legend" aria-hidden="true">
        {start.p.map((_, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an agent is its number
          <span key={n}>
            <Swatch look={agentLook(n)} width={2} hollow={false} /> {agentLetter(n)}
          </span>
        ))}
      </p>
      <div className="plot" ref={ref} aria-hidden="true">
        {width > 0 && height > 0 && later ? (
          <LineFigure width={width} height={height} rows={later.rows} series={later.series} x={x} y={Y} everyPoint={false} />
        ) : null}
        <div className="plot-time" style={{ left: PLOT.left, right: PLOT.right, top: PLOT.top, bottom: PLOT.bottom }}>
          <div ref={line} className="plot-cursor-line" />
        </div>
      </div>
      <p className="look-for">{fan ? fanSentence(fan, repeats, horizon) : note}</p>
    </section>
  );
}

export const TimeCharts = memo(function TimeCharts({ start, horizon, fan, repeats, note }: TimeChartsProps) {
  return (
    <div className="time-charts">
      {RULES.map((rule) => (
        <TimeChart
          key={rule}
          rule={rule}
          start={start}
          horizon={horizon}
          fan={fan?.[rule] ?? null}
          repeats={repeats}
          note={note}
        />
      ))}
    </div>
  );
});
