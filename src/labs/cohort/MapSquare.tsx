/**
 * One cohort's prompt map: the square with its axes and line, the dots, and what is known of the one under the pointer. By keyboard the
 * arrow keys step through the dots along their distance from the line, and Enter opens the rollouts.
 */
import { useComputedColorScheme } from "@mantine/core";
import { useElementSize, useReducedMotion } from "@mantine/hooks";
import { type KeyboardEvent, memo, type PointerEvent, useEffect, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import type { CohortShape, RunData } from "../../stores/run-data.ts";
import { agentLook } from "../../ui/agents.ts";
import { agentLetter } from "../../ui/format.ts";
import { look, openPrompt } from "./look.ts";
import { detailSentence, dotDetail, isSelfRewarding } from "./map-detail.ts";
import { createMapPainter, MAP_MARGIN, type MapColours, type MapPainter, mapInset } from "./map-painter.ts";
import { alongTheLine, type Dot, nearestDot, type Pair, trailOf } from "./prompt-map.ts";

interface MapSquareProps {
  readonly data: RunData;
  readonly cohort: CohortShape;
  readonly pair: Pair;
  readonly dots: readonly Dot[];
  readonly step: number;
  /** Dots go to their new places; else they are drawn there at once. */
  readonly live: boolean;
  readonly trails: boolean;
  /** Said instead of the dots while there are none. */
  readonly empty: string;
}

/** How far from a dot, in CSS pixels, the pointer still means it; a finger, further. */
const REACH = 14;
const FINGER = 24;
/** The last so many prompts to cross have their trails drawn: more cannot be followed by eye. */
export const MOST_TRAILS = 24;

/** The colours of the scheme that the page is in. */
export function colours(): MapColours {
  const style = getComputedStyle(document.documentElement);
  const read = (name: string): string => style.getPropertyValue(name).trim();
  return {
    right: read("--right"),
    wrong: read("--wrong"),
    soft: read("--ink-soft"),
    ink: read("--ink"),
    ground: read("--ground"),
  };
}

export function Axis({ agent, className }: { readonly agent: number; readonly className: string }) {
  const name = (
    <span className="map-axis-name" style={{ color: agentLook(agent).colour }}>
      <i>p</i>
      <sub>{agentLetter(agent)}</sub>
    </span>
  );
  return (
    <div className={className} aria-hidden="true">
      <span>{className === "map-axis-y" ? 1 : 0}</span>
      {name}
      <span>{className === "map-axis-y" ? 0 : 1}</span>
    </div>
  );
}

function Detail({
  data,
  cohort,
  pair,
  dot,
}: {
  readonly data: RunData;
  readonly cohort: CohortShape;
  readonly pair: Pair;
  readonly dot: Dot;
}) {
  const { prompt, truth, step, agents } = dotDetail(data, cohort.name, pair, dot);
  return (
    <div className="map-detail" aria-hidden="true">
      <b className="written">
        {prompt}
        {truth}
      </b>{" "}
      <span className="map-detail-soft">step {step}</span>
      {agents.map(({ letter, p, vote, label }, axis) => (
        <div key={letter}>
          <b style={{ color: agentLook(pair[axis] ?? 0).colour }}>{letter}</b> p {p} %, vote {vote}, label {label}
        </div>
      ))}
    </div>
  );
}

export const MapSquare = memo(function MapSquare(props: MapSquareProps) {
  const { data, cohort, pair, dots, step, live, trails, empty } = props;
  const { ref: box, width } = useElementSize<HTMLDivElement>();
  const canvas = useRef<HTMLCanvasElement>(null);
  const painter = useRef<MapPainter | null>(null);
  const scheme = useComputedColorScheme("light", { getInitialValueInEffect: false });
  const still = useReducedMotion();
  const [over, setOver] = useState<number | null>(null);
  const [byKey, setByKey] = useState(false);
  const chosen = useStore(look, (state) => (state.cohort === cohort.name ? state.prompt : null));
  const marked = over ?? chosen;
  const dot = over === null ? null : (dots.find(({ prompt }) => prompt === over) ?? null);
  // Asked once a scheme: the browser works out all waiting styles for it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the scheme decides what the variables say
  const paint = useMemo(colours, [scheme]);
  const drawnTrails = useMemo(() => {
    if (!trails) return [];
    const crossed = dots.filter((one) => one.crossed !== 0).sort((a, b) => b.visit - a.visit);
    return crossed.slice(0, MOST_TRAILS).map((one) => ({
      up: one.crossed > 0,
      places: trailOf(data.visits, cohort.name, pair, one.visit),
    }));
  }, [trails, dots, data, cohort, pair]);

  useEffect(() => {
    if (!canvas.current || width === 0) return;
    painter.current ??= createMapPainter(canvas.current);
    painter.current.show({ dots, trails: drawnTrails, marked, colours: paint, side: width }, live && !still);
  }, [dots, drawnTrails, marked, paint, width, live, still]);
  useEffect(() => () => painter.current?.stop(), []);

  const find = (event: PointerEvent<HTMLButtonElement>): Dot | null => {
    const area = event.currentTarget.getBoundingClientRect();
    const margin = MAP_MARGIN + mapInset(dots.length, area.width - 2 * MAP_MARGIN);
    const inner = area.width - 2 * margin;
    const x = (event.clientX - area.left - margin) / inner;
    const y = 1 - (event.clientY - area.top - margin) / inner;
    return nearestDot(dots, x, y, (event.pointerType === "touch" ? FINGER : REACH) / inner);
  };
  const point = (prompt: number | null, key: boolean): void => {
    setOver(prompt);
    setByKey(key);
  };
  const opened = (found: Dot): void => openPrompt(cohort.name, data.visits.stepOf(found.visit), found.prompt);
  const key = (event: KeyboardEvent<HTMLButtonElement>): void => {
    const order = alongTheLine(dots);
    const from = order.findIndex(({ prompt }) => prompt === marked);
    const by: Record<string, number> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10 };
    const ends: Record<string, number> = { Home: 0, End: order.length - 1 };
    if (event.key === "Escape") point(null, false);
    const target = ends[event.key] ?? (by[event.key] === undefined ? null : from < 0 ? 0 : from + (by[event.key] ?? 0));
    if (target === null || order.length === 0) return;
    event.preventDefault();
    point(order[Math.min(order.length - 1, Math.max(0, target))]?.prompt ?? null, true);
  };
  const [a, b] = [agentLetter(pair[0]), agentLetter(pair[1])];
  const sentence = dot ? detailSentence(dotDetail(data, cohort.name, pair, dot)) : "";
  return (
    <div className="map-frame">
      <Axis agent={pair[1]} className="map-axis-y" />
      <div className="map-square" ref={box}>
        <svg className="map-ground" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          {isSelfRewarding(data, cohort.name) ? <path className="map-half" d="M50 0V100M0 50H100" /> : null}
          <path className="map-line" d="M0 0L100 100" />
        </svg>
        <div aria-hidden="true">
          <canvas ref={canvas} className="map-dots" style={{ inset: -MAP_MARGIN }} />
        </div>
        {dots.length === 0 ? <p className="map-empty">{empty}</p> : null}
        <button
          type="button"
          className="map-hit"
          style={{ inset: -MAP_MARGIN }}
          disabled={dots.length === 0}
          aria-label={`Prompts of ${cohort.title} between agents ${a} and ${b}, step ${step}`}
          aria-description="Arrow keys step through the prompts from far below the line to far above it; Enter opens the rollouts."
          onPointerMove={(event) => point(find(event)?.prompt ?? null, false)}
          onPointerDown={(event) => point(find(event)?.prompt ?? null, false)}
          onPointerLeave={(event) => event.pointerType === "mouse" && point(null, false)}
          onBlur={() => point(null, false)}
          onKeyDown={key}
          onClick={() => dot && opened(dot)}
        />
        {dot ? <Detail data={data} cohort={cohort} pair={pair} dot={dot} /> : null}
        <div className="visually-hidden" aria-live="polite">
          {byKey ? sentence : ""}
        </div>
      </div>
      <Axis agent={pair[0]} className="map-axis-x" />
    </div>
  );
});
