/**
 * The graphics device of this worker, lost. Whoever opens it reports its loss here; whatever computes on it is rejected from then on, with
 * a sentence. Needed because neither tfjs nor WGSL notices: operations go on without a device, and reading fails or never ends.
 */
import { createBreaker } from "./breaker.ts";
import type { BackendId } from "./engine.ts";

/** Known by its name where it has crossed from a worker. */
export class DeviceLostError extends Error {
  override readonly name = "DeviceLostError";
}

/** Milliseconds that a loss may be told after the operation that failed of it. */
const NOTICE = 500;

/** One device for both engines that use it. It stays lost in this worker: fresh workers get a fresh one. */
const device = createBreaker();

function usesDevice(backend: BackendId): boolean {
  return backend === "webgpu" || backend === "webgpu-plain";
}

/** The device is gone; `message` is the browser's. */
export function reportLost(message: string): void {
  const why = message.replace(/\.$/, "");
  device.fail(
    new DeviceLostError(
      `The graphics device was lost${why ? ` (${why})` : ""}. If it happens again, choose the simd or wasm backend.`,
    ),
  );
}

/** Throws DeviceLostError if the backend's device was lost. */
export function assertWorking(backend: BackendId): void {
  if (usesDevice(backend) && device.error) throw device.error;
}

/** The call's own outcome; rejects with DeviceLostError if the backend's device is lost before or while it runs. */
export async function orLost<T>(backend: BackendId, call: () => Promise<T>): Promise<T> {
  if (!usesDevice(backend)) return call();
  try {
    return await device.guard(call);
  } catch (error) {
    if (!device.error) await new Promise((resolve) => setTimeout(resolve, NOTICE));
    throw device.error ?? error;
  }
}
