/** Redrawing: one chart a frame, at most once per interval, and nothing lost. */
import { expect, test } from "vitest";
import { createRedraws, REDRAW_INTERVAL } from "./redraws.ts";

/** A clock that is turned by hand: frames every 16 ms, and a log of who drew in which frame. */
function bench() {
  let now = 0;
  const frames: (() => void)[] = [];
  const timers: { readonly at: number; readonly callback: () => void }[] = [];
  const redraws = createRedraws({
    now: () => now,
    frame: (callback) => frames.push(callback),
    later: (callback, milliseconds) => timers.push({ at: now + milliseconds, callback }),
  });
  const drawn: string[][] = [];
  const turn = (milliseconds: number): void => {
    for (const end = now + milliseconds; now < end; now += 16) {
      for (const timer of timers.splice(0)) {
        if (timer.at <= now) timer.callback();
        else timers.push(timer);
      }
      const log: string[] = [];
      drawn.push(log);
      for (const frame of frames.splice(0)) frame();
    }
  };
  const add = (name: string): (() => void) => redraws.add(() => drawn.at(-1)?.push(name));
  return { redraws, drawn, turn, add };
}

test("each chart is drawn in a frame of its own, in order", () => {
  const { redraws, drawn, turn, add } = bench();
  for (const name of ["a", "b", "c"]) add(name);
  redraws.announce();
  turn(200);
  expect(drawn.filter((frame) => frame.length > 0)).toEqual([["a"], ["b"], ["c"]]);
});

test("a flood of announcements gives about four rounds a second, and the last change is drawn", () => {
  const { redraws, drawn, turn, add } = bench();
  let version = 0;
  let seen = -1;
  add("a");
  redraws.add(() => {
    seen = version;
  });
  for (let n = 0; n < 100; n++) {
    version++;
    redraws.announce();
    turn(20);
  }
  turn(2 * REDRAW_INTERVAL);
  const rounds = drawn.flat().filter((name) => name === "a").length;
  expect(rounds).toBeGreaterThanOrEqual(6);
  expect(rounds).toBeLessThanOrEqual(14);
  expect(seen).toBe(100);
});

test("a chart that was removed is not drawn, and removing one in the middle of a round loses no other", () => {
  const { redraws, drawn, turn, add } = bench();
  const remove = add("a");
  add("b");
  redraws.announce();
  remove();
  turn(200);
  expect(drawn.flat()).toEqual(["b"]);
});
