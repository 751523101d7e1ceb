/** The fused engine against tfjs on wasm, for every architecture and size and for batches that do not fill their chunks of four. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRng } from "../../math/rng.ts";
import { ARCHITECTURE_LIST } from "../architectures/index.ts";
import type { Engine, EngineState } from "../engine.ts";
import { ask, largestGap, norm, parametersOf, promptLength, someDerivative, updateOf, V, vocabulary } from "../fixture.ts";
import { initialise } from "../layout.ts";
import { ARCHITECTURES, SIZES } from "../spec.ts";
import { createTfjsEngine } from "../tfjs/engine.ts";
import { countGpu } from "./counting.ts";
import { createWebgpuEngine } from "./engine.ts";

/** One row; a chunk and one row more; chunks whose rows share prompts, the last one ragged. */
const SHAPES = [
  [1, 1],
  [5, 1],
  [3, 7],
] as const;

describe.each(ARCHITECTURES.flatMap((architecture) => SIZES.map((size) => ({ architecture, size }))))(
  "$architecture $size",
  ({ architecture, size }) => {
    const layout = ARCHITECTURE_LIST[architecture].layout(size, V);
    const parameters = initialise(layout, createRng(3)).map((x) => 1.5 * x);
    const options = { architecture, size, vocabulary, promptLength, maxCompletion: 24, parameters };
    let engine: Engine;
    let oracle: Engine;
    let fresh: EngineState;
    beforeAll(async () => {
      engine = await createWebgpuEngine(options);
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
        expect(largestGap(await engine.logProbs(request, rollouts), rollouts.logProbs)).toBeLessThan(1e-4);

        // Not clipped: after one step the first moment is a tenth of the gradient.
        const update = updateOf(request, rollouts, someDerivative(rollouts), 0);
        const [got, wanted] = [await engine.update(update), await oracle.update(update)];
        expect(Math.abs(got.surrogate - wanted.surrogate)).toBeLessThan(1e-5);
        expect(Math.abs(got.gradientNorm / wanted.gradientNorm - 1)).toBeLessThan(1e-4);
        const [mine, theirs] = [await engine.snapshot(), await oracle.snapshot()];
        engine.restore(fresh);
        oracle.restore(fresh);
        for (const { name, offset, size: n } of layout.tensors) {
          const of = (x: Float32Array): Float32Array => x.subarray(offset, offset + n);
          const [a, b] = [of(mine.firstMoment), of(theirs.firstMoment)];
          // A short text does not reach back through the longest gap of the convolutions.
          expect(norm(a.map((x, i) => x - (b[i] ?? Number.NaN))), name).toBeLessThanOrEqual(1e-4 * norm(b));
        }
      },
    );

    it("goes the same way as tfjs for 20 steps", async () => {
      const gaps: number[] = [];
      const moves: number[] = [];
      for (let step = 0; step < 20; step++) {
        const request = ask(2, 3, step);
        const rollouts = await oracle.sample(request);
        const update = { ...updateOf(request, rollouts, someDerivative(rollouts)), learningRate: 1e-4 };
        await engine.update(update);
        await oracle.update(update);
        const logProbs = await oracle.logProbs(request, rollouts);
        gaps.push(largestGap(await engine.logProbs(request, rollouts), logProbs));
        moves.push(largestGap(logProbs, rollouts.logProbs));
      }
      expect((await engine.snapshot()).adamStep).toBe(20);
      expect(Math.max(...gaps)).toBeLessThan(5e-3);
      // Far less than a single step moves them.
      expect(Math.max(...gaps)).toBeLessThan(0.1 * Math.min(...moves));
      engine.restore(fresh);
      oracle.restore(fresh);
    });

    it("goes on from its own snapshot, bit for bit", async () => {
      const request = ask(2, 3);
      const rollouts = await engine.sample(request);
      const update = updateOf(request, rollouts, someDerivative(rollouts));
      for (let step = 0; step < 3; step++) await engine.update(update);
      const reached = await engine.snapshot();
      const onwards = async () => ({ stats: await engine.update(update), state: await engine.snapshot() });
      const first = await onwards();
      engine.restore(reached);
      expect(await onwards()).toEqual(first);
      engine.restore(fresh);
    });

    it("needs one dispatch for a rollout and four for an update, and one readback each", async () => {
      const request = ask(2, 3);
      const rollouts = await engine.sample(request);
      const update = updateOf(request, rollouts, someDerivative(rollouts));
      expect(await countGpu(() => engine.sample(request))).toEqual({ dispatches: 1, submits: 1, readbacks: 1 });
      expect(await countGpu(() => engine.logProbs(request, rollouts))).toEqual({ dispatches: 1, submits: 1, readbacks: 1 });
      // The first submit keeps a copy, in case that the update is refused.
      expect(await countGpu(() => engine.update(update))).toEqual({ dispatches: 4, submits: 2, readbacks: 1 });
      engine.restore(fresh);
    });
  },
);

it("clips, decays and corrects as the optimiser of the other engines does", async () => {
  const parameters = parametersOf("recurrent");
  const options = { architecture: "recurrent", size: "small", vocabulary, promptLength, maxCompletion: 24, parameters } as const;
  const engine = await createWebgpuEngine(options);
  const oracle = await createTfjsEngine({ ...options, backend: "wasm" });
  const request = ask(2, 2);
  const rollouts = await oracle.sample(request);
  const update = updateOf(request, rollouts, someDerivative(rollouts));
  for (const clipNorm of [0.01, 100]) {
    const asked = { ...update, adam: { beta1: 0.8, beta2: 0.999, epsilon: 1e-5, weightDecay: 3, clipNorm } };
    const [got, wanted] = [await engine.update(asked), await oracle.update(asked)];
    expect(got.gradientNorm).toBeGreaterThan(0.02);
    expect(Math.abs(got.gradientNorm / wanted.gradientNorm - 1)).toBeLessThan(1e-4);
    const [mine, theirs] = [await engine.snapshot(), await oracle.snapshot()];
    expect(mine.adamStep).toBe(theirs.adamStep);
    const change = norm(theirs.parameters.map((x, i) => x - (parameters[i] ?? 0)));
    expect(norm(mine.parameters.map((x, i) => x - (theirs.parameters[i] ?? 0)))).toBeLessThan(1e-3 * change);
    for (const moment of ["firstMoment", "secondMoment"] as const)
      expect(norm(mine[moment].map((x, i) => x - (theirs[moment][i] ?? 0)))).toBeLessThan(1e-3 * norm(theirs[moment]));
  }
  const reached = await engine.snapshot();
  const strange = { ...rollouts, tokens: rollouts.tokens.map(() => V) };
  await expect(engine.update({ ...update, rollouts: strange })).rejects.toThrow(/outside an alphabet/);
  expect(await engine.snapshot()).toEqual(reached);
  engine.dispose();
  oracle.dispose();
});

describe.each(ARCHITECTURES)("a device with little room: %s", (architecture) => {
  it("does in several dispatches what else takes one, to the same numbers", async () => {
    const parameters = parametersOf(architecture);
    const options = { architecture, size: "small", vocabulary, promptLength, maxCompletion: 24, parameters } as const;
    const wide = await createWebgpuEngine(options);
    // Room for the work of a chunk or two.
    const narrow = await createWebgpuEngine({ ...options, workBytes: 2 ** 20 });
    const request = ask(3, 7);
    const rollouts = await wide.sample(request);
    expect(await narrow.sample(request)).toEqual(rollouts);
    expect(await narrow.logProbs(request, rollouts)).toEqual(await wide.logProbs(request, rollouts));
    const update = updateOf(request, rollouts, someDerivative(rollouts), 0);
    expect((await countGpu(() => narrow.update(update))).dispatches).toBeGreaterThan(4);
    narrow.restore(await wide.snapshot());
    const [got, wanted] = [await narrow.update(update), await wide.update(update)];
    expect(Math.abs(got.surrogate - wanted.surrogate)).toBeLessThan(1e-6);
    const [a, b] = [(await narrow.snapshot()).firstMoment, (await wide.snapshot()).firstMoment];
    expect(norm(a.map((x, i) => x - (b[i] ?? Number.NaN)))).toBeLessThan(1e-5 * norm(b));
    expect(narrow.memory().bytes).toBeLessThan(wide.memory().bytes);
    narrow.dispose();
    wide.dispose();
  });
});
