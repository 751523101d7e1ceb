/**
 * Deadlines in time that the page was awake. A browser lets the timers of a hidden tab come late and those of a frozen one not at all, and
 * a closed lid stops everything: by the clock a deadline would pass while everybody slept. Here time is counted in ticks of an interval,
 * each worth its nominal length at most, however long ago the last one was.
 */

export interface AwakeTimer {
  /** Calls off the deadline; seconds that have passed awake, at most one tick too many. */
  stop(): number;
}

/** Longest tick, seconds: what a deadline may be early by. */
const TICK = 1;

/** Calls back once after so many awake seconds. */
export function afterAwake(seconds: number, callback: () => void): AwakeTimer {
  const tick = Math.min(TICK, seconds / 5);
  const started = performance.now();
  let ticks = 0;
  const timer = setInterval(() => {
    ticks++;
    if (ticks * tick < seconds * (1 - 1e-9)) return;
    clearInterval(timer);
    callback();
  }, 1000 * tick);
  return {
    stop() {
      clearInterval(timer);
      return Math.min((performance.now() - started) / 1000, (ticks + 1) * tick);
    },
  };
}
