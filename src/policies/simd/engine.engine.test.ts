/** Both builds against tfjs on wasm, for every architecture and size and for batches that do not fill their chunks. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRng } from "../../math/rng.ts";
import { addition } from "../../tasks/addition.ts";
import { ARCHITECTURE_LIST } from "../architectures/index.ts";
import type { Engine, EngineState, Rollouts, SampleRequest } from "../engine.ts";
import { ask, largestGap, norm, promptLength, someDerivative, updateOf, V, vocabulary } from "../fixture.ts";
import { initialise } from "../layout.ts";
import { ARCHITECTURES, SIZES } from "../spec.ts";
import { createTfjsEngine } from "../tfjs/engine.ts";
import { createSimdEngine, openSimd } from "./engine.ts";
import { SIMD_BUILDS } from "./module.ts";
import { PORTABLE, portableRun } from "./portable.ts";

const { maxCompletion } = addition;
/** No clipping: after one step the first moment is a tenth of the gradient. */
const updateBy = (request: SampleRequest, rollouts: Rollouts) => updateOf(request, rollouts, someDerivative(rollouts), 0);
/**
 * One row; one row more than a chunk; chunks whose rows share prompts, the last one ragged; more prompts than are kept at a time (forced.ts), the
 * last part and its chunk ragged.
 */
const SHAPES = [
  [1, 1],
  [17, 1],
  [5, 7],
  [131, 2],
] as const;

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
          const request = ask(count, perPrompt, 5, 0.8);
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

          const update = updateBy(request, rollouts);
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

      it.each(SHAPES)(
        "%i prompts times %i: the same bits from what sampling saved as when computed again",
        async (count, perPrompt) => {
          const request = ask(count, perPrompt, 5, 0.8);
          const run = async (toLearn: boolean) => {
            engine.restore(fresh);
            const rollouts = await engine.sample({ ...request, toLearn });
            return { rollouts, stats: await engine.update(updateBy(request, rollouts)), state: await engine.snapshot() };
          };
          const [saved, again] = [await run(true), await run(false)];
          expect(saved.rollouts).toEqual(again.rollouts);
          expect(saved.stats).toEqual(again.stats);
          // After one step the first moment is a tenth of the gradient.
          expect(largestGap(saved.state.firstMoment, again.state.firstMoment)).toBe(0);
          expect(largestGap(saved.state.parameters, again.state.parameters)).toBe(0);
          engine.restore(fresh);
        },
      );

      it("goes the same way as tfjs for 20 steps", async () => {
        const gaps: number[] = [];
        for (let step = 0; step < 20; step++) {
          const request = ask(3, 4, step);
          const rollouts = await oracle.sample(request);
          const update = { ...updateBy(request, rollouts), learningRate: 1e-4 };
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
            const request = ask(3, 7, step);
            const written = await engine.sample(request);
            rollouts.push(written);
            await engine.update(updateBy(request, written));
          }
          return { rollouts, state: await engine.snapshot() };
        };
        expect(await run()).toEqual(await run());
        engine.restore(fresh);
      });
    },
  );
});

describe("the plain build", () => {
  it.each(ARCHITECTURES)("%s: gives the same bits in this browser as everywhere", async (architecture) => {
    expect(await portableRun(architecture)).toBe(PORTABLE[architecture]);
  });
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
