/**
 * An agent: one policy with its optimiser behind the protocol. It lives in a worker of its own; this file does not know that, so that
 * tests can drive it directly. Log-probabilities, weights and optimiser state never leave it unless a checkpoint is asked for.
 */
import { batchAdvantages } from "../learning/advantage.ts";
import { grpoLoss } from "../learning/loss.ts";
import type { SampledTokens } from "../learning/reinforce.ts";
import { hashString, mixSeed } from "../math/rng.ts";
import { createEngine, openBackend } from "../policies/create-engine.ts";
import type { Engine, Rollouts, SampleRequest } from "../policies/engine.ts";
import { orLost } from "../policies/lost.ts";
import { measureBackend } from "../policies/measure.ts";
import { DEFAULT_TUNE, pretrain } from "../policies/pretrain.ts";
import { encodeExamples } from "../tasks/corpus.ts";
import { taskById } from "../tasks/index.ts";
import { promptTokens } from "../tasks/prompts.ts";
import type { Answer, Task } from "../tasks/task.ts";
import { findCheckpoint } from "./find-checkpoint.ts";
import { countedLengths, joined, type Sampled } from "./parts.ts";
import type { AgentApi, AgentSetup } from "./protocol.ts";
import { createSlowCopy, type SlowCopy } from "./slow-copy.ts";

/** The recipe's Adam (docs/recipe.md); beta2 0.95 as in the released launchers. */
const ADAM = { beta1: 0.9, beta2: 0.95, epsilon: 1e-8, weightDecay: 0 } as const;
/** An evaluation is sampled in parts of at most this many rollouts, so that memory stays bounded. */
const EVALUATION_ROLLOUTS = 1024;
/** What the random keys of evaluations are made of; to change one would change the numbers of every run. */
const EVALUATION_KEYS = { "held-out": "evaluate", ensemble: "ensemble" } as const;

interface Loaded {
  readonly setup: AgentSetup;
  readonly task: Task;
  readonly engine: Engine;
  /** The parameters it started from, or was tuned to: the reference of the KL penalty where there is no slow copy. */
  readonly base: Float32Array;
  readonly copy: SlowCopy | null;
}

/** The samples of the step in progress, by part. */
interface CurrentStep {
  readonly step: number;
  readonly parts: Map<number, Sampled>;
}

function fnv1a(bytes: Uint8Array): string {
  let h = 0x811c9dc5;
  for (const byte of bytes) h = Math.imul(h ^ byte, 0x01000193);
  return (h >>> 0).toString(16).padStart(8, "0");
}

/** Texts of all rollouts. */
function textsOf(task: Task, rollouts: Rollouts): string[] {
  return Array.from({ length: rollouts.rows }, (_, row) =>
    task.decode(rollouts.tokens.subarray(row * rollouts.width, row * rollouts.width + (rollouts.lengths[row] ?? 0))),
  );
}

/** A fresh agent; call setup first. */
export function createAgent(): AgentApi {
  let loaded: Loaded | null = null;
  let last: CurrentStep | null = null;

  const current = (): Loaded => {
    if (!loaded) throw new Error("This agent has not been set up.");
    return loaded;
  };

  const request = (
    texts: readonly string[],
    perPrompt: number,
    temperature: number,
    key: number,
    paraphrase: boolean,
    topP = 1,
  ): SampleRequest => {
    const { task } = current();
    const prompts = new Int32Array(texts.length * task.promptLength);
    for (const [p, text] of texts.entries())
      prompts.set(promptTokens(task, paraphrase ? task.paraphrase(text) : text), p * task.promptLength);
    return { prompts, promptCount: texts.length, perPrompt, temperature, topP, key };
  };

  /** Rejects with a sentence where the device is lost, whichever engine computes. */
  const working = async <T>(call: () => Promise<T>): Promise<T> => orLost(current().setup.backend, call);

  const agent: AgentApi = {
    async setup(setup) {
      loaded?.engine.dispose();
      loaded?.copy?.dispose();
      loaded = null;
      last = null;
      const task = taskById(setup.taskId);
      const build = setup.build ?? "auto";
      const backend = await openBackend(setup.backend, build);
      const checkpoint = await findCheckpoint(setup, task.vocabulary.characters.length);
      const make = (): Promise<Engine> =>
        createEngine({
          architecture: setup.spec.architecture,
          size: setup.spec.size,
          vocabulary: task.vocabulary,
          promptLength: task.promptLength,
          maxCompletion: task.maxCompletion,
          backend: setup.backend,
          build,
          parameters: checkpoint.parameters,
        });
      const engine = await make();
      const copy = setup.slowCopy ? createSlowCopy(await make(), checkpoint.parameters) : null;
      loaded = { setup, task, engine, base: checkpoint.parameters.slice(), copy };
      return { facts: backend, parameters: engine.parameterCount, checkpoint: checkpoint.id, sha256: checkpoint.sha256 };
    },

    async sample(order) {
      const { setup, task, engine, copy } = current();
      const started = performance.now();
      const key = mixSeed(setup.samplingSeed, hashString("sample"), order.step);
      const asked = request(
        order.prompts,
        order.perPrompt,
        order.temperature,
        order.part === 0 ? key : mixSeed(key, order.part),
        setup.paraphrase !== order.otherPhrasing,
      );
      if (order.copy && !copy) throw new Error("This agent was set up without a slow copy, so it has none to ask.");
      const asks = order.copy && copy ? copy : engine;
      const rollouts = await asks.sample({ ...asked, toLearn: order.alone });
      if (order.part === 0 || last?.step !== order.step) last = { step: order.step, parts: new Map() };
      if (!order.copy) last.parts.set(order.part, { request: asked, rollouts });
      const texts = textsOf(task, rollouts);
      let truncated = 0;
      const answers: Answer[] = texts.map((text) => {
        const parsed = task.parse(text, setup.spec.digitOrder);
        if (parsed.truncated) truncated++;
        return parsed.answer;
      });
      return {
        answers,
        lengths: rollouts.lengths.slice(),
        entropies: rollouts.entropies.slice(),
        certainties: rollouts.certainties.slice(),
        truncated,
        texts: order.keepText ? texts : null,
        milliseconds: performance.now() - started,
      };
    },

    async learn(order) {
      const { engine, base, copy } = current();
      const started = performance.now();
      const sampled = order.parts.map(({ part }) => {
        const found = last?.step === order.step ? last.parts.get(part) : undefined;
        if (!found) throw new Error(`Rewards for step ${order.step} came without its rollouts.`);
        return found;
      });
      const { request: asked, rollouts } = joined(sampled);
      const reference = order.grpo.beta > 0 ? await engine.logProbs(asked, rollouts, copy?.parameters ?? base) : null;
      const tokens: SampledTokens = {
        lengths: countedLengths(rollouts, order.parts),
        width: rollouts.width,
        sampled: rollouts.logProbs,
        reference,
      };
      const rewarded = order.parts.map(({ rewards, group, pool = 0 }, n) => ({
        rewards,
        group: group ?? sampled[n]?.request.perPrompt ?? 1,
        pool,
      }));
      const loss = grpoLoss({ ...tokens, advantages: batchAdvantages(rewarded, tokens, order.grpo) }, order.grpo);
      const stats = await engine.update({
        prompts: asked.prompts,
        promptCount: asked.promptCount,
        perPrompt: asked.perPrompt,
        rollouts,
        temperature: asked.temperature,
        loss,
        learningRate: order.learningRate,
        adam: { ...ADAM, clipNorm: order.clipNorm },
      });
      if (copy && order.copyRate !== undefined) copy.follow((await engine.snapshot()).parameters, order.copyRate);
      return { ...stats, milliseconds: performance.now() - started };
    },

    async tune({ examples, steps, batch, learningRate }) {
      const now = current();
      const { setup, task, engine } = now;
      const started = performance.now();
      last = null;
      const { promptLength, vocabulary } = task;
      const encoded = encodeExamples(task, examples);
      let loss = Number.NaN;
      await pretrain(
        engine,
        { ...encoded, promptLength, pad: vocabulary.pad },
        mixSeed(setup.samplingSeed, hashString("tune")),
        { ...DEFAULT_TUNE, steps, batch, learningRate },
        (progress) => {
          loss = progress.loss;
        },
      );
      const { parameters } = await engine.snapshot();
      const moment = (): Float32Array => new Float32Array(parameters.length);
      engine.restore({ parameters, firstMoment: moment(), secondMoment: moment(), adamStep: 0 });
      now.copy?.put(parameters);
      loaded = { ...now, base: parameters.slice() };
      return { loss, milliseconds: performance.now() - started };
    },

    async evaluate(order) {
      const { setup, task, engine } = current();
      const part = Math.max(1, Math.floor(EVALUATION_ROLLOUTS / order.samples));
      const name = EVALUATION_KEYS[order.purpose ?? "held-out"];
      const answers: Answer[] = [];
      for (let start = 0; start < order.prompts.length; start += part) {
        // Held-out prompts are asked as they stand, also of an agent that trains on paraphrases.
        const key = mixSeed(setup.samplingSeed, hashString(name), order.step, order.samples, start);
        const rollouts = await engine.sample(
          request(order.prompts.slice(start, start + part), order.samples, order.temperature, key, false, order.topP),
        );
        for (const text of textsOf(task, rollouts)) answers.push(task.parse(text, setup.spec.digitOrder).answer);
      }
      return { answers };
    },

    async snapshot() {
      const { engine, copy } = current();
      const state = await engine.snapshot();
      return copy ? { ...state, slowCopy: copy.parameters.slice() } : state;
    },

    async restore(state) {
      last = null;
      const { engine, copy } = current();
      if (copy && !state.slowCopy) throw new Error("The kept state has no slow copy, which this agent’s method needs.");
      engine.restore(state);
      if (copy && state.slowCopy) copy.put(state.slowCopy);
    },

    async fingerprint() {
      const { parameters } = await current().engine.snapshot();
      return fnv1a(new Uint8Array(parameters.buffer, parameters.byteOffset, parameters.byteLength));
    },

    async memory() {
      return current().engine.memory();
    },

    measure: measureBackend,
  };
  return {
    ...agent,
    setup: (setup) => orLost(setup.backend, () => agent.setup(setup)),
    sample: (order) => working(() => agent.sample(order)),
    learn: (order) => working(() => agent.learn(order)),
    evaluate: (order) => working(() => agent.evaluate(order)),
    tune: (order) => working(() => agent.tune(order)),
    snapshot: () => working(() => agent.snapshot()),
    restore: (state) => working(() => agent.restore(state)),
    fingerprint: () => working(() => agent.fingerprint()),
  };
}
