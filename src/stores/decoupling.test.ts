/** Error decoupling from the page: what is asked, progress, stopping, what is left out, and failures as sentences. */
import { expect, test } from "vitest";
import type { StartDecoupling } from "../cohort/decoupler.ts";
import type { DecouplingQuestion, PairDecoupling } from "../cohort/decoupling.ts";
import { FAMILIES } from "../policies/families.ts";
import { checkpointId } from "../policies/spec.ts";
import { defaultLink } from "../runs/link.ts";
import type { Place } from "./bases.ts";
import { createDecoupling, type DecouplingTools } from "./decoupling.ts";

const { config } = defaultLink();
const subjects = [
  { spec: FAMILIES.Q.spec, paraphrase: false },
  { spec: FAMILIES.L.spec, paraphrase: true },
];

function decoupling(places: readonly Place[] = ["shipped", "shipped"], changes: Partial<DecouplingTools> = {}) {
  const asked: DecouplingQuestion[] = [];
  const calls: {
    report: Parameters<StartDecoupling>[1];
    finish: (pairs: readonly PairDecoupling[]) => void;
    fail: (error: Error) => void;
    stopped: boolean;
  }[] = [];
  const controller = createDecoupling({
    start: (question, report) => {
      asked.push(question);
      const call: (typeof calls)[number] = { report, finish: () => {}, fail: () => {}, stopped: false };
      const result = new Promise<readonly PairDecoupling[]>((resolve, reject) =>
        Object.assign(call, { finish: resolve, fail: reject }),
      );
      calls.push(call);
      return {
        result,
        stop: () => {
          call.stopped = true;
        },
      };
    },
    find: async (names) =>
      names.map((name, n) => ({
        ...name,
        id: checkpointId(name.spec, name.cohortSeed, name.base),
        place: places[n] ?? "shipped",
        accuracy: null,
      })),
    unstored: new Map(),
    checkpointBase: () => "somewhere/",
    ...changes,
  });
  const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
  return { controller, state: () => controller.store.getState(), asked, calls, settle };
}

test("every two are asked for, progress is told, and what came out stays", async () => {
  const { controller, state, asked, calls, settle } = decoupling();
  const measuring = controller.measure(config, subjects, 4);
  await settle();
  expect(asked[0]).toMatchObject({
    taskId: "addition",
    subjects,
    pairs: [
      [0, 0],
      [0, 1],
      [1, 1],
    ],
    cohortSeed: 0,
    samples: 4,
    checkpointBase: "somewhere/",
  });
  expect(state().progress).toEqual({ done: 0, total: 0 });
  calls[0]?.report(2, 7);
  expect(state().progress).toEqual({ done: 2, total: 7 });
  calls[0]?.finish([]);
  await measuring;
  expect(state()).toMatchObject({ progress: null, measured: { subjects, pairs: [], seed: 0, samples: 4 }, problem: null });
});

test("what has no checkpoint is left out and named; with nothing left there is nothing to measure", async () => {
  const { controller, state, asked, calls, settle } = decoupling(["shipped", "missing"]);
  const measuring = controller.measure({ ...config, seed: 7 }, subjects, 1);
  await settle();
  expect(asked[0]?.subjects).toEqual([subjects[0]]);
  expect(state().missing.map(({ id }) => id)).toEqual(["recurrent-small-lsb-L-r0-s7"]);
  calls[0]?.finish([]);
  await measuring;
  expect(state().measured?.subjects).toEqual([subjects[0]]);

  const none = decoupling(["missing", "missing"]);
  await none.controller.measure(config, subjects, 1);
  expect(none.calls).toHaveLength(0);
  expect(none.state()).toMatchObject({
    progress: null,
    problem: expect.stringMatching(/none of these policies has a checkpoint/),
  });
  expect(none.state().missing).toHaveLength(2);
});

test("stopped, nothing of it is kept, and the last measurement stays; a failure is a sentence", async () => {
  const { controller, state, calls, settle } = decoupling();
  const first = controller.measure(config, subjects, 1);
  await settle();
  calls[0]?.finish([]);
  await first;
  const second = controller.measure(config, subjects, 2);
  await settle();
  controller.stop();
  expect(calls[1]?.stopped).toBe(true);
  expect(state().progress).toBeNull();
  calls[1]?.report(1, 2);
  calls[1]?.finish([]);
  await second;
  expect(state()).toMatchObject({ progress: null, measured: { samples: 1 } });

  const third = controller.measure(config, subjects, 3);
  await settle();
  calls[2]?.fail(new Error("The checkpoint is damaged."));
  await third;
  expect(state()).toMatchObject({ progress: null, problem: "The checkpoint is damaged.", measured: { samples: 1 } });
  controller.dismiss();
  expect(state().problem).toBeNull();
});

test("policies that only the page has are handed over without what the page notes of them", async () => {
  const id = checkpointId(FAMILIES.Q.spec, 0);
  const entry = {
    id,
    spec: FAMILIES.Q.spec,
    file: `${id}.safetensors`,
    bytes: 1,
    sha256: "ab".repeat(32),
    parameters: 1,
    seeds: {},
    recipe: {},
    base: { mean: 0.5, low: 0.4, high: 0.6 },
  };
  const unstored = new Map([[id, { entry, file: new Uint8Array(1), origin: "pretrained", savedAt: "" }]]);
  const { controller, asked, settle } = decoupling(["memory", "shipped"], { unstored });
  void controller.measure(config, subjects, 1);
  await settle();
  expect(asked[0]?.kept?.get(id)).toEqual({ entry, file: new Uint8Array(1) });
});
