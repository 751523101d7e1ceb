/** A worker that gives no answer: when it is given up, and when not. Real workers are killed in e2e/recovery.spec.ts. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createBreaker } from "../policies/breaker.ts";
import { fakeAgent } from "./fake-agent.ts";
import { isLost, WorkerLostError } from "./faults.ts";
import { ALLOWANCES, createPatience } from "./patience.ts";
import type { AgentApi, SampleOrder } from "./protocol.ts";
import { startAgentWorker, watchCalls } from "./workers.ts";

const ALLOWED = { start: 1, setup: 50, first: 30, firstRollout: 1, least: 5, times: 20 };
const order = (prompts: number): SampleOrder => ({
  step: 1,
  part: 0,
  alone: true,
  otherPhrasing: false,
  prompts: Array.from({ length: prompts }, () => "1+2="),
  perPrompt: 2,
  temperature: 1,
  keepText: false,
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** An agent whose samples take `seconds()`; for ever where that is null. */
function slow(seconds: () => number | null): AgentApi {
  const { api } = fakeAgent("agent B", () => "3");
  return {
    ...api,
    async sample(asked) {
      const wait = seconds();
      if (wait === null) return new Promise(() => {});
      await new Promise((resolve) => setTimeout(resolve, 1000 * wait));
      return api.sample(asked);
    },
  };
}

it("gives up a worker that does not answer for much longer than its calls took, and every call after that", async () => {
  let wait: number | null = 1;
  const { api } = watchCalls(
    "agent B",
    slow(() => wait),
    ALLOWED,
  );
  const first = api.sample(order(1));
  await vi.advanceTimersByTimeAsync(1000);
  await first;
  wait = null;
  const second = api.sample(order(1)).catch((error: unknown) => error);
  const given = vi.fn();
  void second.then(given);
  await vi.advanceTimersByTimeAsync(19_000);
  expect(given).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2000);
  const error = await second;
  expect(error).toEqual(
    new WorkerLostError("The worker of agent B has not answered for 20 s, much longer than it usually takes."),
  );
  expect(isLost(error)).toBe(true);
  await expect(api.snapshot()).rejects.toBe(error);
});

it("waits for a slow worker, longer for more rollouts and for a first call", async () => {
  const { api } = watchCalls(
    "agent B",
    slow(() => 28),
    ALLOWED,
  );
  for (const prompts of [1, 1, 4]) {
    const call = api.sample(order(prompts));
    await vi.advanceTimersByTimeAsync(29_000);
    expect((await call).answers).toHaveLength(2 * prompts);
  }
});

it("allows by the longest of the recent calls, per rollout", () => {
  const patience = createPatience(ALLOWED);
  expect([patience.allow("setup", 1), patience.allow("sample", 2), patience.allow("sample", 100)]).toEqual([50, 30, 100]);
  patience.took("sample", 4, 2);
  patience.took("sample", 4, 1);
  expect([patience.allow("sample", 4), patience.allow("sample", 8), patience.allow("learn", 4)]).toEqual([40, 80, 30]);
  for (let i = 0; i < 20; i++) patience.took("sample", 4, 0.1);
  expect(patience.allow("sample", 4)).toBe(5);
  // The default leaves room for a machine that is busy with something else.
  expect(ALLOWANCES.least).toBeGreaterThanOrEqual(15);
});

it("a failure gives up what is under way and lets go of what is done", async () => {
  const breaker = createBreaker();
  expect(await breaker.guard(async () => 1)).toBe(1);
  await expect(breaker.guard(() => Promise.reject(new Error("its own")))).rejects.toThrow("its own");
  const hanging = [1, 2].map(() => breaker.guard(() => new Promise<never>(() => {})).catch((error: unknown) => error));
  const gone = new WorkerLostError("gone");
  breaker.fail(gone);
  breaker.fail(new Error("later"));
  expect(await Promise.all(hanging)).toEqual([gone, gone]);
  const late = vi.fn(async () => 2);
  await expect(breaker.guard(late)).rejects.toBe(gone);
  expect(late).not.toHaveBeenCalled();
});

it("knows by its name an error that has crossed from a worker", () => {
  const crossed = (name: string): Error => Object.assign(new Error("The graphics device was lost."), { name });
  expect([crossed("DeviceLostError"), crossed("WorkerLostError"), crossed("RangeError")].map(isLost)).toEqual([
    true,
    true,
    false,
  ]);
});

it("a browser without workers is told in a sentence", () => {
  expect(() => startAgentWorker("agent A")).toThrow(/^This browser cannot start workers, in which the agents train\. /);
});
