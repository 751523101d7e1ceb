/** The oracle's networks in a real browser: gradients by finite differences, and what each position sees. */
import { describe, expect, it } from "vitest";
import { shapeOf } from "../architectures/index.ts";
import { ask, engineOf, parametersOf, promptLength, someDerivative, V, vocabulary } from "../fixture.ts";
import { ARCHITECTURES } from "../spec.ts";
import { openBackend } from "./backend.ts";
import { tf } from "./core.ts";
import { forcedGradient, forcedLogProbs } from "./forced.ts";
import { createPolicy, oneHot } from "./policy.ts";

describe.each(["wasm", "cpu"] as const)("on %s", (backend) => {
  it.each(ARCHITECTURES)("%s: the gradient of each tensor is the slope by finite differences", async (architecture) => {
    await openBackend(backend);
    const policy = createPolicy({ shape: shapeOf(architecture, "small"), vocabulary, promptLength });
    const engine = await engineOf(architecture, backend, undefined, 24);
    const request = ask(2, 3);
    const rollouts = await engine.sample(request);
    const derivative = someDerivative(rollouts);
    const parameters = parametersOf(architecture);
    const value = async (at: Float32Array): Promise<number> => {
      const weights = policy.upload(at);
      const logProbs = await forcedLogProbs(policy, weights, request, rollouts);
      tf.dispose(weights);
      return logProbs.reduce((sum, logProb, i) => sum + logProb * (derivative[i] ?? 0), 0);
    };
    const weights = policy.upload(parameters);
    const { value: found, gradient } = await forcedGradient(policy, weights, request, rollouts, derivative);
    tf.dispose(weights);
    expect(found).toBeCloseTo(await value(parameters), 5);
    for (const { name, offset, size } of policy.layout.tensors) {
      const own = gradient.subarray(offset, offset + size);
      const norm = Math.sqrt(own.reduce((sum, g) => sum + g * g, 0));
      expect(norm, name).toBeGreaterThan(0);
      // Along the gradient itself the slope is its norm.
      const moved = (step: number): Float32Array =>
        parameters.map((x, i) => (i >= offset && i < offset + size ? x + (step * (gradient[i] ?? 0)) / norm : x));
      const step = 4e-3;
      const slope = ((await value(moved(step))) - (await value(moved(-step)))) / (2 * step);
      expect(Math.abs(slope - norm), name).toBeLessThan(2e-4 + 0.02 * norm);
    }
    policy.dispose();
    engine.dispose();
  });

  it.each(ARCHITECTURES)(
    "%s: a later token does not change an earlier one's logits, and an earlier one changes all later",
    async (architecture) => {
      await openBackend(backend);
      const policy = createPolicy({ shape: shapeOf(architecture, "small"), vocabulary, promptLength });
      const time = 30;
      const logits = (changed: number): Float32Array =>
        tf.tidy(() => {
          const context = policy.context(policy.upload(parametersOf(architecture)));
          const tokens = oneHot(1, time, V, (_, t) => (t === changed ? 9 : (t * 7) % 8));
          return policy.extend(context, { tokens, time, rows: 1 }, null, false).logits.dataSync<"float32">();
        });
      const plain = logits(-1);
      for (const changed of [0, 13, 28]) {
        const other = logits(changed);
        expect(other.subarray(0, changed * V)).toEqual(plain.subarray(0, changed * V));
        for (let t = changed; t < time; t++)
          expect(other.subarray(t * V, (t + 1) * V)).not.toEqual(plain.subarray(t * V, (t + 1) * V));
      }
      policy.dispose();
    },
  );
});
