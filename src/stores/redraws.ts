/**
 * When charts redraw: at most about four times a second, and one chart per animation frame, so that no task on the main thread holds
 * more than one chart's drawing (docs: no task over 50 ms during a run).
 */

export interface Redraws {
  /** Adds a chart; it is drawn at once, then whenever something was announced. Returns what removes it. */
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
export const REDRAW_INTERVAL = 250;

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
      if (queue.length > 0) clock.frame(next);
      else if (stale) schedule();
      else state = "rest";
    };
    clock.frame(next);
  };

  return {
    add(draw) {
      charts.add(draw);
      draw();
      return () => charts.delete(draw);
    },
    announce() {
      stale = true;
      if (state === "rest") schedule();
    },
  };
}
