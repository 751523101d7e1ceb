/**
 * The updates of one batch: what engines with a host-side optimiser do with the loss that learning/ made, between its own log-probabilities and gradients.
 * Nothing is changed until all of them went well.
 */
import { adamStep, allFinite, gradientNorm } from "./adam.ts";
import type { EngineState, UpdateRequest, UpdateStats } from "./engine.ts";
import { NotFiniteError } from "./not-finite.ts";

/** Why an update was refused, as NotFiniteError. */
export const REFUSALS = {
  loss: "The loss is not finite; the update was refused and the parameters are unchanged.",
  gradient: "The gradient is not finite; the update was refused and the parameters are unchanged.",
  parameters: "The update made parameters that are not finite; it was refused and the parameters are unchanged.",
} as const;

export function assertLearningRate(learningRate: number): void {
  if (!(learningRate >= 0)) throw new RangeError("The learning rate must be a number of at least 0.");
}

/** What an engine computes at given parameters. */
export interface Evaluation {
  /** Teacher-forced log-probabilities of the request's rollouts, [R, T]. */
  readonly logProbs: (parameters: Float32Array) => Promise<Float32Array>;
  /** sum(derivative * log p) and its gradient by the flat parameters. */
  readonly gradient: (
    parameters: Float32Array,
    derivative: Float32Array,
  ) => Promise<{ readonly value: number; readonly gradient: Float32Array }>;
}

/** The state after the batch's updates, and the last one's numbers. Throws NotFiniteError where a number is not finite; `state` is left as it was. */
export async function runUpdates(
  state: EngineState,
  request: UpdateRequest,
  evaluation: Evaluation,
): Promise<{ readonly state: EngineState; readonly stats: UpdateStats }> {
  const { rollouts, loss, adam, learningRate } = request;
  assertLearningRate(learningRate);
  let next = state;
  let stats: UpdateStats = { loss: 0, gradientNorm: 0, surrogate: 0 };
  for (let u = 0; u < loss.updates; u++) {
    const logProbs = loss.needsCurrent(u) ? await evaluation.logProbs(next.parameters) : rollouts.logProbs;
    const { loss: value, derivative } = loss.evaluate(logProbs);
    const { value: surrogate, gradient } = await evaluation.gradient(next.parameters, derivative);
    const norm = gradientNorm(gradient);
    if (!Number.isFinite(value) || !Number.isFinite(surrogate)) throw new NotFiniteError(REFUSALS.loss);
    if (!Number.isFinite(norm)) throw new NotFiniteError(REFUSALS.gradient);
    next = adamStep(next, gradient, learningRate, adam, norm);
    stats = { loss: value, gradientNorm: norm, surrogate };
  }
  if (!allFinite(next.parameters)) throw new NotFiniteError(REFUSALS.parameters);
  return { state: next, stats };
}

/** A copy that shares no memory. */
export function copyState({ parameters, firstMoment, secondMoment, adamStep: steps }: EngineState): EngineState {
  return {
    parameters: parameters.slice(),
    firstMoment: firstMoment.slice(),
    secondMoment: secondMoment.slice(),
    adamStep: steps,
  };
}
