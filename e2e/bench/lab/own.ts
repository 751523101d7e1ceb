/** This project's engines, and tfjs's behind the same interface, as contenders. */
import { groupAdvantages } from "../../../src/learning/advantage.ts";
import { DEFAULT_GRPO, grpoLoss, type TokenLoss } from "../../../src/learning/loss.ts";
import { createRng } from "../../../src/math/rng.ts";
import { createEngine } from "../../../src/policies/create-engine.ts";
import type { BackendId, Rollouts, SampleRequest } from "../../../src/policies/engine.ts";
import type { Contender } from "./contender.ts";
import { requestOf, subjectOf, type Workload } from "./workload.ts";

/** Too small to change what the next step costs. */
export const LEARNING_RATE = 1e-6;
export const ADAM = { beta1: 0.9, beta2: 0.95, epsilon: 1e-8, weightDecay: 0, clipNorm: 1 } as const;

/** GRPO's loss with rewards of 0 or 1 at random, so that every group has rollouts of either sign. */
export function lossOf(perPrompt: number, rollouts: Pick<Rollouts, "lengths" | "logProbs">, width: number): TokenLoss {
  const rng = createRng(13);
  const rewards = Float32Array.from(rollouts.lengths, () => rng.int(2));
  const advantages = groupAdvantages(rewards, perPrompt, DEFAULT_GRPO);
  return grpoLoss({ advantages, lengths: rollouts.lengths, width, sampled: rollouts.logProbs, reference: null }, DEFAULT_GRPO);
}

export async function ownContender(backend: BackendId, workload: Workload, parameters: Float32Array): Promise<Contender> {
  const { shape, vocabulary, promptLength, maxCompletion, rows } = subjectOf(workload);
  const { architecture } = shape;
  const engine = await createEngine({
    ...{ architecture, size: "small", shape, vocabulary, promptLength, maxCompletion, backend, parameters },
  });
  let last: { readonly request: SampleRequest; readonly rollouts: Rollouts } | null = null;
  const given = (tokens: Int32Array) => ({
    ...{ tokens, rows, width: maxCompletion, lengths: new Int32Array(rows).fill(maxCompletion) },
  });
  const forced = (tokens: Int32Array): Promise<Float32Array> => engine.logProbs(requestOf(workload, 0), given(tokens));
  return {
    async rollout(key) {
      const request = requestOf(workload, key);
      const rollouts = await engine.sample({ ...request, toLearn: true });
      last = { request, rollouts };
      return rollouts;
    },
    async update() {
      if (!last) throw new Error("There is nothing to learn from yet.");
      const { request, rollouts } = last;
      const loss = lossOf(workload.perPrompt, rollouts, maxCompletion);
      await engine.update({ ...request, rollouts, loss, learningRate: LEARNING_RATE, adam: ADAM });
    },
    async pretend(tokens) {
      const none = new Float32Array(rows);
      const rollouts = { ...given(tokens), logProbs: await forced(tokens), entropies: none, certainties: none };
      last = { request: requestOf(workload, 0), rollouts };
    },
    logProbs: forced,
    memory: () => engine.memory(),
    dispose: () => engine.dispose(),
  };
}
