/**
 * What RENT and Intuitor are rewarded with, on every backend: entropy and certainty of whole completions, against their definitions applied to
 * the log-probability of every active token at every position.
 */
import { expect, it } from "vitest";
import { intuitor } from "../learning/methods/intuitor.ts";
import { rent } from "../learning/methods/rent.ts";
import { voteAll } from "../learning/vote.ts";
import type { BackendId, Engine, Rollouts } from "./engine.ts";
import { ask, engineOf, vocabulary } from "./fixture.ts";
import { ARCHITECTURES, type ArchitectureId } from "./spec.ts";

/** log p of every active token at one position of one rollout, after what was sampled before it. */
async function logitsAt(engine: Engine, { tokens, width }: Rollouts, row: number, position: number): Promise<Float32Array> {
  const { active } = vocabulary;
  const rows = active.length;
  const given = new Int32Array(rows * width).fill(vocabulary.pad);
  for (const [v, id] of active.entries()) {
    given.set(tokens.subarray(row * width, row * width + position), v * width);
    given[v * width + position] = id;
  }
  const lengths = new Int32Array(rows).fill(position + 1);
  const all = await engine.logProbs(ask(1, rows), { tokens: given, lengths, rows, width });
  return Float32Array.from(active, (_, v) => all[v * width + position] ?? Number.NaN);
}

/** Rollouts, and tokens of a completion at most: SwiftShader is slow. */
const cases: readonly (readonly [BackendId, ArchitectureId, rollouts: number, cap: number])[] = [
  ...ARCHITECTURES.flatMap((architecture) => [["simd", architecture, 3, 6] as const, ["wasm", architecture, 3, 6] as const]),
  ["webgpu", "attention", 2, 4],
  ["webgpu", "recurrent", 2, 4],
  ["cpu", "convolutional", 3, 4],
  ["webgpu-plain", "recurrent", 1, 2],
];

it.each(cases)(
  "%s, %s: rewards are the means over the tokens that their papers define",
  async (backend, architecture, K, cap) => {
    const engine = await engineOf(architecture, backend, undefined, cap);
    const rollouts = await engine.sample(ask(1, K));
    const entropies = new Float32Array(K);
    const certainties = new Float32Array(K);
    for (let row = 0; row < K; row++) {
      const length = rollouts.lengths[row] ?? 0;
      for (let position = 0; position < length; position++) {
        const logits = await logitsAt(engine, rollouts, row, position);
        const [h, c] = [entropies[row] ?? 0, certainties[row] ?? 0];
        entropies[row] = h - logits.reduce((sum, log) => sum + Math.exp(log) * log, 0) / length;
        // KL(U || p) = sum_v (1/V) (log (1/V) - log p(v)).
        const uniform = 1 / logits.length;
        certainties[row] = c + logits.reduce((sum, log) => sum + uniform * (Math.log(uniform) - log), 0) / length;
      }
    }
    const answers = Array.from({ length: K }, () => null);
    const votes = voteAll(answers, K, { threshold: 0, tieRule: "first-seen" });
    const own = { answers, votes, entropies: rollouts.entropies, certainties: rollouts.certainties, second: null };
    const step = {
      prompts: 1,
      perPrompt: K,
      agents: [own],
      supervisors: [[0]],
      labelRule: "pooled",
      voting: { threshold: 0, tieRule: "first-seen" },
    } as const;
    for (let row = 0; row < K; row++) {
      expect(Math.abs((rent.exchange(step)[0]?.rewards[row] ?? Number.NaN) + (entropies[row] ?? 0))).toBeLessThan(1e-4);
      expect(Math.abs((intuitor.exchange(step)[0]?.rewards[row] ?? Number.NaN) - (certainties[row] ?? 0))).toBeLessThan(1e-4);
    }
    expect(new Set(rollouts.entropies).size).toBe(K);
    engine.dispose();
  },
);
