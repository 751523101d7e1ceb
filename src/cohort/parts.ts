/** Several samples of a step as one batch: what an update by all of them needs. */
import type { Rollouts, SampleRequest } from "../policies/engine.ts";
import type { LearnPart } from "./protocol.ts";

export interface Sampled {
  readonly request: SampleRequest;
  readonly rollouts: Rollouts;
}

/** Float arrays one behind the other. */
export function joinedFloats(parts: readonly Float32Array[]): Float32Array {
  const [only, second] = parts;
  if (only && !second) return only;
  const all = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function joinedInts(parts: readonly Int32Array[]): Int32Array {
  const all = new Int32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Prompts with as many rollouts each as before, or each prompt as often as it has rollouts, [promptCount * perPrompt]. */
function spread({ prompts, promptCount, perPrompt }: SampleRequest): Int32Array {
  const length = prompts.length / promptCount;
  const all = new Int32Array(prompts.length * perPrompt);
  for (let row = 0; row < promptCount * perPrompt; row++) {
    const p = Math.floor(row / perPrompt);
    all.set(prompts.subarray(p * length, (p + 1) * length), row * length);
  }
  return all;
}

/**
 * The samples as one: rows one behind the other. Where parts have different numbers of rollouts a prompt, every rollout gets a prompt of its
 * own. Prompt length, cap and temperature are the same in all: they are the task's and the run's. Throws RangeError where there is none.
 */
export function joined(parts: readonly Sampled[]): Sampled {
  const [first, second] = parts;
  if (!first) throw new RangeError("An update needs at least one sample.");
  if (!second) return first;
  const requests = parts.map(({ request }) => request);
  const rollouts = parts.map((part) => part.rollouts);
  const { perPrompt } = first.request;
  const alike = requests.every((request) => request.perPrompt === perPrompt);
  const rows = rollouts.reduce((sum, part) => sum + part.rows, 0);
  return {
    request: {
      ...first.request,
      prompts: joinedInts(requests.map((request) => (alike ? request.prompts : spread(request)))),
      promptCount: alike ? rows / perPrompt : rows,
      perPrompt: alike ? perPrompt : 1,
    },
    rollouts: {
      rows,
      width: first.rollouts.width,
      tokens: joinedInts(rollouts.map(({ tokens }) => tokens)),
      lengths: joinedInts(rollouts.map(({ lengths }) => lengths)),
      logProbs: joinedFloats(rollouts.map(({ logProbs }) => logProbs)),
      entropies: joinedFloats(rollouts.map(({ entropies }) => entropies)),
      certainties: joinedFloats(rollouts.map(({ certainties }) => certainties)),
    },
  };
}

/** Lengths of the rollouts, [R], as the loss counts them: 0 where a rollout is left out. */
export function countedLengths({ lengths }: Rollouts, parts: readonly LearnPart[]): Int32Array {
  if (parts.every(({ counts }) => counts === null)) return lengths;
  const counted = lengths.slice();
  let at = 0;
  for (const { counts, rewards } of parts) {
    if (counts) for (let row = 0; row < rewards.length; row++) if (counts[row] === 0) counted[at + row] = 0;
    at += rewards.length;
  }
  return counted;
}
