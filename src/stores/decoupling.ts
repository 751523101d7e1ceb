/**
 * Error decoupling as it is measured from the page: what is going on, what came out, and what stood in the way. One measurement at a time; what
 * was measured stays until the next is whole.
 */
import { createStore, type StoreApi } from "zustand/vanilla";
import type { StartDecoupling } from "../cohort/decoupler.ts";
import { allPairs, type PairDecoupling, type Subject } from "../cohort/decoupling.ts";
import type { CheckpointFile } from "../policies/checkpoint.ts";
import { type BaseRecipe, ownBase, startId } from "../policies/spec.ts";
import { baseOf, type RunConfig } from "../runs/config.ts";
import type { TaskId } from "../tasks/task.ts";
import type { BaseNeed, BasesController } from "./bases.ts";

export interface Measured<S extends Subject> {
  readonly subjects: readonly S[];
  /** Every two of them, each beside itself too. */
  readonly pairs: readonly PairDecoupling[];
  readonly seed: number;
  readonly task: TaskId;
  readonly base: BaseRecipe;
  readonly samples: number;
}

export interface Decoupling<S extends Subject> {
  /** Parts done; null while nothing is measured. */
  readonly progress: { readonly done: number; readonly total: number } | null;
  readonly measured: Measured<S> | null;
  /** Policies that were left out of the last measurement, for there is no checkpoint of them. */
  readonly missing: readonly BaseNeed[];
  /** What went wrong last, in a sentence. */
  readonly problem: string | null;
}

export interface DecouplingTools {
  readonly start: StartDecoupling;
  readonly find: BasesController["find"];
  readonly unstored: ReadonlyMap<string, CheckpointFile>;
  readonly checkpointBase: () => string;
}

export interface DecouplingController<S extends Subject> {
  readonly store: StoreApi<Decoupling<S>>;
  /** Measures every two of the subjects whose checkpoints are there. Never rejects. */
  measure(config: RunConfig, subjects: readonly S[], samples: number): Promise<void>;
  /** Nothing of a stopped measurement is kept. */
  stop(): void;
  dismiss(): void;
}

/** The name of the policy that a subject is. */
export function subjectId(subject: Subject, seed: number, base: BaseRecipe, task: TaskId): string {
  return startId({ ...subject.spec, weights: subject.weights }, seed, ownBase(base, subject), task);
}

export function createDecoupling<S extends Subject>(tools: DecouplingTools): DecouplingController<S> {
  const store = createStore<Decoupling<S>>(() => ({ progress: null, measured: null, missing: [], problem: null }));
  let turn = 0;
  let end = (): void => {};

  const stop = (): void => {
    turn++;
    end();
    end = () => {};
    store.setState({ progress: null });
  };

  return {
    store,
    async measure(config, subjects, samples) {
      stop();
      const own = turn;
      const { seed, task } = config;
      const base = baseOf(config);
      store.setState({ progress: { done: 0, total: 0 }, problem: null, missing: [] });
      try {
        const needs = await tools.find(
          subjects.map((subject) => {
            const { spec, weights } = subject;
            return { spec, weights, cohortSeed: seed, base: ownBase(base, subject), task };
          }),
        );
        if (own !== turn) return;
        const missing = needs.filter(({ place }) => place === "missing" || place === "absent");
        const gone = new Set(missing.map(({ id }) => id));
        const there = subjects.filter((subject) => !gone.has(subjectId(subject, seed, base, task)));
        store.setState({ missing });
        if (there.length === 0) throw new Error("There is nothing to measure: none of these policies has a checkpoint yet.");
        const question = {
          taskId: task,
          subjects: there.map(({ spec, paraphrase, weakShare, weights }) => ({ spec, paraphrase, weakShare, weights })),
          pairs: allPairs(there.length),
          cohortSeed: seed,
          base,
          samples,
          checkpointBase: tools.checkpointBase(),
          kept: new Map([...tools.unstored].map(([id, { entry, file }]) => [id, { entry, file }])),
        };
        const call = tools.start(question, (done, total) => {
          if (own === turn) store.setState({ progress: { done, total } });
        });
        end = () => call.stop();
        const pairs = await call.result;
        if (own !== turn) return;
        store.setState({ progress: null, measured: { subjects: there, pairs, seed, task, base, samples } });
      } catch (error) {
        if (own !== turn) return;
        const problem = error instanceof Error && error.message ? error.message : `Something failed: ${String(error)}.`;
        store.setState({ progress: null, problem });
      }
    },
    stop,
    dismiss: () => store.setState({ problem: null }),
  };
}
