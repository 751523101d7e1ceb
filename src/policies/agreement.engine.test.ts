/**
 * Every backend against tfjs on wasm, the oracle, which is itself checked by finite differences (tfjs/networks.engine.test.ts). The webgpu
 * engine's own suite does more of the same.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mixSeed } from "../math/rng.ts";
import { additionRoles } from "../tasks/addition-roles.ts";
import { promptTokens } from "../tasks/prompts.ts";
import { createEngine } from "./create-engine.ts";
import type { BackendId, Engine } from "./engine.ts";
import { ask, CAP, engineOf, largestGap, parametersOf, promptLength, someDerivative, updateOf, vocabulary } from "./fixture.ts";
import { ARCHITECTURES } from "./spec.ts";

describe.each(["simd", "wasm", "cpu", "webgpu-plain"] as const)("on %s", (backend) => {
  const slow = backend === "cpu" || backend === "webgpu-plain";
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
      const wanted = await oracle.sample(request);
      expect(wanted.tokens).toEqual(rollouts.tokens);
      expect(largestGap(rollouts.entropies, wanted.entropies)).toBeLessThan(1e-4);
      expect(largestGap(rollouts.certainties, wanted.certainties)).toBeLessThan(1e-4);
      const narrow = { ...request, topP: 0.7 };
      expect((await oracle.sample(narrow)).tokens).toEqual((await engine.sample(narrow)).tokens);
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

/** An alphabet whose active tokens do not follow on each other, and prompts that begin with padding. */
describe.each(["simd", "webgpu"] as const)("the task with roles on %s", (backend) => {
  // A software GPU takes long, and the head, which draws, is the same code for all.
  const architectures = backend === "webgpu" ? (["recurrent"] as const) : ARCHITECTURES;
  const texts = ["37+58=", "37+58=095?", "99+99=???|198|", "10+21=031?->"];
  const prompts = Int32Array.from(texts.flatMap((text) => promptTokens(additionRoles, text)));
  const request = { prompts, promptCount: texts.length, perPrompt: 3, temperature: 1, topP: 1, key: 7 };

  it.each(architectures)("%s samples and learns as on wasm", async (architecture) => {
    const open = (which: BackendId): Promise<Engine> =>
      createEngine({
        architecture,
        size: "small",
        vocabulary: additionRoles.vocabulary,
        promptLength: additionRoles.promptLength,
        maxCompletion: 12,
        backend: which,
        parameters: parametersOf(architecture),
      });
    const [engine, oracle] = [await open(backend), await open("wasm")];
    const rollouts = await engine.sample(request);
    const wanted = await oracle.sample(request);
    expect(rollouts.tokens).toEqual(wanted.tokens);
    expect(largestGap(rollouts.logProbs, wanted.logProbs)).toBeLessThan(1e-4);
    const written = rollouts.tokens.filter((id) => id !== additionRoles.vocabulary.pad);
    expect(written.every((id) => additionRoles.vocabulary.active.includes(id))).toBe(true);
    expect(written.some((id) => "YN".includes(additionRoles.vocabulary.characters[id] ?? "-"))).toBe(true);
    const update = updateOf(request, wanted, someDerivative(wanted));
    const [got, asked] = [await engine.update(update), await oracle.update(update)];
    expect(asked.gradientNorm).toBeGreaterThan(0);
    expect(Math.abs(got.gradientNorm / asked.gradientNorm - 1)).toBeLessThan(1e-4);
    expect(largestGap((await engine.snapshot()).firstMoment, (await oracle.snapshot()).firstMoment)).toBeLessThan(1e-6);
    engine.dispose();
    oracle.dispose();
  });
});
