/**
 * Opens a tfjs backend, and says what it runs on. Each backend is imported when it is asked for. WebAssembly runs the one-thread builds:
 * threads need a page that is cross-origin isolated, and two agents fill two cores anyway.
 */
import { describeAdapter } from "../adapter.ts";
import type { BackendFacts, BackendId } from "../engine.ts";
import { fetchEngineFile } from "../engine-file.ts";
import { assertWorking, reportLost } from "../lost.ts";
import { tf } from "./core.ts";

/** The backends that are tfjs's. */
export type TfjsBackendId = Exclude<BackendId, "simd" | "webgpu">;

/** What tfjs calls each of them. */
const TFJS_NAME: Readonly<Record<TfjsBackendId, string>> = { "webgpu-plain": "webgpu", wasm: "wasm", cpu: "cpu" };

/** The device of tfjs's WebGPU backend, once it is open. */
let device: GPUDevice | null = null;

/** That device, which the webgpu engine uses directly. Throws Error where the backend has not been opened. */
export function graphicsDevice(): GPUDevice {
  if (!device) throw new Error("WebGPU has not been opened.");
  return device;
}

/** Makes a backend the current one; false where it does not start. */
export async function useBackend(backend: TfjsBackendId): Promise<boolean> {
  const name = TFJS_NAME[backend];
  return tf.getBackend() === name || tf.setBackend(name);
}

type Opened = Pick<BackendFacts, "adapter" | "software">;

async function openWebgpu(): Promise<Opened> {
  const { name, software } = await describeAdapter().catch((error: unknown) => {
    throw new Error(`${error instanceof Error ? error.message : String(error)} Choose the simd or wasm backend instead.`);
  });
  const { WebGPUBackend } = await import("@tensorflow/tfjs-backend-webgpu");
  if (!(await tf.setBackend("webgpu"))) throw new Error("WebGPU did not start. Choose the simd or wasm backend instead.");
  // tfjs does not notice: its operations go on without a device, and only reading fails.
  const current = tf.backend();
  if (!(current instanceof WebGPUBackend)) throw new Error("WebGPU did not start. Choose the simd or wasm backend instead.");
  device = current.device;
  void current.device.lost.then(({ message }) => reportLost(message));
  return { adapter: `${name}${software ? " (software)" : ""}`, software };
}

async function openWasm(): Promise<Opened> {
  if (typeof WebAssembly === "undefined")
    throw new Error("This browser has no WebAssembly. Choose the cpu backend instead; it is slow.");
  const { setWasmPaths } = await import("@tensorflow/tfjs-backend-wasm");
  tf.env().set("WASM_HAS_MULTITHREAD_SUPPORT", false);
  const simd = await tf.env().getAsync("WASM_HAS_SIMD_SUPPORT");
  // In Node the package finds its binaries beside itself.
  if (!tf.env().getBool("IS_NODE")) {
    const [plain, fast] = await Promise.all([
      import("@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm.wasm?url"),
      import("@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm-simd.wasm?url"),
    ]);
    // tfjs fetches it itself, from the cache then; where that fails it says neither which file nor what to do, or nothing at all.
    const file = `tfjs-backend-wasm${simd ? "-simd" : ""}.wasm`;
    await fetchEngineFile(simd ? fast.default : plain.default, `The file ${file} of the wasm backend`);
    setWasmPaths({
      "tfjs-backend-wasm.wasm": plain.default,
      "tfjs-backend-wasm-simd.wasm": fast.default,
      // Never asked for, but the map must be whole.
      "tfjs-backend-wasm-threaded-simd.wasm": fast.default,
    });
  }
  return { adapter: `WebAssembly${simd ? " SIMD" : ""}, one thread`, software: false };
}

async function openCpu(): Promise<Opened> {
  await import("@tensorflow/tfjs-backend-cpu");
  return { adapter: "plain JavaScript", software: false };
}

const OPEN = { "webgpu-plain": openWebgpu, wasm: openWasm, cpu: openCpu } as const;
const opened = new Map<BackendId, BackendFacts>();

/** Opens a backend and makes it the current one. Throws Error with a sentence for the page where it is not to be had. */
export async function openBackend(backend: TfjsBackendId): Promise<BackendFacts> {
  assertWorking(backend);
  const known = opened.get(backend);
  const facts = known ?? { backend, ...(await OPEN[backend]()), tfjs: tf.version_core };
  let started = false;
  try {
    started = await useBackend(backend);
  } catch (error) {
    throw new Error(`The ${backend} backend did not start: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (!started) throw new Error(`The ${backend} backend did not start. Choose another one.`);
  opened.set(backend, facts);
  return facts;
}
