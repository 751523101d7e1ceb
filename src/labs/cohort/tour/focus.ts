/** Where the focus goes when an offer or the tour that had it is gone. */

/** The button that is pressed next; the page where there is none. */
export function focusControls(): void {
  const button = document.querySelector<HTMLElement>("[data-button=run]:enabled, [data-button=pause]:enabled");
  (button ?? document.getElementById("main"))?.focus({ preventScroll: true });
}
