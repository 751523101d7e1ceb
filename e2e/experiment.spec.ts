/**
 * `npm run experiment` as a person starts it: the smoke plan on one shard and on three gives the same files byte for byte, and what is missing
 * or broken is run again.
 */
import { execFile } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";
import { z } from "zod";
import { parseExperimentRun } from "../src/runs/experiment-run.ts";

const ROOT = join(import.meta.dirname, "..");
let folder = "";

test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "experiment-"));
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the command; its output, both streams, and its exit code. */
async function experiment(...args: string[]): Promise<{ readonly said: string; readonly code: number }> {
  const command = promisify(execFile)(process.execPath, [join(ROOT, "scripts", "experiment.mjs"), ...args], { cwd: ROOT });
  const failed = z.object({ stdout: z.string(), stderr: z.string(), code: z.number() });
  return command.then(
    ({ stdout, stderr }) => ({ said: stdout + stderr, code: 0 }),
    (error) => {
      const { stdout, stderr, code } = failed.parse(error);
      return { said: stdout + stderr, code };
    },
  );
}

const read = (...path: string[]): string => readFileSync(join(folder, ...path), "utf8");
const SAME = ["summary.json", "summary.csv", "curves.csv", "report.md"];

test("the smoke plan gives the same summary on one shard and on three, and goes on where it stopped", async () => {
  test.setTimeout(900_000);
  const smoke = ["--plan", "smoke", "--backend", "simd", "--minutes", "5"];
  const one = join(folder, "one");

  await test.step("one shard", async () => {
    const { said, code } = await experiment(...smoke, "--out", one);
    expect(code, said).toBe(0);
    expect(said).toContain("6 of 6 runs are in");
    expect(read("one", "report.md")).toMatch(/\| Co-RL, different families \| A \|.* \| 2 \| \d+\.\d \[\d/);
  });
  const whole = SAME.map((name) => read("one", name));

  await test.step("three shards, merged", async () => {
    for (const shard of [1, 2, 3]) {
      const { said, code } = await experiment(...smoke, "--out", join(folder, `part-${shard}`), "--shard", `${shard}/3`);
      expect(code, said).toBe(0);
      expect(readdirSync(join(folder, `part-${shard}`, "runs"))).toHaveLength(2);
      expect(existsSync(join(folder, `part-${shard}`, "summary.json"))).toBe(false);
    }
    const { said, code } = await experiment("--merge", join(folder, "part-*"), "--out", join(folder, "merged"));
    expect(code, said).toBe(0);
    expect(SAME.map((name) => read("merged", name))).toEqual(whole);
    const keys = (name: string) =>
      read(name, "runs.jsonl")
        .trimEnd()
        .split("\n")
        .map((line) => z.object({ key: z.string() }).parse(JSON.parse(line)).key);
    expect(keys("merged")).toEqual(keys("one"));
  });

  await test.step("a run cut off in the middle and one that is gone are run again", async () => {
    const [first = "", second = ""] = readdirSync(join(one, "runs")).filter((name) => name.includes("ttrl"));
    const text = read("one", "runs", first);
    writeFileSync(join(one, "runs", first), text.slice(0, 1000));
    rmSync(join(one, "runs", second));
    rmSync(join(one, "summary.json"));
    const { said, code } = await experiment(...smoke, "--out", one);
    expect(code, said).toBe(0);
    expect(said).toContain(`${first} is not whole: it is no JSON; it is run again.`);
    expect(SAME.map((name) => read("one", name))).toEqual(whole);
    const again = parseExperimentRun(read("one", "runs", first));
    expect(again).toMatchObject({ run: { key: first.replace(".json", "") } });
  });

  await test.step("a shard with other numbers for the same run is told, and so is what is missing", async () => {
    const [first = ""] = readdirSync(join(folder, "part-1", "runs"));
    copyFileSync(join(folder, "part-1", "runs", first), join(folder, "part-2", "runs", first));
    const text = read("part-2", "runs", first);
    writeFileSync(
      join(folder, "part-2", "runs", first),
      text.replace(/"final":\{"agents":\[\{"heldOut":\{"mean":[\d.]+/, (all) => all.replace(/[\d.]+$/, "0.5")),
    );
    const { said, code } = await experiment(
      "--merge",
      join(folder, "part-1"),
      join(folder, "part-2"),
      "--out",
      join(folder, "two"),
    );
    expect(code).toBe(1);
    expect(said).toContain(`The run ${first.replace(".json", "")} came more than once with different numbers`);
    expect(said).toContain("4 of 6 runs");
    expect(read("two", "report.md")).toContain("## Missing");
  });
});

test("nonsense is told in a sentence, and nothing is run", async () => {
  const own = join(folder, "own.json");
  writeFileSync(
    own,
    JSON.stringify({
      schema: "co-rl-playground/plan",
      version: 1,
      id: "own",
      title: "Own",
      description: "",
      rows: [{ id: "a", title: "A", preset: "ttrl", training: { rollouts: 0 } }],
      seeds: [],
    }),
  );
  const asked = await Promise.all([
    experiment("--plan", own),
    experiment("--plan", "table-99"),
    experiment("--plan", "smoke", "--seeds", "4-1", "--backend", "gpu"),
    experiment("--merge", folder),
  ]);
  for (const { code } of asked) expect(code).toBe(2);
  const [file, id, options, merge] = asked.map(({ said }) => said);
  expect(file).toContain("The plan's rows.0.training.rollouts: must be a whole number from 1 to 64.");
  expect(file).toContain("The plan's seeds: must name at least one.");
  expect(id).toContain('There is no plan "table-99", nor a file of that name; the shipped plans are table-1,');
  expect(options).toContain('--seeds is "4-1", which does not read like 0-4 or 0,2,7.');
  expect(options).toContain('--backend is "gpu" but must be one of auto,');
  expect(merge).toContain("holds no experiment: there is no experiment.json in it.");
});
