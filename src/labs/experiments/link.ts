/**
 * The address of the experiments page: `#/experiments?plan=table-1&seeds=0-4`. It carries a shipped plan with its seeds and backend; a plan of one's
 * own is a file. What does not fit is told in a sentence and left out. docs/links.md.
 */
import { BACKENDS, type BackendId } from "../../policies/engine.ts";
import type { Plan } from "../../runs/plan.ts";
import { PLAN_LIST, planById } from "../../runs/plans/index.ts";
import { formatSeeds, parseSeeds } from "./seeds.ts";

const PATH = "#/experiments";
export const BACKEND_OPTIONS: readonly ("auto" | BackendId)[] = ["auto", ...BACKENDS];
/** The same as the headless runner's, so that both find each other's runs. */
export const DEFAULT_BACKEND = "simd";
const DEFAULT_PLAN = "table-1";

/** What is to be run: the plan with its seeds, and the backend. */
export interface Draft {
  readonly plan: Plan;
  readonly backend: "auto" | BackendId;
}

export function defaultDraft(): Draft {
  const plan = planById(DEFAULT_PLAN);
  if (!plan) throw new Error(`There is no plan ${DEFAULT_PLAN}.`);
  return { plan, backend: DEFAULT_BACKEND };
}

export function isExperimentsLink(hash: string): boolean {
  return /^#\/experiments(?![\w-])/.test(hash);
}

function same(a: Plan, b: Plan): boolean {
  const text = (plan: Plan): string => JSON.stringify({ ...plan, seeds: [], samplingSeeds: [] });
  return text(a) === text(b);
}

/** The shipped plan that this is, seeds aside; undefined for one of one's own. */
export function shippedOf(plan: Plan): Plan | undefined {
  const found = planById(plan.id);
  return found && same(found, plan) ? found : undefined;
}

const NAMES = ["plan", "seeds", "sampling", "backend"];

function quote(text: string): string {
  return `“${text.length > 40 ? `${text.slice(0, 40)}…` : text}”`;
}

/** Reads an address from its `#` on. Never throws. */
export function parseDraftLink(hash: string): { readonly draft: Draft; readonly problems: readonly string[] } {
  const problems: string[] = [];
  const question = hash.indexOf("?");
  const parameters = new URLSearchParams(question < 0 ? "" : hash.slice(question + 1));
  for (const name of new Set(parameters.keys()))
    if (!NAMES.includes(name)) problems.push(`The link's parameter ${quote(name)} is unknown and was passed over.`);
  const fallback = defaultDraft();
  const id = parameters.get("plan");
  const found = id === null ? fallback.plan : planById(id);
  if (!found)
    problems.push(
      `The link's plan is ${quote(id ?? "")} but must be one of ${PLAN_LIST.map((plan) => plan.id).join(", ")}; ${fallback.plan.id} is shown.`,
    );
  let plan = found ?? fallback.plan;
  for (const [name, field] of [["seeds", "seeds"] as const, ["sampling", "samplingSeeds"] as const]) {
    const text = parameters.get(name);
    if (text === null || !found) continue;
    const parsed = parseSeeds(`The link's ${name}`, text);
    if ("seeds" in parsed) plan = { ...plan, [field]: [...parsed.seeds] };
    else problems.push(`${parsed.problem} The plan's own are used.`);
  }
  const wanted = parameters.get("backend");
  const backend = wanted === null ? DEFAULT_BACKEND : BACKEND_OPTIONS.find((known) => known === wanted);
  if (!backend)
    problems.push(
      `The link's backend is ${quote(wanted ?? "")} but must be one of ${BACKEND_OPTIONS.join(", ")}; ${DEFAULT_BACKEND} is used.`,
    );
  return { draft: { plan, backend: backend ?? DEFAULT_BACKEND }, problems };
}

/** The address of a draft; the bare path where its plan is not a shipped one. */
export function formatDraftLink({ plan, backend }: Draft): string {
  const shipped = shippedOf(plan);
  if (!shipped) return PATH;
  const parts = [`plan=${plan.id}`];
  const seeds = formatSeeds(plan.seeds);
  if (seeds !== formatSeeds(shipped.seeds)) parts.push(`seeds=${seeds}`);
  const sampling = formatSeeds(plan.samplingSeeds);
  if (sampling !== formatSeeds(shipped.samplingSeeds)) parts.push(`sampling=${sampling}`);
  if (backend !== DEFAULT_BACKEND) parts.push(`backend=${backend}`);
  return `${PATH}?${parts.join("&")}`;
}
