/** One suite over all backends in a real browser: wasm is the oracle, itself checked by finite differences. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRng, mixSeed } from "../../math/rng.ts";
import { addition } from "../../tasks/addition.ts";
import { ARCHITECTURE_LIST } from "../architectures/index.ts";
import { createEngine } from "../create-engine.ts";
import type { BackendId, Engine, Rollouts, SampleRequest, UpdateRequest } from "../engine.ts";
import { initialise } from "../layout.ts";
import { ARCHITECTURES, type ArchitectureId, type SizeId } from "../spec.ts";
import { openBackend } from "./backend.ts";
import { tf } from "./core.ts";
import { forcedGradient, forcedLogProbs } from "./forced.ts";
import { createPolicy, oneHot } from "./policy.ts";

const { vocabulary, promptLength } = addition;
const V = vocabulary.characters.length;
const ADAM = { beta1: 0.9, beta2: 0.95, epsilon: 1e-8, weightDecay: 0, clipNorm: 1 } as const;
/** SwiftShader takes some 6 ms a dispatch. */
const CAP: Readonly<Record<BackendId, number>> = { simd: 24, wasm: 24, cpu: 8, webgpu: 3 };

/** Weights a few times wider than at the start of pretraining, so that distributions are far from uniform. */
function parametersOf(architecture: ArchitectureId, seed = 3, size: SizeId = "small"): Float32Array {
  return initialise(ARCHITECTURE_LIST[architecture].layout(size, V), createRng(seed)).map((x) => 1.5 * x);
}

function engineOf(
  architecture: ArchitectureId,
  backend: BackendId,
  parameters = parametersOf(architecture),
  maxCompletion = CAP[backend],
) {
  return createEngine({ architecture, size: "small", vocabulary, promptLength, maxCompletion, backend, parameters });
}

function promptsOf(count: number): Int32Array {
  const rng = createRng(11);
  return Int32Array.from(Array.from({ length: count }, () => addition.encode(`${10 + rng.int(90)}+${10 + rng.int(90)}=`)).flat());
}

const ask = (promptCount: number, perPrompt: number, key = 5, temperature = 1): SampleRequest => ({
  prompts: promptsOf(promptCount),
  promptCount,
  perPrompt,
  temperature,
  key,
});

/** A derivative of either sign for every token that counts. */
function someDerivative({ rows, width, lengths }: Rollouts): Float32Array {
  const rng = createRng(9);
  return Float32Array.from({ length: rows * width }, (_, i) => {
    const d = rng.between(-1, 1) / (rows * 4);
    return i % width < (lengths[Math.floor(i / width)] ?? 0) ? d : 0;
  });
}

function updateOf(request: SampleRequest, rollouts: Rollouts, derivative: Float32Array): UpdateRequest {
  const loss = { updates: 1, needsCurrent: () => false, evaluate: () => ({ loss: 0, derivative }) };
  return { ...request, rollouts, loss, learningRate: 1e-3, adam: ADAM };
}

function largestGap(a: Float32Array, b: Float32Array): number {
  expect(a.length).toBe(b.length);
  return a.reduce((gap, x, i) => Math.max(gap, Math.abs(x - (b[i] ?? Number.NaN))), 0);
}

describe.each(["simd", "wasm", "cpu", "webgpu"] as const)("on %s", (backend) => {
  const slow = backend === "cpu" || backend === "webgpu";
  const [P, K] = slow ? [2, 2] : [5, 6];

  describe.each(ARCHITECTURES)("%s", (architecture) => {
    let engine: Engine;
    beforeAll(async () => {
      engine = await engineOf(architecture, backend);
    });
    afterAll(() => engine.dispose());

    it("samples with the probabilities that teacher forcing gives, on this backend and on wasm", async () => {
      const request = ask(P, K, 5, 0.8);
      const rollouts = await engine.sample(request);
      expect(largestGap(rollouts.logProbs, await engine.logProbs(request, rollouts))).toBeLessThan(1e-4);
      const oracle = await engineOf(architecture, "wasm", undefined, CAP[backend]);
      expect(largestGap(rollouts.logProbs, await oracle.logProbs(request, rollouts))).toBeLessThan(1e-4);
      // One uniform number per token: the same completions, but for rounding at the edge of an interval.
      expect((await oracle.sample(request)).tokens).toEqual(rollouts.tokens);
      oracle.dispose();
    });

    it("gives the gradient that wasm gives", async () => {
      const request = ask(2, 2);
      const oracle = await engineOf(architecture, "wasm", undefined, CAP[backend]);
      const rollouts = await oracle.sample(request);
      const update = updateOf(request, rollouts, someDerivative(rollouts));
      const wanted = await oracle.update(update);
      const before = await engine.snapshot();
      const got = await engine.update(update);
      expect(got.gradientNorm).toBeGreaterThan(0);
      expect(Math.abs(got.gradientNorm / wanted.gradientNorm - 1)).toBeLessThan(1e-4);
      expect(Math.abs(got.surrogate - wanted.surrogate)).toBeLessThan(1e-4);
      // After one step the first moment is the clipped gradient, times 1 - beta1.
      expect(largestGap((await engine.snapshot()).firstMoment, (await oracle.snapshot()).firstMoment)).toBeLessThan(1e-6);
      engine.restore(before);
      oracle.dispose();
    });
  });
});

describe.each(["wasm", "cpu"] as const)("on %s", (backend) => {
  it.each(ARCHITECTURES)("%s: the gradient of each tensor is the slope by finite differences", async (architecture) => {
    await openBackend(backend);
    const policy = createPolicy({ architecture: ARCHITECTURE_LIST[architecture], size: "small", vocabulary, promptLength });
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
      const policy = createPolicy({ architecture: ARCHITECTURE_LIST[architecture], size: "small", vocabulary, promptLength });
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

describe.each(["simd", "wasm", "cpu"] as const)("on %s", (backend) => {
  it("never samples a masked token, however likely the head finds it", async () => {
    const layout = ARCHITECTURE_LIST.attention.layout("small", V);
    const bias = layout.tensors.find(({ name }) => name === "head.bias");
    const parameters = parametersOf("attention");
    const masked = Array.from({ length: V }, (_, id) => id).filter((id) => !vocabulary.active.includes(id));
    for (const id of masked) parameters[(bias?.offset ?? 0) + id] = 50;
    const engine = await engineOf("attention", backend, parameters);
    const rollouts = await engine.sample(ask(3, 4));
    rollouts.lengths.forEach((length, row) => {
      for (const id of rollouts.tokens.subarray(row * rollouts.width, row * rollouts.width + length))
        expect(masked).not.toContain(id);
    });
    expect(rollouts.logProbs.every(Number.isFinite)).toBe(true);
    // The mean entropy is over 15 tokens.
    expect(Math.max(...rollouts.entropies)).toBeLessThanOrEqual(Math.log(vocabulary.active.length));
    engine.dispose();
  });
});

describe.each(["simd", "wasm"] as const)("sampling on %s", (backend) => {
  it("is decided by the key", async () => {
    const engine = await engineOf("recurrent", backend);
    const [first, again, other] = [
      await engine.sample(ask(4, 4, 1)),
      await engine.sample(ask(4, 4, 1)),
      await engine.sample(ask(4, 4, 2)),
    ];
    expect(again).toEqual(first);
    expect(other.tokens).not.toEqual(first.tokens);
    engine.dispose();
  });

  it.each(ARCHITECTURES)(
    "%s: a rollout does not depend on the batch it is in, nor on rows dropped from it",
    async (architecture) => {
      const engine = await engineOf(architecture, backend);
      const whole = await engine.sample(ask(13, 7));
      // Some ended early, so that rows were dropped while others went on.
      expect(new Set(whole.lengths).size).toBeGreaterThan(4);
      for (const [count, perPrompt] of [
        [1, 7],
        [2, 7],
        [9, 7],
      ] as const) {
        const part = await engine.sample(ask(count, perPrompt));
        const n = count * perPrompt;
        expect(part.lengths).toEqual(whole.lengths.subarray(0, n));
        expect(part.tokens).toEqual(whole.tokens.subarray(0, n * part.width));
        expect(largestGap(part.logProbs, whole.logProbs.subarray(0, n * part.width))).toBeLessThan(1e-5);
      }
      engine.dispose();
    },
  );

  it("draws from the policy's distribution: chi-squared at the first and second token", async () => {
    const engine = await engineOf("attention", backend, undefined, 2);
    const n = 4000;
    const request = ask(1, n, 77);
    const { tokens, width, logProbs } = await engine.sample(request);
    const { active } = vocabulary;
    const distributionAfter = async (first: number | null): Promise<Float32Array> => {
      const count = active.length;
      const given = Int32Array.from(active.flatMap((id) => (first === null ? [id, vocabulary.pad] : [first, id])));
      const lengths = new Int32Array(count).fill(first === null ? 1 : 2);
      const forced = await engine.logProbs(ask(1, count), { tokens: given, lengths, rows: count, width: 2 });
      return forced.filter((_, i) => i % 2 === (first === null ? 0 : 1)).map(Math.exp);
    };
    const check = (seen: readonly number[], p: Float32Array): void => {
      expect(p.reduce((sum, x) => sum + x, 0)).toBeCloseTo(1, 5);
      let chi2 = 0;
      let freedom = -1;
      active.forEach((id, i) => {
        const wanted = seen.length * (p[i] ?? 0);
        if (wanted < 5) return;
        chi2 += (seen.filter((token) => token === id).length - wanted) ** 2 / wanted;
        freedom++;
      });
      expect(freedom).toBeGreaterThan(3);
      // Far out in the tail (p about 1e-4), and the key is fixed.
      expect(chi2).toBeLessThan(freedom + 4.5 * Math.sqrt(2 * freedom));
    };
    const firsts = Array.from({ length: n }, (_, row) => tokens[row * width] ?? -1);
    check(firsts, await distributionAfter(null));
    const common = active
      .filter((id) => id !== vocabulary.end)
      .reduce((a, b) => (firsts.filter((t) => t === a).length >= firsts.filter((t) => t === b).length ? a : b));
    const after = firsts.flatMap((token, row) => (token === common ? [tokens[row * width + 1] ?? -1] : []));
    check(after, await distributionAfter(common));
    expect(logProbs.every((x) => x <= 0)).toBe(true);
    engine.dispose();
  });

  it("refuses requests that make no sense", async () => {
    const engine = await engineOf("attention", backend);
    await expect(engine.sample({ ...ask(2, 2), temperature: 0 })).rejects.toThrow(RangeError);
    await expect(engine.sample({ ...ask(2, 2), promptCount: 3 })).rejects.toThrow(RangeError);
    await expect(engine.sample({ ...ask(2, 2), perPrompt: 0 })).rejects.toThrow(RangeError);
    engine.dispose();
    await expect(engine.sample(ask(1, 1))).rejects.toThrow(/disposed/);
  });
});

describe.each(["simd", "wasm"] as const)("updating on %s", (backend) => {
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

describe.each(["simd", "wasm"] as const)("large policies on %s", (backend) => {
  it.each(ARCHITECTURES)("%s has two to three times the parameters and samples as it scores", async (architecture) => {
    const parameters = parametersOf(architecture, mixSeed(1, 2), "large");
    const ratio = parameters.length / parametersOf(architecture).length;
    expect(ratio).toBeGreaterThan(1.9);
    expect(ratio).toBeLessThan(3);
    const engine = await createEngine({
      architecture,
      size: "large",
      vocabulary,
      promptLength,
      maxCompletion: 10,
      backend,
      parameters,
    });
    const rollouts = await engine.sample(ask(2, 3));
    expect(largestGap(rollouts.logProbs, await engine.logProbs(ask(2, 3), rollouts))).toBeLessThan(1e-4);
    engine.dispose();
  });
});
