/** One portrait: basins, field, borders, trajectories, and the point that both portraits share. */
import { memo, type PointerEvent, type ReactNode, useCallback, useMemo, useRef } from "react";
import { agentLook } from "../../ui/agents.ts";
import { SIDE } from "../../ui/field.ts";
import { agentLetter } from "../../ui/format.ts";
import { useTime } from "./clock.ts";
import { type Path, pathAt, type Rule } from "./dynamics.ts";
import { type Axes, pathData } from "./geometry.ts";
import { Handle, pointIn } from "./Handle.tsx";
import { MapCanvas } from "./MapCanvas.tsx";
import { PromptCanvas } from "./PromptCanvas.tsx";
import type { CellMap, PopulationResult } from "./protocol.ts";
import type { Start } from "./scene.ts";

interface PortraitProps {
  readonly rule: Rule;
  readonly title: string;
  readonly caption: ReactNode;
  readonly axes: Axes;
  readonly p: readonly number[];
  readonly map: CellMap | null;
  /** Whether the map is still being computed. */
  readonly busy: boolean;
  readonly field: string;
  readonly border: string;
  /** The start first, then the dropped points. */
  readonly starts: readonly Start[];
  readonly population: PopulationResult | null;
  readonly horizon: number;
  /** Moves the start. */
  readonly onMove: (x: number, y: number) => void;
  /** In population mode a stroke in the square draws prompts; then a click does not move the start. */
  readonly onDraw: ((x: number, y: number) => void) | null;
}

/** Prompts of a stroke keep this distance. */
const STROKE = 0.035;

/** A dot that follows a path with the clock; the start's is filled, those of dropped points carry their number. */
const Dot = memo(function Dot({ path, axes, number }: { readonly path: Path; readonly axes: Axes; readonly number: number }) {
  const dot = useRef<HTMLSpanElement>(null);
  const draw = useCallback(
    (element: HTMLSpanElement, t: number) => {
      const p = pathAt(path, t);
      element.style.left = `${100 * (p[axes[0]] ?? 0)}%`;
      element.style.top = `${100 * (1 - (p[axes[1]] ?? 0))}%`;
    },
    [path, axes],
  );
  useTime(dot, draw);
  return (
    <span ref={dot} className={number === 0 ? "dot" : "dot dot-dropped"} aria-hidden="true">
      {number === 0 ? "" : number}
    </span>
  );
});

/** Field and borders have a layer of their own, so that moving the start does not paint two hundred arrows again. */
const Ground = memo(function Ground({ field, border }: { readonly field: string; readonly border: string }) {
  return (
    <svg className="layer layer-ground" viewBox={`0 0 ${SIDE} ${SIDE}`} aria-hidden="true">
      <path d={field} className="field-line" />
      <path d={border} className="border-line" />
    </svg>
  );
});

export const Portrait = memo(function Portrait(props: PortraitProps) {
  const { rule, title, caption, axes, p, map, busy, field, border, starts, population, horizon, onMove, onDraw } = props;
  const [x, y] = axes;
  const last = useRef<readonly [number, number] | null>(null);
  const lines = useMemo(() => starts.map((start) => pathData(start.path[rule], axes)), [starts, rule, axes]);
  const stroke = (event: PointerEvent<HTMLDivElement>, begins: boolean): void => {
    // A finger scrolls the page; it adds a prompt by tapping.
    if (!onDraw || event.pointerType === "touch" || event.buttons !== 1 || event.target !== event.currentTarget) return;
    const point = pointIn(event.currentTarget, event);
    const before = begins ? null : last.current;
    if (!begins && (!before || Math.hypot(point[0] - before[0], point[1] - before[1]) < STROKE)) return;
    last.current = point;
    onDraw(...point);
  };
  return (
    <figure className="portrait" aria-label={title} aria-busy={busy}>
      <h2>{title}</h2>
      <div className="portrait-frame">
        <div className="axis-y" aria-hidden="true">
          <span>1</span>
          <span className="axis-name" style={{ color: agentLook(y).colour }}>
            <i>p</i>
            <sub>{agentLetter(y)}</sub>
          </span>
          <span>0</span>
        </div>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for the pointer; the handle inside does the same by keyboard */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
        <div
          className={onDraw ? "square square-draw" : "square"}
          onPointerDown={(event) => stroke(event, true)}
          onPointerMove={(event) => stroke(event, false)}
          onPointerUp={() => {
            last.current = null;
          }}
          onClick={(event) => {
            const point = pointIn(event.currentTarget, event);
            if (!onDraw) onMove(...point);
            else if (event.nativeEvent instanceof globalThis.PointerEvent && event.nativeEvent.pointerType === "touch")
              onDraw(...point);
          }}
        >
          <MapCanvas map={map} />
          <Ground field={field} border={border} />
          <svg className="layer layer-paths" viewBox={`0 0 ${SIDE} ${SIDE}`} aria-hidden="true">
            {onDraw
              ? null
              : lines.map((data, n) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a point is its place in the list
                  <g key={n}>
                    <path d={data} className="path-halo" />
                    <path d={data} className={n === 0 ? "path-line" : "path-line path-dropped"} />
                  </g>
                ))}
          </svg>
          {population && onDraw ? (
            <PromptCanvas
              paths={population.paths[rule]}
              weights={population.weights}
              frames={population.frames}
              horizon={horizon}
            />
          ) : (
            starts.map((start, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a point is its place in the list
              <Dot key={n} path={start.path[rule]} axes={axes} number={n} />
            ))
          )}
          <Handle label={`Start, ${title}`} x={p[x] ?? 0.5} y={p[y] ?? 0.5} axes={axes} onMove={onMove} />
        </div>
        <div className="axis-x" aria-hidden="true">
          <span>0</span>
          <span className="axis-name" style={{ color: agentLook(x).colour }}>
            <i>p</i>
            <sub>{agentLetter(x)}</sub>
          </span>
          <span>1</span>
        </div>
      </div>
      <figcaption className="look-for">{caption}</figcaption>
    </figure>
  );
});
