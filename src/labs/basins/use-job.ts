/** Worker jobs as React state, and other small hooks of the page. */
import { useEffect, useRef, useState } from "react";
import { client } from "./client.ts";
import type { Job, JobKind, Results } from "./protocol.ts";

export interface JobState<K extends JobKind> {
  /** The latest result, also while a newer one is being worked on; null before the first. */
  readonly result: Results[K] | null;
  /** Whether `result` answers the job that is asked for now. */
  readonly current: boolean;
  /** From 0 to 1 while working, else null. */
  readonly progress: number | null;
  readonly problem: string | null;
}

/** The value, with its identity kept as long as its JSON stays the same. */
export function useStable<T>(value: T): T {
  const text = JSON.stringify(value);
  const kept = useRef({ text, value });
  if (kept.current.text !== text) kept.current = { text, value };
  return kept.current.value;
}

interface Held<K extends JobKind> {
  readonly job: Extract<Job, { kind: K }> | null;
  readonly result: Results[K] | null;
  /** Whether the result is only what was known while it was worked on. */
  readonly partial: boolean;
  readonly progress: number | null;
  readonly problem: string | null;
}

const NOTHING = { job: null, result: null, partial: false, progress: null, problem: null } as const;

/**
 * Asks the worker for a job, again whenever the job changes, after `delay` milliseconds without a change; null asks for nothing. Results of older
 * jobs are shown until newer ones come. Give a job of stable identity (useMemo, useStable).
 */
export function useJob<K extends JobKind>(job: Extract<Job, { kind: K }> | null, delay = 0): JobState<K> {
  const [held, setHeld] = useState<Held<K>>(NOTHING);
  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  useEffect(() => {
    if (!job) {
      // What comes back to this mode later is no answer to it.
      setHeld((before) => (before.job === null && before.problem === null ? before : NOTHING));
      return;
    }
    const set = (change: (before: Held<K>) => Held<K>): void => {
      if (mounted.current) setHeld(change);
    };
    const ask = (): void =>
      client.ask<K>(job, {
        result: (result) => set(() => ({ job, result, partial: false, progress: null, problem: null })),
        progress: (progress, partial) =>
          set((before) =>
            partial && (before.result === null || before.partial)
              ? { job, result: partial, partial: true, progress, problem: null }
              : { ...before, progress },
          ),
        failed: (problem) => set(() => ({ job, result: null, partial: false, progress: null, problem })),
      });
    if (delay === 0) {
      ask();
      return;
    }
    const timer = setTimeout(ask, delay);
    return () => clearTimeout(timer);
  }, [job, delay]);
  if (!job) return { result: null, current: false, progress: null, problem: null };
  const { result, progress, problem } = held;
  return { result, progress, problem, current: held.job === job && !held.partial && result !== null };
}

/** The value as it was when it last stayed unchanged for `delay` milliseconds: for what may lag behind a drag. */
export function useSettled<T>(value: T, delay: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(() => value), delay);
    return () => clearTimeout(timer);
  }, [value, delay]);
  return settled;
}
