/** What an update promises on every backend: determinism, direction, rows left out, and nothing changed where a number is not finite. */
import { describe, expect, it } from "vitest";
import type { Rollouts } from "./engine.ts";
import { ask, engineOf, largestGap, parametersOf, someDerivative, updateOf } from "./fixture.ts";
import { ARCHITECTURES } from "./spec.ts";
import { openBackend } from "./tfjs/backend.ts";
import { tf } from "./tfjs/core.ts";

describe.each(["webgpu", "simd", "wasm"] as const)("updating on %s", (backend) => {
  it("is deterministic bit for bit, keeps memory flat and changes what is sampled", async () => {
    const run = async () => {
      const engine = await engineOf("attention", backend);
      const tensors: number[] = [];
      for (let step = 0; step < 4; step++) {
        // The same lengths each time round, for constants are made once per shape.
        const request = ask(4, 4, 21);
        const rollouts = await engine.sample(request);
        await engine.update({ ...updateOf(request, rollouts, someDerivative(rollouts)), learningRate: 1e-6 });
        tensors.push(engine.memory().tensors);
      }
      const state = await engine.snapshot();
      engine.dispose();
      return { state, tensors };
    };
    // tfjs counts nothing before it has a backend.
    await openBackend("wasm");
    const before = tf.memory().numTensors;
    const [first, second] = [await run(), await run()];
    expect(second.state).toEqual(first.state);
    expect(first.tensors[3]).toBe(first.tensors[1]);
    expect(tf.memory().numTensors).toBe(before);
    expect(first.state.adamStep).toBe(4);
    expect(first.state.parameters).not.toEqual(parametersOf("attention"));
  });

  it("moves log-probabilities against the derivative", async () => {
    for (const architecture of ARCHITECTURES) {
      const engine = await engineOf(architecture, backend);
      const request = ask(4, 4);
      const rollouts = await engine.sample(request);
      const derivative = someDerivative(rollouts);
      const value = (logProbs: Float32Array): number => logProbs.reduce((sum, x, i) => sum + x * (derivative[i] ?? 0), 0);
      const before = value(await engine.logProbs(request, rollouts));
      const { surrogate } = await engine.update({ ...updateOf(request, rollouts, derivative), learningRate: 1e-4 });
      expect(surrogate).toBeCloseTo(before, 4);
      expect(value(await engine.logProbs(request, rollouts))).toBeLessThan(before);
      // Given parameters are used instead of the engine's own, which stay.
      expect(value(await engine.logProbs(request, rollouts, parametersOf(architecture)))).toBeCloseTo(before, 4);
      engine.dispose();
    }
  });

  it("does nothing where every derivative is 0, and leaves rows with 0 out exactly", async () => {
    const engine = await engineOf("convolutional", backend);
    const request = ask(4, 4);
    const rollouts = await engine.sample(request);
    const before = await engine.snapshot();
    const none = new Float32Array(rollouts.tokens.length);
    expect(await engine.update(updateOf(request, rollouts, none))).toEqual({ loss: 0, gradientNorm: 0, surrogate: 0 });
    expect((await engine.snapshot()).parameters).toEqual(before.parameters);
    // Two prompts' rows alone give what they give next to rows of zeros.
    const derivative = someDerivative(rollouts).map((d, i) => (i < 8 * rollouts.width ? d : 0));
    engine.restore(before);
    const wide = await engine.update(updateOf(request, rollouts, derivative));
    engine.restore(before);
    const head = <T extends Int32Array | Float32Array>(x: T, n: number): T => x.slice(0, n) as T;
    const narrowRollouts: Rollouts = {
      rows: 8,
      width: rollouts.width,
      tokens: head(rollouts.tokens, 8 * rollouts.width),
      lengths: head(rollouts.lengths, 8),
      logProbs: head(rollouts.logProbs, 8 * rollouts.width),
      entropies: head(rollouts.entropies, 8),
      certainties: head(rollouts.certainties, 8),
    };
    const narrow = await engine.update(updateOf(ask(2, 4), narrowRollouts, head(derivative, 8 * rollouts.width)));
    expect(narrow).toEqual(wide);
    engine.dispose();
  });

  it("gives a later update of a batch the current log-probabilities", async () => {
    const engine = await engineOf("recurrent", backend);
    const request = ask(3, 3);
    const rollouts = await engine.sample(request);
    const derivative = someDerivative(rollouts);
    const seen: Float32Array[] = [];
    const evaluate = (logProbs: Float32Array) => {
      seen.push(logProbs.slice());
      return { loss: 1, derivative };
    };
    const loss = { updates: 3, needsCurrent: (u: number) => u > 0, evaluate };
    await engine.update({ ...updateOf(request, rollouts, derivative), loss });
    expect(seen).toHaveLength(3);
    expect(seen[0]).toEqual(rollouts.logProbs);
    expect(largestGap(seen[1] ?? new Float32Array(), rollouts.logProbs)).toBeGreaterThan(1e-4);
    expect(seen[2]).not.toEqual(seen[1]);
    expect((await engine.snapshot()).adamStep).toBe(3);
    engine.dispose();
  });

  it("refuses what is not finite and leaves everything as it was", async () => {
    const engine = await engineOf("attention", backend);
    const request = ask(2, 2);
    const rollouts = await engine.sample(request);
    const before = await engine.snapshot();
    const derivative = someDerivative(rollouts);
    const bad = updateOf(
      request,
      rollouts,
      derivative.map(() => Number.NaN),
    );
    await expect(engine.update(bad)).rejects.toThrow(/not finite.*unchanged/);
    const badLoss = { updates: 1, needsCurrent: () => false, evaluate: () => ({ loss: Number.NaN, derivative }) };
    await expect(engine.update({ ...bad, loss: badLoss })).rejects.toThrow(/not finite/);
    // The second of two updates fails: the first is taken back too.
    let u = 0;
    const later = { updates: 2, needsCurrent: () => false, evaluate: () => ({ loss: u++ ? Number.NaN : 0, derivative }) };
    await expect(engine.update({ ...bad, loss: later })).rejects.toThrow(/not finite/);
    expect(await engine.snapshot()).toEqual(before);
    engine.restore({ ...before, parameters: before.parameters.map(() => Number.NaN) });
    await expect(engine.sample(request)).rejects.toThrow(/not finite/);
    expect(() => engine.restore({ ...before, parameters: new Float32Array(3) })).toThrow(RangeError);
    engine.dispose();
    await expect(engineOf("attention", backend, new Float32Array(7))).rejects.toThrow(/26776/);
  });
});
