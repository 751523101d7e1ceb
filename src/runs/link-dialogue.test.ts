import { describe, expect, it } from "vitest";
import type { DialogueConfig } from "./config.ts";
import { dialogueParts, formatDialogue, parseDialogue } from "./link-dialogue.ts";

const read = (address: string, usual?: DialogueConfig) => {
  const parameters = new URLSearchParams(address);
  return parseDialogue((name) => parameters.get(name), usual);
};

describe("choices of judges and debates in a link", () => {
  it("are read by name, on top of the preset's", () => {
    expect(read("judges=evaluator&ownbeta=0")).toEqual({ dialogue: { judges: "evaluator", beta: 0 }, problems: [] });
    expect(read("turns=3", { verifier: "tuned" }).dialogue).toEqual({ verifier: "tuned", turns: 3 });
    expect(read("verifier=truth", { verifier: "tuned" }).dialogue).toBeUndefined();
    expect(read("").dialogue).toBeUndefined();
  });

  it("are told where they do not fit, and what is usual stays", () => {
    expect(read("turns=9&verifier=oracle&judges=3", { turns: 4 })).toEqual({
      dialogue: { turns: 4 },
      problems: [
        'judges is "3" but must be both or evaluator or scorer',
        'turns is "9" but must be a whole number from 2 to 4',
        'verifier is "oracle" but must be truth or tuned',
      ],
    });
  });

  it("are written where they differ from the preset's, and tell runs apart where they are not the usual", () => {
    expect(formatDialogue({ verifier: "truth", turns: 3 }, { verifier: "tuned", turns: 3 })).toEqual([["verifier", "truth"]]);
    expect(dialogueParts({ dialogue: { verifier: "truth", turns: 3, beta: 0 } })).toEqual(["turns=3", "ownbeta=0"]);
    expect(dialogueParts({})).toEqual([]);
  });
});
