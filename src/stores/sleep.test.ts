/** Sleep of the tab: a freeze, or a gap of the clock that no throttled timer explains. */
import { expect, it } from "vitest";
import { type SleepClock, watchSleep } from "./sleep.ts";

function bench() {
  let now = 0;
  let tick = (): void => {};
  const events = new Map<string, () => void>();
  const slept: number[] = [];
  const clock: SleepClock = {
    now: () => 1000 * now,
    everySecond: (callback) => {
      tick = callback;
    },
    on: (event, callback) => void events.set(event, callback),
  };
  watchSleep((seconds) => slept.push(seconds), clock);
  return {
    slept,
    pass: (seconds: number) => {
      now += seconds;
    },
    tick: () => tick(),
    fire: (event: string) => events.get(event)?.(),
  };
}

it("a machine that slept shows by the clock, once; timers that come once a minute are no sleep", () => {
  const { slept, pass, tick, fire } = bench();
  for (let minute = 0; minute < 5; minute++) {
    pass(60);
    tick();
  }
  expect(slept).toEqual([]);
  pass(720);
  fire("visibilitychange");
  tick();
  pass(1);
  tick();
  expect(slept).toEqual([720]);
});

it("a frozen tab shows from ten seconds on, whichever comes first on waking", () => {
  const { slept, pass, tick, fire } = bench();
  fire("freeze");
  pass(5);
  fire("resume");
  fire("freeze");
  pass(30);
  fire("resume");
  tick();
  fire("freeze");
  pass(40);
  tick();
  fire("resume");
  expect(slept).toEqual([30, 40]);
});
