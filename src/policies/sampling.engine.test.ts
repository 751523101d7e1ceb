/** What sampling promises on every backend: the policy's distribution, and nothing but key, row and position decides. */
import { describe, expect, it } from "vitest";
import { ARCHITECTURE_LIST } from "./architectures/index.ts";
import { ask, engineOf, largestGap, parametersOf, V, vocabulary } from "./fixture.ts";
import { ARCHITECTURES } from "./spec.ts";

describe.each(["webgpu", "simd", "wasm", "cpu"] as const)("on %s", (backend) => {
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

describe.each(["webgpu", "simd", "wasm"] as const)("sampling on %s", (backend) => {
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

  it("records entropy and certainty of the whole distribution under the temperature, whatever top-p is", async () => {
    const engine = await engineOf("attention", backend, undefined, 1);
    const { active } = vocabulary;
    for (const topP of [1, 0.6]) {
      const { entropies, certainties, logProbs, tokens } = await engine.sample({ ...ask(2, 2, 5, 0.7), topP });
      // Log-probabilities of all first tokens after each prompt.
      const given = Int32Array.from([...active, ...active]);
      const lengths = new Int32Array(given.length).fill(1);
      const completions = { tokens: given, lengths, rows: given.length, width: 1 };
      const all = await engine.logProbs(ask(2, active.length, 5, 0.7), completions);
      for (let row = 0; row < 4; row++) {
        const prompt = Math.floor(row / 2);
        const own = all.subarray(prompt * active.length, (prompt + 1) * active.length);
        const entropy = own.reduce((sum, log) => sum - Math.exp(log) * log, 0);
        const certainty = -Math.log(active.length) - own.reduce((sum, log) => sum + log, 0) / active.length;
        expect(Math.abs((entropies[row] ?? 0) - entropy)).toBeLessThan(1e-5);
        expect(Math.abs((certainties[row] ?? 0) - certainty)).toBeLessThan(1e-5);
        expect(Math.abs((logProbs[row] ?? 0) - (own[active.indexOf(tokens[row] ?? -1)] ?? 0))).toBeLessThan(1e-5);
      }
      expect(certainties[0]).not.toBe(certainties[2]);
    }
    engine.dispose();
  });

  it("draws from the nucleus alone, renormalised: chi-squared at the first token", async () => {
    const engine = await engineOf("attention", backend, undefined, 1);
    const { active } = vocabulary;
    const n = 4000;
    const given = {
      tokens: Int32Array.from(active),
      lengths: new Int32Array(active.length).fill(1),
      rows: active.length,
      width: 1,
    };
    const p = Array.from(await engine.logProbs(ask(1, active.length), given), Math.exp);
    const ranked = p.map((share, i) => ({ share, id: active[i] ?? -1 })).sort((a, b) => b.share - a.share || a.id - b.id);
    for (const topP of [0.05, 0.5, 0.9]) {
      let mass = 0;
      const nucleus = ranked.filter(({ share }) => {
        const kept = mass < topP;
        if (kept) mass += share;
        return kept;
      });
      expect(nucleus.length).toBeLessThan(active.length);
      const { tokens } = await engine.sample({ ...ask(1, n, 77), topP });
      let chi2 = 0;
      for (const { share, id } of nucleus) {
        const wanted = (n * share) / mass;
        chi2 += (tokens.filter((token) => token === id).length - wanted) ** 2 / wanted;
      }
      const ids = new Set(nucleus.map(({ id }) => id));
      expect(tokens.every((token) => ids.has(token))).toBe(true);
      const freedom = nucleus.length - 1;
      expect(chi2).toBeLessThan(freedom + 4.5 * Math.sqrt(2 * freedom) + 1e-9);
    }
    engine.dispose();
  });

  it("refuses requests that make no sense", async () => {
    const engine = await engineOf("attention", backend);
    await expect(engine.sample({ ...ask(2, 2), temperature: 0 })).rejects.toThrow(RangeError);
    for (const topP of [0, 1.01, Number.NaN]) await expect(engine.sample({ ...ask(2, 2), topP })).rejects.toThrow(/Top-p/);
    await expect(engine.sample({ ...ask(2, 2), promptCount: 3 })).rejects.toThrow(RangeError);
    await expect(engine.sample({ ...ask(2, 2), perPrompt: 0 })).rejects.toThrow(RangeError);
    engine.dispose();
    await expect(engine.sample(ask(1, 1))).rejects.toThrow(/disposed/);
  });
});
