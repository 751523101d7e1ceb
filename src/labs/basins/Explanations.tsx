/** The formulas behind the page, folded until wanted. */
import { memo } from "react";
import { Formula } from "../../ui/mathml.tsx";
import { FORMULAS } from "./formulas.tsx";

export const Explanations = memo(function Explanations() {
  return (
    <section className="explanations" aria-labelledby="formulas-title">
      <h2 id="formulas-title">What is computed</h2>
      <p className="look-for">
        p_n is the chance that agent n answers a prompt right. Time counts updates. Source: Co-RL, arXiv 2608.17253, section 5 and
        appendix B; what goes beyond it is marked as ours and derived in docs/theory.md.
      </p>
      <dl className="formulas">
        {FORMULAS.map(({ id, about, label, math, says, source }) => (
          <div key={id}>
            <dt>
              <Formula label={label} display>
                {math}
              </Formula>
            </dt>
            <dd>
              {says}{" "}
              <span className="formula-about">
                ({source}; here: {about})
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
});
