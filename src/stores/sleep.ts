/**
 * Notices that the tab was asleep: frozen by the browser (Page Lifecycle, https://wicg.github.io/page-lifecycle/) or with the whole
 * machine. Nothing has to be mended: agents and page sleep and wake together, and no deadline of a run counts that time (awake.ts).
 */

/** Seconds between two ticks that can only be sleep: a hidden tab's timers may come as rarely as once a minute. */
const LONGEST_WAKING_GAP = 90;
/** Seconds of a frozen tab that are worth a word. */
const SHORTEST_FREEZE = 10;

export interface SleepClock {
  /** Wall-clock milliseconds, which go on during sleep. */
  readonly now: () => number;
  /** Calls back every second while awake. */
  readonly everySecond: (callback: () => void) => void;
  /** Calls back at an event of the document. */
  readonly on: (event: "freeze" | "resume" | "visibilitychange", callback: () => void) => void;
}

const BROWSER: SleepClock = {
  now: () => Date.now(),
  everySecond: (callback) => void setInterval(callback, 1000),
  on: (event, callback) => document.addEventListener(event, callback),
};

/** Calls back with the seconds of each sleep, on waking. For the life of the page. */
export function watchSleep(slept: (seconds: number) => void, clock: SleepClock = BROWSER): void {
  let last = clock.now();
  let frozen = false;
  const wake = (): void => {
    const now = clock.now();
    const seconds = (now - last) / 1000;
    last = now;
    if (seconds >= (frozen ? SHORTEST_FREEZE : LONGEST_WAKING_GAP)) slept(seconds);
    frozen = false;
  };
  clock.everySecond(wake);
  clock.on("visibilitychange", wake);
  clock.on("resume", wake);
  clock.on("freeze", () => {
    last = clock.now();
    frozen = true;
  });
}
