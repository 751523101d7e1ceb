/**
 * npm run experiment -- --plan table-1 [--seeds 0-4] [--backend simd] [--out FOLDER] [--shard 1/4] ...   (--help says all)
 *
 * Runs a plan's runs in the built page in a headless Chromium, through Playwright's own test runner, and writes their summary; merges the
 * folders of shards. docs/experiments.md.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { isBuilt, ROOT, runProgram, setup } from "./setup.mjs";

setup();
// Another Playwright that started this one has its own port and its own place in its own run.
for (const name of Object.keys(process.env)) if (/^(E2E_PORT|TEST_|PLAYWRIGHT_|PW_)/.test(name)) delete process.env[name];

const { runnerImport } = await import("vite");
/** @type {{module: typeof import("./experiment/index.ts")}} */
const { module: code } = await runnerImport(join(ROOT, "scripts", "experiment", "index.ts"), { root: ROOT, logLevel: "error" });

/** What this process alone needs: several may run in one checkout, on several machines. */
const scratch = mkdtempSync(join(tmpdir(), "experiment-"));
process.on("exit", () => rmSync(scratch, { recursive: true, force: true }));

/** Ends with a sentence for each thing that is wrong. @param {readonly string[]} sentences @returns {never} */
function refuse(sentences) {
  for (const sentence of sentences) console.error(sentence);
  process.exit(2);
}

/** @template T @param {() => T} what @returns {T} */
function orRefuse(what) {
  try {
    return what();
  } catch (error) {
    return refuse([error instanceof Error ? error.message : String(error)]);
  }
}

const parsed = code.parseOptions(process.argv.slice(2));
if ("problems" in parsed) refuse(parsed.problems);
const { options } = parsed;

/** What is known of a set of runs before it is believed. @param {import("../src/runs/merge.ts").Merged} merged */
function warn(merged) {
  for (const sentence of code.mergeWarnings(merged)) console.warn(sentence);
}

/** @param {string} folder @param {number} done @param {number} planned */
function close(folder, done, planned) {
  console.log(`${done} of ${planned} runs are in ${folder}; the report is ${join(folder, "report.md")}.`);
}

function merge() {
  const out = options.out ?? "results/merged";
  const { expansion, merged } = orRefuse(() => code.mergeFolders(options.folders, out, (sentence) => console.warn(sentence)));
  warn(merged);
  close(out, merged.runs.length, expansion.runs.length);
  process.exitCode = merged.conflicts.length > 0 || merged.runs.length < expansion.runs.length ? 1 : 0;
}

/** The plan that was asked for: a shipped one by id, or a file. */
function planOf() {
  const shipped = code.planById(options.plan);
  if (shipped) return shipped;
  if (!existsSync(options.plan)) {
    const ids = code.PLAN_LIST.map(({ id }) => id).join(", ");
    return refuse([`There is no plan "${options.plan}", nor a file of that name; the shipped plans are ${ids}.`]);
  }
  const read = code.parsePlanJson(readFileSync(options.plan, "utf8"));
  return "problems" in read ? refuse(read.problems) : read.plan;
}

/** The keys of the runs that fall to this shard, by Playwright's own division. @param {readonly string[]} select @param {NodeJS.ProcessEnv} env */
function keysOfShard(select, env) {
  const report = join(scratch, "list.json");
  runProgram("playwright", ["test", "--list", "--reporter=json", ...select], {
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    minutes: 5,
  });
  return new Set(readFileSync(report, "utf8").match(/[a-z]+-[a-z-]+-s\d+(?:\.\d+)?-[0-9a-f]{16}/g));
}

async function run() {
  const plan = planOf();
  const expansion = code.expandPlan(plan, options.overrides);
  if (expansion.problems.length > 0) refuse(expansion.problems);
  const folder = resolve(options.out ?? join("results", plan.id));
  const there = orRefuse(() => code.readExperiment(folder));
  if (there && there.plan.id !== plan.id) refuse([`${folder} holds the plan ${there.plan.id}; name another folder with --out.`]);
  const pending = expansion.runs.filter((planned) => {
    const kept = code.readRun(folder, planned);
    return "problem" in kept || kept.run === null;
  });
  const trained = code.trainedStartProblem(pending);
  if (trained) refuse([trained]);
  const shipped = join(ROOT, "public", "checkpoints");
  const own = join(folder, "checkpoints");
  if (options.action === "list") {
    for (const cell of expansion.cells) {
      const point = code.pointText(cell.point);
      console.log(`${cell.title}${point && `, ${point}`}: ${cell.runs.map(({ key }) => key).join(" ")}`);
    }
    const missing = code.missingPolicies(pending, [shipped, own]);
    console.log(`${expansion.runs.length} runs, ${expansion.runs.length - pending.length} of them done.`);
    if (missing.length > 0) console.log(`To be pretrained first: ${missing.map(({ id }) => id).join(", ")}.`);
    return;
  }
  setup({ chromium: true });
  if (!isBuilt() && !runProgram("vite", ["build", "--logLevel", "warn"])) process.exit(1);
  code.writeExperiment(folder, expansion);

  const env = { EXPERIMENT_FOLDER: folder };
  const select = [
    "--project",
    "experiment",
    ...(options.shard === null ? [] : ["--shard", options.shard]),
    "--pass-with-no-tests",
  ];
  const workers = options.workers ?? Math.max(1, Math.floor(availableParallelism() / 2));
  if (code.missingPolicies(pending, [shipped, own]).length > 0) {
    const keys = keysOfShard(select, env);
    const ours = pending.filter(({ key }) => keys.has(key));
    const missing = code.missingPolicies(ours, [shipped, own]);
    if (missing.length > 0) {
      console.log(`${missing.length} policies are not shipped and are pretrained first, ${workers} at a time.`);
      const { openPretraining } = await import("./pretraining.mjs");
      const pretraining = await openPretraining();
      await pretraining.run(missing, { out: own, jobs: workers });
      await pretraining.close();
    }
  }
  const limits = [
    "--workers",
    String(workers),
    "--retries",
    String(options.retries),
    "--timeout",
    String(60_000 * options.minutes),
  ];
  // A week: Playwright keeps the time limit of each run.
  runProgram("playwright", ["test", ...select, ...limits, "--reporter=list", "--output", join(scratch, "playwright")], {
    env,
    minutes: 7 * 24 * 60,
  });

  const merged = code.mergeRuns(code.readRuns(folder, expansion.runs, (sentence) => console.warn(sentence)));
  warn(merged);
  for (const [key, reason] of code.readFailures(folder)) console.error(`${key} failed: ${reason.split("\n")[0]}`);
  if (options.shard === null) {
    code.writeOutputs(folder, expansion, merged);
    close(folder, merged.runs.length, expansion.runs.length);
    process.exitCode = merged.runs.length === expansion.runs.length ? 0 : 1;
    return;
  }
  console.log(
    `${merged.runs.length} of ${expansion.runs.length} runs are in ${folder}; when all shards are done: npm run experiment -- --merge FOLDER...`,
  );
  process.exitCode = code.readFailures(folder).size > 0 ? 1 : 0;
}

if (options.action === "help") console.log(code.HELP);
else if (options.action === "plans")
  for (const { id, title, description } of code.PLAN_LIST) console.log(`${id}: ${title}. ${description}`);
else if (options.action === "merge") merge();
else if (options.action === "print") {
  const { plan, problems } = code.expandPlan(planOf(), options.overrides);
  if (problems.length > 0) refuse(problems);
  console.log(code.planJson(plan).trimEnd());
} else await run();
