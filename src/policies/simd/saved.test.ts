/** The update that spares itself the way forwards: when it does, and that nobody sees it in the numbers. Of both builds in Chromium: engine.engine.test.ts. */
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { addition } from "../../tasks/addition.ts";
import { ARCHITECTURE_LIST } from "../architectures/index.ts";
import type { Engine, EngineState, Rollouts, SampleRequest } from "../engine.ts";
import { ask, parametersOf, promptLength, someDerivative, updateOf, V, vocabulary } from "../fixture.ts";
import { ARCHITECTURES, type ArchitectureId, SIZES, type SizeId } from "../spec.ts";
import { createSimdEngine } from "./engine.ts";
import type { SimdBuild } from "./module.ts";

/** Of each chunk of completions that went backwards: whether it came from what sampling had saved. */
const fromSaved: boolean[] = [];
vi.mock("./module.ts", async (importOriginal) => {
  const real = await importOriginal<typeof import("./module.ts")>();
  return {
    ...real,
    async instantiate(module: WebAssembly.Module) {
      const wasm = await real.instantiate(module);
      const forceBack = (positions: number, saved: boolean): void => {
        fromSaved.push(saved);
        wasm.forceBack(positions, saved);
      };
      return { ...wasm, forceBack };
    },
  };
});

const source = async (build: SimdBuild): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(readFileSync(new URL(`./build/${build}.wasm`, import.meta.url)));
const engineOf = (
  architecture: ArchitectureId = "recurrent",
  size: SizeId = "small",
  parameters = parametersOf(architecture, 3, size),
  maxCompletion = addition.maxCompletion,
): Promise<Engine> =>
  createSimdEngine({ architecture, size, vocabulary, promptLength, maxCompletion, parameters, build: "plain", source });

const learning = (promptCount: number, perPrompt: number, key = 5): SampleRequest => ({
  ...ask(promptCount, perPrompt, key, 0.8),
  toLearn: true,
});
const update = (request: SampleRequest, rollouts: Rollouts, derivative = someDerivative(rollouts)) =>
  updateOf(request, rollouts, derivative, 0);

/** What an update gives where nothing was saved: the state after it, and its numbers. */
async function computedAgain(engine: Engine, request: SampleRequest, rollouts: Rollouts, derivative?: Float32Array) {
  const before = await engine.snapshot();
  engine.restore(before);
  fromSaved.length = 0;
  const stats = await engine.update(update(request, rollouts, derivative));
  expect(fromSaved).not.toContain(true);
  const state = await engine.snapshot();
  engine.restore(before);
  fromSaved.length = 0;
  return { stats, state };
}

/** Bit for bit; toEqual would take seconds for so many numbers. */
function expectSame(a: EngineState, b: EngineState): void {
  const bytes = ({ buffer, byteOffset, byteLength }: Float32Array) => Buffer.from(buffer, byteOffset, byteLength);
  for (const part of ["parameters", "firstMoment", "secondMoment"] as const)
    expect(bytes(a[part]).equals(bytes(b[part])), part).toBe(true);
  expect(a.adamStep).toBe(b.adamStep);
}

beforeEach(() => {
  fromSaved.length = 0;
});

describe("an update right after sampling", () => {
  const cases = ARCHITECTURES.flatMap((architecture) => SIZES.map((size) => [architecture, size] as const));
  it.each(cases)("%s, %s: has the same bits as one that computes everything again", async (architecture, size) => {
    const engine = await engineOf(architecture, size);
    // One row; rows that do not fill their chunk; rows that were moved together as others ended; more chunks of prompts than one.
    for (const [count, perPrompt] of [
      [1, 1],
      [17, 1],
      [5, 7],
      [40, 3],
    ] as const) {
      const request = learning(count, perPrompt, count);
      const rollouts = await engine.sample(request);
      // Every third group agreed, and has no gradient.
      const derivative = someDerivative(rollouts).map((d, i) => (Math.floor(i / rollouts.width / perPrompt) % 3 === 2 ? 0 : d));
      const wanted = await computedAgain(engine, request, rollouts, derivative);
      const again = await engine.sample(request);
      expect(again).toEqual(rollouts);
      expect(await engine.update(update(request, again, derivative))).toEqual(wanted.stats);
      expect(fromSaved.length).toBeGreaterThan(0);
      expect(fromSaved).not.toContain(false);
      expectSame(await engine.snapshot(), wanted.state);
    }
    engine.dispose();
  });

  it("uses what was saved once: the later of several updates compute again, with new parameters", async () => {
    const run = async (toLearn: boolean) => {
      const engine = await engineOf("attention");
      const request = { ...learning(2, 8), toLearn };
      const rollouts = await engine.sample(request);
      const single = update(request, rollouts);
      await engine.update({ ...single, loss: { ...single.loss, updates: 3, needsCurrent: (u) => u > 0 } });
      await engine.update(single);
      const state = await engine.snapshot();
      engine.dispose();
      return state;
    };
    const state = await run(true);
    expect(fromSaved).toEqual([true, false, false, false]);
    expectSame(await run(false), state);
    expect(fromSaved.slice(4)).toEqual([false, false, false, false]);
  });
});

describe("what was saved", () => {
  let engine: Engine;
  beforeEach(async () => {
    engine = await engineOf();
  });
  afterEach(() => engine.dispose());
  const request = learning(4, 4);
  /** Whether this update comes from it, all of it. */
  const isUsed = async (given: Parameters<Engine["update"]>[0]): Promise<boolean> => {
    fromSaved.length = 0;
    await engine.update(given);
    expect(new Set(fromSaved).size).toBe(1);
    return fromSaved[0] === true;
  };

  it("is not used after restore, after another update, or for a batch that was sampled without saying so", async () => {
    let rollouts = await engine.sample(request);
    engine.restore(await engine.snapshot());
    expect(await isUsed(update(request, rollouts))).toBe(false);
    rollouts = await engine.sample(request);
    expect(await isUsed(update(request, rollouts))).toBe(true);
    expect(await isUsed(update(request, rollouts))).toBe(false);
    expect(await isUsed(update(request, await engine.sample(ask(4, 4))))).toBe(false);
  });

  it("is not used for another temperature, other prompts, other tokens or another part of the batch", async () => {
    const rollouts = await engine.sample(request);
    const before = await engine.snapshot();
    const other = async (given: SampleRequest, changed: Rollouts): Promise<void> => {
      engine.restore(before);
      const fresh = await engine.sample(request);
      expect(fresh).toEqual(rollouts);
      expect(await isUsed(update(given, changed))).toBe(false);
    };
    await other({ ...request, temperature: 0.9 }, rollouts);
    await other({ ...request, prompts: request.prompts.toReversed() }, rollouts);
    await other({ ...request, promptCount: 2, perPrompt: 8, prompts: request.prompts.slice(0, 2 * promptLength) }, rollouts);
    await other(request, { ...rollouts, tokens: rollouts.tokens.map((id, i) => (i === 0 ? (id + 1) % 10 : id)) });
    await other(request, { ...rollouts, lengths: rollouts.lengths.map((n, i) => (i === 0 ? n - 1 || 2 : n)) });
    // Equal contents are the same batch, whichever arrays they stand in.
    engine.restore(before);
    const fresh = await engine.sample(request);
    expect(
      await isUsed(update({ ...request, prompts: request.prompts.slice() }, { ...fresh, tokens: fresh.tokens.slice() })),
    ).toBe(true);
  });

  it("outlives an evaluation and log-probabilities under other parameters, unharmed", async () => {
    const rollouts = await engine.sample(request);
    const wanted = await computedAgain(engine, request, rollouts);
    const again = await engine.sample(request);
    await engine.sample(ask(40, 3, 9));
    await engine.logProbs(request, again, parametersOf("recurrent", 8));
    await engine.logProbs(ask(40, 3, 9), await engine.sample(ask(40, 3, 9)));
    expect(await isUsed(update(request, again))).toBe(true);
    expectSame(await engine.snapshot(), wanted.state);
  });

  it("gives way to the next batch, and to one whose sampling failed", async () => {
    const first = await engine.sample(request);
    const wanted = await computedAgain(engine, request, first);
    const again = await engine.sample(request);
    await engine.sample(learning(9, 4, 6));
    expect(await isUsed(update(request, again))).toBe(false);
    expectSame(await engine.snapshot(), wanted.state);
    const last = await engine.sample(request);
    await expect(engine.sample({ ...learning(4, 4), prompts: request.prompts.map(() => 24) })).rejects.toThrow(/Token 24/);
    expect(await isUsed(update(request, last))).toBe(false);
  });

  it("is not made where few rollouts had a gradient last time, until more have", async () => {
    const partly = (rollouts: Rollouts, rows: number) =>
      someDerivative(rollouts).map((d, i) => (i < rows * rollouts.width ? d : 0));
    const steps: boolean[] = [];
    for (const rows of [16, 4, 4, 5, 16, 16]) {
      const rollouts = await engine.sample(request);
      steps.push(await isUsed(update(request, rollouts, partly(rollouts, rows))));
    }
    expect(steps).toEqual([true, true, false, false, true, true]);
  });
});

describe("memory", () => {
  /** Policies that never end a completion. */
  const endless = (architecture: ArchitectureId): Float32Array => {
    const layout = ARCHITECTURE_LIST[architecture].layout("large", V);
    const bias = layout.tensors.find(({ name }) => name === "head.bias");
    const parameters = parametersOf(architecture, 3, "large");
    parameters[(bias?.offset ?? Number.NaN) + vocabulary.end] = -50;
    return parameters;
  };

  it("holds no more than 64 MiB of it; a batch that needs more is computed again", async () => {
    const engine = await engineOf("attention", "large", endless("attention"), 26);
    const request = learning(64, 7);
    // Once without saving, for all other memory.
    const rollouts = await engine.sample({ ...request, toLearn: false });
    const { stats, state } = await computedAgain(engine, request, rollouts);
    const before = engine.memory().bytes;
    const again = await engine.sample(request);
    expect(again.lengths.every((length) => length === 26)).toBe(true);
    expect(await engine.update(update(request, again))).toEqual(stats);
    expectSame(await engine.snapshot(), state);
    expect(fromSaved).not.toContain(true);
    const grown = engine.memory().bytes - before;
    expect(grown).toBeGreaterThan(60 * 2 ** 20);
    expect(grown).toBeLessThanOrEqual(65 * 2 ** 20);
    // A smaller one is saved, in the same place.
    fromSaved.length = 0;
    const few = learning(16, 7);
    await engine.update(update(few, await engine.sample(few)));
    expect(fromSaved).not.toContain(false);
    expect(engine.memory().bytes - before).toBe(grown);
    engine.dispose();
  });

  it("saves 512 rollouts at most", async () => {
    const engine = await engineOf("recurrent", "small", undefined, 6);
    for (const [rows, saved] of [
      [512, true],
      [513, false],
    ] as const) {
      fromSaved.length = 0;
      const request = learning(rows, 1);
      await engine.update(update(request, await engine.sample(request)));
      expect(new Set(fromSaved)).toEqual(new Set([saved]));
    }
    engine.dispose();
  });
});
