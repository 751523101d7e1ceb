/** The time that the pictures show, in updates, and the animation that moves it. Dots follow it without React: sixty times a second. */
import { type RefObject, useEffect } from "react";
import { createStore } from "zustand/vanilla";

export interface Clock {
  readonly t: number;
  readonly playing: boolean;
}

export const clock = createStore<Clock>(() => ({ t: 0, playing: false }));

/** Milliseconds from start to end, whatever the horizon. */
const WHOLE = 8000;
/** With reduced motion time moves in this many jumps. */
const JUMPS = 10;

export function reducedMotion(): boolean {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Plays from where it is, or from the start if it has come to the end. */
export function play(horizon: number): void {
  clock.setState(({ t }) => ({ playing: true, t: t >= horizon ? 0 : t }));
}

export function pause(): void {
  clock.setState({ playing: false });
}

export function moveTo(t: number): void {
  clock.setState({ t, playing: false });
}

/** Runs the animation while it plays. */
export function useClock(horizon: number): void {
  useEffect(() => {
    let frame = 0;
    let timer: ReturnType<typeof setInterval> | undefined;
    const advance = (by: number): void => {
      const t = Math.min(horizon, clock.getState().t + by);
      clock.setState(t >= horizon ? { t, playing: false } : { t });
    };
    const stop = (): void => {
      cancelAnimationFrame(frame);
      clearInterval(timer);
    };
    const start = (): void => {
      stop();
      if (reducedMotion()) {
        timer = setInterval(() => advance(horizon / JUMPS), WHOLE / JUMPS);
        return;
      }
      let before: number | null = null;
      const tick = (now: number): void => {
        if (before !== null) advance((Math.min(100, now - before) / WHOLE) * horizon);
        before = now;
        if (clock.getState().playing) frame = requestAnimationFrame(tick);
      };
      frame = requestAnimationFrame(tick);
    };
    clock.setState(({ t }) => ({ t: Math.min(t, horizon) }));
    if (clock.getState().playing) start();
    const unsubscribe = clock.subscribe(({ playing }, before) => {
      if (playing && !before.playing) start();
      if (!playing && before.playing) stop();
    });
    return () => {
      stop();
      unsubscribe();
    };
  }, [horizon]);
}

/** Calls `draw` with the time now and whenever it changes; and again when `draw` itself changes. `ref` is what it draws into. */
export function useTime<T>(ref: RefObject<T | null>, draw: (element: T, t: number) => void): void {
  useEffect(() => {
    const update = ({ t }: Clock): void => {
      if (ref.current) draw(ref.current, t);
    };
    update(clock.getState());
    return clock.subscribe((now, before) => {
      if (now.t !== before.t) update(now);
    });
  }, [ref, draw]);
}
