/** Help: what the page shows and how to use it. */
import { useEffect, useRef } from "react";
import { glossaryLink } from "../ui/glossary.ts";

export function HelpDialog({ onClose }: { readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    // The browser keeps the focus inside, closes on Escape and gives the focus back.
    dialog.current?.showModal();
  }, []);
  return (
    <dialog ref={dialog} className="help" aria-labelledby="help-title" onClose={onClose}>
      <form method="dialog">
        <h2 id="help-title">Help</h2>
        <button type="submit" className="plain-button">
          Close
        </button>
      </form>
      <p>
        Small policies learn two-digit addition without labels. Under Co-RL each agent is rewarded for agreeing with the majority
        vote of a peer; under TTRL with its own. A cohort that feeds on its own opinion confirms its own mistakes; peers whose
        mistakes differ correct each other. Everything is trained here, in the browser, and nothing leaves it.
      </p>
      <h3>To begin</h3>
      <ol>
        <li>Press Run. Both cohorts start from the same checkpoints and train in lockstep.</li>
        <li>Watch held-out accuracy (the result) and pseudo-label accuracy (the reason). The gap shows by about step 40.</li>
        <li>
          Choose another cohort or another one to compare with, and run again. The address always holds the settings: share it.
        </li>
      </ol>
      <h3>Keyboard</h3>
      <p>
        Every control is reached with Tab. On a chart the arrow keys move the cursor of all charts by one step, Page Up and Page
        Down by ten, Home and End to the ends; Escape shows the latest values again.
      </p>
      <h3>Words</h3>
      <p>
        Underlined words say what they mean under the pointer or with the focus, and more when pressed. All of them stand in the{" "}
        <a className="term-link" href={glossaryLink()} onClick={() => dialog.current?.close()}>
          glossary
        </a>
        .
      </p>
      <p>
        The method: Co-RL, arXiv 2608.17253. Sums of a few tokens are not mathematics: what is shown here is the mechanism, at a
        scale where a run takes minutes.
      </p>
    </dialog>
  );
}
