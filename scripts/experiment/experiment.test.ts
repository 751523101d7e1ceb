/** The command's options, and the folder of an experiment: what survives, what is told, which policies are missing. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fixtureRun } from "../../src/runs/experiment-fixture.ts";
import { expandPlan, type PlannedRun } from "../../src/runs/plan-expand.ts";
import { OVERLAP } from "../../src/runs/plans/overlap.ts";
import { SMOKE } from "../../src/runs/plans/smoke.ts";
import { TABLE_1 } from "../../src/runs/plans/table-1.ts";
import { TABLE_8 } from "../../src/runs/plans/table-8.ts";
import { mergedManifest, missingPolicies } from "./bases.ts";
import { readExperiment, readFailures, readRun, readRuns, writeExperiment, writeFailure, writeRun } from "./folder.ts";
import { expandFolders, mergeFolders } from "./merge-folders.ts";
import { parseOptions, parseSeeds } from "./options.ts";

describe("options", () => {
  it("reads what the issue names", () => {
    const parsed = parseOptions([
      "--plan",
      "table-1",
      "--seeds",
      "0-4",
      "--backend",
      "wasm",
      "--out",
      "results/",
      "--shard",
      "2/3",
    ]);
    expect(parsed).toMatchObject({
      options: {
        action: "run",
        plan: "table-1",
        out: "results/",
        shard: "2/3",
        overrides: { backend: "wasm", seeds: [0, 1, 2, 3, 4], settings: {} },
      },
    });
    expect(parseOptions(["--merge", "results-1", "results-2"])).toMatchObject({
      options: { action: "merge", folders: ["results-1", "results-2"] },
    });
  });

  it("takes settings under their names in a plan and in a link", () => {
    const set = ["steps=40", "k=4", "lr=0.001", "weak=0.5", "pretrain=500", "overlap=0.3", "size=large", "schedule=cosine"];
    const parsed = parseOptions(["--plan", "smoke", ...set.flatMap((text) => ["--set", text])]);
    const settings = {
      steps: 40,
      rollouts: 4,
      learningRate: 0.001,
      weakShare: 0.5,
      pretrainSteps: 500,
      overlap: 0.3,
      size: "large",
      schedule: "cosine",
    };
    expect(parsed).toMatchObject({ options: { overrides: { settings } } });
  });

  it.each([
    [[], "Say which plan"],
    [["--plan", "smoke", "--seeds", "a"], '--seeds is "a"'],
    [["--plan", "smoke", "--shard", "4/3"], '--shard is "4/3"'],
    [["--plan", "smoke", "--workers", "0"], '--workers must be a whole number of at least 1, not "0".'],
    [["--plan", "smoke", "--set", "speed=1"], '--set knows no "speed"'],
    [["--plan", "smoke", "--set", "steps"], "--set steps needs a value"],
    [["--plan", "smoke", "--backend", "gpu"], '--backend is "gpu"'],
    [["--plan", "smoke", "extra"], '"extra" is no option'],
    [["--colour"], "--help names all options"],
    [["--merge"], "--merge needs the folders"],
  ])("tells nonsense: %j", (args, sentence) => {
    const parsed = parseOptions(args);
    expect("problems" in parsed ? parsed.problems.join("\n") : "").toContain(sentence);
  });

  it("reads ranges of seeds", () => {
    expect(parseSeeds("0-2,7")).toEqual([0, 1, 2, 7]);
    for (const text of ["", "3-1", "1-", "0.5", "99999"]) expect(parseSeeds(text)).toBeNull();
  });
});

describe("the folder", () => {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "experiment-test-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const { runs, plan } = expandPlan(SMOKE, { backend: "simd" });
  const [first, second] = runs;
  if (!first || !second) throw new Error("The plan has too few runs.");
  const path = (planned: PlannedRun) => join(folder, "runs", `${planned.key}.json`);

  it("keeps runs whole, and tells what is not", () => {
    expect(readRun(folder, first)).toEqual({ run: null });
    writeRun(folder, fixtureRun(first));
    expect(readRun(folder, first)).toEqual({ run: fixtureRun(first) });
    // What a process leaves that is killed while it writes is no run's file.
    writeFileSync(`${path(second)}.123.tmp`, readFileSync(path(first), "utf8").slice(0, 500));
    expect(readRun(folder, second)).toEqual({ run: null });
    writeFileSync(path(second), readFileSync(path(first)));
    expect(readRun(folder, second)).toEqual({ problem: `${path(second)} is the run ${first.key}; it is run again.` });
    const told: string[] = [];
    expect(readRuns(folder, runs, (sentence) => told.push(sentence)).map(({ key }) => key)).toEqual([first.key]);
    expect(told).toHaveLength(1);
    expect(readdirSync(join(folder, "runs")).filter((name) => name.endsWith(".tmp"))).toHaveLength(1);
  });

  it("keeps why a run failed until it succeeds", () => {
    writeFailure(folder, first.key, "The page crashed.");
    expect(readFailures(folder)).toEqual(new Map([[first.key, "The page crashed."]]));
    writeRun(folder, fixtureRun(first));
    expect(readFailures(folder).size).toBe(0);
  });

  it("says what it holds the runs of", () => {
    expect(readExperiment(folder)).toBeNull();
    writeExperiment(folder, { plan, backend: "simd" });
    expect(readExperiment(folder)).toEqual({ plan, backend: "simd" });
    writeFileSync(join(folder, "experiment.json"), '{"schema":');
    expect(() => readExperiment(folder)).toThrow("is no JSON; delete it");
    writeFileSync(join(folder, "experiment.json"), "{}");
    expect(() => readExperiment(folder)).toThrow("is no experiment of this version");
  });

  it("merges shards, also of other seeds, and refuses another experiment", () => {
    const part = (name: string, seeds: number[]): string => {
      const expansion = expandPlan(SMOKE, { backend: "simd", seeds });
      writeExperiment(join(folder, name), expansion);
      for (const run of expansion.runs) writeRun(join(folder, name), fixtureRun(run));
      return join(folder, name);
    };
    const parts = [part("a-1", [0]), part("a-2", [1])];
    expect(expandFolders([join(folder, "a-*")])).toEqual(parts);
    const out = join(folder, "out");
    const { merged } = mergeFolders([join(folder, "a-*")], out, () => {});
    expect(merged.runs).toHaveLength(6);
    expect(readdirSync(join(out, "runs"))).toHaveLength(6);
    // Merged is as if one machine had done it all.
    const whole = part("whole", [0, 1]);
    mergeFolders([whole], whole, () => {});
    for (const name of ["experiment.json", "summary.json", "summary.csv", "curves.csv", "runs.jsonl", "report.md"])
      expect(readFileSync(join(out, name), "utf8")).toBe(readFileSync(join(whole, name), "utf8"));

    writeExperiment(join(folder, "b"), expandPlan(SMOKE, { backend: "wasm" }));
    expect(() => mergeFolders([out, join(folder, "b")], out, () => {})).toThrow("holds another experiment than");
    writeExperiment(join(folder, "c"), expandPlan(TABLE_1, { backend: "simd" }));
    expect(() => mergeFolders([out], join(folder, "c"), () => {})).toThrow("holds the plan table-1; name another folder");
    expect(() => mergeFolders([join(folder, "none-*")], out, () => {})).toThrow("There is no folder");
    mkdirSync(join(folder, "empty"));
    expect(() => mergeFolders([join(folder, "empty")], out, () => {})).toThrow("holds no experiment");
  });

  it("knows which policies are not shipped", () => {
    const shipped = join(import.meta.dirname, "..", "..", "public", "checkpoints");
    expect(existsSync(join(shipped, "seed-0", "manifest.json"))).toBe(true);
    const missing = (...args: Parameters<typeof expandPlan>) =>
      missingPolicies(expandPlan(...args).runs, [shipped, folder]).map(({ id }) => id);
    expect(missing(TABLE_1)).toEqual([]);
    expect(missing(TABLE_8)).toEqual([]);
    expect(missing(TABLE_8, { seeds: [3], rows: ["co-rl-same"] })).toEqual(["attention-large-msb-Q-r0-s3"]);
    // Two policies at five overlaps of three seeds; the sixth overlap is the shipped one.
    expect(missing(OVERLAP)).toHaveLength(30);
    expect(missing(OVERLAP, { seeds: [0], rows: ["ttrl"] })[0]).toBe("attention-small-msb-Q-r0-s0-w0.38-o0-y0.6-n2000");
  });

  it("gives the page the shipped policies and its own", () => {
    const shipped = join(import.meta.dirname, "..", "..", "public", "checkpoints");
    const [policy] = mergedManifest(shipped, folder, 0).policies;
    if (!policy) throw new Error("Seed 0 has no policies.");
    mkdirSync(join(folder, "seed-0"));
    const own = { schema: "co-rl-playground/checkpoints", version: 1, cohortSeed: 0, policies: [{ ...policy, id: "own" }] };
    writeFileSync(join(folder, "seed-0", "manifest.json"), JSON.stringify(own));
    const both = mergedManifest(shipped, folder, 0).policies.map(({ id }) => id);
    expect(both).toContain("own");
    expect(both).toContain(policy.id);
    writeFileSync(join(folder, "seed-0", "manifest.json"), "{");
    expect(mergedManifest(shipped, folder, 0).policies.map(({ id }) => id)).not.toContain("own");
  });
});
