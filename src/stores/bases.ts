/**
 * The base policies that the chosen cohorts start from: which come with the page, which are kept in this browser, which are missing; pretraining
 * the missing ones, and what is kept. Where the browser keeps nothing, what was pretrained stays usable until the page is closed.
 */
import { createStore, type StoreApi } from "zustand/vanilla";
import type { BaseAccuracy } from "../cohort/base-accuracy.ts";
import type { PretrainingTask, StartPretraining } from "../cohort/pretrainer.ts";
import { CheckpointError, type CheckpointFile, MissingCheckpointError } from "../policies/checkpoint.ts";
import type { Manifest } from "../policies/manifest.ts";
import { type PolicySpec, specOf, startId, trainedId, weightsWords } from "../policies/spec.ts";
import { type CheckpointName, MAX_BYTES, readCheckpointFile, tooLarge } from "../runs/checkpoint-file.ts";
import { type AgentConfig, agentBase, JUDGE_SPEC, needsJudge, type RunConfig } from "../runs/config.ts";
import { StorageError } from "../runs/database.ts";
import type { KeptCheckpoint } from "../runs/kept-checkpoints.ts";
import type { Estimate } from "../runs/record.ts";
import type { TaskId } from "../tasks/task.ts";
import { keptWords } from "./policy-words.ts";

/**
 * Where a policy is. `unknown`: the page could not ask. `memory`: in this page only. `missing`: it can be pretrained. `absent`: a run trained it, and
 * its file has not been imported here.
 */
export type Place = "shipped" | "kept" | "memory" | "missing" | "absent" | "unknown";

export interface BaseNeed extends CheckpointName {
  readonly id: string;
  readonly place: Place;
  /** pass@1 before training, where it is known. */
  readonly accuracy: Estimate | null;
}

export interface BaseJob extends CheckpointName {
  readonly id: string;
  /** A job waits for a worker until one is free. */
  readonly running: boolean;
  readonly step: number;
  /** Nats; null before the first report. */
  readonly loss: number | null;
  readonly secondsLeft: number | null;
}

export interface KeptRow {
  readonly id: string;
  readonly bytes: number;
  readonly accuracy: Estimate;
  readonly origin: KeptCheckpoint["origin"];
  readonly spec: PolicySpec;
  readonly seed: number;
  readonly task: TaskId;
  /** Of a policy that a run has trained: the SHA-256 of its file, by which agents name it; null for a base policy. */
  readonly weights: string | null;
  /** What it is, in words. */
  readonly words: string;
  /** False where it is gone when the page is closed. */
  readonly stored: boolean;
}

export interface Bases {
  /** Of the configuration that was looked at last; empty until that is known. */
  readonly needs: readonly BaseNeed[];
  readonly jobs: readonly BaseJob[];
  readonly kept: readonly KeptRow[];
  /** What went wrong last, in a sentence. */
  readonly problem: string | null;
  /** What was done last, in a sentence. */
  readonly news: string | null;
}

export interface BasesTools {
  readonly start: StartPretraining;
  readonly measure: (what: CheckpointName, file: CheckpointFile["file"]) => Promise<BaseAccuracy>;
  /** A seed's shipped policies. Throws MissingCheckpointError where there are none, CheckpointError where nobody can say. */
  readonly manifest: (cohortSeed: number) => Promise<Manifest>;
  /** The page's database. Every function throws StorageError. */
  readonly storage: {
    readonly all: () => Promise<readonly KeptCheckpoint[]>;
    readonly keep: (kept: KeptCheckpoint) => Promise<void>;
    readonly forget: (id: string) => Promise<void>;
  };
  /** Workers at once. */
  readonly parallel: number;
  /** Milliseconds. */
  readonly now: () => number;
}

export interface BasesController {
  readonly store: StoreApi<Bases>;
  /** Policies that the browser does not keep, for the agents. */
  readonly unstored: ReadonlyMap<string, KeptCheckpoint>;
  /** Finds out where the policies of a configuration, or of several, are. */
  look(...configs: RunConfig[]): Promise<void>;
  /** Where these policies are. Never rejects. */
  find(names: readonly CheckpointName[]): Promise<BaseNeed[]>;
  /** Pretrains what is missing of these, or of the configurations that were looked at. */
  pretrain(needs?: readonly BaseNeed[]): void;
  /** Stops one, or all where no id is given. */
  stop(id?: string): void;
  forget(id: string): Promise<void>;
  /** Takes in safetensors files, one after the other; what is wrong with some of them is told together. Never rejects. */
  importFiles(files: readonly File[]): Promise<void>;
  /** The file of a kept one, to be saved. */
  fileOf(id: string): CheckpointFile["file"] | null;
  dismiss(): void;
}

/** The policies of both cohorts, each once, in the order of the agents; then that of a judge that is tuned. */
export function neededPolicies(config: RunConfig): (CheckpointName & { readonly id: string })[] {
  const { task } = config;
  const cohorts = [config.cohort, ...(config.compare ? [config.compare] : [])];
  const specs: (PolicySpec & Partial<AgentConfig>)[] = cohorts.flatMap(({ agents }) => agents);
  if (cohorts.some(needsJudge)) specs.push(JUDGE_SPEC);
  const all = specs.map((agent) => {
    const base = agentBase(config, agent);
    const id = startId(agent, config.seed, base, task);
    return { id, spec: specOf(agent), weights: agent.weights, cohortSeed: config.seed, base, task };
  });
  return [...new Map(all.map((each) => [each.id, each])).values()];
}

function sentence(error: unknown): string {
  return error instanceof Error && error.message ? error.message : `Something failed: ${String(error)}.`;
}

export function createBases(tools: BasesTools): BasesController {
  const store = createStore<Bases>(() => ({ needs: [], jobs: [], kept: [], problem: null, news: null }));
  const shipped = new Map<number, Promise<Manifest | null>>();
  const unstored = new Map<string, KeptCheckpoint>();
  const tasks = new Map<string, PretrainingTask>();
  let stored = new Map<string, KeptCheckpoint>();
  let opened: Promise<void> | null = null;
  let looking = 0;
  let configs: readonly RunConfig[] = [];

  /** A seed's manifest, null where the seed has none; asked for once. Rejects where nobody can say. */
  const manifestOf = (seed: number): Promise<Manifest | null> => {
    const known = shipped.get(seed);
    if (known) return known;
    const asked = tools.manifest(seed).catch((error: unknown) => {
      if (error instanceof MissingCheckpointError) return null;
      shipped.delete(seed);
      throw error;
    });
    shipped.set(seed, asked);
    return asked;
  };

  /** Reads what is kept, once; a browser that keeps nothing keeps nothing. */
  const open = (): Promise<void> => {
    opened ??= tools.storage.all().then(
      (all) => {
        stored = new Map([...all.map((kept): [string, KeptCheckpoint] => [kept.id, kept]), ...stored]);
        show();
      },
      () => {},
    );
    return opened;
  };

  const show = (): void => {
    const row = (kept: KeptCheckpoint): KeptRow => ({
      id: kept.id,
      spec: kept.entry.spec,
      seed: kept.entry.seeds.cohort ?? 0,
      task: kept.entry.task ?? "addition",
      weights: kept.id === trainedId(kept.entry.sha256) ? kept.entry.sha256 : null,
      words: keptWords(kept.entry),
      bytes: kept.file.length,
      accuracy: kept.entry.base,
      origin: kept.origin,
      stored: stored.has(kept.id),
    });
    const all = new Map([...stored, ...unstored]);
    store.setState({ kept: [...all.values()].map(row).sort((a, b) => (a.id < b.id ? -1 : 1)) });
  };

  const find = async (wanted: readonly CheckpointName[]): Promise<BaseNeed[]> => {
    await open();
    const seeds = [...new Set(wanted.map(({ cohortSeed }) => cohortSeed))];
    const asked = seeds.map(async (seed) => [seed, await manifestOf(seed).catch(() => undefined)] as const);
    const manifests = new Map(await Promise.all(asked));
    const named = wanted.map((name) => ({
      ...name,
      id: startId({ ...name.spec, weights: name.weights }, name.cohortSeed, name.base, name.task),
    }));
    const names = new Map(named.map((name) => [name.id, name]));
    return [...names.values()].map((name): BaseNeed => {
      const manifest = manifests.get(name.cohortSeed);
      const entry = manifest?.policies.find((policy) => policy.id === name.id);
      if (entry) return { ...name, place: "shipped", accuracy: entry.base };
      const kept = stored.get(name.id) ?? unstored.get(name.id);
      if (kept) return { ...name, place: stored.has(name.id) ? "kept" : "memory", accuracy: kept.entry.base };
      if (name.weights !== undefined) return { ...name, place: "absent", accuracy: null };
      return { ...name, place: manifest === undefined ? "unknown" : "missing", accuracy: null };
    });
  };

  const look = async (...next: RunConfig[]): Promise<void> => {
    configs = next;
    looking++;
    const own = looking;
    const needs = await find(next.flatMap(neededPolicies));
    if (own === looking) store.setState({ needs });
  };
  const lookAgain = async (): Promise<void> => {
    if (configs.length > 0) await look(...configs);
  };

  /** Keeps a policy in the browser, or where it does not let the page, in the page. */
  const keep = async (kept: KeptCheckpoint, done: string): Promise<void> => {
    try {
      await tools.storage.keep(kept);
      stored.set(kept.id, kept);
      unstored.delete(kept.id);
      store.setState({ news: done });
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      unstored.set(kept.id, kept);
      store.setState({ problem: `${error.message} The policy can be used, and exported, until the page is closed.`, news: done });
    }
    show();
    await lookAgain();
  };

  /** What has been pretrained since the news was about something else, in one sentence. */
  let lately: { readonly ids: readonly string[]; readonly news: string } = { ids: [], news: "" };
  const pretrainedNews = (id: string): string => {
    const ids = store.getState().news === lately.news ? [...lately.ids, id] : [id];
    const names = ids.map((each) => `“${each}”`);
    const all = names.length === 1 ? names.join() : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
    lately = { ids, news: `${all} ${ids.length === 1 ? "is" : "are"} pretrained.` };
    return lately.news;
  };

  const change = (id: string, changes: Partial<BaseJob>): void =>
    store.setState(({ jobs }) => ({ jobs: jobs.map((job) => (job.id === id ? { ...job, ...changes } : job)) }));

  const end = (id: string): void => {
    tasks.get(id)?.stop();
    tasks.delete(id);
    store.setState(({ jobs }) => ({ jobs: jobs.filter((job) => job.id !== id) }));
  };

  const begin = (job: BaseJob): void => {
    const { id } = job;
    let first: { readonly step: number; readonly at: number } | null = null;
    change(id, { running: true });
    const task = tools.start(job, (step, loss) => {
      first ??= { step, at: tools.now() };
      const each = (tools.now() - first.at) / (step - first.step);
      const left = (each * (job.base.steps - step)) / 1000;
      change(id, { step, loss, secondsLeft: Number.isFinite(left) ? left : null });
    });
    tasks.set(id, task);
    void (async () => {
      try {
        const { entry, file } = await task.result;
        if (tasks.get(id) !== task) return;
        const savedAt = new Date().toISOString();
        await keep({ id, entry, file, origin: "pretrained", savedAt }, pretrainedNews(id));
      } catch (error) {
        if (tasks.get(id) !== task) return;
        store.setState({ problem: `“${id}” was not pretrained: ${sentence(error)}` });
      }
      end(id);
      pump();
    })();
  };

  const pump = (): void => {
    const { jobs } = store.getState();
    const free = tools.parallel - jobs.filter((job) => job.running).length;
    for (const job of jobs.filter((each) => !each.running).slice(0, Math.max(0, free))) begin(job);
  };

  /** Throws an error whose message is a sentence. */
  const importOne = async (given: File): Promise<void> => {
    const { name } = given;
    // Before it is read: a file may have any size.
    if (given.size > MAX_BYTES) throw new CheckpointError(tooLarge(name, given.size));
    const bytes = await given.arrayBuffer().catch(() => {
      throw new CheckpointError(`"${name}" was not imported: it could not be read; choose it again.`);
    });
    const { named, entry, file } = await readCheckpointFile(name, new Uint8Array(bytes));
    const manifest = await manifestOf(named.cohortSeed);
    if (manifest?.policies.some((policy) => policy.id === entry.id))
      throw new CheckpointError(`"${name}" was not imported: the policy "${entry.id}" comes with the page, which uses its own.`);
    const accuracy = await tools.measure(named, file);
    const savedAt = new Date().toISOString();
    await keep(
      { id: entry.id, entry: { ...entry, ...accuracy }, file, origin: "imported", savedAt },
      named.weights === undefined
        ? `“${entry.id}” is imported.`
        : `“${weightsWords(named.weights)}” is imported; an agent’s “Starts from” has it now.`,
    );
  };

  return {
    store,
    unstored,
    look,
    find,
    pretrain(needs = store.getState().needs) {
      const { jobs } = store.getState();
      const missing = needs.filter(({ id, place }) => place === "missing" && !jobs.some((job) => job.id === id));
      const added = missing.map(({ id, spec, cohortSeed, base, task }) => {
        return { id, spec, cohortSeed, base, task, running: false, step: 0, loss: null, secondsLeft: null };
      });
      store.setState({ jobs: [...jobs, ...added], problem: null, news: null });
      pump();
    },
    stop(id) {
      const stopped = store.getState().jobs.filter((job) => id === undefined || job.id === id);
      for (const job of stopped) end(job.id);
      if (stopped.length > 0) store.setState({ news: "Stopped; nothing of it is kept." });
      pump();
    },
    async forget(id) {
      try {
        if (stored.has(id)) await tools.storage.forget(id);
        stored.delete(id);
        unstored.delete(id);
        store.setState({ problem: null, news: `“${id}” is deleted.` });
      } catch (error) {
        store.setState({ problem: `“${id}” was not deleted: ${sentence(error)}` });
      }
      show();
      await lookAgain();
    },
    async importFiles(files) {
      const refused: string[] = [];
      store.setState({ problem: null });
      for (const file of files) {
        store.setState({ news: `Reading “${file.name}”.` });
        try {
          await importOne(file);
        } catch (error) {
          refused.push(sentence(error));
        }
      }
      store.setState(({ problem, news }) => ({
        // That the browser keeps nothing may have been told meanwhile.
        problem: [problem, ...refused].filter((text) => text !== null).join(" ") || null,
        news: news?.startsWith("Reading ") ? null : news,
      }));
    },
    fileOf: (id) => (stored.get(id) ?? unstored.get(id))?.file ?? null,
    dismiss: () => store.setState({ problem: null }),
  };
}
