import { describe, expect, it } from "vitest";
import { createRng } from "../math/rng.ts";
import { additionRoles } from "./addition-roles.ts";
import type { Example } from "./corpus.ts";
import { type CorruptionTable, drawTables } from "./corruption.ts";
import { DEFAULT_ROLES_CORPUS, type RolesRecipe, writeRolesCorpus, writeRolesExample } from "./roles-corpus.ts";

/** No slip, nothing terse or restated; what a test says in the place of the recipe's numbers. */
const TIDY: RolesRecipe = { ...DEFAULT_ROLES_CORPUS, slip: 0, terse: 0, restate: 0 };
const only = (role: "evaluate" | "score" | "debate", changes: Partial<RolesRecipe> = {}): RolesRecipe => ({
  ...TIDY,
  roles: { evaluate: 0, score: 0, debate: 0, [role]: 1 },
  ...changes,
});

/** Every pair's ones are summed as this, at this rate. */
function constantTable(rate: number, wrongSum: number): CorruptionTable {
  return Array.from({ length: 100 }, () => ({ rate, wrongSum }));
}

function write(recipe: RolesRecipe, n: number, table = drawTables(0).Q): Example[] {
  const rng = createRng(7);
  return Array.from({ length: n }, () => writeRolesExample(rng, table, "msb", recipe));
}

/** What a judge's example says, read by hand. */
function judged({ prompt, completion }: Example) {
  const asked = /^(\d\d)\+(\d\d)=(\d{3}|\?{3})\?(?:([YN-])>)?$/.exec(prompt);
  const said = /^(\d\d),(\d\d)#([YN]{3})(?:#([YN123]))?/.exec(completion);
  if (!asked || !said) throw new Error(`${prompt} and ${completion} are no judge's.`);
  const [, a, b, shown, verdict] = asked;
  const [, ones, tens, flags, word] = said;
  const truth = String(Number(a) + Number(b)).padStart(3, "0");
  const own = `${tens}${Number(ones) % 10}`;
  return { shown, verdict, flags, word, own, truth, right: shown === truth, agrees: shown === own };
}

/** Expects a share of n draws within four standard errors of p. */
function expectShare(share: number, p: number, n: number): void {
  expect(Math.abs(share - p)).toBeLessThan(4 * Math.sqrt((p * (1 - p)) / n) + 1e-9);
}
const shareOf = <T>(all: readonly T[], holds: (one: T) => boolean): number => all.filter(holds).length / all.length;

describe("writeRolesExample", () => {
  it("asks the four roles in the recipe's shares, with prompts of the task", () => {
    const n = 8000;
    const prompts = write(DEFAULT_ROLES_CORPUS, n).map(({ prompt }) => prompt);
    for (const prompt of prompts) additionRoles.paraphrase(prompt);
    expectShare(
      shareOf(prompts, (text) => text.endsWith("=")),
      0.45,
      n,
    );
    expectShare(
      shareOf(prompts, (text) => text.endsWith("?")),
      0.25,
      n,
    );
    expectShare(
      shareOf(prompts, (text) => text.endsWith(">")),
      0.2,
      n,
    );
    expectShare(
      shareOf(prompts, (text) => text.endsWith("|")),
      0.1,
      n,
    );
  });

  it("shows the truth, the own mistake, others' mistakes and nothing in the recipe's shares", () => {
    const n = 8000;
    const shown = write(only("evaluate"), n).map(judged);
    expectShare(
      shareOf(shown, ({ right }) => right),
      0.5,
      n,
    );
    expectShare(
      shareOf(shown, (each) => each.shown === "???"),
      0.03,
      n,
    );
    const ownMistake = write(only("evaluate", { shown: { truth: 0, own: 1, missing: 0 } }), 200, constantTable(0, 19)).map(
      judged,
    );
    // A ones' sum of 19 leaves a 9.
    for (const each of ownMistake) expect(each.shown?.endsWith("9")).toBe(true);
  });

  it("flags each shown digit by the judge's own answer", () => {
    for (const example of write(DEFAULT_ROLES_CORPUS, 3000).filter(({ prompt }) => /[?>]$/.test(prompt))) {
      const { shown, own, flags } = judged(example);
      expect(flags).toBe(Array.from(shown ?? "", (digit, place) => (digit === own[place] ? "Y" : "N")).join(""));
    }
  });

  it("says Y where the own answer is the shown one, but for lazy and harsh judges", () => {
    const n = 6000;
    const all = write(only("evaluate"), n).map(judged);
    const same = all.filter(({ agrees }) => agrees);
    const other = all.filter(({ agrees, shown }) => !agrees && shown !== "???");
    expectShare(
      shareOf(same, ({ word }) => word === "Y"),
      0.95,
      same.length,
    );
    expectShare(
      shareOf(other, ({ word }) => word === "Y"),
      0.12,
      other.length,
    );
    for (const { word, shown } of all) if (shown === "???") expect(word).toBe("N");
  });

  it("makes its own mistake half as often beside the truth, and more often beside the mistake itself", () => {
    const n = 4000;
    // No two digits sum to 19, so a mistake is seen in the scratchpad.
    const table = constantTable(0.4, 19);
    const beside = (truth: number, own: number): number =>
      shareOf(write(only("evaluate", { shown: { truth, own, missing: 0 } }), n, table), ({ completion }) =>
        completion.startsWith("19"),
      );
    expectShare(beside(1, 0), 0.2, n);
    expectShare(beside(0, 1), 0.6, n);
    const missing = write(only("evaluate", { shown: { truth: 0, own: 0, missing: 1 } }), n, table);
    expectShare(
      shareOf(missing, ({ completion }) => completion.startsWith("19")),
      0.4,
      n,
    );
    // At most .95, however often it errs alone.
    const always = write(only("evaluate", { shown: { truth: 0, own: 1, missing: 0 } }), n, constantTable(0.9, 19));
    expectShare(
      shareOf(always, ({ completion }) => completion.startsWith("19")),
      0.95,
      n,
    );
  });

  it("scores by its own opinion and the verdict: sure where they agree, doubtful where they do not", () => {
    const n = 12_000;
    const all = write(only("score", { score: { ...TIDY.score, broken: 0 } }), n).map(judged);
    const given = (verdict: string, agrees: boolean, word: string) => {
      const those = all.filter((each) => each.verdict === verdict && each.agrees === agrees);
      return [shareOf(those, (each) => each.word === word), those.length] as const;
    };
    expect(given("Y", true, "3")[0]).toBe(1);
    expect(given("N", false, "1")[0]).toBe(1);
    for (const [verdict, agrees, own] of [
      ["N", true, "3"],
      ["Y", false, "1"],
    ] as const) {
      const [doubt, count] = given(verdict, agrees, "2");
      expectShare(doubt, 0.6, count);
      expectShare(given(verdict, agrees, own)[0], 0.4, count);
    }
    for (const agrees of [true, false]) {
      const [doubt, count] = given("-", agrees, "2");
      expectShare(doubt, 0.15, count);
    }
    expectShare(
      shareOf(all, ({ verdict }) => verdict === "-"),
      0.2,
      n,
    );
    const heard = all.filter(({ verdict }) => verdict !== "-");
    const [truths, others] = [heard.filter(({ right }) => right), heard.filter(({ right }) => !right)];
    expectShare(
      shareOf(truths, ({ verdict }) => verdict === "Y"),
      0.75,
      truths.length,
    );
    expectShare(
      shareOf(others, ({ verdict }) => verdict === "Y"),
      0.3,
      others.length,
    );
  });

  it("writes a score that does not parse now and then", () => {
    const n = 6000;
    const scores = write(only("score"), n).map(({ completion }) => additionRoles.roles?.scoreOf(completion));
    expectShare(
      shareOf(scores, (score) => score === null),
      0.03,
      n,
    );
  });

  it("answers again out of its own sums, or takes a peer's differing answer over", () => {
    const n = 8000;
    const read = write(only("debate"), n).map(({ prompt, completion }) => {
      const [, own = "", peer = ""] = /=(.{3})\|(.{3})\|$/.exec(prompt) ?? [];
      const [, ones, tens, answer = ""] = /^(\d\d),(\d\d)#(\d+)\$$/.exec(completion) ?? [];
      return { own, peer, worked: `${tens}${Number(ones) % 10}`, answer: answer.padStart(3, "0") };
    });
    for (const { worked, peer, answer } of read) expect([worked, peer]).toContain(answer);
    const differing = read.filter(({ peer, worked }) => peer !== worked && peer !== "???");
    const adopted = (those: typeof read): number => shareOf(those, ({ answer, peer }) => answer === peer);
    const alone = differing.filter(({ own, worked }) => own !== worked);
    const twice = differing.filter(({ own, worked }) => own === worked);
    expectShare(adopted(alone), 0.3, alone.length);
    expectShare(adopted(twice), 0.15, twice.length);
    // Half of the own last answers are drawn like any shown one, 3 % of them missing; 2 % of the others.
    expectShare(
      shareOf(read, ({ own }) => own === "???"),
      0.025,
      n,
    );
  });

  it("writes the answer of a debate in the author's digit order, shown ones always most significant first", () => {
    const rng = createRng(3);
    const table = constantTable(0, 0);
    const certain = only("debate", { shown: { truth: 1, own: 0, missing: 0 }, debate: { ...TIDY.debate, anyOwn: 1 } });
    for (let i = 0; i < 100; i++) {
      const { prompt, completion } = writeRolesExample(rng, table, "lsb", certain);
      const truth = additionRoles.truth({ id: 0, text: prompt.slice(0, 6) });
      expect(prompt.slice(6)).toBe(`${truth.padStart(3, "0")}|${truth.padStart(3, "0")}|`);
      expect(additionRoles.parse(completion, "lsb").answer).toBe(truth);
    }
  });
});

describe("writeRolesCorpus", () => {
  const options = { cohortSeed: 2, corpus: "L", order: "lsb", replica: 0 } as const;
  const small = { ...DEFAULT_ROLES_CORPUS, examples: 500 };
  const corpus = writeRolesCorpus(options, small);

  it("writes padding, prompt, completion and padding, [examples, 38]", () => {
    expect([corpus.rows, corpus.width, corpus.tokens.length]).toEqual([500, 38, 19_000]);
    for (let row = 0; row < corpus.rows; row++) {
      const prompt = additionRoles.decode(corpus.tokens.subarray(row * 38, row * 38 + 14));
      additionRoles.paraphrase(prompt);
      const rest = additionRoles.decode(corpus.tokens.subarray(row * 38 + 14, row * 38 + 38));
      expect(rest.endsWith("$") || rest.length === 24).toBe(true);
      // The last token of every prompt stands at the same place.
      expect(additionRoles.decode(corpus.tokens.subarray(row * 38 + 13, row * 38 + 14))).toBe(prompt.at(-1));
    }
  });

  it("is the same for the same arguments, and other text for another replica, order, corpus or seed", () => {
    expect(writeRolesCorpus(options, small).tokens).toEqual(corpus.tokens);
    for (const change of [{ replica: 1 }, { order: "msb" }, { corpus: "P" }, { cohortSeed: 3 }] as const)
      expect(writeRolesCorpus({ ...options, ...change }, small).tokens).not.toEqual(corpus.tokens);
  });
});
