import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addends, addition, writeAnswer } from "./addition.ts";
import { taskById } from "./index.ts";
import { DIGIT_ORDERS } from "./task.ts";

const order = fc.constantFrom(...DIGIT_ORDERS);
const addend = fc.integer({ min: 10, max: 99 });

describe("parse", () => {
  it.each([
    ["15,09#95$", "msb", "95"],
    ["15,09#59$", "lsb", "95"],
    ["#95$", "msb", "95"],
    // The answer after the last # counts.
    ["15,09#95#96$", "msb", "96"],
    // Leading zeros, which stand last when the least significant digit is first, are not another answer.
    ["15,09#095$", "msb", "95"],
    ["15,09#590$", "lsb", "95"],
    ["10,12#021$", "lsb", "120"],
    ["#0$", "msb", "0"],
    // The scratchpad does not count.
    ["99,99#7$", "msb", "7"],
  ] as const)("reads %s (%s) as %s", (completion, digits, answer) => {
    expect(addition.parse(completion, digits)).toEqual({ answer, truncated: false });
  });

  it.each(["$", "15,09$", "95$", "#$", "15,09#$", "#1234$", "#9+5$", "#9,5$", "15,09#95#$", "#95=$"])(
    "finds no answer in %s",
    (completion) => {
      expect(addition.parse(completion, "msb")).toEqual({ answer: null, truncated: false });
    },
  );

  it.each(["15,09#95", "", "#95#95#95#95#95#95#95#95"])("calls %j truncated: no end, no vote", (completion) => {
    expect(addition.parse(completion, "msb")).toEqual({ answer: null, truncated: true });
  });

  it("undoes writeAnswer in both digit orders", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 199 }), order, (answer, digits) => {
        expect(addition.parse(`15,09#${writeAnswer(answer, digits)}$`, digits).answer).toBe(String(answer));
      }),
    );
  });

  it("never throws, and answers with plain whole numbers only", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...addition.vocabulary.characters), maxLength: 24 }),
        order,
        (completion, digits) => {
          const { answer, truncated } = addition.parse(completion, digits);
          if (answer !== null) expect(answer).toMatch(/^(0|[1-9]\d{0,2})$/);
          if (truncated) expect(answer).toBeNull();
        },
      ),
    );
  });
});

describe("prompts", () => {
  it("have two addends of two digits", () => {
    expect(addends("37+58=")).toEqual([37, 58]);
    for (const text of ["", "7+58=", "07+58=", "37+58", "37+580=", "37-58=", " 37+58="])
      expect(() => addends(text)).toThrow(RangeError);
  });

  it("keep their truth when paraphrased, and come back when paraphrased twice", () => {
    expect(addition.paraphrase("37+58=")).toBe("58+37=");
    fc.assert(
      fc.property(addend, addend, (a, b) => {
        const text = `${a}+${b}=`;
        const other = addition.paraphrase(text);
        expect(addition.truth({ id: 0, text: other })).toBe(addition.truth({ id: 0, text }));
        expect(addition.truth({ id: 0, text })).toBe(String(a + b));
        expect(addition.paraphrase(other)).toBe(text);
      }),
    );
  });

  it("have the length that the task says", () => {
    expect(addition.encode("37+58=")).toHaveLength(addition.promptLength);
  });
});

describe("tokens", () => {
  it("come back as the text they were made of, padding left out", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."0123456789+=,#$") }), (text) => {
        expect(addition.decode(addition.encode(text))).toBe(text);
        expect(addition.decode([...addition.encode(text), addition.vocabulary.pad, addition.vocabulary.pad])).toBe(text);
      }),
    );
    expect(() => addition.encode("3x")).toThrow(/"x"/);
  });

  it("may be sampled: digits, signs and the end, but neither padding nor the reserved ones", () => {
    const { characters, active, end, pad } = addition.vocabulary;
    expect(active.map((id) => characters[id]).join("")).toBe("0123456789+=,#$");
    expect(characters[end]).toBe("$");
    expect(active).toContain(end);
    expect(active).not.toContain(pad);
    expect(new Set(characters).size).toBe(characters.length);
  });
});

describe("splits", () => {
  it("are disjoint, also when paraphrased, of the sizes asked for, without repeats, and made of prompts", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 9999 }),
        fc.integer({ min: 1, max: 600 }),
        fc.integer({ min: 1, max: 600 }),
        (seed, train, heldOut) => {
          const splits = addition.splits(seed, train, heldOut);
          expect([splits.train.length, splits.heldOut.length]).toEqual([train, heldOut]);
          const texts = [...splits.train, ...splits.heldOut].map((prompt) => prompt.text);
          expect(new Set(texts).size).toBe(train + heldOut);
          for (const text of texts) addends(text);
          const trained = new Set(splits.train.flatMap(({ text }) => [text, addition.paraphrase(text)]));
          expect(splits.heldOut.filter(({ text }) => trained.has(text))).toEqual([]);
          expect(splits.train.map((prompt) => prompt.id)).toEqual(splits.train.map((_, id) => id));
        },
      ),
      { numRuns: 20 },
    );
  });

  it("follow from the cohort seed; the held-out prompts do not depend on the number of train prompts", () => {
    expect(addition.splits(3, 64, 64)).toEqual(addition.splits(3, 64, 64));
    expect(addition.splits(3, 64, 64).train).not.toEqual(addition.splits(4, 64, 64).train);
    expect(addition.splits(3, 64, 64).heldOut).toEqual(addition.splits(3, 500, 64).heldOut);
    expect(addition.splits(3, 64, 64).train).toEqual(addition.splits(3, 500, 64).train.slice(0, 64));
  });

  it("draw from all prompts evenly", () => {
    const { train, heldOut } = addition.splits(0, 512, 512);
    for (const part of [train, heldOut]) {
      for (const side of [0, 1] as const) {
        const mean = part.reduce((sum, { text }) => sum + addends(text)[side], 0) / part.length;
        // Addends are uniform on 10 to 99: mean 54.5, deviation 26; four standard errors of 512 of them.
        expect(Math.abs(mean - 54.5)).toBeLessThan((4 * 26) / Math.sqrt(512));
      }
    }
  });

  it("can be as large as the page allows, and say where the prompts end", () => {
    // LIMITS of runs/config.ts.
    expect(addition.splits(0, 4000, 2048).train).toHaveLength(4000);
    expect(() => addition.splits(0, 8000, 512)).toThrow(/too few prompts to train on 8000 and hold out 512/);
    expect(() => addition.splits(0, 1, 5000)).toThrow(RangeError);
  });
});

it("the list of tasks has it", () => {
  expect(taskById("addition")).toBe(addition);
  expect(() => taskById("subtraction")).toThrow(RangeError);
});
