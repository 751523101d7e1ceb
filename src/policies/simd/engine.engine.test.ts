/** Both builds against tfjs on wasm, for every architecture and size and for batches that do not fill their chunks. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRng } from "../../math/rng.ts";
import { addition } from "../../tasks/addition.ts";
import { ARCHITECTURE_LIST } from "../architectures/index.ts";
import type { Engine, EngineState, Rollouts, SampleRequest, UpdateRequest } from "../engine.ts";
import { initialise } from "../layout.ts";
import { ARCHITECTURES, SIZES } from "../spec.ts";
import { createTfjsEngine } from "../tfjs/engine.ts";
import { createSimdEngine, openSimd } from "./engine.ts";
import { SIMD_BUILDS } from "./module.ts";

const { vocabulary, promptLength, maxCompletion } = addition;
const V = vocabulary.characters.length;
/** No clipping: after one step the first moment is a tenth of the gradient. */
const ADAM = { beta1: 0.9, beta2: 0.95, epsilon: 1e-8, weightDecay: 0, clipNorm: 0 } as const;
/** One row; one row more than a chunk; chunks whose rows share prompts, the last one ragged. */
const SHAPES = [
  [1, 1],
  [17, 1],
  [5, 7],
] as const;

function ask(promptCount: number, perPrompt: number, temperature = 0.8, key = 5): SampleRequest {
  const rng = createRng(11);
  const texts = Array.from({ length: promptCount }, () => addition.encode(`${10 + rng.int(90)}+${10 + rng.int(90)}=`));
  return { prompts: Int32Array.from(texts.flat()), promptCount, perPrompt, temperature, topP: 1, key };
}

function updateOf(request: SampleRequest, rollouts: Rollouts): UpdateRequest {
  const rng = createRng(9);
  const { rows, width, lengths } = rollouts;
  const derivative = Float32Array.from({ length: rows * width }, (_, i) => {
    const d = rng.between(-1, 1) / (4 * rows);
    return i % width < (lengths[Math.floor(i / width)] ?? 0) ? d : 0;
  });
  const loss = { updates: 1, needsCurrent: () => false, evaluate: () => ({ loss: 0, derivative }) };
  return { ...request, rollouts, loss, learningRate: 1e-3, adam: ADAM };
}

function largestGap(a: Float32Array, b: Float32Array): number {
  expect(a.length).toBe(b.length);
  return a.reduce((gap, x, i) => Math.max(gap, Math.abs(x - (b[i] ?? Number.NaN))), 0);
}

const norm = (x: Float32Array): number => Math.sqrt(x.reduce((sum, v) => sum + v * v, 0));

describe.each(SIMD_BUILDS)("the %s build", (build) => {
  it("says which build it is", async () => {
    expect(await openSimd(build)).toEqual({
      backend: "simd",
      adapter: `AssemblyScript SIMD, ${build}, one thread`,
      software: false,
      tfjs: "none",
    });
  });

  describe.each(ARCHITECTURES.flatMap((architecture) => SIZES.map((size) => ({ architecture, size }))))(
    "$architecture $size",
    ({ architecture, size }) => {
      const layout = ARCHITECTURE_LIST[architecture].layout(size, V);
      const parameters = initialise(layout, createRng(3)).map((x) => 1.5 * x);
      const options = { architecture, size, vocabulary, promptLength, maxCompletion, parameters };
      let engine: Engine;
      let oracle: Engine;
      let fresh: EngineState;
      beforeAll(async () => {
        engine = await createSimdEngine({ ...options, build });
        oracle = await createTfjsEngine({ ...options, backend: "wasm" });
        fresh = await engine.snapshot();
      });
      afterAll(() => {
        engine.dispose();
        oracle.dispose();
      });

      it.each(SHAPES)(
        "%i prompts times %i: the same rollouts, log-probabilities and gradients as tfjs",
        async (count, perPrompt) => {
          const request = ask(count, perPrompt);
          const rollouts = await oracle.sample(request);
          const own = await engine.sample(request);
          expect(own.tokens).toEqual(rollouts.tokens);
          expect(own.lengths).toEqual(rollouts.lengths);
          expect(largestGap(own.logProbs, rollouts.logProbs)).toBeLessThan(1e-4);
          expect(largestGap(own.entropies, rollouts.entropies)).toBeLessThan(1e-4);
          expect(largestGap(own.certainties, rollouts.certainties)).toBeLessThan(1e-4);
          expect(largestGap(await engine.logProbs(request, rollouts), await oracle.logProbs(request, rollouts))).toBeLessThan(
            1e-4,
          );

          const update = updateOf(request, rollouts);
          const [got, wanted] = [await engine.update(update), await oracle.update(update)];
          expect(Math.abs(got.surrogate - wanted.surrogate)).toBeLessThan(1e-5);
          const [mine, theirs] = [(await engine.snapshot()).firstMoment, (await oracle.snapshot()).firstMoment];
          engine.restore(fresh);
          oracle.restore(fresh);
          for (const { name, offset, size: n } of layout.tensors) {
            const [a, b] = [mine.subarray(offset, offset + n), theirs.subarray(offset, offset + n)];
            // A short text does not reach back through the longest gap of the convolutions.
            expect(norm(a.map((x, i) => x - (b[i] ?? Number.NaN))), name).toBeLessThanOrEqual(1e-4 * norm(b));
          }
        },
      );

      it("goes the same way as tfjs for 20 steps", async () => {
        const gaps: number[] = [];
        for (let step = 0; step < 20; step++) {
          const request = ask(3, 4, 1, step);
          const rollouts = await oracle.sample(request);
          const update = { ...updateOf(request, rollouts), learningRate: 1e-4 };
          await engine.update(update);
          await oracle.update(update);
          gaps.push(largestGap(await engine.logProbs(request, rollouts), await oracle.logProbs(request, rollouts)));
        }
        expect((await engine.snapshot()).adamStep).toBe(20);
        expect(Math.max(...gaps)).toBeLessThan(5e-3);
        engine.restore(fresh);
        oracle.restore(fresh);
      });

      it("repeats bit for bit", async () => {
        const run = async () => {
          engine.restore(fresh);
          const rollouts: Rollouts[] = [];
          for (let step = 0; step < 3; step++) {
            const request = ask(3, 7, 1, step);
            const written = await engine.sample(request);
            rollouts.push(written);
            await engine.update(updateOf(request, written));
          }
          return { rollouts, state: await engine.snapshot() };
        };
        expect(await run()).toEqual(await run());
        engine.restore(fresh);
      });
    },
  );
});

describe("sampling in groups", () => {
  it("writes more rows than go side by side, each as it would be written alone", async () => {
    const parameters = initialise(ARCHITECTURE_LIST.recurrent.layout("small", V), createRng(3));
    const options = { architecture: "recurrent", size: "small", vocabulary, promptLength, maxCompletion: 6, parameters } as const;
    const engine = await createSimdEngine(options);
    const many = await engine.sample(ask(13, 50));
    const few = await engine.sample(ask(11, 50));
    expect(many.rows).toBe(650);
    expect(many.tokens.subarray(0, few.tokens.length)).toEqual(few.tokens);
    expect(many.logProbs.subarray(0, few.tokens.length)).toEqual(few.logProbs);
    expect(many.lengths.every((length) => length > 0)).toBe(true);
    engine.dispose();
  });

  it("does not mind that other parameters were not finite", async () => {
    const parameters = initialise(ARCHITECTURE_LIST.attention.layout("small", V), createRng(3));
    const options = { architecture: "attention", size: "small", vocabulary, promptLength, maxCompletion, parameters } as const;
    const engine = await createSimdEngine(options);
    const fresh = await engine.snapshot();
    const wanted = await engine.sample(ask(17, 1));
    engine.restore({ ...fresh, parameters: parameters.map(() => Number.NaN) });
    await expect(engine.sample(ask(17, 2))).rejects.toThrow(/not finite/);
    engine.restore(fresh);
    expect(await engine.sample(ask(17, 1))).toEqual(wanted);
    engine.dispose();
  });
});
