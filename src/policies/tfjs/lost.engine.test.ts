/** A graphics device that is lost in the middle of a run. In a file of its own: the page's WebGPU backend is gone afterwards. */
import { WebGPUBackend } from "@tensorflow/tfjs-backend-webgpu";
import { expect, it } from "vitest";
import { createRng } from "../../math/rng.ts";
import { addition } from "../../tasks/addition.ts";
import { ARCHITECTURE_LIST } from "../architectures/index.ts";
import { initialise } from "../layout.ts";
import { measureBackend } from "../measure.ts";
import { openBackend } from "./backend.ts";
import { tf } from "./core.ts";
import { createTfjsEngine } from "./engine.ts";

it("says what it runs on, and refuses to measure an emulated GPU", async () => {
  const facts = await openBackend("webgpu-plain");
  expect(facts).toMatchObject({ backend: "webgpu-plain", tfjs: "4.22.0" });
  expect(await openBackend("wasm")).toEqual({
    backend: "wasm",
    adapter: "WebAssembly SIMD, one thread",
    software: false,
    tfjs: "4.22.0",
  });
  expect(tf.env().getBool("WASM_HAS_MULTITHREAD_SUPPORT")).toBe(false);
  if (facts.software) await expect(measureBackend("webgpu")).rejects.toThrow(/runs on the processor/);
  const { milliseconds } = await measureBackend("wasm");
  expect(milliseconds).toBeGreaterThan(0);
});

it("says that the device was lost, keeps the parameters, and leaves wasm working", async () => {
  const { vocabulary, promptLength } = addition;
  const parameters = initialise(ARCHITECTURE_LIST.recurrent.layout("small", vocabulary.characters.length), createRng(1));
  const options = { architecture: "recurrent", size: "small", vocabulary, promptLength, maxCompletion: 2, parameters } as const;
  const engine = await createTfjsEngine({ ...options, backend: "webgpu-plain" });
  const request = {
    prompts: Int32Array.from(addition.encode("37+58=")),
    promptCount: 1,
    perPrompt: 2,
    temperature: 1,
    topP: 1,
    key: 1,
  };
  await engine.sample(request);
  const backend = tf.backend();
  if (!(backend instanceof WebGPUBackend)) throw new Error("WebGPU is not the current backend.");
  backend.device.destroy();
  await backend.device.lost;
  await expect(engine.sample(request)).rejects.toThrow(/graphics device was lost.*wasm/);
  await expect(openBackend("webgpu-plain")).rejects.toThrow(/graphics device was lost/);
  expect((await engine.snapshot()).parameters).toEqual(parameters);
  const other = await createTfjsEngine({ ...options, backend: "wasm" });
  expect((await other.sample(request)).rows).toBe(2);
});
