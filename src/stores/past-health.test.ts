/** A past run says what the same run said while it went on. */
import { expect, test } from "vitest";
import { defaultLink } from "../runs/link.ts";
import { cohortStep, ENVIRONMENT, heldOut } from "./fake-session.ts";
import { pastHealth } from "./past-health.ts";
import { createRunData } from "./run-data.ts";

test("both cohorts, as the live run saw them", async () => {
  const data = createRunData(defaultLink().config, { main: "Co-RL", compare: "TTRL" });
  data.addInitial(heldOut(0.5, 0.5), heldOut(0.5, 0.5));
  const well = { pseudoLabelAccuracy: 0.6, rewardStd: 0.4, distinctMajorities: 0.9, truncatedShare: 0, unparsedShare: 0 };
  for (let step = 1; step <= 1200; step++)
    data.addStep(
      cohortStep(step, 0, { ...well, entropy: 0.2 }),
      cohortStep(step, 0, { ...well, entropy: step > 1100 ? 0 : 0.2, pseudoLabelAccuracy: step > 50 ? 0.1 : null }),
    );
  const run = data.packed(ENVIRONMENT);
  const seen = await pastHealth(run);
  expect(seen).toEqual({
    main: [0, 1].map((n) => data.findings("main", n)),
    compare: [0, 1].map((n) => data.findings("compare", n)),
  });
  expect(seen.main).toEqual([[], []]);
  expect(seen.compare[0]?.map(({ rule }) => rule)).toEqual(["entropy-gone"]);
  expect(await pastHealth(run)).toBe(seen);
});
