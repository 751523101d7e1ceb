/**
 * The cursor over a plot: follows the pointer, a finger dragged sideways, or the arrow keys. It is a slider for assistive technology;
 * its value text says what the chart shows at that step.
 */
import type { KeyboardEvent, PointerEvent } from "react";
import { PLOT } from "./plot.ts";

interface PlotCursorProps {
  /** Names the chart. */
  readonly label: string;
  /** Chosen step; null while the cursor is away. */
  readonly step: number | null;
  /** A step that was picked and is kept, marked while the cursor is elsewhere too; null for none. */
  readonly pinned?: number | null;
  /** The first and the last step that there is something to read at. */
  readonly first: number;
  readonly last: number;
  /** The end of the horizontal axis. */
  readonly max: number;
  /** Values at the step, in words. */
  readonly valueText: string;
  readonly onMove: (step: number | null) => void;
  /** A step was clicked, or Enter pressed at it. */
  readonly onPick?: (step: number) => void;
}

export function PlotCursor({ label, step, pinned = null, first, last, max, valueText, onMove, onPick }: PlotCursorProps) {
  const clamp = (value: number): number => Math.min(last, Math.max(first, value));
  const follow = (event: PointerEvent<HTMLDivElement>): void => {
    const box = event.currentTarget.getBoundingClientRect();
    if (last >= first && box.width > 0) onMove(clamp(Math.round(((event.clientX - box.left) / box.width) * max)));
  };
  const key = (event: KeyboardEvent<HTMLDivElement>): void => {
    const from = step ?? last;
    if (event.key === "Enter" && last >= first) onPick?.(from);
    const targets: Record<string, number | null> = {
      ArrowLeft: clamp(from - 1),
      ArrowDown: clamp(from - 1),
      ArrowRight: clamp(from + 1),
      ArrowUp: clamp(from + 1),
      PageDown: clamp(from - 10),
      PageUp: clamp(from + 10),
      Home: first,
      End: last,
      Escape: null,
    };
    const target = targets[event.key];
    if (target === undefined || last < first) return;
    event.preventDefault();
    onMove(target);
  };
  return (
    <div
      className="plot-cursor"
      style={{ left: PLOT.left, right: PLOT.right, top: PLOT.top, bottom: PLOT.bottom }}
      role="slider"
      tabIndex={0}
      aria-label={`Cursor, ${label}`}
      aria-valuemin={Math.min(first, last)}
      aria-valuemax={Math.max(first, last)}
      aria-valuenow={Math.max(0, step ?? last)}
      aria-valuetext={valueText}
      onPointerMove={follow}
      onPointerDown={follow}
      onPointerLeave={(event) => event.pointerType === "mouse" && onMove(null)}
      onClick={() => step !== null && onPick?.(step)}
      onBlur={() => onMove(null)}
      onKeyDown={key}
    >
      {pinned === null || max <= 0 || pinned > Math.min(last, max) ? null : (
        <div className="plot-cursor-line plot-pin" style={{ left: `${(100 * pinned) / max}%` }} />
      )}
      {step === null || max <= 0 || step > max ? null : (
        <div className="plot-cursor-line" style={{ left: `${(100 * step) / max}%` }} />
      )}
    </div>
  );
}
