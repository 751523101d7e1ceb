/** Time awake: ticks, not the clock. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { afterAwake } from "./awake.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] }));
afterEach(() => void vi.useRealTimers());

it("calls back once after so many awake seconds, and not once it is called off", () => {
  const late = vi.fn();
  afterAwake(30, late);
  const off = vi.fn();
  const timer = afterAwake(30, off);
  vi.advanceTimersByTime(29_000);
  expect(late).not.toHaveBeenCalled();
  expect(timer.stop()).toBe(29);
  vi.advanceTimersByTime(60_000);
  expect(late).toHaveBeenCalledTimes(1);
  expect(off).not.toHaveBeenCalled();
});

it("sleep counts for one tick at most, however long it was", () => {
  let ring = (): void => {};
  vi.spyOn(globalThis, "setInterval").mockImplementation((callback) => {
    ring = () => callback();
    return setTimeout(() => {}, 0);
  });
  const clock = vi.spyOn(performance, "now").mockReturnValue(0);
  const late = vi.fn();
  const timer = afterAwake(10, late);
  // Twelve minutes asleep; on waking the interval ticks once.
  clock.mockReturnValue(720_000);
  ring();
  ring();
  expect(late).not.toHaveBeenCalled();
  expect(timer.stop()).toBe(3);
  for (let second = 3; second <= 10; second++) ring();
  expect(late).toHaveBeenCalledTimes(1);
  vi.restoreAllMocks();
});

it("short deadlines have short ticks", () => {
  const late = vi.fn();
  afterAwake(0.05, late);
  vi.advanceTimersByTime(49);
  expect(late).not.toHaveBeenCalled();
  vi.advanceTimersByTime(2);
  expect(late).toHaveBeenCalledTimes(1);
});
