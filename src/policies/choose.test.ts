import { describe, expect, it } from "vitest";
import { describeAdapter } from "./adapter.ts";
import { chooseBackend, type Measured, type Memory, recall, remember } from "./choose.ts";
import type { BackendId } from "./engine.ts";

function memoryOf(): Memory & { readonly content: Map<string, string> } {
  const content = new Map<string, string>();
  return { content, getItem: (key) => content.get(key) ?? null, setItem: (key, value) => void content.set(key, value) };
}

/** Chooses with these times; a backend without one is not to be had. */
function choose(
  times: Partial<Record<BackendId, number>>,
  adapter: { name: string; software: boolean } | null,
  memory: Memory = memoryOf(),
) {
  const asked: BackendId[] = [];
  const decision = chooseBackend({
    askAdapter: async () => {
      if (!adapter) throw new Error("This browser has no WebGPU.");
      return adapter;
    },
    measure: async (backend): Promise<Measured> => {
      asked.push(backend);
      const milliseconds = times[backend];
      if (milliseconds === undefined) throw new Error(`The ${backend} backend did not start.`);
      return { backend, milliseconds };
    },
    memory,
    version: "1.0",
  });
  return decision.then((made) => ({ ...made, asked }));
}
const gpu = { name: "acme g1", software: false };

describe("backend auto", () => {
  it("takes the faster of a graphics card and simd, and says by how much", async () => {
    expect(await choose({ webgpu: 12.4, simd: 20 }, gpu)).toEqual({
      backend: "webgpu",
      reason: "WebGPU was chosen: a small step took 12 ms, against 20 ms on our SIMD engine.",
      asked: ["webgpu", "simd"],
    });
    expect((await choose({ webgpu: 120, simd: 8.25 }, gpu)).reason).toBe(
      "Our SIMD engine was chosen: a small step took 8.3 ms, against 120 ms on WebGPU.",
    );
    expect((await choose({ webgpu: 5, simd: 5 }, gpu)).backend).toBe("webgpu");
  });

  it("passes an emulated GPU over without measuring it, and does not time tfjs where simd runs", async () => {
    const made = await choose({ webgpu: 1, simd: 8, wasm: 4 }, { name: "google swiftshader", software: true });
    expect(made).toEqual({
      backend: "simd",
      reason:
        "WebGPU was passed over: it runs on the processor here (google swiftshader). Our SIMD engine was chosen: a small step took 8.0 ms.",
      asked: ["simd"],
    });
    expect(await choose({ simd: 8 }, null)).toMatchObject({ backend: "simd", asked: ["simd"] });
  });

  it("does without a backend that does not start", async () => {
    expect((await choose({ simd: 8 }, gpu)).reason).toBe(
      "The webgpu backend did not start. Our SIMD engine was chosen: a small step took 8.0 ms.",
    );
    expect(await choose({ webgpu: 30, wasm: 80 }, gpu)).toMatchObject({ backend: "webgpu", asked: ["webgpu", "simd", "wasm"] });
    expect((await choose({ webgpu: 120, wasm: 8.25 }, gpu)).reason).toBe(
      "The simd backend did not start. WebAssembly was chosen: a small step took 8.3 ms, against 120 ms on WebGPU.",
    );
    const last = await choose({}, null);
    expect(last).toMatchObject({ backend: "cpu", asked: ["simd", "wasm"] });
    expect(last.reason).toMatch(
      /^This browser has no WebGPU\. The simd backend did not start\. The wasm backend did not start\. Plain JavaScript was chosen/,
    );
  });

  it("remembers per adapter", async () => {
    const memory = memoryOf();
    const first = await choose({ webgpu: 12, simd: 20 }, gpu, memory);
    expect(await choose({ webgpu: 500, simd: 1 }, gpu, memory)).toEqual({ ...first, asked: [] });
    expect((await choose({ webgpu: 500, simd: 80 }, { ...gpu, name: "other" }, memory)).backend).toBe("simd");
    expect(recall(memory, "1.0 acme g1")).toEqual([
      { backend: "webgpu", milliseconds: 12 },
      { backend: "simd", milliseconds: 20 },
    ]);
  });

  it("is not upset by a memory that is broken, refused or written by somebody else", async () => {
    const memory = memoryOf();
    for (const junk of ["{", "7", '{"1.0 acme g1":[{"backend":"abacus","milliseconds":1}]}']) {
      memory.content.set("co-rl-playground/backend", junk);
      expect((await choose({ webgpu: 12, simd: 80 }, gpu, memory)).asked).toHaveLength(2);
    }
    const refused = (): never => {
      throw new Error("denied");
    };
    const denied: Memory = { getItem: refused, setItem: refused };
    remember(denied, "a", []);
    expect((await choose({ webgpu: 12, simd: 80 }, gpu, denied)).backend).toBe("webgpu");
  });

  it("asks for an adapter only where there can be one", async () => {
    // Node has no WebGPU.
    await expect(describeAdapter()).rejects.toThrow("This browser has no WebGPU.");
  });
});
