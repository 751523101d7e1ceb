/** Measures a small step on a backend, for backend "auto". To be called in a worker: it loads what it measures. */
import { createRng } from "../math/rng.ts";
import { addition } from "../tasks/addition.ts";
import { ARCHITECTURE_LIST } from "./architectures/index.ts";
import { createEngine, openBackend } from "./create-engine.ts";
import type { BackendFacts, BackendId, Engine } from "./engine.ts";
import { initialise } from "./layout.ts";

/** A quarter of the default step: 8 prompts, 8 rollouts each, of 12 tokens. */
const PROMPTS = 8;
const PER_PROMPT = 8;
const TOKENS = 12;
/** No further step is begun after this many milliseconds of measured ones. */
const BUDGET = 700;
const MAX_STEPS = 5;
/** A first step slower than this is the answer, compiling included: there is nothing to be had from a second. */
const SLOW = 2000;

async function step(engine: Engine, prompts: Int32Array, key: number): Promise<void> {
  const asked = { prompts, promptCount: PROMPTS, perPrompt: PER_PROMPT, temperature: 1, topP: 1, toLearn: true, key };
  const rollouts = await engine.sample(asked);
  const derivative = Float32Array.from(rollouts.tokens, (_, i) => (i % 2 ? 1e-3 : -1e-3));
  await engine.update({
    ...asked,
    rollouts,
    loss: { updates: 1, needsCurrent: () => false, evaluate: () => ({ loss: 0, derivative }) },
    learningRate: 1e-5,
    adam: { beta1: 0.9, beta2: 0.95, epsilon: 1e-8, weightDecay: 0, clipNorm: 1 },
  });
}

/**
 * Median milliseconds of a small step after a first one that compiles; about a second in all. Throws Error with a sentence
 * where the backend is not to be had, or where it is a GPU emulated on the processor, on which a step takes minutes.
 */
export async function measureBackend(
  backend: BackendId,
): Promise<{ readonly facts: BackendFacts; readonly milliseconds: number }> {
  const facts = await openBackend(backend);
  if (facts.software) throw new Error(`WebGPU was passed over: it runs on the processor here (${facts.adapter}).`);
  const { vocabulary, promptLength } = addition;
  const layout = ARCHITECTURE_LIST.attention.layout("small", vocabulary.characters.length);
  const engine = await createEngine({
    architecture: "attention",
    size: "small",
    vocabulary,
    promptLength,
    maxCompletion: TOKENS,
    backend,
    parameters: initialise(layout, createRng(1)),
  });
  try {
    const prompts = Int32Array.from(
      Array.from({ length: PROMPTS }, (_, i) => addition.encode(`${10 + 7 * i}+${93 - 5 * i}=`)).flat(),
    );
    const begun = performance.now();
    await step(engine, prompts, 0);
    const started = performance.now();
    if (started - begun > SLOW) return { facts, milliseconds: started - begun };
    const times: number[] = [];
    do {
      const from = performance.now();
      await step(engine, prompts, times.length + 1);
      times.push(performance.now() - from);
    } while (times.length < MAX_STEPS && performance.now() - started < BUDGET);
    times.sort((a, b) => a - b);
    return { facts, milliseconds: times[Math.floor(times.length / 2)] ?? 0 };
  } finally {
    engine.dispose();
  }
}
