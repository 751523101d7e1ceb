/** The tour where it is going on, loaded then; else its offer on a first visit. It stands after the controls in the order of Tab. */
import { lazy, Suspense } from "react";
import { useStore } from "zustand";
import { declineTour, startTour, tour } from "../../../stores/tour.ts";
import { focusControls } from "./focus.ts";

function NoTour() {
  return (
    <p className="notice" role="alert">
      The tour could not be loaded. Check the connection and reload the page; a run goes on without it.
    </p>
  );
}

const Tour = lazy(async () => {
  try {
    return { default: (await import("./Tour.tsx")).Tour };
  } catch {
    // It must not take the lab with it.
    return { default: NoTour };
  }
});

export function TourHost() {
  const { open, offered } = useStore(tour);
  if (open) {
    return (
      <Suspense fallback={null}>
        <Tour />
      </Suspense>
    );
  }
  if (!offered) return null;
  return (
    <div className="tour-offer">
      <p id="tour-offer">New here? A tour of one minute.</p>
      <div className="button-row">
        <button type="button" className="plain-button" aria-describedby="tour-offer" onClick={() => startTour("offer")}>
          Start
        </button>
        <button
          type="button"
          className="plain-button"
          aria-describedby="tour-offer"
          onClick={() => {
            declineTour();
            focusControls();
          }}
        >
          No thanks
        </button>
      </div>
    </div>
  );
}
