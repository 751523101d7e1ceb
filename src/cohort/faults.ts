/** What can go wrong in the middle of a run and has an answer: a worker or a device that is gone, and numbers that are not finite. */
import type { EngineState } from "../policies/engine.ts";
import { DeviceLostError } from "../policies/lost.ts";
import { NotFiniteError } from "../policies/not-finite.ts";
import type { LearnReport } from "./protocol.ts";

/** A worker that has died, or has not answered for so long that it counts as dead. */
export class WorkerLostError extends Error {
  override readonly name = "WorkerLostError";
}

const LOST: readonly string[] = [new WorkerLostError().name, new DeviceLostError().name];

/** Whether fresh workers would go on. By name: an error from a worker arrives as a plain one. */
export function isLost(error: unknown): error is Error {
  return error instanceof Error && LOST.includes(error.name);
}

/** Whether numbers were not finite. Trying again gives the same. */
export function isNotFinite(error: unknown): error is Error {
  return error instanceof Error && error.name === NAME;
}

const NAME = new NotFiniteError().name;

/** Which agent it was and when. `who` is such as "agent B"; `learningRate` that of its last update, null where it is not known. */
function broken(who: string, step: number, what: string, learningRate: number | null): NotFiniteError {
  const rate = learningRate === null ? "" : `, ${Number(learningRate.toPrecision(3))},`;
  const Who = who.charAt(0).toUpperCase() + who.slice(1);
  return new NotFiniteError(`${Who} at step ${step}: ${what} Most likely its learning rate${rate} is too high.`);
}

/** The call's own outcome; what an engine says of numbers that are not finite says of whom and when. */
export async function orBroken<T>(who: string, step: number, learningRate: number, call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw isNotFinite(error) ? broken(who, step, error.message, learningRate) : error;
  }
}

/** Throws NotFiniteError where a sample's entropies are not finite: the record has their mean. */
export function checkSample(who: string, step: number, entropies: Float32Array, learningRate: number): void {
  if (!entropies.every(Number.isFinite)) throw broken(who, step, "The entropy of its completions is not finite.", learningRate);
}

/** Throws NotFiniteError where an update's loss or gradient norm is not finite. */
export function checkUpdate(who: string, step: number, { loss, gradientNorm }: LearnReport, learningRate: number): void {
  if (!Number.isFinite(loss)) throw broken(who, step, `Its loss became ${loss}.`, learningRate);
  if (!Number.isFinite(gradientNorm)) throw broken(who, step, `Its gradient norm became ${gradientNorm}.`, learningRate);
}

/** Throws NotFiniteError where a state to be kept has numbers that are not finite. */
export function checkState(who: string, step: number, state: EngineState): void {
  const { parameters, firstMoment, secondMoment, slowCopy = parameters } = state;
  if ([parameters, firstMoment, secondMoment, slowCopy].every((part) => part.every(Number.isFinite))) return;
  throw broken(who, step, "Its parameters are not finite.", null);
}
