import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { addition } from "../../tasks/addition.ts";
import { ARCHITECTURE_LIST } from "../architectures/index.ts";
import { ARCHITECTURES } from "../spec.ts";
import { createSimdEngine, openSimd } from "./engine.ts";
import { chooseBuild, type SimdBuild, supports } from "./module.ts";
import { PORTABLE, portableRun } from "./portable.ts";

/** In Node the binaries are read from where scripts/simd.mjs put them. */
const source = async (build: SimdBuild): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(readFileSync(new URL(`./build/${build}.wasm`, import.meta.url)));

describe("the SIMD engine's builds", () => {
  it("are told apart by what the host compiles", async () => {
    expect(supports("plain")).toBe(true);
    expect(chooseBuild("plain")).toBe("plain");
    // The probe and the binary agree on whether this Node has relaxed SIMD.
    const relaxed = WebAssembly.validate(await source("relaxed"));
    expect(supports("relaxed")).toBe(relaxed);
    expect(chooseBuild("auto")).toBe(relaxed ? "relaxed" : "plain");
    if (!relaxed) expect(() => chooseBuild("relaxed")).toThrow(/relaxed WebAssembly SIMD/);
    expect((await openSimd("plain", source)).adapter).toBe("AssemblyScript SIMD, plain, one thread");
  });

  it.each(ARCHITECTURES)("%s: the plain one gives the same bits in Node as everywhere", async (architecture) => {
    expect(await portableRun(architecture, source)).toBe(PORTABLE[architecture]);
  });

  it("run in Node, and refuse what they have no code for", async () => {
    const { vocabulary, promptLength, maxCompletion } = addition;
    const layout = ARCHITECTURE_LIST.recurrent.layout("small", vocabulary.characters.length);
    const parameters = new Float32Array(layout.length);
    const options = { architecture: "recurrent", size: "small", vocabulary, promptLength, maxCompletion, parameters } as const;
    const engine = await createSimdEngine({ ...options, build: "plain", source });
    const prompts = Int32Array.from(addition.encode("37+58="));
    const { logProbs, lengths, entropies } = await engine.sample({
      prompts,
      promptCount: 1,
      perPrompt: 3,
      temperature: 1,
      topP: 1,
      key: 1,
    });
    // Without weights every token is as likely as any other.
    for (let row = 0; row < 3; row++) {
      expect(entropies[row]).toBeCloseTo(Math.log(15), 5);
      for (let t = 0; t < (lengths[row] ?? 0); t++) expect(logProbs[row * maxCompletion + t]).toBeCloseTo(-Math.log(15), 5);
    }
    const asked = { prompts: prompts.map(() => 24), promptCount: 1, perPrompt: 3, temperature: 1, topP: 1, key: 1 };
    await expect(engine.sample(asked)).rejects.toThrow(/Token 24 is outside/);
    await expect(createSimdEngine({ ...options, parameters: new Float32Array(7), build: "plain", source })).rejects.toThrow(
      /7 were/,
    );
    const short = { ...vocabulary, characters: vocabulary.characters.slice(0, 15) };
    await expect(createSimdEngine({ ...options, vocabulary: short, build: "plain", source })).rejects.toThrow(RangeError);
  });
});
