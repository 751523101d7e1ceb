/**
 * The tour: a card beside each part of the first screen, a sheet along the bottom of a phone. Not modal: everything can be used meanwhile, a
 * run goes on. Arrow keys in the card go on and back, Escape ends it.
 */
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { endTour, tour } from "../../../stores/tour.ts";
import { focusControls } from "./focus.ts";
import { TOUR_STEPS } from "./steps.ts";

import "./tour.css";
import { anchorsOf, usePlacement } from "./use-placement.ts";

/** Where Escape has a meaning of its own. */
const OWN_ESCAPE = "input, select, textarea, dialog, [role=slider], [role=menu], [role=dialog]:not(.tour)";
const [FIRST] = TOUR_STEPS;

/** Between the ring and what it surrounds. */
const MARGIN = 4;

export function Tour() {
  const [wanted, setWanted] = useState(0);
  // Parts that are not on the page now, such as one that is still loading, have no step.
  const shown = TOUR_STEPS.filter((step) => step === TOUR_STEPS[wanted] || anchorsOf(step).length > 0);
  const step = TOUR_STEPS[wanted] ?? FIRST;
  const card = useRef<HTMLDivElement>(null);
  const next = useRef<HTMLButtonElement>(null);
  if (!step) throw new Error("The tour has no steps.");
  const { placement, ring } = usePlacement(step, card);
  const at = shown.indexOf(step);
  const last = at === shown.length - 1;

  const go = (by: number): void => {
    const now = TOUR_STEPS.filter((other) => other === step || anchorsOf(other).length > 0);
    const target = now[now.indexOf(step) + by];
    if (target) setWanted(TOUR_STEPS.indexOf(target));
  };
  const end = useRef(() => {
    const inside = card.current?.contains(document.activeElement) ?? false;
    endTour();
    // Someone who has gone elsewhere in the page meanwhile stays there.
    if (!inside) return;
    if (tour.getState().from === "help") document.querySelector<HTMLElement>("[data-button=help]")?.focus();
    else focusControls();
  }).current;

  useEffect(() => {
    // After the menu that it was started from has given the focus back.
    const timer = setTimeout(() => next.current?.focus({ preventScroll: true }), 50);
    const onEscape = (event: globalThis.KeyboardEvent): void => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      if (event.target instanceof Element && event.target.closest(OWN_ESCAPE)) return;
      end();
    };
    document.addEventListener("keydown", onEscape);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("keydown", onEscape);
    };
  }, [end]);

  const keys = (event: KeyboardEvent): void => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    go(by);
  };
  return (
    <>
      {ring ? (
        <div
          className="tour-ring"
          aria-hidden="true"
          style={{
            left: ring.left - MARGIN,
            top: ring.top - MARGIN,
            width: ring.width + 2 * MARGIN,
            height: ring.height + 2 * MARGIN,
          }}
        />
      ) : null}
      <div
        ref={card}
        role="dialog"
        className={`tour tour-${placement.kind}`}
        data-kind={placement.kind}
        aria-label="Tour"
        aria-describedby="tour-text"
        style={placement.kind === "card" ? { left: placement.left, top: placement.top } : {}}
        onKeyDown={keys}
      >
        <div id="tour-text" aria-live="polite" aria-atomic="true">
          <p className="tour-at">
            {at + 1} of {shown.length}
          </p>
          <h2>{step.title}</h2>
          <p>{step.text}</p>
        </div>
        <div className="button-row">
          <button
            type="button"
            className="plain-button"
            // Not the attribute: the focus would be lost where Back has led to the first step.
            aria-disabled={at === 0}
            onClick={() => go(-1)}
          >
            Back
          </button>
          <button type="button" className="plain-button tour-next" ref={next} onClick={() => (last ? end() : go(1))}>
            {last ? "Done" : "Next"}
          </button>
          {last ? null : (
            <button type="button" className="plain-button tour-skip" onClick={end}>
              Skip
            </button>
          )}
        </div>
      </div>
    </>
  );
}
