/**
 * Held-out accuracy that evaluators measure while training goes on, on scripted agents: the record is the one that the agents' own evaluations
 * give, whatever happens to whom.
 */
import { expect, it } from "vitest";
import type { RunEvent } from "../cohort/events.ts";
import { WorkerLostError } from "../cohort/faults.ts";
import { CONFIG, drive, dying, GONE, undisturbed } from "./scripted-run.ts";

/** Evaluations after steps 2, 4, 6, 8 and 10 of 12. */
const OFTEN = { ...CONFIG, training: { ...CONFIG.training, evaluateEvery: 2 } };
const LOST = "The worker of agent A’s evaluator ended without a word.";

/** Holds evaluators up at their evaluations until they are let go. */
function gate() {
  let open = false;
  let waiting: (() => void)[] = [];
  return {
    beside: (call: string): void | Promise<void> => {
      if (!open && call.startsWith("evaluate")) return new Promise((resolve) => waiting.push(resolve));
    },
    open(): void {
      open = true;
      for (const each of waiting) each();
      waiting = [];
    },
  };
}

/** Lets everything happen that waits for nothing from outside. */
async function quiet(): Promise<void> {
  for (let i = 0; i < 60; i++) await new Promise((resolve) => setTimeout(resolve, 0));
}

/** Steps and evaluations in the order in which they were told. */
function order(events: readonly RunEvent[]): string[] {
  return events.flatMap((event) => {
    if (event.type === "step") return [`${event.cohort.step}`];
    if (event.type === "held-out") return [`held-out ${event.step}`];
    return event.type === "final" ? ["final"] : [];
  });
}

it("steps go on while evaluators measure; results come later, to the same record, and the final one last", async () => {
  const { beside, open } = gate();
  const run = drive(() => {}, {}, beside);
  run.session.run();
  await run.until("evaluating");
  await quiet();
  // All is done but what the evaluators are at: the run has not finished.
  expect(run.session.phase).toBe("evaluating");
  expect(order(run.events)).toEqual(Array.from({ length: 12 }, (_, n) => `${n + 1}`));
  expect(run.events.flatMap((event) => (event.type === "step" && event.measuring ? [event.cohort.step] : []))).toEqual([4, 8]);
  open();
  await run.until("finished");
  expect(order(run.events).slice(12)).toEqual(["held-out 4", "held-out 8", "final"]);
  expect(run.record()).toEqual(await undisturbed());
  expect(run.evaluators.map(({ calls }) => calls)).toEqual(
    Array.from({ length: 4 }, () => ["setup", "restore 4", "evaluate 4x1", "restore 8", "evaluate 8x1"]),
  );
  expect(run.agents.flatMap(({ calls }) => calls.filter((call) => /^evaluate [48]x/.test(call)))).toEqual([]);
  expect(run.data.heldOut.shown(10).map(({ step }) => step)).toEqual([0, 4, 8, 12]);
});

it("evaluators start at the first evaluation on the way, and never where there is none, or on a graphics card", async () => {
  const seen: number[] = [];
  const run = drive(
    () => {},
    { listener: (event) => event.type === "step" && seen.push(run.evaluators.length) },
    () => {},
  );
  run.session.run();
  await run.until("finished");
  expect(seen.slice(0, 4)).toEqual([0, 0, 0, 0]);
  expect(run.evaluators).toHaveLength(4);
  for (const options of [
    { backend: "webgpu" },
    { config: { ...CONFIG, training: { ...CONFIG.training, evaluateEvery: 12 } } },
  ] as const) {
    const other = drive(
      () => {},
      options,
      () => {},
    );
    other.session.run();
    await other.until("finished");
    expect(other.evaluators).toHaveLength(0);
    expect(other.record()).toEqual(await undisturbed(options));
  }
});

it("training waits where two evaluations are under way and a third is due", async () => {
  const { beside, open } = gate();
  const run = drive(() => {}, { config: OFTEN }, beside);
  run.session.run();
  await quiet();
  expect([run.session.phase, order(run.events).at(-1)]).toEqual(["running", "6"]);
  open();
  await run.until("finished");
  expect(run.record()).toEqual(await undisturbed({ config: OFTEN }));
});

it("a single step by hand stands at once, and its number appears when it is there", async () => {
  const { beside, open } = gate();
  const run = drive(() => {}, {}, beside);
  for (let step = 1; step <= 4; step++) await run.session.step();
  expect([run.session.phase, order(run.events).at(-1)]).toEqual(["paused", "4"]);
  open();
  await quiet();
  expect([run.session.phase, order(run.events).at(-1)]).toEqual(["paused", "held-out 4"]);
});

it("taken back: results of void steps never come, those before do, and the steps done again are measured again", async () => {
  const { beside, open } = gate();
  const run = drive(() => {}, { config: OFTEN }, beside);
  for (let step = 1; step <= 5; step++) await run.session.step();
  await run.session.restartFrom(2);
  expect(run.session.phase).toBe("paused");
  open();
  await quiet();
  expect(order(run.events).slice(5)).toEqual(["held-out 2"]);
  run.session.run();
  await run.until("finished");
  expect(order(run.events).filter((one) => one === "held-out 4")).toHaveLength(1);
  expect(run.record()).toEqual(await undisturbed({ config: OFTEN }));
});

it("an agent that dies meanwhile leaves the evaluators alone", async () => {
  const { beside, open } = gate();
  const run = drive(dying("learn 6 @1"), {}, beside);
  run.session.run();
  await run.until("evaluating");
  open();
  await run.until("finished");
  expect([run.agents.length, run.evaluators.length]).toEqual([8, 4]);
  expect(run.data.faults).toEqual([{ step: 5, reason: GONE, resumedFrom: 4 }]);
  expect(run.record()).toEqual(await undisturbed());
});

it("an evaluator that dies is replaced, and the evaluation done again; the third time the agents do it", async () => {
  let deaths = 0;
  const play = async (most: number) => {
    deaths = 0;
    const run = drive(
      () => {},
      { config: OFTEN },
      (call, n) => {
        if (call !== "evaluate 4" || n % 4 !== 0 || deaths >= most) return;
        deaths++;
        throw new WorkerLostError(LOST);
      },
    );
    run.session.run();
    await run.until("finished");
    expect(run.record()).toEqual(await undisturbed({ config: OFTEN }));
    expect(run.data.faults.every(({ step, resumedFrom }) => step === resumedFrom)).toBe(true);
    return run;
  };
  const once = await play(1);
  expect(once.evaluators).toHaveLength(8);
  expect(once.data.faults.map(({ reason }) => reason)).toEqual([
    `${LOST} Held-out accuracy after step 4 was being measured. It is measured again.`,
  ]);
  const always = await play(Number.POSITIVE_INFINITY);
  expect(always.evaluators).toHaveLength(12);
  expect(always.data.faults.at(-1)?.reason).toMatch(/From here on the agents measure it themselves, between two steps\.$/);
  expect(always.agents[0]?.calls.filter((call) => /^evaluate \d+x1$/.test(call))).toEqual([
    "evaluate 0x1",
    "evaluate 4x1",
    "evaluate 6x1",
    "evaluate 8x1",
    "evaluate 10x1",
  ]);
});

it("evaluators that cannot be had: the agents do their work, also where the run stands still", async () => {
  const run = drive(
    () => {},
    {},
    (call) => {
      if (call === "setup") throw new Error("The checkpoint did not come.");
    },
  );
  for (let step = 1; step <= 4; step++) await run.session.step();
  await quiet();
  expect([run.session.phase, order(run.events).at(-1)]).toEqual(["paused", "held-out 4"]);
  run.session.run();
  await run.until("finished");
  expect(run.evaluators).toHaveLength(4);
  expect(run.record()).toEqual(await undisturbed());
});

it("numbers of a state that are not finite stop the run, and that state is not one to restart from", async () => {
  const run = drive(
    () => {},
    {},
    (call) => {
      if (call === "evaluate 8")
        throw Object.assign(new Error("The policy's logits are not finite."), { name: "NotFiniteError" });
    },
  );
  run.session.run();
  await run.until("failed");
  expect(run.events.at(-1)).toMatchObject({
    message: "The policy's logits are not finite. Restart from step 4 with a lower learning rate.",
  });
  expect(run.events.filter((event) => event.type === "kept").at(-1)).toMatchObject({ steps: [0, 4] });
  await run.session.restartFrom(4);
  expect(run.session.phase).toBe("paused");
});

it("a run that fails tells first what evaluators were at; one that is ended tells nothing", async () => {
  const { beside, open } = gate();
  const run = drive(
    (call) => {
      if (call === "sample 6") throw new Error("The disk is on fire.");
    },
    {},
    beside,
  );
  run.session.run();
  await quiet();
  open();
  await run.until("failed");
  expect(order(run.events).at(-1)).toBe("held-out 4");
  const ended = gate();
  const other = drive(() => {}, {}, ended.beside);
  for (let step = 1; step <= 4; step++) await other.session.step();
  const told = other.events.length;
  other.session.dispose();
  ended.open();
  await quiet();
  expect(other.events).toHaveLength(told);
});
