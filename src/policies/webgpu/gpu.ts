/**
 * The graphics device: tfjs's own, so that both engines share one, used directly. Programs compiled from WGSL, buffers, and one way to have commands
 * done, which says what went wrong in a sentence.
 */
import { assertWorking } from "../lost.ts";
import { graphicsDevice, openBackend } from "../tfjs/backend.ts";
import type { Binding } from "./wgsl/text.ts";

/** Advice that ends every sentence here. */
const ADVICE = "Choose the simd or wasm backend instead.";

export async function openGpu(): Promise<GPUDevice> {
  await openBackend("webgpu-plain");
  return graphicsDevice();
}

/** A compiled program. */
export interface Program {
  /** Binds buffers in the order in which the program declares them. */
  bind(...buffers: readonly (GPUBuffer | GPUBufferBinding)[]): GPUBindGroup;
  /** Records one dispatch. */
  dispatch(pass: GPUComputePassEncoder, bound: GPUBindGroup, x: number, y?: number): void;
}

const BUFFER_TYPE = { uniform: "uniform", read: "read-only-storage", write: "storage" } as const;

async function compileAnew(device: GPUDevice, label: string, code: string, bindings: readonly Binding[]): Promise<Program> {
  const layout = device.createBindGroupLayout({
    entries: bindings.map(({ kind }, binding) => ({
      binding,
      visibility: GPUShaderStage.COMPUTE,
      buffer: { type: BUFFER_TYPE[kind] },
    })),
  });
  device.pushErrorScope("validation");
  const module = device.createShaderModule({ label, code });
  const refused = device.popErrorScope();
  let reason = (await refused)?.message;
  if (reason === undefined) {
    try {
      const pipeline = await device.createComputePipelineAsync({
        label,
        layout: device.createPipelineLayout({ bindGroupLayouts: [layout] }),
        compute: { module, entryPoint: "main" },
      });
      return {
        bind: (...buffers) =>
          device.createBindGroup({
            layout,
            entries: buffers.map((buffer, binding) => ({
              binding,
              resource: buffer instanceof GPUBuffer ? { buffer } : buffer,
            })),
          }),
        dispatch(pass, bound, x, y = 1) {
          pass.setPipeline(pipeline);
          pass.setBindGroup(0, bound);
          pass.dispatchWorkgroups(x, y);
        },
      };
    } catch (error) {
      reason = error instanceof Error ? error.message : String(error);
    }
  }
  assertWorking("webgpu-plain");
  throw new Error(`The graphics driver could not compile the engine's "${label}" program: ${reason.trim()} ${ADVICE}`);
}

/** What was compiled on each device, by its code: a policy that is put there a second time, after Reset for one, need not wait. */
const compiled = new WeakMap<GPUDevice, Map<string, Promise<Program>>>();

/** Throws Error with a sentence where the driver refuses the code. */
export function compile(device: GPUDevice, label: string, code: string, bindings: readonly Binding[]): Promise<Program> {
  const known = compiled.get(device) ?? new Map<string, Promise<Program>>();
  compiled.set(device, known);
  const found = known.get(code);
  if (found) return found;
  const program = compileAnew(device, label, code, bindings);
  known.set(code, program);
  // What failed is tried again the next time.
  program.catch(() => known.delete(code));
  return program;
}

/** Buffers of one engine. Those that grow are made anew when more room is asked for. */
export interface Buffers {
  /** One with room for so many bytes; what it held is gone if it had to grow. */
  room(name: string, bytes: number, usage?: number): GPUBuffer;
  /** The same, filled. */
  filled(
    name: string,
    data: Uint32Array<ArrayBuffer> | Int32Array<ArrayBuffer> | Float32Array<ArrayBuffer>,
    usage?: number,
  ): GPUBuffer;
  /** How many there are, and their bytes. */
  size(): { readonly tensors: number; readonly bytes: number };
  dispose(): void;
}

export function createBuffers(device: GPUDevice): Buffers {
  const all = new Map<string, GPUBuffer>();
  const usual = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
  const room = (name: string, bytes: number, usage = usual): GPUBuffer => {
    const found = all.get(name);
    if (found && found.size >= bytes) return found;
    // Commands that use it were submitted before; the device waits for them.
    found?.destroy();
    const made = device.createBuffer({ label: name, size: Math.max(256, Math.ceil(bytes / 16) * 16), usage });
    all.set(name, made);
    return made;
  };
  return {
    room,
    filled(name, data, usage) {
      const buffer = room(name, data.byteLength, usage);
      device.queue.writeBuffer(buffer, 0, data);
      return buffer;
    },
    size() {
      const buffers = [...all.values()];
      return { tensors: buffers.length, bytes: buffers.reduce((sum, { size }) => sum + size, 0) };
    },
    dispose() {
      for (const buffer of all.values()) buffer.destroy();
      all.clear();
    },
  };
}

/** A part of a buffer to be read back. */
export interface Part {
  readonly buffer: GPUBuffer;
  readonly from: number;
  readonly bytes: number;
}

/**
 * Records and submits commands, then reads some parts of buffers, all in one go. Throws Error with a sentence where the device was lost or
 * refuses.
 */
export async function perform(
  device: GPUDevice,
  buffers: Buffers,
  record: (encoder: GPUCommandEncoder) => readonly Part[],
): Promise<ArrayBuffer[]> {
  assertWorking("webgpu-plain");
  device.pushErrorScope("out-of-memory");
  device.pushErrorScope("validation");
  const encoder = device.createCommandEncoder();
  let parts: readonly Part[];
  try {
    parts = record(encoder);
  } catch (error) {
    // Not the device's: what was asked for makes no sense.
    await Promise.all([device.popErrorScope(), device.popErrorScope()]);
    throw error;
  }
  const issue = async (): Promise<ArrayBuffer[]> => {
    const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
    if (bytes === 0) {
      device.queue.submit([encoder.finish()]);
      return [];
    }
    const reading = buffers.room("reading", bytes, GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST);
    let at = 0;
    for (const part of parts) {
      encoder.copyBufferToBuffer(part.buffer, part.from, reading, at, part.bytes);
      at += part.bytes;
    }
    device.queue.submit([encoder.finish()]);
    await reading.mapAsync(GPUMapMode.READ, 0, bytes);
    const whole = reading.getMappedRange(0, bytes).slice(0);
    reading.unmap();
    let from = 0;
    return parts.map((part) => {
      const own = whole.slice(from, from + part.bytes);
      from += part.bytes;
      return own;
    });
  };
  const issued = issue().then(
    (done) => ({ done }),
    (error: unknown) => ({ error }),
  );
  const scopes = await Promise.all([device.popErrorScope(), device.popErrorScope()]).catch(() => []);
  const outcome = await issued;
  const refusal = scopes.find((error) => error !== null);
  if ("done" in outcome && !refusal) return outcome.done;
  // The loss is announced about when commands begin to fail, before or after.
  await Promise.race([device.lost, new Promise((resolve) => setTimeout(resolve, 100))]);
  assertWorking("webgpu-plain");
  const reason = refusal?.message ?? ("error" in outcome ? String(outcome.error) : "");
  throw new Error(`The graphics device refused: ${reason.trim()} ${ADVICE}`);
}

/** Parts as floats. */
export const floats = (part: ArrayBuffer | undefined): Float32Array => new Float32Array(part ?? new ArrayBuffer(0));
