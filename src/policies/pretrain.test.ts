import { describe, expect, it } from "vitest";
import type { Engine, UpdateRequest } from "./engine.ts";
import { DEFAULT_PRETRAIN, DEFAULT_TUNE, pretrain, pretrainRate } from "./pretrain.ts";

/** An engine that only notes what it is asked. */
function recorder(): { engine: Engine; requests: UpdateRequest[] } {
  const requests: UpdateRequest[] = [];
  const refuse = (): never => {
    throw new Error("not part of pretraining");
  };
  const engine: Engine = {
    backend: "cpu",
    parameterCount: 0,
    sample: refuse,
    logProbs: refuse,
    update: async (request) => {
      requests.push(request);
      return { loss: 0, gradientNorm: 1, surrogate: 2 };
    },
    snapshot: refuse,
    restore: refuse,
    memory: refuse,
    dispose: refuse,
  };
  return { engine, requests };
}

// Prompt of 2, completions of 2, 3 (cut at the cap) and 1, padding 0.
const examples = {
  tokens: Int32Array.from([1, 2, 3, 4, 0, 5, 6, 7, 8, 9, 1, 3, 2, 0, 0]),
  rows: 3,
  width: 5,
  promptLength: 2,
  pad: 0,
};
const recipe = { ...DEFAULT_PRETRAIN, steps: 20, batch: 4 };

describe("pretraining", () => {
  it("warms up, then falls on a cosine to 5 %", () => {
    const at = (step: number): number => pretrainRate(DEFAULT_PRETRAIN, step) / 5e-3;
    expect(at(0)).toBeCloseTo(1 / 50, 6);
    expect(at(49)).toBeCloseTo(0.9986, 3);
    expect(at(1000)).toBeCloseTo(0.525, 6);
    expect(at(1999)).toBeCloseTo(0.05, 4);
  });

  it("tunes at a constant rate, from the first step to the last", () => {
    for (const step of [0, 1, 75, 149]) expect(pretrainRate(DEFAULT_TUNE, step)).toBeCloseTo(1e-3, 12);
  });

  it("back-propagates the mean cross-entropy over completion tokens", async () => {
    const { engine, requests } = recorder();
    const losses: number[] = [];
    await pretrain(engine, examples, 1, recipe, ({ loss }) => losses.push(loss));
    expect(losses).toEqual(new Array(20).fill(2));
    expect(requests).toHaveLength(20);
    for (const { rollouts, prompts, loss } of requests) {
      const { derivative } = loss.evaluate(rollouts.logProbs);
      const tokens = rollouts.lengths.reduce((sum, n) => sum + n, 0);
      expect(derivative[0]).toBeCloseTo(-1 / tokens, 6);
      for (let row = 0; row < rollouts.rows; row++) {
        // Prompt, completion and length belong together.
        const [first, length, token] = [prompts[2 * row], rollouts.lengths[row], rollouts.tokens[3 * row]];
        expect([
          [1, 2, 3],
          [5, 3, 7],
          [1, 1, 2],
        ]).toContainEqual([first, length, token]);
      }
    }
    const rates = requests.map(({ learningRate }) => learningRate);
    expect(rates).toEqual(rates.map((_, step) => pretrainRate(recipe, step)));
  });

  it("draws the same batches from the same seed, and stops when told to", async () => {
    const batches = async (seed: number): Promise<number[][]> => {
      const { engine, requests } = recorder();
      await pretrain(engine, examples, seed, recipe);
      return requests.map(({ prompts }) => [...prompts]);
    };
    expect(await batches(1)).toEqual(await batches(1));
    expect(await batches(2)).not.toEqual(await batches(1));
    const stop = new AbortController();
    const { engine, requests } = recorder();
    const stopped = pretrain(
      engine,
      examples,
      1,
      recipe,
      ({ step }) => step === 3 && stop.abort(new Error("enough")),
      stop.signal,
    );
    await expect(stopped).rejects.toThrow("enough");
    expect(requests).toHaveLength(3);
    await expect(pretrain(engine, { ...examples, rows: 0 }, 1)).rejects.toThrow(RangeError);
  });
});
