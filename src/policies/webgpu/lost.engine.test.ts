/** A graphics device that refuses a program, and one that is lost in the middle of a run. In a file of its own: the device is gone afterwards. */
import { expect, it } from "vitest";
import { createEngine, openBackend } from "../create-engine.ts";
import { ask, engineOf, parametersOf, promptLength, someDerivative, updateOf, vocabulary } from "../fixture.ts";
import { graphicsDevice } from "../tfjs/backend.ts";
import { compile, createBuffers, openGpu, perform } from "./gpu.ts";

it("says which program the driver refused and what to do", async () => {
  const device = await openGpu();
  const code = "@compute @workgroup_size(1) fn main() { let x = unknown(); }";
  await expect(compile(device, "broken", code, [])).rejects.toThrow(/could not compile.*"broken".*unknown.*Choose the simd/s);
  const tooWide = "@compute @workgroup_size(100000) fn main() {}";
  await expect(compile(device, "too wide", tooWide, [])).rejects.toThrow(/could not compile.*"too wide".*Choose the simd/s);
});

it("says so where the device refuses commands", async () => {
  const device = await openGpu();
  const buffers = createBuffers(device);
  const refused = perform(device, buffers, (encoder) => {
    encoder.clearBuffer(buffers.room("small", 256), 0, 4096);
    return [];
  });
  await expect(refused).rejects.toThrow(/graphics device refused.*Choose the simd/s);
  buffers.dispose();
});

it("rejects every call once the device is lost, in a sentence, and leaves simd working", async () => {
  expect(await openBackend("webgpu")).toMatchObject({ backend: "webgpu", tfjs: "4.22.0" });
  const engine = await engineOf("recurrent", "webgpu", undefined, 4);
  const request = ask(1, 2);
  const rollouts = await engine.sample(request);
  const state = await engine.snapshot();
  const device = graphicsDevice();
  const lost = /graphics device was lost.*simd/;
  const underWay = expect(engine.sample(request)).rejects.toThrow(lost);
  device.destroy();
  await underWay;
  await expect(engine.sample(request)).rejects.toThrow(lost);
  await expect(engine.logProbs(request, rollouts)).rejects.toThrow(lost);
  await expect(engine.update(updateOf(request, rollouts, someDerivative(rollouts)))).rejects.toThrow(lost);
  await expect(engine.snapshot()).rejects.toThrow(lost);
  expect(() => engine.restore(state)).toThrow(lost);
  await expect(openBackend("webgpu")).rejects.toThrow(lost);
  engine.dispose();
  const other = await createEngine({
    architecture: "recurrent",
    size: "small",
    vocabulary,
    promptLength,
    maxCompletion: 4,
    backend: "simd",
    parameters: parametersOf("recurrent"),
  });
  expect((await other.sample(request)).tokens).toEqual(rollouts.tokens);
  other.dispose();
});
