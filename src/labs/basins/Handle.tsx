/**
 * The point that one drags, 44 px to touch, its coordinates beside it. By keyboard: arrows move it by 0.01 along its axis, with Shift by
 * 0.001; Page Up and Down by 0.1 upwards and downwards. A drag with the pointer stays a drag also outside the square.
 */
import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { agentLetter, fixed } from "../../ui/format.ts";
import { LIMITS, snap } from "./state.ts";

interface HandleProps {
  readonly label: string;
  readonly x: number;
  readonly y: number;
  readonly axes: readonly [number, number];
  readonly onMove: (x: number, y: number) => void;
}

const place = (value: number): number => snap(value, LIMITS.p, 3);

/** Where a pointer is in a square element, as (p_x, p_y) within the limits. */
export function pointIn(square: Element, event: { readonly clientX: number; readonly clientY: number }): [number, number] {
  const box = square.getBoundingClientRect();
  return [place((event.clientX - box.left) / box.width), place(1 - (event.clientY - box.top) / box.height)];
}

export function Handle({ label, x, y, axes, onMove }: HandleProps) {
  const grip = useRef<readonly [number, number] | null>(null);
  const down = (event: PointerEvent<HTMLDivElement>): void => {
    const square = event.currentTarget.parentElement;
    if (event.button !== 0 || !square) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    // The point keeps its distance to the finger: it does not jump when it is taken at its rim.
    const box = square.getBoundingClientRect();
    grip.current = [event.clientX - box.left - x * box.width, event.clientY - box.top - (1 - y) * box.height];
  };
  const move = (event: PointerEvent<HTMLDivElement>): void => {
    const square = event.currentTarget.parentElement;
    if (!grip.current || !square) return;
    onMove(...pointIn(square, { clientX: event.clientX - grip.current[0], clientY: event.clientY - grip.current[1] }));
  };
  const release = (): void => {
    grip.current = null;
  };
  const key = (event: KeyboardEvent<HTMLDivElement>): void => {
    const by = event.shiftKey ? 0.001 : 0.01;
    const moves: Record<string, readonly [number, number]> = {
      ArrowLeft: [-by, 0],
      ArrowRight: [by, 0],
      ArrowUp: [0, by],
      ArrowDown: [0, -by],
      PageUp: [0, 0.1],
      PageDown: [0, -0.1],
    };
    const by2 = moves[event.key];
    if (!by2) return;
    event.preventDefault();
    onMove(place(x + by2[0]), place(y + by2[1]));
  };
  const [a, b] = axes;
  return (
    <div
      className="handle"
      style={{ left: `${100 * x}%`, top: `${100 * (1 - y)}%` }}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={1}
      aria-valuenow={x}
      aria-valuetext={`p_${agentLetter(a)} ${fixed(x, 3)}, p_${agentLetter(b)} ${fixed(y, 3)}`}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={release}
      onPointerCancel={release}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={key}
    >
      <span className="handle-ring" />
      <span
        className={`handle-text${x > 0.66 ? " handle-text-left" : ""}${y > 0.9 ? " handle-text-below" : ""}`}
        aria-hidden="true"
      >
        {fixed(x, 3)}, {fixed(y, 3)}
      </span>
    </div>
  );
}
