/** Links of cohorts that are no preset's own: topologies, label rules, base policies, weak shares. */
import { describe, expect, it } from "vitest";
import { defaultLink, formatLink, parseLink } from "./link.ts";
import { oneProblem } from "./link-fixture.ts";
import { presetById } from "./presets.ts";

describe("topology and base policies", () => {
  it("are read, written and left out where they are the defaults", () => {
    const link = "#/cohort?v=1&preset=co-rl-ring-3&supervisors=BC,A,A&weak=1&overlap=0.5&symmetry=0&pretrain=500";
    const { state, problems } = parseLink(link);
    expect(problems).toEqual([]);
    expect(state.config.cohort.supervisors).toEqual([[1, 2], [0], [0]]);
    expect(state.config.base).toEqual({ weakShare: 1, overlap: 0.5, symmetry: 0, contrast: 0, steps: 500 });
    expect(formatLink(state)).toBe(link);
    expect(parseLink("#/cohort?weak=0.38&overlap=0.15").state).toEqual(defaultLink());
  });

  it.each([
    ["supervisors=BC,A", "agent that is not among the 2"],
    ["supervisors=B", "name who labels each of the 2 agents"],
    ["supervisors=B,%3Cb%3E", "does not read like BC"],
    ["supervisors=,A", "does not read like BC"],
    ["preset=ttrl&supervisors=B,A", "has a topology of its own"],
  ])("fall back where they do not fit: %s", (query, what) => {
    const { state, problem } = oneProblem(`#/cohort?${query}`);
    expect(problem).toContain(what);
    expect(state.config.cohort.supervisors).toBeUndefined();
  });

  it("does not take the agents with it", () => {
    const agents = "attention.small.msb.Q.r0,attention.small.msb.Q.r1,attention.small.msb.P.r2";
    const { state, problem } = oneProblem(`#/cohort?agents=${agents}&supervisors=B,A`);
    expect(problem).toBe(
      "The link's supervisors are not usable: name who labels each of the 3 agents, not of 2; the method's own are used.",
    );
    expect(state.config.cohort.agents).toHaveLength(3);
  });
});

describe("a weak share of an agent's own", () => {
  it("stands before the factor, and is told where it is out of range", () => {
    const link = "#/cohort?v=1&compare=none&agents=attention.small.msb.Q.r0.para.w0.15.x0.25,recurrent.small.lsb.L.r0.w1";
    const { state, problems } = parseLink(link);
    expect(problems).toEqual([]);
    expect(state.config.cohort.agents.map(({ weakShare, learningRateScale }) => [weakShare, learningRateScale])).toEqual([
      [0.15, 0.25],
      [1, 1],
    ]);
    expect(formatLink(state)).toBe(link);
    expect(oneProblem("#/cohort?agents=attention.small.msb.Q.r0.w1.5,attention.small.msb.Q.r1").problem).toContain(
      "its weak share must be a number from 0 to 1",
    );
  });

  it("is compared with the same policies", () => {
    const { config } = parseLink("#/cohort?preset=co-rl-strong-weak").state;
    expect(config.compare?.agents.map(({ weakShare }) => weakShare)).toEqual([0.15, 0.6]);
    expect(config.base).toBeUndefined();
  });
});

describe("label rules", () => {
  it("are read, written, and left out where they are the preset's or pooled answers", () => {
    const link = "#/cohort?v=1&preset=co-rl-ring-3&supervisors=BC,AC,AB&rule=majority";
    const { state, problems } = parseLink(link);
    expect(problems).toEqual([]);
    expect(state.config.cohort.labelRule).toBe("majority");
    expect(formatLink(state)).toBe(link);
    expect(formatLink({ ...state, preset: "co-rl-majority-3" })).toBe("#/cohort?v=1&preset=co-rl-majority-3");
    expect(parseLink("#/cohort?preset=co-rl-majority-3&rule=pooled").state.config.cohort.labelRule).toBeUndefined();
    expect(parseLink("#/cohort?rule=pooled")).toEqual({ state: defaultLink(), problems: [] });
  });

  it("go with their preset's method", () => {
    expect(parseLink("#/cohort?preset=co-rl-majority-3&method=ttrl")).toMatchObject({
      state: { config: { cohort: { method: "ttrl" } } },
      problems: [],
    });
  });

  it("fall back where they do not fit, and so do arrows beside them", () => {
    expect(oneProblem("#/cohort?rule=loudest").problem).toContain("must be one of pooled, majority");
    const { state, problem } = oneProblem("#/cohort?preset=rlccf&rule=majority");
    expect(problem).toBe(
      "The link's rule is not usable: RLCCF says itself how labels are made, which cannot be changed; the method's own is used.",
    );
    expect(state.config.cohort).toEqual(presetById("rlccf").cohort);
    const both = parseLink("#/cohort?preset=ttrl&rule=majority&supervisors=B,A");
    expect(both.problems).toHaveLength(2);
    expect(both.state.config.cohort).toEqual(presetById("ttrl").cohort);
    // Arrows that do not fit leave the rule.
    const arrows = oneProblem("#/cohort?supervisors=BC,A&rule=majority");
    expect(arrows.state.config.cohort).toEqual({ ...defaultLink().config.cohort, labelRule: "majority" });
  });
});
