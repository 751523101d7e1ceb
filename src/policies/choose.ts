/**
 * Backend "auto": simd, or webgpu where a graphics card is faster by a measured small step. tfjs on wasm is several times slower than simd
 * (docs/performance.md), so it is tried only where simd does not run, and plain JavaScript where that does not either. A GPU emulated on the processor is
 * passed over: a step on SwiftShader takes minutes. What was measured is remembered per adapter.
 */
import { z } from "zod";
import type { AdapterFacts } from "./adapter.ts";
import { BACKENDS, type BackendId } from "./engine.ts";

export interface Measured {
  readonly backend: BackendId;
  readonly milliseconds: number;
}

/** A backend that was not measured, and why: one sentence. */
export interface Absent {
  readonly backend: BackendId;
  readonly why: string;
}

export interface Decision {
  readonly backend: BackendId;
  /** A sentence for the page and the record. */
  readonly reason: string;
}

const TITLES: Readonly<Record<BackendId, string>> = {
  webgpu: "WebGPU",
  simd: "our SIMD engine",
  wasm: "WebAssembly",
  "webgpu-plain": "plain WebGPU",
  cpu: "plain JavaScript",
};

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/**
 * Takes the fastest; on a tie, the one that BACKENDS names first. Where nothing could be measured it is plain JavaScript, which always
 * runs and is some twenty times slower than WebAssembly.
 */
function decide(measured: readonly Measured[], absent: readonly Absent[]): Decision {
  const [best, ...others] = [...measured].sort(
    (a, b) => a.milliseconds - b.milliseconds || BACKENDS.indexOf(a.backend) - BACKENDS.indexOf(b.backend),
  );
  const reasons = absent.map(({ why }) => why);
  if (!best)
    return { backend: "cpu", reason: [...reasons, "Plain JavaScript was chosen: it is slow, but all that runs here."].join(" ") };
  const milliseconds = (m: Measured): string =>
    `${m.milliseconds < 10 ? m.milliseconds.toFixed(1) : Math.round(m.milliseconds)} ms`;
  const slower = others.map((m) => `${milliseconds(m)} on ${TITLES[m.backend]}`).join(" and ");
  const took = `${capital(TITLES[best.backend])} was chosen: a small step took ${milliseconds(best)}`;
  const chosen = others.length > 0 ? `${took}, against ${slower}.` : `${took}.`;
  return { backend: best.backend, reason: [...reasons, chosen].join(" ") };
}

/** The part of localStorage that is needed. It may throw: then nothing is remembered. */
export interface Memory {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

const KEY = "co-rl-playground/backend";
const memorySchema = z.record(z.string(), z.array(z.object({ backend: z.enum(BACKENDS), milliseconds: z.number().positive() })));

/** What was measured with an adapter before, or null. Anything unreadable counts as nothing. */
export function recall(memory: Memory, adapter: string): readonly Measured[] | null {
  try {
    return memorySchema.parse(JSON.parse(memory.getItem(KEY) ?? "{}"))[adapter] ?? null;
  } catch {
    return null;
  }
}

export function remember(memory: Memory, adapter: string, measured: readonly Measured[]): void {
  try {
    let all: z.infer<typeof memorySchema> = {};
    try {
      all = memorySchema.parse(JSON.parse(memory.getItem(KEY) ?? "{}"));
    } catch {
      // Unreadable: start over.
    }
    memory.setItem(KEY, JSON.stringify({ ...all, [adapter]: measured }));
  } catch {
    // No storage, or full: it is measured again next time.
  }
}

/** Why a backend is absent, without advice to choose another one: that is being done. */
const sentence = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error))
    .replace(/ (Choose|Another backend)\b.*$/, "")
    .replace(/, or choose another backend\.$/, ".");

/**
 * The decision for backend "auto". `askAdapter` is describeAdapter; `measure` is measureBackend in a worker and rejects where a backend is not to
 * be had; `version` is part of what is remembered, so that another version of the page measures anew.
 */
export async function chooseBackend(options: {
  readonly askAdapter: () => Promise<AdapterFacts>;
  readonly measure: (backend: BackendId) => Promise<Measured>;
  readonly memory: Memory;
  readonly version: string;
}): Promise<Decision> {
  const { askAdapter, measure, memory, version } = options;
  const absent: Absent[] = [];
  let adapter = "none";
  let card = false;
  try {
    const facts = await askAdapter();
    adapter = facts.name;
    if (facts.software) throw new Error(`WebGPU was passed over: it runs on the processor here (${adapter}).`);
    card = true;
  } catch (error) {
    absent.push({ backend: "webgpu", why: sentence(error) });
  }
  const key = `${version} ${adapter}`;
  const known = recall(memory, key);
  if (known && known.length > 0) return decide(known, absent);
  const measured: Measured[] = [];
  const attempt = async (backend: BackendId): Promise<boolean> => {
    try {
      measured.push(await measure(backend));
      return true;
    } catch (error) {
      absent.push({ backend, why: sentence(error) });
      return false;
    }
  };
  if (card) await attempt("webgpu");
  if (!(await attempt("simd"))) await attempt("wasm");
  if (measured.length > 0) remember(memory, key, measured);
  return decide(measured, absent);
}
