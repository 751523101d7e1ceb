/**
 * The report of an experiment in Markdown: the figures with their intervals, paired differences, what explains them, the paper's table beside
 * ours, and what a toy can and cannot say. Made from the summary alone, so it is the same wherever the runs were done.
 */
import { ENSEMBLE } from "../learning/ensemble.ts";
import { HEALTH_RULE_LIST, HOLD, healthRule, WINDOW } from "../learning/health.ts";
import { INTERVAL_TITLES, intervalNote } from "../math/statistics.ts";
import { DEFAULT_TRAINING } from "./config.ts";
import { LATE_STEPS } from "./digest.ts";
import { PAPER_TABLES } from "./paper/index.ts";
import { PAPER_SOURCE, type PaperTable } from "./paper/table.ts";
import type { CellSummary, Difference, Figure, Summary } from "./summary.ts";

/** What stands in a cell without a value. */
const NOTHING = "";

function percent(share: number, signed = false): string {
  const text = (100 * share).toFixed(1);
  const plain = Number(text) === 0 ? text.replace("-", "") : text;
  return signed && Number(plain) > 0 ? `+${plain}` : plain;
}

/** "78.7 [76.9, 80.4]"; the mean alone where there is no interval. */
function share(figure: Figure | null, signed = false): string {
  if (!figure) return NOTHING;
  const { mean, low, high } = figure;
  return `${percent(mean, signed)}${low === null || high === null ? "" : ` [${percent(low, signed)}, ${percent(high, signed)}]`}`;
}

function plain(figure: Figure | null, digits: number): string {
  if (!figure) return NOTHING;
  const { mean, low, high } = figure;
  const of = (value: number): string => value.toFixed(digits);
  return `${of(mean)}${low === null || high === null ? "" : ` [${of(low)}, ${of(high)}]`}`;
}

/** With a star where the interval lies on one side of zero. */
function difference(value: Difference | null): string {
  return value ? `${share(value, true)}${value.excludesZero ? " *" : ""}` : NOTHING;
}

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(header), line(header.map(() => "---")), ...rows.map(line)].join("\n");
}

/** "0 to 4", or "0, 2, 5". */
export function seedsText(seeds: readonly number[]): string {
  const [first = 0] = seeds;
  const run = seeds.length > 2 && seeds.every((seed, n) => seed === first + n);
  return run ? `${first} to ${seeds.at(-1)}` : seeds.join(", ");
}

/** The paper's values that stand beside a row, in the order of the row's names and the table's rows. */
function besideText(paper: PaperTable, names: readonly string[]): string {
  const found = names.flatMap((name) => paper.rows.filter(({ labels }) => labels[paper.key] === name));
  return found.map(({ values }) => values[paper.beside] ?? "").join(" / ");
}

function resultTable(summary: Summary): string {
  const { plan, cells } = summary;
  const paper = plan.paper === null || PAPER_TABLES[plan.paper].ensemble ? null : PAPER_TABLES[plan.paper];
  const baseline = plan.rows.find(({ id }) => id === plan.baseline);
  const header = [
    "cohort",
    ...plan.grid.map(({ setting }) => setting),
    "agent",
    "policy",
    `${summary.unit}s`,
    "held-out pass@1",
    "before",
    ...(baseline ? [`against ${baseline.title}`] : []),
    ...(paper ? [`paper's ${paper.columns[paper.beside]}`] : []),
  ];
  const rows = cells.flatMap((cell) =>
    cell.agents.map((agent, n) => [
      n === 0 ? cell.title : "",
      ...cell.point.map(({ value }) => (n === 0 ? String(value) : "")),
      agent.agent,
      // The factor on the learning rate follows from the architecture.
      agent.policy.replace(/\.x[\d.e-]+$/, ""),
      String(agent.final?.n ?? 0),
      share(agent.final),
      agent.before ? percent(agent.before.mean) : NOTHING,
      ...(baseline ? [difference(agent.difference)] : []),
      ...(paper ? [n === 0 ? besideText(paper, plan.rows.find(({ id }) => id === cell.row)?.paper ?? []) : ""] : []),
    ]),
  );
  return table(header, rows);
}

/** Agents alone and pooled; empty where no run has been evaluated so. */
function ensembleSection({ plan, cells, unit }: Summary): string[] {
  if (cells.every(({ ensemble }) => ensemble.length === 0)) return [];
  const { samples, temperature, topP } = ENSEMBLE;
  const paper = plan.paper !== null && PAPER_TABLES[plan.paper].ensemble ? PAPER_TABLES[plan.paper] : null;
  const baseline = plan.rows.find(({ id }) => id === plan.baseline);
  const rows = cells.flatMap((cell) =>
    cell.ensemble.map((line, n) => [
      n === 0 ? cell.title : "",
      ...cell.point.map(({ value }) => (n === 0 ? String(value) : "")),
      line.members.length > 1 ? `${line.name}, ensemble` : line.name,
      String(line.majority?.n ?? 0),
      share(line.passAt1),
      share(line.majority),
      ...(baseline ? [difference(line.difference)] : []),
      ...(paper ? [besideText(paper, (plan.rows.find(({ id }) => id === cell.row)?.paper ?? []).slice(n, n + 1))] : []),
    ]),
  );
  const header = [
    "cohort",
    ...plan.grid.map(({ setting }) => setting),
    "who votes",
    `${unit}s`,
    "pass@1",
    `maj@${samples}`,
    ...(baseline ? [`maj@${samples} against ${baseline.title}`] : []),
    ...(paper ? [`paper's ${paper.columns[paper.beside]}`] : []),
  ];
  return [
    "## Matched budget",
    `The same held-out prompts, ${samples} rollouts each at temperature ${temperature}, top-p ${topP}: pass@1 of an agent alone, and the share of the prompts on which one majority vote over ${samples} rollouts is right, of an agent alone or as an ensemble of two, ${samples / 2} rollouts from each.`,
    table(header, rows),
  ];
}

function reasonTable(summary: Summary): string {
  const trained = (cell: CellSummary): boolean => cell.agents.some(({ late }) => late.rewardStd !== null);
  const rows = summary.cells
    .filter(trained)
    .flatMap((cell) =>
      cell.agents.map(({ agent, late }, n) => [
        n === 0 ? cell.title : "",
        ...cell.point.map(({ value }) => (n === 0 ? String(value) : "")),
        agent,
        share(late.pseudoLabelAccuracy),
        share(late.rewardAccuracy),
        share(late.agreement),
        plain(late.rewardStd, 3),
        share(late.distinctMajorities),
        plain(late.completionLength, 1),
      ]),
    );
  if (rows.length === 0) return "Nothing was trained.";
  const settings = summary.plan.grid.map(({ setting }) => setting);
  const metrics = ["label accuracy", "reward accuracy", "agreement", "reward std", "distinct majorities", "length, tokens"];
  return table(["cohort", ...settings, "agent", ...metrics], rows);
}

/** What the rules of the health line saw, and what each says. */
function seenSection({ plan, cells }: Summary): string[] {
  if (cells.every(({ agents }) => agents.every(({ late }) => late.rewardStd === null))) return [];
  const several = plan.samplingSeeds.length > 1;
  const rows = cells.flatMap((cell) =>
    cell.seen.map(({ agent, rule, runs }, n) => [
      n === 0 ? cell.title : "",
      ...cell.point.map(({ value }) => (n === 0 ? String(value) : "")),
      agent,
      healthRule(rule).title,
      `${runs.length} of ${cell.runs.done}`,
      runs
        .map((run) => `${run.seed}${several ? `.${run.samplingSeed}` : ""}: ${run.since}${run.atEnd ? "" : " (not at the end)"}`)
        .join(", "),
    ]),
  );
  const met = HEALTH_RULE_LIST.filter(({ id }) => cells.some(({ seen }) => seen.some(({ rule }) => rule === id)));
  return [
    "## What was seen",
    `The health line's rules, by means over ${WINDOW} steps, each met in ${HOLD} steps running; the step is the first of them.`,
    rows.length === 0
      ? "None of its rules was met in any run."
      : table(
          [
            "cohort",
            ...plan.grid.map(({ setting }) => setting),
            "agent",
            "seen",
            "runs",
            several ? "seed.sampling seed: step" : "seed: step",
          ],
          rows,
        ),
    met.map(({ title, text }) => `- ${title}: ${text}`).join("\n"),
  ];
}

function paperSection(paper: PaperTable): string[] {
  const rows = paper.rows.map(({ labels, values }) => [...labels, ...values.map(String)]);
  return [
    `## The paper's table ${paper.id}`,
    `${paper.title} (${PAPER_SOURCE}, table ${paper.id}; ${paper.unit}). In the table ${paper.ensemble ? "of the matched budget" : "above"} its ${paper.columns[paper.beside]} stands beside the row of the same ${paper.labels[paper.key]}, in the order of the rows here.`,
    table([...paper.labels, ...paper.columns], rows),
  ];
}

/** How the figures were taken, in sentences. */
function methodText(summary: Summary): string {
  const { plan, unit, cells } = summary;
  const { heldOutPrompts, finalSamples } = { ...DEFAULT_TRAINING, ...plan.training };
  const said = [
    `Held-out pass@1 in per cent (${heldOutPrompts} prompts, ${finalSamples} samples each, unless the grid says otherwise): mean over ${unit}s with its 95 % interval (${INTERVAL_TITLES.t}).`,
  ];
  const { seeds, samplingSeeds } = plan;
  if (unit === "sampling seed")
    said.push("All runs start from the same policies: the intervals say how a run scatters, not what other policies would do.");
  else if (samplingSeeds.length > 1) said.push(`A ${unit}'s value is the mean over its ${samplingSeeds.length} sampling seeds.`);
  const note = intervalNote(unit === "sampling seed" ? samplingSeeds.length : seeds.length);
  if (note) said.push(note);
  const compared = cells.flatMap(({ agents }) => agents.flatMap((agent) => agent.difference ?? []));
  if (compared.length > 0)
    said.push(
      `Differences are in points, paired by ${unit}, to the baseline's agent that began as the same policy; * marks an interval that excludes zero. Among ${compared.length} comparisons about ${Math.max(1, Math.round(compared.length / 20))} would be marked by chance alone if nothing differed. The bootstrap's intervals stand in summary.json.`,
    );
  return said.join(" ");
}

/** What to make of a toy's figures. */
export const LIMITS_TEXT = `- It can say that the mechanism works as the theory has it: policies with systematic mistakes, trained by these rules and nothing else, with the truth kept from every label-free method.
- It can say how large an effect is here, and how sure that is over seeds: other corpora of mistakes, other policies, other samples.
- It cannot say what a language model would score: two-digit addition, policies of some 30,000 parameters, mistakes put in on purpose. The paper's figures are other models on other tasks; compare the order of the methods, not the size of a gain.
- It cannot confirm what the toy does not show in principle: agreement that stays low, or reward std that tells the methods apart (docs/methods.md).
- Here the corpus, that is, which mistakes were taught, makes families "different"; for large models it may be something else.`;

/** The report. */
export function reportMarkdown(summary: Summary): string {
  const { plan, backend, runs, missing } = summary;
  const paper = plan.paper === null ? null : PAPER_TABLES[plan.paper];
  const sampling = plan.samplingSeeds.length > 1 ? `, sampling seeds ${seedsText(plan.samplingSeeds)}` : "";
  const seeds = `cohort seed${plan.seeds.length > 1 ? "s" : ""} ${seedsText(plan.seeds)}${sampling}`;
  const parts = [
    `# ${plan.title}`,
    plan.description,
    `Plan \`${plan.id}\`, ${seeds}, backend ${backend}: ${runs.done} of ${runs.planned} runs.`,
    "## Held-out accuracy",
    methodText(summary),
    resultTable(summary),
    ...ensembleSection(summary),
    "## What explains it",
    `Means over the last ${LATE_STEPS} steps, of the rollouts before the update, with the same intervals; shares in per cent. An agent's agreement is the mean over its pairs.`,
    reasonTable(summary),
    ...seenSection(summary),
    ...(paper ? paperSection(paper) : []),
    "## What this can and cannot say",
    LIMITS_TEXT,
  ];
  if (plan.later.length > 0)
    parts.push("## Not run", `This version of the page has no such method or measure: ${plan.later.join(", ")}.`);
  if (missing.length > 0)
    parts.push("## Missing", `These runs are not in; the figures above go without them: ${missing.join(", ")}.`);
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}
