/**
 * A run for tests of the plain build, and what came out of it, to the bit: the same in every browser and on every processor, or the promise in
 * module.ts is broken. Whoever changes the engine's arithmetic on purpose writes down the new numbers.
 */
import { createRng } from "../../math/rng.ts";
import { addition } from "../../tasks/addition.ts";
import { ARCHITECTURE_LIST } from "../architectures/index.ts";
import { ask, someDerivative, updateOf, V } from "../fixture.ts";
import type { ArchitectureId } from "../spec.ts";
import { createSimdEngine } from "./engine.ts";
import type { SimdSource } from "./module.ts";

/** FNV-1a over tokens, log-probabilities and parameters after three steps. */
export const PORTABLE: Readonly<Record<ArchitectureId, string>> = {
  attention: "77797e9a",
  recurrent: "e797975e",
  convolutional: "079d9650",
};

function hash(h: number, { buffer, byteOffset, byteLength }: Int32Array | Float32Array): number {
  return new Uint8Array(buffer, byteOffset, byteLength).reduce((x, byte) => Math.imul(x ^ byte, 0x01000193), h);
}

/** Three steps of a small policy on the plain build, hashed. */
export async function portableRun(architecture: ArchitectureId, source?: SimdSource): Promise<string> {
  const { vocabulary, promptLength, maxCompletion } = addition;
  // Uniform numbers alone: Math.log and Math.cos, which normal ones are made of, may differ between browsers.
  const rng = createRng(3);
  const { length } = ARCHITECTURE_LIST[architecture].layout("small", V);
  const parameters = Float32Array.from({ length }, () => rng.between(-0.4, 0.4));
  const shape = { architecture, size: "small", vocabulary, promptLength, maxCompletion, parameters } as const;
  const engine = await createSimdEngine({ ...shape, build: "plain", ...(source ? { source } : {}) });
  let h = 0x811c9dc5;
  for (let step = 0; step < 3; step++) {
    // What sampling saved for the update gives the same bits as computing it again: one step does.
    const request = { ...ask(5, 7, step, 0.9), topP: step === 2 ? 0.9 : 1, toLearn: step !== 1 };
    const rollouts = await engine.sample(request);
    await engine.update(updateOf(request, rollouts, someDerivative(rollouts)));
    h = hash(hash(h, rollouts.tokens), rollouts.logProbs);
  }
  h = hash(h, (await engine.snapshot()).parameters);
  engine.dispose();
  return (h >>> 0).toString(16).padStart(8, "0");
}
