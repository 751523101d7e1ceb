/**
 * Controls that stand still while a run goes on. The browser's own fieldset does it, so that locking draws none of the twenty controls
 * inside anew when Run is pressed.
 */
import type { ReactNode } from "react";
import { useStore } from "zustand";
import { isActive } from "../../stores/run.ts";
import { controller } from "./state.ts";

export function Lock({ className, children }: { readonly className?: string; readonly children: ReactNode }) {
  const locked = useStore(controller.store, (state) => isActive(state.phase));
  return (
    <fieldset className={`lock ${className ?? ""}`} disabled={locked}>
      {children}
    </fieldset>
  );
}
