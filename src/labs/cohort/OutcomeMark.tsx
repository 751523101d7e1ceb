/** The marks of right and wrong, by shape and colour alike: a dot, a cross, a diamond where agents differ, a ring where there is none. */
import type { Outcome } from "./prompt-map.ts";

export function OutcomeMark({ outcome }: { readonly outcome: Outcome }) {
  return (
    <svg className="outcome-mark" width="12" height="12" viewBox="-6 -6 12 12" aria-hidden="true">
      {outcome === "right" ? <circle r="4" fill="var(--right)" /> : null}
      {outcome === "wrong" ? <path d="M-3.5,-3.5 L3.5,3.5 M-3.5,3.5 L3.5,-3.5" stroke="var(--wrong)" strokeWidth="2.2" /> : null}
      {outcome === "differs" ? <path d="M0,-4.6 L4.6,0 L0,4.6 L-4.6,0 Z" fill="var(--ink-soft)" /> : null}
      {outcome === "unlabelled" ? <circle r="3.6" fill="none" stroke="var(--ink-soft)" strokeWidth="1.4" /> : null}
    </svg>
  );
}
