/** The command line of `npm run experiment`: what was asked for, or a sentence for each thing that cannot be. */
import { parseArgs } from "node:util";
import { BACKENDS, type BackendId } from "../../src/policies/engine.ts";
import { BASE_NAMES, TRAINING_NAMES } from "../../src/runs/link.ts";
import type { PlanOverrides } from "../../src/runs/plan-expand.ts";
import { PLAN_SETTINGS, type PlanSetting, type PlanValue } from "../../src/runs/plan-settings.ts";

export const HELP = `npm run experiment -- --plan ID|FILE.json [options]   runs what is missing of a plan, then writes the summary
npm run experiment -- --merge FOLDER...               one summary from the folders of several shards

  --plan ID|FILE.json    a shipped plan (--plans lists them), or a file of your own (docs/experiments.md)
  --seeds 0-4,7          cohort seeds instead of the plan's; policies that are not shipped are pretrained first
  --sampling-seeds 0-2   sampling seeds instead of the plan's
  --rows ttrl,co-rl-same only these rows
  --set steps=40         a setting for all rows, under its name in a plan or in a link; may be given several times
  --backend simd         ${BACKENDS.join(", ")} or auto; simd is the default
  --out results/NAME     where runs and summary go; results/PLAN is the default. What is there already is not run again
  --shard 2/4            the second of four parts, as Playwright divides them; merge the folders afterwards
  --workers 2            runs at a time; half the cores is the default
  --retries 1            how often a run that failed is tried again
  --minutes 60           time limit of a run
  --list                 says what would be run, and runs nothing
  --print                prints the plan as JSON, to be changed and given as --plan FILE.json
  --plans                lists the shipped plans
  --help                 this`;

export interface Options {
  readonly action: "run" | "merge" | "list" | "print" | "plans" | "help";
  /** Id or file; empty where none is needed. */
  readonly plan: string;
  /** Folders to merge. */
  readonly folders: readonly string[];
  readonly out: string | null;
  readonly overrides: PlanOverrides;
  readonly shard: string | null;
  readonly workers: number | null;
  readonly retries: number;
  readonly minutes: number;
}

/** "0-4,7" as numbers; null where it does not read so. */
export function parseSeeds(text: string): number[] | null {
  const seeds: number[] = [];
  for (const part of text.split(",")) {
    const match = /^(\d{1,4})(?:-(\d{1,4}))?$/.exec(part.trim());
    if (!match) return null;
    const from = Number(match[1]);
    const to = Number(match[2] ?? match[1]);
    if (to < from) return null;
    for (let seed = from; seed <= to; seed++) seeds.push(seed);
  }
  return seeds;
}

/** Names that --set knows besides the plan's own: those of a share link. */
const LINK_NAMES: ReadonlyMap<string, PlanSetting> = new Map<string, PlanSetting>([
  ...PLAN_SETTINGS.flatMap((setting) => {
    const name = Object.entries(TRAINING_NAMES).find(([key]) => key === setting)?.[1];
    return name === undefined ? [] : [[name, setting] as const];
  }),
  ...Object.values(BASE_NAMES).flatMap((name) => {
    const setting = PLAN_SETTINGS.find((known) => known === (name === BASE_NAMES.steps ? "pretrainSteps" : name));
    return setting === undefined ? [] : [[name, setting] as const];
  }),
  [BASE_NAMES.weakShare, "weakShare"],
]);

function parseSettings(given: readonly string[], problems: string[]): Partial<Record<PlanSetting, PlanValue>> {
  const settings: Partial<Record<PlanSetting, PlanValue>> = {};
  for (const text of given) {
    const [name = "", value] = text.split("=");
    const setting = PLAN_SETTINGS.find((known) => known === name) ?? LINK_NAMES.get(name);
    if (!setting) problems.push(`--set knows no "${name}"; it knows ${PLAN_SETTINGS.join(", ")}.`);
    else if (value === undefined || value === "") problems.push(`--set ${name} needs a value, such as --set ${name}=1.`);
    else settings[setting] = Number.isFinite(Number(value)) ? Number(value) : value;
  }
  return settings;
}

function whole(
  name: string,
  text: string | undefined,
  fallback: number | null,
  least: number,
  problems: string[],
): number | null {
  if (text === undefined) return fallback;
  const value = Number(text);
  if (Number.isInteger(value) && value >= least) return value;
  problems.push(`--${name} must be a whole number of at least ${least}, not "${text}".`);
  return fallback;
}

const FLAGS = {
  plan: { type: "string" },
  seeds: { type: "string" },
  "sampling-seeds": { type: "string" },
  rows: { type: "string" },
  set: { type: "string", multiple: true },
  backend: { type: "string" },
  out: { type: "string" },
  shard: { type: "string" },
  workers: { type: "string" },
  retries: { type: "string" },
  minutes: { type: "string" },
  list: { type: "boolean" },
  print: { type: "boolean" },
  plans: { type: "boolean" },
  merge: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

/** Reads the arguments after `--`. Never throws. */
export function parseOptions(args: readonly string[]): { readonly options: Options } | { readonly problems: readonly string[] } {
  const problems: string[] = [];
  let parsed: ReturnType<typeof parseArgs<{ options: typeof FLAGS; allowPositionals: true; args: string[] }>>;
  try {
    parsed = parseArgs({ args: [...args], options: FLAGS, allowPositionals: true });
  } catch (error) {
    return { problems: [`${error instanceof Error ? error.message : String(error)} (--help names all options.)`] };
  }
  const { values, positionals } = parsed;
  const seedsOf = (name: "seeds" | "sampling-seeds"): number[] | undefined => {
    const text = values[name];
    if (text === undefined) return undefined;
    const seeds = parseSeeds(text);
    if (!seeds) problems.push(`--${name} is "${text}", which does not read like 0-4 or 0,2,7.`);
    return seeds ?? undefined;
  };
  const action = values.help
    ? "help"
    : values.plans
      ? "plans"
      : values.merge
        ? "merge"
        : values.list
          ? "list"
          : values.print
            ? "print"
            : "run";
  if (action === "merge" && positionals.length === 0) problems.push("--merge needs the folders to merge: --merge results-*.");
  if (action !== "merge" && positionals.length > 0) problems.push(`"${positionals[0]}" is no option; --help names them all.`);
  if (["run", "list", "print"].includes(action) && values.plan === undefined)
    problems.push("Say which plan: --plan table-1, say. --plans lists the shipped ones, --help names all options.");
  const backends: readonly ("auto" | BackendId)[] = ["auto", ...BACKENDS];
  const backend = backends.find((known) => known === (values.backend ?? "simd"));
  if (!backend) problems.push(`--backend is "${values.backend}" but must be one of ${backends.join(", ")}.`);
  const part = /^(\d+)\/(\d+)$/.exec(values.shard ?? "1/1");
  if (!part || Number(part[1]) < 1 || Number(part[1]) > Number(part[2]))
    problems.push(`--shard is "${values.shard}", which does not read like 2/4, the second of four.`);
  const seeds = seedsOf("seeds");
  const samplingSeeds = seedsOf("sampling-seeds");
  const settings = parseSettings(values.set ?? [], problems);
  const options: Options = {
    action,
    plan: values.plan ?? "",
    folders: positionals,
    out: values.out ?? null,
    overrides: {
      ...(backend ? { backend } : {}),
      ...(seeds ? { seeds } : {}),
      ...(samplingSeeds ? { samplingSeeds } : {}),
      ...(values.rows === undefined ? {} : { rows: values.rows.split(",") }),
      settings,
    },
    shard: values.shard ?? null,
    workers: whole("workers", values.workers, null, 1, problems),
    retries: whole("retries", values.retries, 1, 0, problems) ?? 1,
    minutes: whole("minutes", values.minutes, 60, 1, problems) ?? 60,
  };
  return problems.length > 0 ? { problems } : { options };
}
