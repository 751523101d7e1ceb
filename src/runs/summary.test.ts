/** Summaries: right means and intervals, pairs of the same policy, and the same bytes however the runs were divided. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tInterval } from "../math/statistics.ts";
import { type FinalOf, fixtureRun } from "./experiment-fixture.ts";
import { condense } from "./experiment-run.ts";
import { mergeRuns, mergeWarnings } from "./merge.ts";
import { type PlanInput, planSchema } from "./plan.ts";
import { expandPlan } from "./plan-expand.ts";
import { SMOKE } from "./plans/smoke.ts";
import { TABLE_1 } from "./plans/table-1.ts";
import { TABLE_6 } from "./plans/table-6.ts";
import { TABLE_8 } from "./plans/table-8.ts";
import { TABLE_10 } from "./plans/table-10.ts";
import { reportMarkdown, seedsText } from "./report.ts";
import { type Summary, summarise, summaryJson } from "./summary.ts";
import { curvesCsv, summaryCsv } from "./summary-csv.ts";
import { curvesOf } from "./summary-curves.ts";

function made(changes: Partial<PlanInput>, finalOf?: FinalOf) {
  const expansion = expandPlan(planSchema.parse({ ...SMOKE, ...changes }), { backend: "simd" });
  const runs = expansion.runs.map((run) => condense(fixtureRun(run, finalOf)));
  return { expansion, runs, summary: summarise(expansion, runs) };
}

function agentOf(summary: Summary, row: string, agent: number) {
  const found = summary.cells.find((cell) => cell.row === row)?.agents[agent];
  if (!found) throw new Error(`There is no agent ${agent} in the row ${row}.`);
  return found;
}

/** Everything that must not depend on how the runs came. */
function files({ expansion, runs }: Pick<ReturnType<typeof made>, "expansion" | "runs">): string {
  const merged = mergeRuns(runs).runs;
  const summary = summarise(expansion, merged);
  const curves = curvesCsv(summary, curvesOf(expansion, merged));
  return [summaryJson(summary), summaryCsv(summary), curves, reportMarkdown(summary), ...merged.map(({ line }) => line)].join(
    "\n",
  );
}

/** Seeds differ by more than the methods do: only pairing shows the gain. */
const GAIN: FinalOf = ({ config }, agent) =>
  0.4 + config.seed / 10 + agent / 50 + (config.cohort.method === "co-rl" ? 0.05 + config.seed / 1000 : 0);

describe("summarise", () => {
  it("takes the t interval over cohort seeds, and pairs differences by seed", () => {
    const { summary } = made({ seeds: [0, 1, 2, 3] }, GAIN);
    const co = agentOf(summary, "co-rl-different", 1);
    expect(co.final?.mean).toBeCloseTo((0.47 + 0.571 + 0.672 + 0.773) / 4, 12);
    expect(co.final).toMatchObject(tInterval(co.final?.values.map(({ value }) => value) ?? []));
    expect(co.final?.values.map(({ seed }) => seed)).toEqual([0, 1, 2, 3]);
    expect(co.difference?.mean).toBeCloseTo(0.0515, 12);
    expect(co.difference?.excludesZero).toBe(true);
    expect(co.difference?.bootstrap.low).toBeGreaterThan(0.05);
    // Unpaired, the scatter of the seeds would hide it.
    expect(co.final?.low ?? 0).toBeLessThan(agentOf(summary, "ttrl", 1).final?.mean ?? 0);
    expect(agentOf(summary, "ttrl", 0).difference).toBeNull();
    expect(agentOf(summary, "base", 0).late.rewardStd).toBeNull();
    expect(summary.unit).toBe("cohort seed");
  });

  it("takes a cohort seed's sampling seeds as one value", () => {
    const { summary } = made({ samplingSeeds: [0, 1, 2] }, (run) => run.config.seed / 2 + run.config.samplingSeed / 10);
    const { final } = agentOf(summary, "ttrl", 0);
    expect(final?.n).toBe(2);
    expect(final?.values.map(({ value }) => value.toFixed(6))).toEqual(["0.100000", "0.600000"]);
  });

  it("falls back to sampling seeds where there is one cohort seed, and says so", () => {
    const { summary } = made({ seeds: [3], samplingSeeds: [0, 1, 2] }, (run) => 0.5 + run.config.samplingSeed / 10);
    expect(summary.unit).toBe("sampling seed");
    expect(agentOf(summary, "ttrl", 0).final).toMatchObject(tInterval([0.5, 0.6, 0.7]));
    expect(reportMarkdown(summary)).toContain("All runs start from the same policies");
  });

  it("cuts an interval where no share can lie, but no difference", () => {
    const { summary } = made(
      {},
      ({ config: { seed, cohort } }) => (seed === 0 ? 0.2 : 0.9) - (cohort.method === "co-rl" ? seed / 5 : 0),
    );
    expect(agentOf(summary, "ttrl", 0).final).toMatchObject({ low: 0, high: 1 });
    expect(agentOf(summary, "co-rl-different", 0).difference?.low).toBeLessThan(-1);
    expect(agentOf(summary, "ttrl", 0).late.completionLength?.high).toBeGreaterThan(1);
  });

  it("one seed has a mean and no interval, with the sentence for it", () => {
    const { summary } = made({ seeds: [0] }, GAIN);
    expect(agentOf(summary, "co-rl-different", 0).final).toMatchObject({ n: 1, low: null, high: null });
    expect(agentOf(summary, "co-rl-different", 0).difference?.excludesZero).toBeNull();
    const report = reportMarkdown(summary);
    expect(report).toContain("One seed gives no interval");
    expect(report).not.toMatch(/NaN|undefined|null|Infinity/);
  });

  it("compares agents that began as the same policy, and no others", () => {
    const expansion = expandPlan(TABLE_1, { backend: "simd" });
    const runs = expansion.runs.map((run) =>
      condense(fixtureRun({ ...run, config: { ...run.config, training: { ...run.config.training, steps: 2 } } })),
    );
    const summary = summarise(expansion, runs);
    const against = (row: string, agent: number) => agentOf(summary, row, agent).difference?.values;
    // The baseline trains Q, L, P. Both agents of a pair of L are compared with its L.
    expect(against("co-rl-same-L", 0)).toHaveLength(5);
    expect(against("co-rl-same-L", 1)).toHaveLength(5);
    expect(against("co-rl-different-LP", 1)).toHaveLength(5);
    // A replica began as another policy.
    expect(against("co-rl-replica", 1)).toBeUndefined();
    const [lp] = against("co-rl-different-LP", 0) ?? [];
    const own = agentOf(summary, "co-rl-different-LP", 0).final?.values[0]?.value ?? 0;
    expect(lp?.value).toBeCloseTo(own - (agentOf(summary, "ttrl", 1).final?.values[0]?.value ?? 0), 12);
  });

  it("compares within a point of the grid", () => {
    const grid: PlanInput["grid"] = [{ setting: "rollouts", values: [2, 4] }];
    const { summary } = made({ grid }, ({ config }) => (config.cohort.method === "co-rl" ? 0.5 : 0.1 * config.training.rollouts));
    const gains = summary.cells.filter(({ row }) => row === "co-rl-different").map(({ agents }) => agents[0]?.difference?.mean);
    expect(gains[0]).toBeCloseTo(0.3, 12);
    expect(gains[1]).toBeCloseTo(0.1, 12);
  });

  it("names what is missing and goes on without it", () => {
    const { expansion, runs } = made({}, GAIN);
    const gone = expansion.runs.find(({ config }) => config.seed === 1 && config.cohort.method === "ttrl")?.key;
    const summary = summarise(
      expansion,
      runs.filter(({ key }) => key !== gone),
    );
    expect(summary.missing).toEqual([gone]);
    expect(summary.runs).toEqual({ done: 5, planned: 6 });
    expect(agentOf(summary, "ttrl", 0).final?.n).toBe(1);
    expect(agentOf(summary, "co-rl-different", 0).difference?.n).toBe(1);
    expect(reportMarkdown(summary)).toContain(`## Missing\n\nThese runs are not in; the figures above go without them: ${gone}.`);
    const nothing = reportMarkdown(summarise(expansion, []));
    expect(nothing).toContain("0 of 6 runs");
    expect(nothing).not.toMatch(/NaN|undefined|Infinity/);
  });
});

describe("any division into shards", () => {
  it("in any order, with any run twice, gives the same bytes", () => {
    const grid: PlanInput["grid"] = [{ setting: "rollouts", values: [2, 4] }];
    const { expansion, runs } = made({ grid, seeds: [0, 1, 2] });
    const whole = files({ expansion, runs });
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 4 }), { minLength: runs.length, maxLength: runs.length }),
        fc.array(fc.nat({ max: runs.length - 1 }), { maxLength: 5 }),
        (shardOf, twice) => {
          const shards = [0, 1, 2, 3, 4].map((shard) => runs.filter((_, n) => shardOf[n] === shard));
          const came = [...shards.reverse().flat(), ...twice.flatMap((n) => runs[n] ?? [])];
          expect(files({ expansion, runs: came })).toBe(whole);
        },
      ),
      { numRuns: 25 },
    );
  });

  it("tells runs of one key with different numbers, and takes the same one whichever comes first", () => {
    const { expansion, runs } = made({});
    const [first] = expansion.runs;
    if (!first) throw new Error("The plan has no run.");
    const other = condense(fixtureRun(first, () => 0.125));
    const one = mergeRuns([...runs, other]);
    const two = mergeRuns([other, ...runs]);
    expect(one).toEqual(two);
    expect(one.conflicts).toEqual([first.key]);
    expect(mergeWarnings(one)[0]).toContain(`The run ${first.key} came more than once with different numbers`);
    expect(mergeWarnings(mergeRuns(runs))).toEqual([]);
  });

  it("tells different versions and engines", () => {
    const { runs } = made({});
    const [first] = runs;
    if (!first) throw new Error("There is no run.");
    const told = mergeWarnings(mergeRuns([...runs, { ...first, key: "x", app: "9.9.9", engine: "simd, another build" }]));
    expect(told[0]).toContain("different versions of the page: 0.1.0 (0000000), 9.9.9");
    expect(told[1]).toContain("different engines");
  });
});

describe("the matched budget", () => {
  const { expansion, runs, summary } = made({ seeds: [0, 1, 2] });
  const ensembleOf = (row: string) => summary.cells.find((cell) => cell.row === row)?.ensemble ?? [];

  it("has each agent alone, then the pair, with intervals over seeds and differences paired by seed", () => {
    const lines = ensembleOf("co-rl-different");
    expect(lines.map(({ name, members }) => [name, members])).toEqual([
      ["A", [0]],
      ["B", [1]],
      ["A + B", [0, 1]],
    ]);
    expect(lines[0]?.passAt1?.mean).toBeCloseTo(0.611, 12);
    expect(lines[2]?.passAt1).toBeNull();
    expect(lines[2]?.majority?.mean).toBeCloseTo(0.615, 12);
    expect(lines[2]?.majority?.low).toBeLessThan(0.6);
    // Made up alike for every method.
    expect(lines.map(({ difference }) => difference?.mean)).toEqual([0, 0, 0]);
    expect(ensembleOf("ttrl").map(({ difference }) => difference)).toEqual([null, null, null]);
  });

  it("goes without runs that were done before there was one, which are still the same runs", () => {
    const old = expansion.runs.map((planned) => {
      const run = fixtureRun(planned);
      const final = run.record.final && { agents: run.record.final.agents };
      return condense({ ...run, record: { ...run.record, final } });
    });
    expect(old.map(({ numbers }) => numbers)).toEqual(runs.map(({ numbers }) => numbers));
    const before = summarise(expansion, old);
    expect(before.cells.map(({ ensemble }) => ensemble)).toEqual(before.cells.map(() => []));
    expect(reportMarkdown(before)).not.toContain("Matched budget");
    const mixed = summarise(expansion, [...old.slice(1), ...runs.slice(0, 1)]);
    expect(mixed.cells[0]?.ensemble[0]?.majority?.n).toBe(1);
  });

  it("stands beside the paper's rows, one for each line", () => {
    const plan = expandPlan(TABLE_10, { backend: "simd", seeds: [0, 1] });
    const report = reportMarkdown(
      summarise(
        plan,
        plan.runs.map((run) => condense(fixtureRun(run))),
      ),
    );
    const section = report.slice(report.indexOf("## Matched budget"), report.indexOf("## What explains it"));
    const beside = section.split("\n").flatMap((line) => {
      const cells = line.split(" | ");
      return cells.length > 5 ? [[cells[1], cells.at(-1)?.replace(" |", "")]] : [];
    });
    expect(beside).toContainEqual(["A", "65.6"]);
    expect(beside).toContainEqual(["A + B, ensemble", "64.9"]);
    expect(beside).toContainEqual(["B", "59.9"]);
    expect(beside).toContainEqual(["A + B, ensemble", "66.9"]);
    expect(report.slice(0, report.indexOf("## Matched budget"))).not.toContain("65.6");
  });
});

describe("writers", () => {
  const { expansion, runs, summary } = made({ grid: [{ setting: "rollouts", values: [2, 4] }], seeds: [0, 1, 2] }, GAIN);

  it("the CSV has a line per row, point and agent, and as many cells as its header", () => {
    const lines = summaryCsv(summary).trimEnd().split("\r\n");
    // Two agents and their ensemble.
    expect(lines).toHaveLength(1 + 3 * 2 * 3);
    expect(new Set(lines.map((line) => line.split(",").length)).size).toBe(1);
    const cells = new Map(lines[0]?.split(",").map((name, n) => [name, lines[13]?.split(",")[n]]));
    expect(cells.get("row")).toBe("co-rl-different");
    expect(cells.get("rollouts")).toBe("2");
    expect(cells.get("agent")).toBe("A");
    expect(cells.get("seeds")).toBe("3");
    expect(Number(cells.get("differenceMean"))).toBeCloseTo(0.051, 12);
    expect(cells.get("excludesZero")).toBe("true");
    expect(cells.get("finalValues")).toMatch(/^0:0\.45\d* 1:0\.55\d* 2:0\.65\d*$/);
    expect(lines[1]).not.toMatch(/NaN|undefined|null/);
  });

  it("the CSV has a line for each ensemble, with the figures of the vote alone", () => {
    const [header = "", ...lines] = summaryCsv(summary).trimEnd().split("\r\n");
    const line = lines.find((text) => text.startsWith("ttrl,ttrl,2,A+B,"))?.split(",") ?? [];
    const cells = new Map(header.split(",").map((name, n) => [name, line[n]]));
    expect(cells.get("finalMean")).toBe("");
    expect(cells.get("ensemblePassAt1Mean")).toBe("");
    expect(Number(cells.get("ensembleMajorityMean"))).toBeCloseTo(0.615, 12);
    expect(cells.get("ensembleValues")).toMatch(/^0:0\.605 1:0\.615 2:0\.625$/);
  });

  it("curves stand on the steps that all runs share, with their band", () => {
    const curves = curvesOf(expansion, runs);
    const heldOut = curves.find(({ row, metric }) => row === "ttrl" && metric === "heldOut");
    expect(heldOut?.points.map(({ step }) => step)).toEqual([0, 2, 4, 5]);
    expect(heldOut?.points.at(-1)).toMatchObject({ n: 3, mean: agentOf(summary, "ttrl", 0).final?.mean });
    const lines = curvesCsv(summary, curves).trimEnd().split("\r\n");
    expect(lines[0]).toBe("row,rollouts,agent,metric,step,seeds,mean,low,high");
    expect(new Set(lines.map((line) => line.split(",").length))).toEqual(new Set([9]));
  });

  it("the report has the figures, the marks and the caveats", () => {
    const report = reportMarkdown(summary);
    expect(report).toContain("15 of 15 runs");
    expect(report).toContain("cohort seeds 0 to 2, backend simd");
    expect(report).toMatch(
      /\| Co-RL, different families \| 2 \| A \| .* \| 3 \| 55\.1 \[.*\] \| .* \| \+5\.1 \[\+4\.9, \+5\.3\] \* \|/,
    );
    expect(report).toContain("## What this can and cannot say");
    expect(report).not.toMatch(/NaN|undefined|null/);
  });

  it("the paper's table stands beside ours: by method, by decoupling, and what is not run is named", () => {
    const one = reportMarkdown(summarise(expandPlan(TABLE_1), []));
    expect(one).toMatch(/\| TTRL \| A \| attention\.small\.msb\.Q\.r0 \|.*\| 47\.3 \/ 43\.1 \|/);
    expect(one).not.toContain("## Not run");
    const waiting = reportMarkdown(summarise(expandPlan({ ...TABLE_1, later: ["One method", "Another"] }), []));
    expect(waiting).toContain("## Not run\n\nThis version of the page has no such method or measure: One method, Another.");
    expect(one).toContain("| Llama-3.2-3B-Instruct | TTRL | 77.9 |");
    const six = reportMarkdown(summarise(expandPlan(TABLE_6), []));
    expect(six).toMatch(/\| Same checkpoint \| A \|.*\| 0\.52 \/ 0\.56 \/ 0\.51 \/ 0\.58 \|/);
    expect(reportMarkdown(summarise(expandPlan(TABLE_8), []))).toContain("cohort seed 0, sampling seeds 0 to 4");
  });

  it("writes seeds shortly", () => {
    expect(seedsText([0, 1, 2, 3, 4])).toBe("0 to 4");
    expect(seedsText([0, 2])).toBe("0, 2");
    expect(seedsText([7])).toBe("7");
  });
});
