/** The choices that a configuration stands for. */
import { expect, test } from "vitest";
import { defaultLink, parseLink } from "./link.ts";
import { linkOf } from "./link-of.ts";

test("a link's configuration gives the link back", () => {
  for (const query of [
    "",
    "preset=ttrl&seed=3",
    "preset=co-rl-ring-3&compare=none&steps=40&lr=0.001",
    "preset=co-rl-same&compare=co-rl-different&backend=simd",
    "method=ttrl&weak=0.5&compare=gt-reward",
  ]) {
    const { state, problems } = parseLink(`#/cohort?v=1&${query}`);
    expect(problems, query).toEqual([]);
    const { link, left } = linkOf(state.config, state.backend);
    expect(left).toBeNull();
    expect(link.config, query).toEqual(state.config);
    expect([link.backend, link.compare === "none"], query).toEqual([state.backend, state.compare === "none"]);
  }
  expect(linkOf(defaultLink().config, "auto").link).toEqual(defaultLink());
});

test("a preset is named only where its cohort is the run's", () => {
  const three = parseLink("#/cohort?v=1&preset=co-rl-ring-3").state.config;
  expect(linkOf(three, "auto").link.preset).toBe("co-rl-ring-3");
  // Every agent labelled by all others: shorter to say from the ring of three, and still not that preset.
  const own = {
    ...three,
    cohort: {
      ...three.cohort,
      supervisors: [
        [1, 2],
        [0, 2],
        [0, 1],
      ],
    },
    compare: null,
  };
  expect(linkOf(own, "auto").link).toMatchObject({ preset: "co-rl-different", config: own });
});

test("a compared cohort that is no preset's is left out, and that is said", () => {
  const { config } = defaultLink();
  const [agent] = config.cohort.agents;
  if (!agent) throw new Error("The default has no agent.");
  const { link, left } = linkOf({ ...config, compare: { method: "ttrl", agents: [{ ...agent, replica: 7 }] } }, "wasm");
  expect(left).toContain("nothing is compared");
  expect(link).toMatchObject({ compare: "none", backend: "wasm", config: { compare: null } });
});
