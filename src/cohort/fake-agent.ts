/** A scripted agent for tests of the run loop: answers by a rule, remembers what it was told. Not shipped: only tests import it. */

import type { BackendFacts } from "../policies/engine.ts";
import type { Answer } from "../tasks/task.ts";
import type { AgentApi, LearnOrder, SampleOrder, TuneOrder } from "./protocol.ts";

export interface FakeAgent {
  readonly api: AgentApi;
  /** Names of the calls, in order, such as "sample 1". */
  readonly calls: string[];
  readonly orders: SampleOrder[];
  readonly learned: LearnOrder[];
  readonly tuned: TuneOrder[];
}

const FACTS: BackendFacts = { backend: "wasm", adapter: "a test", software: false, tfjs: "0" };

/**
 * `answer(prompt, k, step, updates)` is what the agent answers; `updates`, those it has done, are its whole state. `log` may be shared between
 * agents to see their order.
 */
export function fakeAgent(
  name: string,
  answer: (prompt: string, k: number, step: number, updates: number) => Answer,
  log: string[] = [],
): FakeAgent {
  const calls: string[] = [];
  const orders: SampleOrder[] = [];
  const learned: LearnOrder[] = [];
  const tuned: TuneOrder[] = [];
  let updates = 0;
  const note = (what: string): void => {
    calls.push(what);
    log.push(`${name} ${what}`);
  };
  const answersTo = (prompts: readonly string[], each: number, step: number): Answer[] =>
    prompts.flatMap((prompt) => Array.from({ length: each }, (_, k) => answer(prompt, k, step, updates)));
  const api: AgentApi = {
    async setup(setup) {
      note("setup");
      updates = 0;
      return { facts: { ...FACTS, backend: setup.backend }, parameters: 1, checkpoint: "none", sha256: "0" };
    },
    async sample(order) {
      note(`sample ${order.step}`);
      orders.push(order);
      const answers = answersTo(order.prompts, order.perPrompt, order.step);
      await Promise.resolve();
      note(`sampled ${order.step}`);
      return {
        answers,
        lengths: new Int32Array(answers.length).fill(9),
        entropies: new Float32Array(answers.length).fill(0.5),
        certainties: new Float32Array(answers.length).fill(0.5),
        truncated: 0,
        texts: order.keepText ? answers.map((answer) => `#${answer ?? ""}$`) : null,
        milliseconds: 1,
      };
    },
    async learn(order) {
      note(`learn ${order.step}`);
      learned.push(order);
      updates++;
      return { loss: 0.1, gradientNorm: 0.2, milliseconds: 1 };
    },
    async evaluate(order) {
      note(
        `evaluate ${order.step}x${order.samples}${order.purpose === "ensemble" ? ` at ${order.temperature}, ${order.topP}` : ""}`,
      );
      return { answers: answersTo(order.prompts, order.samples, order.step) };
    },
    async tune(order) {
      note(`tune ${order.examples.length}x${order.steps}`);
      tuned.push(order);
      return { loss: 0.1, milliseconds: 1 };
    },
    snapshot: async () => ({
      parameters: new Float32Array([updates]),
      firstMoment: new Float32Array(1),
      secondMoment: new Float32Array(1),
      adamStep: updates,
    }),
    async restore(state) {
      note(`restore ${state.adamStep}`);
      updates = state.adamStep;
    },
    fingerprint: async () => "0",
    memory: async () => ({ tensors: 0, bytes: 0 }),
    measure: async (backend) => ({ facts: { ...FACTS, backend }, milliseconds: 1 }),
  };
  return { api, calls, orders, learned, tuned };
}
