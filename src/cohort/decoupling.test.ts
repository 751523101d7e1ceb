/** Pairs of base policies: which draws they are counted from, how a paraphrase is asked, and what is told of progress. */
import { expect, test } from "vitest";
import { FAMILIES } from "../policies/families.ts";
import { DEFAULT_BASE } from "../policies/spec.ts";
import { taskById } from "../tasks/index.ts";
import { allPairs, DECOUPLING_PROMPTS, measureDecoupling } from "./decoupling.ts";
import { createGrader } from "./grader.ts";
import type { AgentApi, AgentSetup } from "./protocol.ts";

const task = taskById("addition");
const grader = createGrader(task);
const { heldOut } = task.splits(0, 512, DECOUPLING_PROMPTS);

/** Answers by rule: `answer` gets the prompt's place, which draw it is and who is asked; null is unparsed. */
function fake(answer: (place: number, draw: number, setup: AgentSetup, text: string) => string | null) {
  const setups: AgentSetup[] = [];
  const draws = new Map<number, number>();
  const refuse = (): never => {
    throw new Error("Not asked for here.");
  };
  const agent: AgentApi = {
    async setup(setup) {
      setups.push(setup);
      if (!draws.has(setup.samplingSeed)) draws.set(setup.samplingSeed, draws.size);
      return { facts: { backend: "simd", adapter: "", software: false, tfjs: "" }, parameters: 0, checkpoint: "", sha256: "" };
    },
    async evaluate({ prompts, samples }) {
      const setup = setups.at(-1);
      if (!setup) return refuse();
      const draw = draws.get(setup.samplingSeed) ?? 0;
      const answers = prompts.flatMap((text, p) => new Array<string | null>(samples).fill(answer(p, draw, setup, text)));
      return { answers };
    },
    sample: refuse,
    learn: refuse,
    tune: refuse,
    snapshot: refuse,
    restore: refuse,
    fingerprint: refuse,
    memory: refuse,
    measure: refuse,
  };
  return { agent, setups };
}

const question = {
  taskId: task.id,
  subjects: [
    { spec: FAMILIES.Q.spec, paraphrase: false },
    { spec: FAMILIES.L.spec, paraphrase: true },
  ],
  pairs: allPairs(2),
  cohortSeed: 0,
  base: DEFAULT_BASE,
  samples: 2,
  checkpointBase: "",
};

test("every two are a pair, each beside itself", () => {
  expect(allPairs(3)).toEqual([
    [0, 0],
    [0, 1],
    [0, 2],
    [1, 1],
    [1, 2],
    [2, 2],
  ]);
  expect(allPairs(0)).toEqual([]);
});

test("the first is counted with its first draw and the second with its second; cells are those of all samples", async () => {
  const truths = grader.truths(heldOut);
  // Right on the first half in draw 0, on even places in draw 1; wrong as "0" by Q and not at all by L.
  const { agent, setups } = fake((p, draw, { spec }) =>
    (draw === 0 ? p < heldOut.length / 2 : p % 2 === 0) ? (truths[p] ?? null) : spec.corpus === "Q" ? "0" : null,
  );
  const parts: string[] = [];
  const measured = await measureDecoupling(agent, question, (done, total) => parts.push(`${done}/${total}`));
  const quarter = (2 * heldOut.length) / 4;
  const cells = { both: quarter, onlyA: quarter, onlyB: quarter, neither: quarter };
  expect(measured.map(({ pair, cells }) => [pair, cells])).toEqual([
    [[0, 0], { ...cells, sameWrong: quarter }],
    [[0, 1], { ...cells, sameWrong: 0 }],
    [[1, 1], { ...cells, sameWrong: 0 }],
  ]);
  for (const { measured: m, intervals } of measured) {
    expect(m.kappa).toBeCloseTo(0, 12);
    expect(m.complementarity).toBe(0.5);
    expect(intervals.kappa?.low).toBeLessThan(0);
    expect(intervals.kappa?.high).toBeGreaterThan(0);
  }
  // Draw 0 of Q; draw 1 of Q and L; draw 0 of L. Then three pairs.
  expect(setups).toHaveLength(4);
  expect(new Set(setups.map(({ samplingSeed }) => samplingSeed)).size).toBe(2);
  expect(parts).toEqual(["1/7", "2/7", "3/7", "4/7", "5/7", "6/7", "7/7"]);
});

test("a paraphrase is asked of the subject that sees it, and graded by the same truth", async () => {
  const asked = new Map<string, string>();
  const truths = grader.truths(heldOut);
  const { agent } = fake((p, _, { spec }, text) => {
    if (p === 0) asked.set(spec.corpus, text);
    return truths[p] ?? null;
  });
  const [, pair] = await measureDecoupling(agent, question);
  const first = heldOut[0]?.text ?? "";
  expect(asked.get("Q")).toBe(first);
  expect(asked.get("L")).toBe(task.paraphrase(first));
  // Both always right: kappa is not defined, and has no interval.
  expect(pair?.measured).toMatchObject({ kappa: null, oracle: 1 });
  expect(pair?.intervals.kappa).toBeNull();
});

test("a pair that names nobody is refused", async () => {
  const { agent } = fake(() => null);
  await expect(measureDecoupling(agent, { ...question, pairs: [[0, 5]] })).rejects.toThrow("There is no policy 5 among 2.");
});
