/**
 * Work put off by some milliseconds, so that opening the page and redrawing the charts are several short tasks instead of one long one: no
 * single task over 50 ms is the aim, and a chart of recharts alone takes some 20.
 */
import { type ReactNode, useEffect, useState } from "react";

/** Null at first, then the value as it was `ms` milliseconds ago. */
export function useLater<T>(value: T, ms: number): T | null {
  const [shown, setShown] = useState<{ readonly value: T } | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setShown({ value }), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return shown ? shown.value : null;
}

/** Mounts its children after some milliseconds, once. */
export function After({ ms, children }: { readonly ms: number; readonly children: ReactNode }) {
  const [ready, setReady] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return ready ? children : null;
}
