/**
 * Real agents, on this page (no worker): a run whose worker is lost gives the same numbers, and so does one whose held-out accuracy evaluators
 * measure; broken parameters are noticed.
 */
import { expect, it } from "vitest";
import type { BackendId } from "../policies/engine.ts";
import { DEFAULT_TRAINING, type RunConfig } from "../runs/config.ts";
import { presetById } from "../runs/presets.ts";
import { createAgent } from "./agent.ts";
import type { RunEvent } from "./events.ts";
import { WorkerLostError } from "./faults.ts";
import type { AgentApi } from "./protocol.ts";
import { createSession } from "./session.ts";

const CONFIG: RunConfig = {
  task: "addition",
  seed: 0,
  samplingSeed: 0,
  training: {
    ...DEFAULT_TRAINING,
    steps: 8,
    promptsPerStep: 4,
    rollouts: 4,
    trainPrompts: 32,
    heldOutPrompts: 8,
    evaluateEvery: 3,
    finalSamples: 1,
  },
  cohort: presetById("co-rl-different").cohort,
  compare: null,
};

/** Runs to its end, or to where it fails. Engines of one thread must not overlap: calls stand in line. */
async function train(
  backend: BackendId,
  disturb: (api: AgentApi, n: number) => AgentApi,
  { build, evaluators = false }: { readonly build?: "plain" | "relaxed"; readonly evaluators?: boolean } = {},
) {
  let last: Promise<unknown> = Promise.resolve();
  const after = <T>(call: () => Promise<T>): Promise<T> => {
    const next = last.then(call, call);
    last = next.catch(() => {});
    return next;
  };
  const events: RunEvent[] = [];
  const agents: AgentApi[] = [];
  const beside: string[] = [];
  await new Promise<void>((resolve) => {
    const session = createSession({
      config: CONFIG,
      backend,
      ...(build ? { build } : {}),
      evaluatorsPay: () => evaluators,
      checkpointBase: new URL("/checkpoints/", window.location.href).href,
      startWorker: (name) => {
        const evaluates = name.endsWith("’s evaluator");
        const api = evaluates ? createAgent() : disturb(createAgent(), agents.length);
        if (!evaluates) agents.push(api);
        return {
          api: {
            ...api,
            setup: (setup) => after(() => api.setup(setup)),
            sample: (order) => after(() => api.sample(order)),
            learn: (order) => after(() => api.learn(order)),
            evaluate(order) {
              if (evaluates) beside.push(`${name}, ${order.step}`);
              return after(() => api.evaluate(order));
            },
            snapshot: () => after(() => api.snapshot()),
            restore: (state) => after(() => api.restore(state)),
          },
          terminate: () => {},
        };
      },
      listener: (event) => {
        events.push(event);
        if (event.type === "phase" && (event.phase === "finished" || event.phase === "failed")) resolve();
      },
    });
    session.run();
  });
  const steps = new Map(events.flatMap((event) => (event.type === "step" ? [[event.cohort.step, event.cohort] as const] : [])));
  const prints = await Promise.all(agents.slice(-2).map((agent) => agent.fingerprint()));
  const final = events.find((event) => event.type === "final");
  const heldOut = events.flatMap((event) => (event.type === "held-out" ? [event] : []));
  return { events, beside, numbers: { steps: [...steps.values()], heldOut, final, prints } };
}

it.each([
  ["simd", "plain"],
  ["simd", undefined],
  ["wasm", undefined],
] as const)(
  "%s %s: held-out accuracy is the same bit for bit, whether agents or evaluators measure it",
  async (backend, build) => {
    const own = await train(backend, (api) => api, build ? { build } : {});
    const aside = await train(backend, (api) => api, { ...(build ? { build } : {}), evaluators: true });
    expect(own.beside).toEqual([]);
    expect(aside.beside).toEqual([
      "agent A’s evaluator, 3",
      "agent B’s evaluator, 3",
      "agent A’s evaluator, 6",
      "agent B’s evaluator, 6",
    ]);
    expect(own.numbers.heldOut.map(({ step }) => step)).toEqual([3, 6]);
    expect(aside.numbers).toEqual(own.numbers);
  },
);

it.each(["simd", "wasm"] as const)("%s: lost in the middle of step 5, the run ends with the same parameters", async (backend) => {
  const calm = await train(backend, (api) => api);
  let lost = false;
  const shaken = await train(backend, (api, n) => ({
    ...api,
    async learn(order) {
      const report = await api.learn(order);
      if (n !== 1 || order.step !== 5) return report;
      lost = true;
      throw new WorkerLostError("The worker of agent B ended without a word.");
    },
  }));
  expect(lost).toBe(true);
  expect(shaken.events.find((event) => event.type === "fault")).toMatchObject({ fault: { step: 4, resumedFrom: 3 } });
  expect(shaken.numbers).toEqual(calm.numbers);
});

it.each(["simd", "wasm"] as const)("%s: parameters that are not finite stop the run at the next step", async (backend) => {
  const { events } = await train(backend, (api, n) => ({
    ...api,
    async learn(order) {
      const report = await api.learn(order);
      if (n === 0 && order.step === 4) {
        const state = await api.snapshot();
        await api.restore({ ...state, parameters: state.parameters.map(() => Number.NaN) });
      }
      return report;
    },
  }));
  expect(events.at(-1)).toMatchObject({
    phase: "failed",
    message: expect.stringMatching(
      /^Agent A at step 5: The policy's logits are not finite.* Restart from step 3 with a lower learning rate\.$/,
    ),
  });
  expect(events.filter((event) => event.type === "step")).toHaveLength(4);
});
