/**
 * Who labels whom, as arrows from the agent that votes to the agent that is rewarded. Where the method leaves it open, arrows are drawn by
 * dragging from agent to agent or by clicking one and then the other; the checkboxes of SupervisionEditor do the same by keyboard.
 */
import { type PointerEvent, useState } from "react";
import { methodById } from "../../learning/methods/index.ts";
import { type CohortConfig, supervisorsOf } from "../../runs/config.ts";
import { agentLook } from "../../ui/agents.ts";
import { agentLetter } from "../../ui/format.ts";
import { agentAt, arrowPath, DISC, type Point, REACH, sceneOf, supervisionSentence } from "./supervision.ts";

interface SupervisionGraphProps {
  readonly cohort: CohortConfig;
  /** Draws or takes away an arrow; absent where the arrows stand still. */
  readonly onToggle?: (from: number, to: number) => void;
}

/** An arrow that is being drawn: from an agent to the pointer, once it has moved; `chosen` where the agent was clicked before. */
interface Drawing {
  readonly from: number;
  readonly tip: Point | null;
  readonly chosen: boolean;
}

/** Pixels that a pointer may tremble in a click. */
const TREMBLE = 6;

export function SupervisionGraph({ cohort, onToggle }: SupervisionGraphProps) {
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  const method = methodById(cohort.method);
  const scene = sceneOf(cohort.agents.length);
  const { width, height, points } = scene;
  const arrows = supervisorsOf(cohort).flatMap((labellers, to) => labellers.map((from) => ({ from, to })));
  const at = ({ currentTarget, clientX, clientY }: PointerEvent<SVGSVGElement>): Point => {
    const box = currentTarget.getBoundingClientRect();
    return { x: ((clientX - box.left) * width) / box.width, y: ((clientY - box.top) * height) / box.height };
  };
  const down = (event: PointerEvent<SVGSVGElement>): void => {
    const agent = agentAt(scene, at(event));
    if (!onToggle || event.button !== 0) return;
    if (agent === null) {
      setDrawing(null);
      return;
    }
    event.currentTarget.setPointerCapture(event.pointerId);
    // A second click ends the arrow that the first has begun.
    if (drawing?.chosen) {
      onToggle(drawing.from, agent);
      setDrawing(null);
    } else setDrawing({ from: agent, tip: null, chosen: false });
  };
  const move = (event: PointerEvent<SVGSVGElement>): void => {
    if (!drawing || drawing.chosen) return;
    const tip = at(event);
    const start = points[drawing.from];
    if (start && (drawing.tip || Math.hypot(tip.x - start.x, tip.y - start.y) > REACH - TREMBLE)) setDrawing({ ...drawing, tip });
  };
  const up = (event: PointerEvent<SVGSVGElement>): void => {
    if (!onToggle || !drawing || drawing.chosen) return;
    const agent = agentAt(scene, at(event));
    // Where it is let go decides, not how it got there; dragged out and back again is no arrow.
    if (agent === drawing.from && !drawing.tip) {
      setDrawing({ ...drawing, chosen: true });
      return;
    }
    if (agent !== null && agent !== drawing.from) onToggle(drawing.from, agent);
    setDrawing(null);
  };
  const begun = drawing?.tip ? points[drawing.from] : undefined;
  return (
    <figure className="supervision">
      {/* The picture is for the pointer; the sentence and the checkboxes say and do the same. */}
      <svg
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        aria-hidden="true"
        className={onToggle ? "supervision-open" : undefined}
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={up}
        onPointerCancel={() => setDrawing(null)}
      >
        <defs>
          <marker
            id="arrow-head"
            viewBox="0 0 8 8"
            refX="6"
            refY="4"
            markerWidth="7"
            markerHeight="7"
            orient="auto-start-reverse"
          >
            <path d="M0,0.5 L8,4 L0,7.5 Z" fill="var(--ink-soft)" />
          </marker>
        </defs>
        {method.needsTruth
          ? points.map(({ x, y }, n) => (
              <path key={agentLetter(n)} className="supervision-arrow" d={`M${x},${y - DISC - 18} V${y - DISC - 4}`} />
            ))
          : null}
        {method.labels && !method.needsTruth
          ? arrows.map(({ from, to }) => (
              <path key={`${from}-${to}`} className="supervision-arrow" d={arrowPath(scene, from, to)} />
            ))
          : null}
        {begun && drawing?.tip ? (
          <path
            className="supervision-arrow"
            strokeDasharray="4 3"
            d={`M${begun.x},${begun.y} L${drawing.tip.x},${drawing.tip.y}`}
          />
        ) : null}
        {points.map(({ x, y }, n) => (
          <g key={agentLetter(n)} className="supervision-agent">
            {onToggle ? <circle cx={x} cy={y} r={REACH} fill="transparent" /> : null}
            {drawing?.from === n ? (
              <circle cx={x} cy={y} r={DISC + 4} fill="none" stroke="var(--ink)" strokeWidth="2" strokeDasharray="3 2" />
            ) : null}
            <circle cx={x} cy={y} r={DISC} fill={agentLook(n).colour} />
            <text x={x} y={y + 4.5} textAnchor="middle" fontSize="13" fontWeight="600" fill="var(--ground)">
              {agentLetter(n)}
            </text>
          </g>
        ))}
      </svg>
      <figcaption>{supervisionSentence(cohort)}</figcaption>
    </figure>
  );
}
