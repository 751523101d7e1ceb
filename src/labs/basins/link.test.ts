/** Links of the basin page: round trips, only what differs, nonsense told and replaced. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { NumberRange } from "../../ui/number-input.ts";
import { formatLink, parseLink } from "./link.ts";
import { PRESETS, presetOf } from "./presets.ts";
import { type BasinState, DEFAULTS, EXCHANGES, LIMITS, reconcile } from "./state.ts";

function within({ min, max, whole }: NumberRange): fc.Arbitrary<number> {
  // -0 and 0 are one number in an address.
  return whole ? fc.integer({ min, max }) : fc.double({ min, max, noNaN: true }).map((value) => value + 0);
}

const population: fc.Arbitrary<BasinState["population"]> = fc.oneof(
  fc.record({
    kind: fc.constant("prompts" as const),
    prompts: fc.array(
      fc.record({ p: fc.tuple(within(LIMITS.p), within(LIMITS.p)), weight: fc.oneof(fc.constant(1), within(LIMITS.weight)) }),
      { maxLength: 5 },
    ),
  }),
  fc.record({
    kind: fc.constant("pair" as const),
    pair: fc.record({
      means: fc.tuple(within(LIMITS.mean), within(LIMITS.mean)),
      concentrations: fc.tuple(within(LIMITS.concentration), within(LIMITS.concentration)),
      correlation: within(LIMITS.correlation),
      count: within(LIMITS.count),
      seed: within(LIMITS.seed),
    }),
  }),
);

const state: fc.Arbitrary<BasinState> = fc.integer({ min: 2, max: 8 }).chain((agents) => {
  const each = (range: NumberRange) => fc.array(within(range), { minLength: agents, maxLength: agents });
  return fc
    .record({
      mode: fc.constantFrom("prompt" as const, "population" as const),
      p: each(LIMITS.p),
      rates: each(LIMITS.eta),
      K: within(LIMITS.K),
      tau: within(LIMITS.tau),
      ddof: fc.constantFrom(0 as const, 1 as const),
      exchange: fc.constantFrom(...EXCHANGES),
      own: within(LIMITS.own),
      answers: within(LIMITS.answers),
      shared: fc.boolean(),
      share: within(LIMITS.share),
      axes: fc.integer({ min: 0, max: agents - 2 }).map((x): [number, number] => [x, x + 1]),
      points: fc.array(each(LIMITS.p), { maxLength: 3 }),
      horizon: within(LIMITS.horizon),
      finite: fc.record({
        repeats: within(LIMITS.repeats),
        seed: within(LIMITS.seed),
        updates: within(LIMITS.updates),
        clip: within(LIMITS.clip),
        beta: within(LIMITS.beta),
        klForm: fc.constantFrom("reverse" as const, "k3" as const),
      }),
      population,
    })
    .map((any) => reconcile(any).state);
});

describe("round trips", () => {
  it("any state comes back as it was, without a complaint", () => {
    fc.assert(
      fc.property(state, (any) => {
        expect(parseLink(formatLink(any))).toEqual({ state: any, problems: [] });
      }),
      { numRuns: 200 },
    );
  });
  it("every preset comes back and is known again", () => {
    for (const preset of PRESETS) expect(presetOf(parseLink(formatLink(preset.state)).state)?.id).toBe(preset.id);
  });
  it("an emptied square is kept", () => {
    const empty: BasinState = { ...DEFAULTS, population: { kind: "prompts", prompts: [] } };
    expect(formatLink(empty)).toBe("#/basins?v=1&prompts=none");
    expect(parseLink(formatLink(empty)).state).toEqual(empty);
  });
});

describe("what is written", () => {
  it("the defaults are the bare address", () => expect(formatLink(DEFAULTS)).toBe("#/basins"));
  it("only what differs, with readable names", () => {
    const { state: read, problems } = parseLink("#/basins?pA=0.9&pB=0.2&K=7&etaB=0.25");
    expect(problems).toEqual([]);
    expect(read).toEqual({ ...DEFAULTS, p: [0.9, 0.2], rates: [1, 0.25] });
    expect(formatLink(read)).toBe("#/basins?v=1&pA=0.9&pB=0.2&etaB=0.25");
  });
});

describe("nonsense", () => {
  const told = (query: string): string => parseLink(`#/basins?${query}`).problems.join(" ");
  it("is told with what is allowed, and replaced", () => {
    const { state: read, problems } = parseLink("#/basins?pA=2&K=7.5&exchange=magic&colour=red&tau=0.25");
    expect(problems).toHaveLength(4);
    expect(problems.join(" ")).toContain('pA is "2" but must be a number from 0.001 to 0.999; the default, 0.7, is used');
    expect(problems.join(" ")).toContain("K is");
    expect(problems.join(" ")).toContain('"colour" is unknown');
    expect(read).toEqual({ ...DEFAULTS, tau: 0.25 });
  });
  it("an agent that there is not, a name twice, a newer version", () => {
    expect(told("pC=0.5")).toContain("there are 2 agents");
    expect(told("K=3&K=4")).toContain("more than once");
    expect(parseLink("#/basins?v=9&K=3")).toEqual({ state: DEFAULTS, problems: [expect.stringContaining("newer version")] });
    expect(told("v=one&K=3")).toContain("read as version 1");
  });
  it("values that do not go together", () => {
    expect(told("answers=4&exchange=pooled")).toContain("two answers only");
    expect(told("answers=4&K=100")).toContain("K is at most 16");
    expect(told("mode=population&agents=3")).toContain("2 agents are used");
    expect(told("agents=3&axes=AD")).toContain("two different agents");
    expect(told("points=0.3")).toContain("passed over");
  });
  it("no text makes it throw, and the state is always one of ours", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), (text) => {
        const { state: read } = parseLink(`#/basins?${text}`);
        expect(parseLink(formatLink(read))).toEqual({ state: read, problems: [] });
      }),
    );
  });
});
