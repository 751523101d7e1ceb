import { describe, expect, it } from "vitest";
import { fixtureEnsemble } from "../../runs/fixture.ts";
import { defaultLink } from "../../runs/link.ts";
import { cohortStep, heldOut } from "../../stores/fake-session.ts";
import { createRunData } from "../../stores/run-data.ts";
import { ensembleRows } from "./ensemble-rows.ts";

const TITLES = { main: "Co-RL", compare: "TTRL" };

describe("the rows of the matched budget", () => {
  it("are the six of the paper's table 10 for two pairs, and none before the end", () => {
    const data = createRunData(defaultLink().config, TITLES);
    data.addInitial(heldOut(0.5, 0.5), heldOut(0.5, 0.5));
    data.addStep(cohortStep(1), cohortStep(1));
    expect(ensembleRows(data)).toBeNull();
    data.addFinal(
      { ...heldOut(0.7, 0.6), ensemble: fixtureEnsemble(2, 0.7) },
      { ...heldOut(0.6, 0.5), ensemble: fixtureEnsemble(2, 0.5) },
    );
    const shown = ensembleRows(data);
    expect(shown).toMatchObject({ temperature: 0.6, topP: 0.95, samples: 8 });
    expect(shown?.rows.map(({ name, pooled, majority }) => [name, pooled, majority.mean])).toEqual([
      ["Co-RL A", false, 0.702],
      ["Co-RL B", false, 0.704],
      ["Co-RL ensemble", true, 0.705],
      ["TTRL A", false, 0.502],
      ["TTRL B", false, 0.504],
      ["TTRL ensemble", true, 0.505],
    ]);
    expect(shown?.rows.map(({ passAt1 }) => passAt1?.mean)).toEqual([0.701, 0.703, undefined, 0.501, 0.503, undefined]);
  });

  it("name the pairs of three agents, and are not there for a run without the evaluation", () => {
    const { config } = defaultLink();
    const [a] = config.cohort.agents;
    if (!a) throw new Error("The default cohort has agents.");
    const three = { ...config, cohort: { method: "co-rl" as const, agents: [a, a, a] }, compare: null };
    const data = createRunData(three, TITLES);
    data.addFinal({ ...heldOut(0.7, 0.6, 0.5), ensemble: fixtureEnsemble(3, 0.7) }, null);
    expect(
      ensembleRows(data)
        ?.rows.map(({ name }) => name)
        .slice(3),
    ).toEqual(["Co-RL A + B", "Co-RL A + C", "Co-RL B + C"]);
    data.addFinal(heldOut(0.7, 0.6, 0.5), null);
    expect(ensembleRows(data)).toBeNull();
  });
});
