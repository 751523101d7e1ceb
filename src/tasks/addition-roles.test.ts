import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addition, writeAnswer } from "./addition.ts";
import { additionRoles, shownAnswer } from "./addition-roles.ts";
import { taskById } from "./index.ts";
import { promptTokens } from "./prompts.ts";
import { DIGIT_ORDERS, type Roles, type Score, type Task, type Verdict } from "./task.ts";

function rolesOf({ roles: own, id }: Task): Roles {
  if (!own) throw new Error(`${id} has no roles.`);
  return own;
}
const roles = rolesOf(additionRoles);

const addend = fc.integer({ min: 10, max: 99 });
const shown = fc.option(fc.integer({ min: 0, max: 999 }).map(String), { nil: null });
const verdict = fc.option(fc.constantFrom<Verdict>("Y", "N"), { nil: null });
/** A prompt of any role, by what stands after the plain one. */
const anyPrompt = fc
  .tuple(addend, addend, shown, shown, verdict, fc.constantFrom("solve", "evaluate", "score", "debate"))
  .map(([a, b, own, peer, said, role]) => {
    const plain = `${a}+${b}=`;
    if (role === "evaluate") return roles.evaluate(plain, own);
    if (role === "score") return roles.score(plain, own, said);
    return role === "debate" ? roles.debate(plain, own, peer) : plain;
  });
const written = fc.string({ unit: fc.constantFrom(...addition.vocabulary.characters), maxLength: 24 });

describe("prompts of the roles", () => {
  it("show an answer with three digits, most significant first, and none as ???", () => {
    expect(roles.evaluate("37+58=", "95")).toBe("37+58=095?");
    expect(roles.evaluate("37+58=", null)).toBe("37+58=????");
    expect(roles.score("37+58=", "0", "N")).toBe("37+58=000?N>");
    expect(roles.score("37+58=", "95", "Y")).toBe("37+58=095?Y>");
    expect(roles.score("99+99=", "198", null)).toBe("99+99=198?->");
    expect(roles.debate("37+58=", "95", "93")).toBe("37+58=095|093|");
    expect(roles.debate("37+58=", null, "120")).toBe("37+58=???|120|");
  });

  it("show the answer that any author's completion gives, whatever its digit order", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 199 }), fc.constantFrom(...DIGIT_ORDERS), (answer, order) => {
        const parsed = additionRoles.parse(`15,09#${writeAnswer(answer, order)}$`, order).answer;
        expect(shownAnswer(parsed)).toBe(String(answer).padStart(3, "0"));
      }),
    );
    // Whatever parses can be shown.
    fc.assert(
      fc.property(written, fc.constantFrom(...DIGIT_ORDERS), (text, order) => {
        expect(shownAnswer(additionRoles.parse(`${text}$`, order).answer)).toMatch(/^(\d{3}|\?{3})$/);
      }),
    );
    for (const none of ["", "1234", "-1", "9a", "???"]) expect(() => shownAnswer(none)).toThrow(RangeError);
  });

  it("have as many tokens each, padded on the left, and come back as their text", () => {
    expect(
      promptTokens(additionRoles, "37+58=")
        .map((id) => additionRoles.vocabulary.characters[id])
        .join(""),
    ).toBe("________37+58=");
    expect(promptTokens(additionRoles, "37+58=095|093|")).toEqual(additionRoles.encode("37+58=095|093|"));
    // Where all prompts are as long, nothing is padded: tokens are what they always were.
    expect(promptTokens(addition, "37+58=")).toEqual(addition.encode("37+58="));
    fc.assert(
      fc.property(anyPrompt, (text) => {
        const tokens = promptTokens(additionRoles, text);
        expect(tokens).toHaveLength(additionRoles.promptLength);
        expect(additionRoles.decode(tokens)).toBe(text);
        expect(tokens.slice(-text.length)).toEqual(additionRoles.encode(text));
      }),
    );
    expect(() => promptTokens(additionRoles, "37+58=095|093|0")).toThrow(/15 characters.*at most 14/);
    expect(() => promptTokens(addition, "37+58=095?")).toThrow(RangeError);
    expect(() => promptTokens(additionRoles, "37+5x=")).toThrow(/"x"/);
  });

  it("swap their addends when paraphrased, and keep the rest", () => {
    expect(additionRoles.paraphrase("37+58=")).toBe("58+37=");
    expect(additionRoles.paraphrase("37+58=095?")).toBe("58+37=095?");
    expect(additionRoles.paraphrase("37+58=????")).toBe("58+37=????");
    expect(additionRoles.paraphrase("37+58=095?->")).toBe("58+37=095?->");
    expect(additionRoles.paraphrase("37+58=095|???|")).toBe("58+37=095|???|");
    fc.assert(
      fc.property(anyPrompt, (text) => {
        const other = additionRoles.paraphrase(text);
        expect(additionRoles.paraphrase(other)).toBe(text);
        expect([other.slice(0, 2), other.slice(3, 5), other.slice(5)]).toEqual([
          text.slice(3, 5),
          text.slice(0, 2),
          text.slice(5),
        ]);
      }),
    );
    for (const text of ["", "7+58=", "37+58", "37+58=95?", "37+58=095", "37+58=095?X>", "37+58=095|", "37+58=095|093|1"])
      expect(() => additionRoles.paraphrase(text)).toThrow(RangeError);
  });
});

describe("completions of the roles", () => {
  it.each([
    ["15,09#YYY#Y$", "Y"],
    ["15,09#YNY#N$", "N"],
    ["#Y$", "Y"],
    // Only the last word counts, and only where it is one.
    ["#Y#N$", "N"],
    ["#YY$", null],
    ["Y$", null],
    ["#$", null],
    ["#3$", null],
    ["", null],
    // Cut at the cap.
    ["15,09#YYY#Y", null],
  ] as const)("reads the verdict of %j as %j", (completion, said) => {
    expect(roles.verdictOf(completion)).toBe(said);
  });

  it.each([
    ["15,09#YYY#3$", 3],
    ["15,09#YNY#1$", 1],
    ["#2$", 2],
    ["15,09#YYY#33$", null],
    ["15,09#YYY#0$", null],
    ["15,09#YYY#Y$", null],
    ["15,09#$", null],
    ["$", null],
    ["15,09#YYY#3", null],
  ] as const)("reads the score of %j as %j", (completion, score) => {
    expect(roles.scoreOf(completion)).toBe(score);
  });

  it("undo what is written, never throw, and never read one completion as both", () => {
    fc.assert(
      fc.property(written, fc.constantFrom<Verdict>("Y", "N"), fc.constantFrom<Score>(1, 2, 3), (text, said, score) => {
        expect(roles.verdictOf(`${text}#${said}$`)).toBe(said);
        expect(roles.scoreOf(`${text}#${score}$`)).toBe(score);
        expect(roles.verdictOf(text) === null || roles.scoreOf(text) === null).toBe(true);
      }),
    );
  });
});

describe("the task", () => {
  it("has the questions and answers of addition, so that methods can be compared on it", () => {
    expect(taskById("addition-roles")).toBe(additionRoles);
    expect(additionRoles.splits(3, 64, 64)).toEqual(addition.splits(3, 64, 64));
    expect(additionRoles.truth({ id: 0, text: "37+58=" })).toBe("95");
    expect(additionRoles.parse("15,09#59$", "lsb")).toEqual({ answer: "95", truncated: false });
    expect(additionRoles.maxCompletion).toBe(addition.maxCompletion);
  });

  it("has addition's alphabet, in which verdicts may be written too, and what only prompts hold may not", () => {
    const { characters, active } = additionRoles.vocabulary;
    expect(characters).toBe(addition.vocabulary.characters);
    expect(active.map((id) => characters[id]).join("")).toBe("0123456789+=,#$YN");
    expect(active).toEqual([...active].sort((a, b) => a - b));
    expect(addition.roles).toBeNull();
  });
});
