/** A packed record is the record again, and says where another differs. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { heldOutDifference, stepDifference } from "./difference.ts";
import { metricsCsv, parseRunJson, runJson } from "./export.ts";
import { fixtureRecord } from "./fixture.ts";
import {
  agentPosition,
  dialoguePosition,
  pack,
  packedRunSchema,
  packStep,
  pairPosition,
  rowWidth,
  samePacked,
  stepsOf,
  unpack,
} from "./packed.ts";
import type { RunRecord } from "./record.ts";

const share = fc.double({ min: 0, max: 1, noNaN: true });

/** The fixture with one number of each kind replaced, nulls among them. */
function varied(value: number, loss: number, nothing: boolean): RunRecord {
  const record = fixtureRecord(4);
  const orNull = nothing ? null : value;
  return {
    ...record,
    steps: record.steps.map((step) => ({
      ...step,
      agents: step.agents.map((agent) => ({
        ...agent,
        pseudoLabelAccuracy: orNull,
        loss,
        heldOut: nothing ? null : { mean: value, low: value, high: value },
      })),
      agreement: step.agreement.map((pair) => ({ ...pair, agreement: orNull })),
      unanimity: orNull,
    })),
  };
}

test("unpack(pack(record)) is the record", () => {
  fc.assert(
    fc.property(share, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), (value, loss, nothing) => {
      const record = varied(value, loss, nothing);
      expect(unpack(pack(record))).toEqual(record);
    }),
  );
  expect(runJson(unpack(pack(fixtureRecord())))).toBe(runJson(fixtureRecord()));
  expect(packedRunSchema.safeParse(pack(fixtureRecord())).success).toBe(true);
});

test("three agents, no compared cohort, no steps", () => {
  const record = fixtureRecord(2);
  const [agent] = record.config.cohort.agents;
  const [metrics] = record.steps[0]?.agents ?? [];
  const [policy] = record.environment.agents;
  if (!agent || !metrics || !policy) throw new Error("The fixture has no agents.");
  const three: RunRecord = {
    ...record,
    config: { ...record.config, cohort: { method: "co-rl", agents: [agent, agent, agent] }, compare: null },
    environment: { ...record.environment, agents: Array.from({ length: 3 }, () => policy), compareAgents: [] },
    initial: null,
    finished: false,
    final: null,
    compare: null,
    steps: [
      {
        step: 1,
        agents: [metrics, { ...metrics, loss: 2 }, { ...metrics, loss: 3 }],
        agreement: [
          { a: 0, b: 1, agreement: 0.1, prompts: 1 },
          { a: 0, b: 2, agreement: null, prompts: 0 },
          { a: 1, b: 2, agreement: 0.3, prompts: 3 },
        ],
        unanimity: 0.7,
      },
    ],
  };
  const packed = pack(three);
  expect(unpack(packed)).toEqual(three);
  expect(parseRunJson(runJson(three))).toEqual({ record: three });
  expect([stepsOf(packed.main), packed.main.numbers.length]).toEqual([1, rowWidth({ agents: 3, roles: false })]);
  const { numbers } = packed.main;
  expect([numbers[agentPosition(2, "loss")], numbers[pairPosition(3, 2)]]).toEqual([3, 0.3]);
  expect(numbers[pairPosition(3, 1)]).toBeNaN();
  expect(unpack(pack({ ...three, steps: [] })).steps).toEqual([]);
});

test("a difference is named: the agent, the metric, both numbers", () => {
  const record = fixtureRecord(3);
  const packed = pack(record);
  const [, second] = record.steps;
  const agent = second?.agents[1];
  if (!second || !agent) throw new Error("The fixture is too short.");
  expect(stepDifference(packed.main, 2, packStep(second))).toBeNull();
  const other = { ...second, agents: [second.agents[0] ?? agent, { ...agent, entropy: agent.entropy + 1e-12 }] };
  expect(stepDifference(packed.main, 2, packStep(other))).toMatch(/^agent B’s entropy is 0\.2440+1\d*, was 0\.244$/);
  const pair = { ...second, agreement: [{ a: 0, b: 1, agreement: null, prompts: 31 }] };
  expect(stepDifference(packed.main, 2, packStep(pair))).toBe("agreement of A and B is not defined, was 0.25");
  expect(stepDifference(packed.main, 2, packStep({ ...second, unanimity: 1 }))).toBe("unanimity is 1, was not defined");
});

test("evaluations differ by name", () => {
  const { initial } = fixtureRecord();
  const [first, second] = initial?.agents ?? [];
  if (!first || !second) throw new Error("The fixture has no evaluation.");
  expect(heldOutDifference(initial, { agents: [first, second] })).toBeNull();
  expect(heldOutDifference(null, null)).toBeNull();
  const other = { agents: [first, { heldOut: { ...second.heldOut, mean: 0.25 } }] };
  expect(heldOutDifference(initial, other)).toBe("agent B’s held-out accuracy (mean) is 0.25, was 0.51");
  expect(heldOutDifference(initial, null)).toBe("an evaluation is missing");
});

test("the same run twice is told from one that differs in a number, a change or its length", () => {
  const record = fixtureRecord(3);
  const packed = pack(record);
  const parsed = parseRunJson(runJson(record));
  if ("problem" in parsed) throw new Error(parsed.problem);
  expect(samePacked(packed, pack(parsed.record))).toBe(true);
  expect(samePacked(packed, pack(fixtureRecord(2)))).toBe(false);
  expect(samePacked(packed, pack({ ...record, compare: null, config: { ...record.config, compare: null } }))).toBe(false);
  const change = { step: 2, name: "temperature" as const, value: 0.5 };
  expect(samePacked(packed, pack({ ...record, changes: [change] }))).toBe(false);
  const last = record.steps.map((step) => (step.step === 3 ? { ...step, unanimity: 0.5 } : step));
  expect(samePacked(packed, pack({ ...record, steps: last }))).toBe(false);
});

test("a method with roles has its own numbers behind the others, and rows without them are what they were", () => {
  const record = fixtureRecord(2);
  const dialogue = {
    wrongVerdicts: 0.75,
    verdictAccuracy: null,
    unparsedVerdicts: 0,
    unparsedScores: null,
    keptShare: 0.5,
    lastTurnPassAt1: 0.25,
  };
  const judged: RunRecord = {
    ...record,
    config: { ...record.config, task: "addition-roles", cohort: { ...record.config.cohort, method: "comas" } },
    steps: record.steps.map((step) => ({ ...step, agents: step.agents.map((agent) => ({ ...agent, dialogue })) })),
  };
  const packed = pack(judged);
  expect(unpack(packed)).toEqual(judged);
  expect(parseRunJson(runJson(judged))).toEqual({ record: judged });
  expect(Array.from(packed.main.numbers.subarray(0, rowWidth({ agents: 2, roles: false })))).toEqual(
    Array.from(pack(record).main.numbers.subarray(0, rowWidth({ agents: 2, roles: false }))),
  );
  expect(packed.main.numbers[dialoguePosition(2, 1, "keptShare")]).toBe(0.5);
  const [first] = judged.steps;
  if (!first) throw new Error("The fixture has no steps.");
  const other = {
    ...first,
    agents: first.agents.map((agent, n) => (n === 1 ? { ...agent, dialogue: { ...dialogue, keptShare: 1 } } : agent)),
  };
  expect(stepDifference(packed.main, 1, packStep(other))).toBe("agent B’s keptShare is 1, was 0.5");
  // A file whose method has roles must say what was said, and no other may.
  expect(parseRunJson(runJson({ ...judged, steps: record.steps }))).toEqual({
    problem: "This run contradicts itself: steps.0.agents: must have dialogue, for the method is CoMAS.",
  });
  expect(parseRunJson(runJson({ ...record, steps: judged.steps }))).toMatchObject({
    problem: expect.stringContaining("must not have"),
  });
  expect(metricsCsv(judged).split("\r\n")[0]).toMatch(/,wrongVerdicts,.*,lastTurnPassAt1$/);
  expect(metricsCsv(record).split("\r\n")[0]).not.toContain("wrongVerdicts");
});
