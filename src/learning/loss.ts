/**
 * The clipped objective of GRPO and REINFORCE++, as a function of the log-probabilities of the sampled tokens, with its derivative by each of them. An engine only
 * back-propagates that derivative, so a method is written once for all engines.
 *
 * GRPO: arXiv 2402.03300; Co-RL (arXiv 2608.17253) eq. 2; normalisations and defaults as in the released launchers (TRL):
 * token-level `bnpo`, beta 0, one update per batch, so that the ratio is 1.
 */

export const LOSS_NORMALISATIONS = ["bnpo", "grpo", "dr-grpo"] as const;
/**
 * bnpo: sum over the batch's completion tokens, divided by their number. grpo: mean over rollouts of the mean over tokens (the
 * paper's eq. 2). dr-grpo: sum over tokens, divided by rollouts times the cap (arXiv 2503.20783).
 */
export type LossNormalisation = (typeof LOSS_NORMALISATIONS)[number];

export const ESTIMATORS = ["grpo", "reinforce-plus-plus"] as const;
/** How rewards become advantages; ids are part of links, where a plus sign is a space. grpo: inside each group of rollouts (advantage.ts), or by token over the whole batch (reinforce.ts). */
export type Estimator = (typeof ESTIMATORS)[number];

/** How rewards become an update. */
export interface GrpoOptions {
  readonly estimator: Estimator;
  /** Advantages are cut to this size, either way; 0 for no limit. */
  readonly advantageClip: number;
  /** 1 divides by the sample standard deviation (launchers), 0 by the population's (the paper's theory). */
  readonly ddof: 0 | 1;
  /** Added to the standard deviation: 1e-4 in TRL, 1e-6 in verl. */
  readonly epsilon: number;
  readonly normalisation: LossNormalisation;
  /** Half-width of the ratio's clip interval; matters from the second update of a batch on. */
  readonly clip: number;
  /** Optimiser updates per batch. */
  readonly updates: number;
  /** Weight of the KL penalty to the reference: under grpo a term of the loss (k3), under REINFORCE++ a part of the advantages. */
  readonly beta: number;
}

export const DEFAULT_GRPO: GrpoOptions = {
  estimator: "grpo",
  advantageClip: 0,
  ddof: 1,
  epsilon: 1e-4,
  normalisation: "bnpo",
  clip: 0.2,
  updates: 1,
  beta: 0,
};

/** A step's loss as an engine sees it. R rollouts of at most T tokens; arrays are [R, T], row-major. */
export interface TokenLoss {
  /** How many optimiser updates this batch gets. */
  readonly updates: number;
  /**
   * True if update number `update` (from 0) needs the current policy's log-probabilities. If false the sampled ones are the
   * current ones, and the engine may pass them without evaluating anything.
   */
  readonly needsCurrent: (update: number) => boolean;
  /** The loss and its derivative by each token's log-probability; 0 where a token does not count. */
  readonly evaluate: (logProbs: Float32Array) => { readonly loss: number; readonly derivative: Float32Array };
}

export interface GrpoBatch {
  /** One advantage per rollout, [R], or per token, [R, T]. */
  readonly advantages: Float32Array;
  /** Tokens of each rollout, end token included, [R]. */
  readonly lengths: Int32Array;
  /** T, the width of the token arrays and the cap on a completion. */
  readonly width: number;
  /** Log-probabilities under the policy that sampled, [R, T]. */
  readonly sampled: Float32Array;
  /** Log-probabilities under the reference, the base policy or a slow copy, [R, T]; needed where beta > 0. */
  readonly reference: Float32Array | null;
}

/** Weight of each token of a rollout in the loss. */
function tokenWeight(normalisation: LossNormalisation, length: number, rows: number, tokens: number, width: number): number {
  switch (normalisation) {
    case "bnpo":
      return 1 / tokens;
    case "grpo":
      return 1 / (rows * length);
    case "dr-grpo":
      return 1 / (rows * width);
  }
}

/** The loss of a batch. Throws RangeError where beta > 0 and there is no reference, and where advantages fit neither rollouts nor tokens. */
export function grpoLoss(batch: GrpoBatch, options: GrpoOptions): TokenLoss {
  const { advantages, lengths, width, sampled, reference } = batch;
  if (options.beta > 0 && !reference) throw new RangeError("A KL penalty needs the reference's log-probabilities.");
  const rows = lengths.length;
  const byToken = advantages.length !== rows;
  if (byToken && advantages.length !== rows * width)
    throw new RangeError(`There are ${advantages.length} advantages for ${rows} rollouts of ${width} tokens.`);
  const beta = options.estimator === "grpo" ? options.beta : 0;
  const tokens = Math.max(
    1,
    lengths.reduce((sum, n) => sum + n, 0),
  );
  const low = 1 - options.clip;
  const high = 1 + options.clip;
  const evaluate = (logProbs: Float32Array): { loss: number; derivative: Float32Array } => {
    const derivative = new Float32Array(rows * width);
    let loss = 0;
    for (let row = 0; row < rows; row++) {
      const length = lengths[row] ?? 0;
      if (length === 0) continue;
      const weight = tokenWeight(options.normalisation, length, rows, tokens, width);
      for (let i = row * width; i < row * width + length; i++) {
        const advantage = advantages[byToken ? i : row] ?? 0;
        if (advantage === 0 && beta === 0) continue;
        const logProb = logProbs[i] ?? 0;
        const ratio = Math.exp(logProb - (sampled[i] ?? 0));
        // min(ratio A, clip(ratio) A): the clipped branch has no gradient.
        const clipped = advantage > 0 ? ratio > high : ratio < low;
        const objective = clipped ? (advantage > 0 ? high : low) * advantage : ratio * advantage;
        let slope = clipped ? 0 : -ratio * advantage;
        let value = -objective;
        if (beta > 0 && reference) {
          const gap = (reference[i] ?? 0) - logProb;
          const inverse = Math.exp(gap);
          value += beta * (inverse - gap - 1);
          slope += beta * (1 - inverse);
        }
        loss += weight * value;
        derivative[i] = weight * slope;
      }
    }
    return { loss, derivative };
  };
  return { updates: options.updates, needsCurrent: (update) => update > 0, evaluate };
}
