/** Wrong labels: which, how many, and that nothing is measured against them. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fixtureStep } from "../learning/methods/fixture.ts";
import { gtReward } from "../learning/methods/gt-reward.ts";
import { addition } from "../tasks/addition.ts";
import { createGrader, exchangeOf, taughtAnswer } from "./grader.ts";

const { train } = addition.splits(0, 2000, 0);
const truthOf = (text: string): string => addition.truth({ id: 0, text });

describe("wrong labels", () => {
  it("are none at share 0, where no truth is touched", () => {
    const grader = createGrader(addition);
    expect(grader.taught(train)).toEqual(grader.truths(train));
  });

  it("are the truth plus or minus 1 or 10, all of them at share 1 and each kind about as often", () => {
    const taught = createGrader(addition, { share: 1, cohortSeed: 3 }).taught(train);
    const slips = taught.map((label, p) => Number(label) - Number(truthOf(train[p]?.text ?? "")));
    const counts = [-10, -1, 1, 10].map((slip) => slips.filter((own) => own === slip).length);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(train.length);
    for (const count of counts) expect(Math.abs(count / train.length - 0.25)).toBeLessThan(0.04);
  });

  it("have the share that was asked for", () => {
    for (const share of [0.1, 0.3, 0.5]) {
      const taught = createGrader(addition, { share, cohortSeed: 1 }).taught(train);
      const wrong = taught.filter((label, p) => label !== truthOf(train[p]?.text ?? "")).length / train.length;
      // Three standard deviations of 2000 draws.
      expect(Math.abs(wrong - share)).toBeLessThan(3 * Math.sqrt((share * (1 - share)) / train.length));
    }
  });

  it("stay the same in every step, and remain where the share grows; another cohort seed has others", () => {
    const prompt = fc.tuple(fc.integer({ min: 10, max: 99 }), fc.integer({ min: 10, max: 99 })).map(([a, b]) => `${a}+${b}=`);
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(prompt, fc.nat(9999), share, share, (text, cohortSeed, one, two) => {
        const [less, more] = [Math.min(one, two), Math.max(one, two)];
        const at = (own: number): string => taughtAnswer(text, truthOf(text), { share: own, cohortSeed });
        expect(at(less)).toBe(at(less));
        if (at(less) !== truthOf(text)) expect(at(more)).toBe(at(less));
      }),
    );
    const of = (cohortSeed: number) => createGrader(addition, { share: 0.5, cohortSeed }).taught(train);
    expect(of(0)).not.toEqual(of(1));
  });

  it("are pinned: runs done before must be found again", () => {
    const taught = createGrader(addition, { share: 0.5, cohortSeed: 0 });
    const texts = ["37+58=", "10+10=", "99+99=", "42+17=", "60+24=", "58+37="];
    expect(taught.taught(texts.map((text, id) => ({ id, text })))).toMatchInlineSnapshot(`
      [
        "96",
        "21",
        "197",
        "59",
        "74",
        "95",
      ]
    `);
  });

  it("are what a method is rewarded for that is taught the truth, and nothing else is", () => {
    const prompts = train.slice(0, 40);
    const grader = createGrader(addition, { share: 1, cohortSeed: 0 });
    const truths = grader.truths(prompts);
    const [only] = exchangeOf(gtReward, fixtureStep(gtReward, 1, [truths]), prompts, grader);
    expect(only?.labels).toEqual(grader.taught(prompts));
    expect([...(only?.rewards ?? [])]).toEqual(prompts.map(() => 0));
    expect(truths).toEqual(createGrader(addition).truths(prompts));
  });
});
