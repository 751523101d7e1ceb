/**
 * When charts redraw: at most twice a second, and one chart every other animation frame, so that no task on the main thread
 * holds more than one chart's drawing (no task over 50 ms during a run). Every other, because recharts tells its parts of new data in
 * the frame after (its store batches notifications by frame): without the gap that work and the next chart's fall into one task.
 */

export interface Redraws {
  /** Adds a chart: it is drawn when its turn comes, then whenever something was announced. Returns what removes it. */
  add(draw: () => void): () => void;
  /** Something changed. */
  announce(): void;
}

export interface RedrawClock {
  readonly now: () => number;
  /** Calls back in the next animation frame. */
  readonly frame: (callback: () => void) => void;
  readonly later: (callback: () => void, milliseconds: number) => void;
}

/** Milliseconds between two drawings of the same chart. */
export const REDRAW_INTERVAL = 500;

const BROWSER: RedrawClock = {
  now: () => performance.now(),
  frame: (callback) => void requestAnimationFrame(callback),
  later: (callback, milliseconds) => void setTimeout(callback, milliseconds),
};

export function createRedraws(clock: RedrawClock = BROWSER): Redraws {
  const charts = new Set<() => void>();
  let state: "rest" | "waiting" | "drawing" = "rest";
  let stale = false;
  let started = Number.NEGATIVE_INFINITY;

  const schedule = (): void => {
    state = "waiting";
    clock.later(round, Math.max(0, started + REDRAW_INTERVAL - clock.now()));
  };

  const round = (): void => {
    state = "drawing";
    stale = false;
    started = clock.now();
    const queue = [...charts];
    const next = (): void => {
      const draw = queue.shift();
      if (draw && charts.has(draw)) draw();
      if (queue.length > 0) clock.frame(() => clock.frame(next));
      else if (stale) schedule();
      else state = "rest";
    };
    clock.frame(next);
  };

  const announce = (): void => {
    stale = true;
    if (state === "rest") schedule();
  };

  return {
    add(draw) {
      charts.add(draw);
      announce();
      return () => charts.delete(draw);
    },
    announce,
  };
}
