/** A run whose workers die, or whose numbers break, on scripted agents: it goes on with the same numbers, or stops with the reason. */
import { expect, it } from "vitest";
import type { RunEvent } from "../cohort/events.ts";
import { fakeAgent } from "../cohort/fake-agent.ts";
import { WorkerLostError } from "../cohort/faults.ts";
import type { AgentApi } from "../cohort/protocol.ts";
import { createSession } from "../cohort/session.ts";
import { answer, CONFIG, drive, dying, GONE, undisturbed } from "./scripted-run.ts";

it.each([
  ["while sampling", "sample 6 @1", 4, 5],
  ["while learning", "learn 7 @2", 4, 6],
  ["while evaluating on the way", "evaluate 8 @0", 8, 8],
  ["in the final evaluation", "evaluate 12 @3", 12, 12],
  ["in the first step", "sample 1 @0", 0, 0],
])("a worker that dies %s: the run goes on, with the numbers of an undisturbed one", async (_, when, from, at) => {
  const run = drive(dying(when));
  run.session.run();
  await run.until("finished");
  expect(run.record()).toEqual(await undisturbed());
  expect(run.data.faults).toEqual([{ step: at, reason: GONE, resumedFrom: from }]);
  // All four are fresh, the first four are ended, and the record's environment is told once.
  expect([run.agents.length, run.ended()]).toEqual([8, 4]);
  expect(run.agents[4]?.calls.slice(0, 2)).toEqual(["setup", `restore ${from}`]);
  expect(run.events.filter((event) => event.type === "ready")).toHaveLength(1);
  const kinds = run.events.flatMap(({ type }) => (type === "fault" || type === "rewound" ? [type] : []));
  expect(kinds).toEqual(["fault", "rewound"]);
  const said = run.events.find((event) => event.type === "phase" && event.message.startsWith(GONE));
  expect(said).toMatchObject({ phase: "preparing" });
});

it("keeps what was changed by hand or by a replayed record, and both hold in the steps done again", async () => {
  const changes = [{ step: 6, name: "temperature", value: 0.5 }] as const;
  const play = async (before: (call: string, n: number) => void) => {
    let changed = false;
    const run = drive(before, {
      changes,
      listener: (event) => {
        if (changed || event.type !== "step" || event.cohort.step !== 5) return;
        changed = true;
        run.session.change("learningRate", 0.001);
      },
    });
    run.session.run();
    await run.until("finished");
    return run;
  };
  const calm = await play(() => {});
  const shaken = await play(dying("learn 7 @1"));
  expect(shaken.data.faults).toHaveLength(1);
  expect(shaken.record()).toEqual(calm.record());
  expect(shaken.record().changes).toHaveLength(2);
  const orders = (run: ReturnType<typeof drive>, n: number) =>
    Object.fromEntries(run.agents.flatMap((agent, m) => (m % 4 === n ? agent.learned : [])).map((order) => [order.step, order]));
  expect(orders(shaken, 0)).toEqual(orders(calm, 0));
});

it("stops at the third loss within 20 steps, with the reason and the state it can be restarted from", async () => {
  const run = drive((call, n) => {
    if (call === "sample 6" && n % 4 === 1) throw new WorkerLostError(GONE);
  });
  run.session.run();
  await run.until("failed");
  expect(run.data.faults.map((fault) => fault.resumedFrom)).toEqual([4, 4, null]);
  expect(run.events.at(-1)).toMatchObject({
    phase: "failed",
    message: expect.stringMatching(/third such fault within 20 steps/),
  });
  expect(run.ended()).toBe(12);
});

it("counts workers that die while they are made fresh, and says why where they cannot be had", async () => {
  const twice = drive(dying("sample 6 @1", "setup @5"));
  twice.session.run();
  await twice.until("finished");
  expect(twice.data.faults).toHaveLength(2);
  expect(twice.record()).toEqual(await undisturbed());
  const none = drive((call, n) => {
    if (call === "sample 6") throw new WorkerLostError(GONE);
    if (call === "setup" && n > 3) throw new Error("The checkpoint did not come.");
  });
  none.session.run();
  await none.until("failed");
  expect(none.events.at(-1)).toMatchObject({ message: `${GONE} Fresh workers failed too: The checkpoint did not come.` });
  // Nothing is void that was measured.
  expect(none.data.steps.length).toBe(5);
});

it("stops as before where a worker dies while the run is prepared", async () => {
  const run = drive(dying("setup @1"));
  run.session.run();
  await run.until("failed");
  expect(run.events.at(-1)).toEqual({ type: "phase", phase: "failed", message: GONE });
  expect(run.agents).toHaveLength(4);
});

it("stands still after a recovery where Pause was pressed meanwhile, and does the one step that was asked for", async () => {
  const run = drive(dying("learn 7 @1"), {
    listener: (event) => {
      if (event.type === "phase" && event.message.startsWith(GONE)) void run.session.pause();
    },
  });
  run.session.run();
  await run.until("paused");
  expect(run.data.steps.length).toBe(4);
  run.session.run();
  await run.until("finished");
  expect(run.record()).toEqual(await undisturbed());

  const stepped = drive(dying("learn 3 @0"));
  for (let step = 1; step <= 3; step++) await stepped.session.step();
  expect([stepped.session.phase, stepped.data.steps.length]).toEqual(["paused", 3]);
});

it("does not start workers for a run that was ended while its worker died", async () => {
  const run = drive(() => {}, {});
  await run.session.step();
  const before = run.events.length;
  const dead = drive((call) => {
    if (call !== "sample 2") return;
    dead.session.dispose();
    throw new WorkerLostError(GONE);
  });
  await dead.session.step();
  await dead.session.step();
  expect(dead.agents).toHaveLength(4);
  expect(dead.data.faults).toEqual([]);
  expect(run.events).toHaveLength(before);
});

it("a restart by hand where the workers have died since makes fresh ones, and gives the same numbers", async () => {
  const run = drive(dying("restore 4 @2"));
  run.session.run();
  await run.until("finished");
  const first = run.record();
  await run.session.restartFrom(4);
  expect([run.session.phase, run.data.steps.length, run.agents.length]).toEqual(["paused", 4, 8]);
  run.session.run();
  await run.until("finished");
  expect(run.record()).toEqual(first);
});

it("Run that is pressed during a restart is not lost", async () => {
  const run = drive(() => {});
  run.session.run();
  await run.until("finished");
  const first = run.record();
  const restarted = run.session.restartFrom(8);
  await Promise.resolve();
  run.session.run();
  await restarted;
  await run.until("finished");
  expect(run.events.filter((event) => event.type === "final")).toHaveLength(2);
  expect(run.record()).toEqual(first);
});

const refused = (): Error =>
  Object.assign(new Error("The loss is not finite; the update was refused."), { name: "NotFiniteError" });

const BROKEN: [string, (agent: AgentApi) => AgentApi, string][] = [
  [
    "a loss",
    (api) => ({
      ...api,
      learn: async (order) => ({ ...(await api.learn(order)), loss: order.step === 6 ? Number.NaN : 0.1 }),
    }),
    "Agent B at step 6: Its loss became NaN. Most likely its learning rate, 0.00024, is too high.",
  ],
  [
    "a gradient norm",
    (api) => ({
      ...api,
      learn: async (order) => ({ ...(await api.learn(order)), gradientNorm: order.step === 6 ? Number.POSITIVE_INFINITY : 0.1 }),
    }),
    "Agent B at step 6: Its gradient norm became Infinity. Most likely its learning rate, 0.00024, is too high.",
  ],
  [
    "what an engine refuses",
    (api) => ({
      ...api,
      learn: (order) => (order.step === 6 ? Promise.reject(refused()) : api.learn(order)),
    }),
    "Agent B at step 6: The loss is not finite; the update was refused. Most likely its learning rate, 0.00024, is too high.",
  ],
  [
    "an entropy",
    (api) => ({
      ...api,
      sample: async (order) => {
        const report = await api.sample(order);
        if (order.step === 6) report.entropies[3] = Number.NaN;
        return report;
      },
    }),
    "Agent B at step 6: The entropy of its completions is not finite. Most likely its learning rate, 0.0002, is too high.",
  ],
  [
    "a parameter",
    (api) => ({
      ...api,
      snapshot: async () => {
        const state = await api.snapshot();
        return state.adamStep === 8 ? { ...state, parameters: new Float32Array([Number.NaN]) } : state;
      },
    }),
    "Agent B at step 8: Its parameters are not finite. Most likely its learning rate is too high.",
  ],
];

it.each(BROKEN)("%s that is not finite stops the run before it is recorded", async (_, breaks, message) => {
  const events: RunEvent[] = [];
  let started = 0;
  const session = createSession({
    config: CONFIG,
    backend: "wasm",
    checkpointBase: "http://test/",
    startWorker: (name) => {
      const { api } = fakeAgent(name, answer);
      return { api: started++ === 1 ? breaks(api) : api, terminate: () => {} };
    },
    listener: (event) => events.push(event),
  });
  session.run();
  for (let i = 0; i < 1000 && session.phase !== "failed"; i++) await new Promise((resolve) => setTimeout(resolve, 0));
  const done = message.includes("step 8") ? 7 : 5;
  const said = `${message} Restart from step 4 with a lower learning rate.`;
  expect(events.slice(-2)).toEqual([
    { type: "fault", fault: { step: done, reason: said, resumedFrom: null } },
    { type: "phase", phase: "failed", message: said },
  ]);
  expect(events.filter((event) => event.type === "step")).toHaveLength(done);
  expect(events.filter((event) => event.type === "kept").at(-1)).toMatchObject({ steps: [0, 4], latest: { step: 4 } });
});
