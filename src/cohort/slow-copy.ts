/**
 * An agent's slow copy at work: parameters that follow the policy's (learning/slow-copy.ts), in an engine of their own, so that what the
 * policy's engine holds and saves for its update is left alone, on every backend.
 */
import { followed } from "../learning/slow-copy.ts";
import { freshState } from "../policies/adam.ts";
import type { Engine, Rollouts, SampleRequest } from "../policies/engine.ts";

export interface SlowCopy {
  readonly parameters: Float32Array;
  sample(request: SampleRequest): Promise<Rollouts>;
  /** Goes a part of the way, 0 to 1, towards the policy's parameters. */
  follow(policy: Float32Array, rate: number): void;
  /** Takes other parameters. Throws where they are another policy's. */
  put(parameters: Float32Array): void;
  dispose(): void;
}

/** A copy that begins with the parameters that its engine was made with. It owns the engine. */
export function createSlowCopy(engine: Engine, start: Float32Array): SlowCopy {
  let parameters = start.slice();
  const put = (next: Float32Array): void => {
    engine.restore(freshState(next));
    parameters = next.slice();
  };
  return {
    get parameters() {
      return parameters;
    },
    sample: (request) => engine.sample(request),
    follow: (policy, rate) => put(followed(parameters, policy, rate)),
    put,
    dispose: () => engine.dispose(),
  };
}
