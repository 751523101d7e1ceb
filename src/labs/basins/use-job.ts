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

/**
 * Asks the worker for a job, again whenever the job changes, after `delay` milliseconds without a change; null asks for nothing. Give a job of
 * stable identity (useMemo, useStable).
 */
export function useJob<K extends JobKind>(job: Extract<Job, { kind: K }> | null, delay = 0): JobState<K> {
  const [state, setState] = useState<JobState<K> & { readonly job: Extract<Job, { kind: K }> | null }>({
    job: null,
    result: null,
    current: false,
    progress: null,
    problem: null,
  });
  useEffect(() => {
    if (!job) return;
    let drop = (): void => {};
    const ask = (): void => {
      const cancel = client.ask<K>(job, {
        result: (result) => setState({ job, result, current: true, progress: null, problem: null }),
        progress: (progress, partial) =>
          setState((before) => ({ ...before, job: partial ? job : before.job, result: partial ?? before.result, progress })),
        failed: (problem) => setState({ job, result: null, current: false, progress: null, problem }),
      });
      drop = () => void cancel();
    };
    if (delay === 0) ask();
    else {
      const timer = setTimeout(ask, delay);
      drop = () => clearTimeout(timer);
      return () => drop();
    }
    return () => drop();
  }, [job, delay]);
  if (!job) return { result: null, current: false, progress: null, problem: null };
  return { ...state, current: state.job === job && state.progress === null && state.result !== null };
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
