/** One contender in a worker of its own, timed there, so that neither the page nor a message is in the times. */
import { expose } from "comlink";
import { createRng } from "../../../src/math/rng.ts";
import { loadCheckpoint } from "../../../src/policies/checkpoint.ts";
import { openBackend } from "../../../src/policies/create-engine.ts";
import { FAMILIES } from "../../../src/policies/families.ts";
import { initialise } from "../../../src/policies/layout.ts";
import { type GpuTraffic, measureGpu } from "../../../src/policies/webgpu/counting.ts";
import type { Contender, ContenderId } from "./contender.ts";
import { ownContender } from "./own.ts";
import { type Copies, countCopies, watchMemories } from "./traffic.ts";
import { rolloutFlops, subjectOf, type Workload } from "./workload.ts";

watchMemories();

/** Milliseconds, and operations that the rollout needs (workload.ts); an update needs two or three times as many. */
export interface Step {
  /** 0 where it was left out. */
  readonly rollout: number;
  readonly update: number;
  readonly rolloutFlops: number;
}

/** What to time: where sampling does not run, updates of completions at random. */
export type Part = "step" | "update";

export type Traffic = GpuTraffic & Copies;

const JAX = { "jax-webgpu": "webgpu", "jax-wasm": "wasm" } as const;

let contender: Contender | null = null;
let chosen: Workload | null = null;

function ready(): { readonly own: Contender; readonly workload: Workload } {
  if (!contender || !chosen) throw new Error("Nothing has been opened.");
  return { own: contender, workload: chosen };
}

async function parametersOf(workload: Workload): Promise<Float32Array> {
  const { layout, vocabulary } = subjectOf(workload);
  if (workload.policy === "W") return initialise(layout, createRng(3));
  const base = new URL("/checkpoints/", self.location.href).href;
  return (await loadCheckpoint(base, FAMILIES[workload.policy].spec, 0, vocabulary.characters.length)).parameters;
}

/** Completions of full length. */
function completions(workload: Workload): Int32Array {
  const { maxCompletion, rows, vocabulary } = subjectOf(workload);
  const rng = createRng(17);
  const drawn = vocabulary.active.filter((id) => id !== vocabulary.end);
  return Int32Array.from({ length: rows * maxCompletion }, () => rng.pick(drawn));
}

/** The functions that a step consists of, each with what its operations are counted by. */
function partsOf(part: Part, key: number) {
  const { own, workload } = ready();
  const { maxCompletion, rows } = subjectOf(workload);
  const full = new Int32Array(rows).fill(maxCompletion);
  const rollout = async (): Promise<Int32Array> => (part === "step" ? (await own.rollout(key)).lengths : full);
  return { own, rollout, flops: (lengths: Int32Array) => rolloutFlops(workload, lengths) };
}

async function timed(key: number, part: Part = "step"): Promise<Step> {
  const { own, rollout, flops } = partsOf(part, key);
  const begin = performance.now();
  const lengths = await rollout();
  const between = performance.now();
  await own.update();
  const end = performance.now();
  return { rollout: part === "step" ? between - begin : 0, update: end - between, rolloutFlops: flops(lengths) };
}

async function traffic(act: () => Promise<unknown>): Promise<Traffic> {
  let gpu: GpuTraffic = { dispatches: 0, submits: 0, readbacks: 0, bytesRead: 0, bytesWritten: 0 };
  const copies = await countCopies(async () => {
    gpu = await measureGpu(act);
  });
  return { ...gpu, ...copies };
}

const api = {
  /** Milliseconds until the backend is open (fetched and compiled), and until the policy stands on it. */
  async open(
    id: ContenderId,
    workload: Workload,
  ): Promise<{ readonly backend: number; readonly policy: number; readonly facts: string }> {
    contender?.dispose();
    contender = null;
    chosen = workload;
    const parameters = await parametersOf(workload);
    const begin = performance.now();
    // Each worker loads what it runs and no more, as the product's do.
    if (id === "jax-webgpu" || id === "jax-wasm") {
      const { jaxContender, openJax } = await import("./jax.ts");
      await openJax(JAX[id]);
      const opened = performance.now();
      contender = await jaxContender(JAX[id], workload, parameters);
      return { backend: opened - begin, policy: performance.now() - opened, facts: "jax-js" };
    }
    const facts = (await openBackend(id)).adapter;
    const opened = performance.now();
    contender = await ownContender(id, workload, parameters);
    return { backend: opened - begin, policy: performance.now() - opened, facts };
  },
  step: timed,
  /** Steps one after another, as a run would do them; the last one's memory. */
  async steps(from: number, count: number) {
    for (let i = 0; i < count; i++) await timed(from + i);
    return ready().own.memory();
  },
  /** The first step: its time, and what it asks of the device and copies. */
  async first(part: Part): Promise<{ readonly milliseconds: number; readonly rollout: Traffic; readonly update: Traffic }> {
    const { own, workload } = ready();
    if (part === "update") await own.pretend(completions(workload));
    const begin = performance.now();
    const rollout = await traffic(async () => part === "step" && (await own.rollout(0)));
    const update = await traffic(() => own.update());
    return { milliseconds: performance.now() - begin, rollout, update };
  },
  /** Log-probabilities of completions at random. */
  logProbs(): Promise<Float32Array> {
    const { own, workload } = ready();
    return own.logProbs(completions(workload));
  },
  async peak(id: ContenderId, size: number, calls: number): Promise<number> {
    return (await import("./peak.ts")).matmulPeak(id, size, calls);
  },
};

export type ContenderApi = typeof api;
expose(api);
