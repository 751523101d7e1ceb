/** The rollouts' logic on hand-made steps: filters, ties, abstentions, grouping, structure, sources. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { StepRollouts } from "../../cohort/events.ts";
import { methodById } from "../../learning/methods/index.ts";
import { voteAll } from "../../learning/vote.ts";
import type { CohortConfig } from "../../runs/config.ts";
import { presetById } from "../../runs/presets.ts";
import { createRolloutLog } from "../../stores/rollout-log.ts";
import { createVisitLog } from "../../stores/visit-log.ts";
import { addition } from "../../tasks/addition.ts";
import {
  completionsOf,
  cutBy,
  FILTERS,
  type FilterId,
  filterCounts,
  labelSource,
  passes,
  piecesOf,
  promptShown,
  promptViews,
} from "./rollout-view.ts";
import { keptVisits } from "./visits.ts";

const isCut = cutBy(addition);

/** A step of the method, each prompt given as the completions of each agent; every truth is 95. */
function stepOf(
  method: "co-rl" | "ttrl" | "base",
  prompts: string[][][],
  tieRule: "first-seen" | "unlabelled" = "first-seen",
): StepRollouts {
  const agents = prompts[0]?.length ?? 0;
  const perPrompt = prompts[0]?.[0]?.length ?? 0;
  const written = Array.from({ length: agents }, (_, n) => prompts.flatMap((prompt) => prompt[n] ?? []));
  const rollouts = written.map((texts) => {
    const answers = texts.map((text) => addition.parse(text, "msb").answer);
    const none = new Float32Array(answers.length);
    const votes = voteAll(answers, perPrompt, { threshold: 0, tieRule });
    return { texts, answers, votes, entropies: none, certainties: none, second: null };
  });
  const rule = methodById(method);
  if (rule.needsTruth || rule.roles) throw new Error("This fixture is of methods that vote and see no truth.");
  const supervisors = rule.topology(agents);
  const exchanges = rule.exchange({
    prompts: prompts.length,
    perPrompt,
    agents: rollouts,
    supervisors,
    labelRule: "pooled",
    voting: { threshold: 0, tieRule },
  });
  return {
    step: 1,
    prompts: prompts.map((_, id) => ({ id, text: "37+58=" })),
    truths: prompts.map(() => "95"),
    cohort: rollouts.map((own, n) => ({
      ...own,
      labels: exchanges[n]?.labels ?? [],
      rewards: exchanges[n]?.rewards ?? new Float32Array(0),
    })),
    compare: null,
  };
}

/** Which filters but "all" let the only prompt through. */
function let_(step: StepRollouts): FilterId[] {
  const [view] = promptViews(step, "main");
  if (!view) throw new Error("no prompt");
  return FILTERS.filter((filter) => filter !== "all" && passes(filter, view));
}

test("agreement on the right answer passes none of the filters", () => {
  expect(
    let_(
      stepOf("co-rl", [
        [
          ["#95$", "#95$", "#94$"],
          ["15,09#95$", "#95$", "#95$"],
        ],
      ]),
    ),
  ).toEqual([]);
});

test("one agent right and one wrong: under Co-RL one is rescued and the other spoiled; under TTRL neither", () => {
  const prompt = [
    ["#95$", "#95$", "#94$"],
    ["#85$", "#85$", "#95$"],
  ];
  const step = stepOf("co-rl", [prompt]);
  expect(let_(step)).toEqual(["disagree", "label-wrong", "rescued", "spoiled"]);
  const [view] = promptViews(step, "main");
  expect(view?.agents.map(({ vote, label, right }) => [vote, label, right])).toEqual([
    ["95", "85", 2],
    ["85", "95", 1],
  ]);
  expect(let_(stepOf("ttrl", [prompt]))).toEqual(["disagree", "label-wrong"]);
});

test("both wrong in the same way: the label is wrong, and nothing is spoiled that was not lost already", () => {
  expect(
    let_(
      stepOf("co-rl", [
        [
          ["#85$", "#85$"],
          ["#85$", "#85$"],
        ],
      ]),
    ),
  ).toEqual(["label-wrong"]);
});

test("a tie goes to the first seen answer and is a vote; where the rule leaves it unlabelled it is none", () => {
  const prompt = [
    ["#95$", "#85$"],
    ["#85$", "#85$"],
  ];
  expect(let_(stepOf("co-rl", [prompt]))).toEqual(["disagree", "label-wrong", "rescued", "spoiled"]);
  // A casts no vote: B gets no label, so nobody is rescued; and A, who had no vote, is not spoiled by B's wrong one.
  const step = stepOf("co-rl", [prompt], "unlabelled");
  expect(let_(step)).toEqual(["label-wrong"]);
  expect(promptViews(step, "main")[0]?.agents.map(({ vote, label }) => [vote, label])).toEqual([
    [null, "85"],
    ["85", null],
  ]);
});

test("unparsed and cut completions are found, and an agent with nothing else casts no vote", () => {
  const step = stepOf("co-rl", [
    [
      ["#95$", "#95$"],
      ["15,09$", "15,09#95#95#95#95#95#95#"],
    ],
  ]);
  expect(let_(step)).toEqual(["unparsed"]);
  expect(promptViews(step, "main")[0]?.agents[0]).toMatchObject({ vote: "95", label: null, unparsed: 0 });
  expect(promptViews(step, "main")[0]?.agents[1]).toMatchObject({ vote: null, label: "95", unparsed: 2, right: 0 });
});

test("Base labels nobody: only votes and completions can be filtered by", () => {
  expect(let_(stepOf("base", [[["#95$"], ["#85$"]]]))).toEqual(["disagree"]);
});

test("counts are what the filters let through, and all is all", () => {
  const answer = fc.constantFrom("#95$", "#85$", "#75$", "$");
  const prompt = fc.array(fc.array(answer, { minLength: 3, maxLength: 3 }), { minLength: 3, maxLength: 3 });
  fc.assert(
    fc.property(fc.array(prompt, { minLength: 1, maxLength: 6 }), (prompts) => {
      const views = promptViews(stepOf("co-rl", prompts), "main");
      const counts = filterCounts(views);
      expect(counts.all).toBe(prompts.length);
      for (const filter of FILTERS) expect(counts[filter]).toBe(views.filter((view) => passes(filter, view)).length);
      // Who is spoiled was given a wrong label.
      for (const view of views) if (passes("spoiled", view)) expect(passes("label-wrong", view)).toBe(true);
    }),
  );
  expect(promptViews(stepOf("co-rl", [[["#95$"], ["#95$"]]]), "compare")[0]?.agents).toEqual([]);
});

test("completions by text, by answer and each: counts, first seen first among equals", () => {
  const step = stepOf("co-rl", [
    [
      ["#85$", "15,09#95$", "#95$", "#95$", "#8", "$"],
      ["#95$", "#95$", "#95$", "#95$", "#95$", "#95$"],
    ],
  ]);
  const agent = step.cohort[0];
  if (!agent) throw new Error("no agent");
  const brief = (grouping: "text" | "answer" | "none") =>
    completionsOf(step, agent, 0, grouping, isCut).map(({ text, answer, count, texts }) => [text, answer, count, texts]);
  expect(brief("text")).toEqual([
    ["#95$", "95", 2, 1],
    ["#85$", "85", 1, 1],
    ["15,09#95$", "95", 1, 1],
    ["#8", null, 1, 1],
    ["$", null, 1, 1],
  ]);
  expect(brief("answer")).toEqual([
    ["15,09#95$", "95", 3, 2],
    ["#85$", "85", 1, 1],
    ["#8", null, 1, 1],
    ["$", null, 1, 1],
  ]);
  expect(brief("none").map(([text]) => text)).toEqual(["#85$", "15,09#95$", "#95$", "#95$", "#8", "$"]);
  const [first] = completionsOf(step, agent, 0, "text", isCut);
  expect(first).toMatchObject({ reward: 1, mark: 1, cut: false });
  expect(completionsOf(step, agent, 0, "answer", isCut).map(({ cut }) => cut)).toEqual([false, false, true, false]);
});

test("a completion's pieces: sums, answers of which the last counts, what does not fit; joined they are the completion", () => {
  const kinds = (text: string): string =>
    piecesOf(text)
      .map(({ kind, text: part }) => `${kind} ${part}`)
      .join(" | ");
  expect(kinds("15,09#95$")).toBe("ones 15 | sign , | tens 09 | sign # | answer 95 | end $");
  expect(kinds("#95$")).toBe("sign # | answer 95 | end $");
  expect(kinds("15,09#95#59$")).toBe("ones 15 | sign , | tens 09 | sign # | other 95 | sign # | answer 59 | end $");
  expect(kinds("15,09#95")).toBe("ones 15 | sign , | tens 09 | sign # | other 95");
  expect(kinds("15,0,9#$")).toBe("other 15,0,9 | sign # | end $");
  expect(kinds("")).toBe("");
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."0123456789+=,#$"), maxLength: 24 }), (text) => {
      const pieces = piecesOf(text);
      expect(pieces.map((piece) => piece.text).join("")).toBe(text);
      // What is shown as the answer is what is parsed.
      const { answer } = addition.parse(text, "msb");
      const shown = pieces.filter(({ kind }) => kind === "answer").map((piece) => String(Number(piece.text)));
      expect(shown).toEqual(answer === null ? [] : [answer]);
    }),
  );
});

test("who gave the label", () => {
  const pair = presetById("co-rl-different").cohort;
  const [a, b] = pair.agents;
  if (!a || !b) throw new Error("no agents");
  expect([0, 1].map((n) => labelSource(pair, n))).toEqual(["from B", "from A"]);
  expect(labelSource(presetById("ttrl").cohort, 1)).toBe("from itself");
  expect(labelSource(presetById("gt-reward").cohort, 0)).toBe("the truth itself");
  expect(labelSource(presetById("base").cohort, 0)).toBe("");
  expect(labelSource(presetById("rent").cohort, 0)).toBe("");
  const drawn: CohortConfig = { method: "co-rl", agents: [a, b, a], supervisors: [[0, 1, 2], [0, 2], [1]] };
  expect([0, 1, 2].map((n) => labelSource(drawn, n))).toEqual([
    "from itself, B and C (pooled answers)",
    "from A and C (pooled answers)",
    "from B",
  ]);
});

test("the chosen prompt if it is there, else the first", () => {
  const views = promptViews(
    stepOf("co-rl", [
      [["#95$"], ["#95$"]],
      [["#85$"], ["#85$"]],
    ]),
    "main",
  );
  expect(promptShown(views, 1)?.id).toBe(1);
  expect(promptShown(views, 7)?.id).toBe(0);
  expect(promptShown([], 1)).toBeNull();
});

test("the visits of a prompt that can be looked at are those whose rollouts are kept", () => {
  const visits = createVisitLog({ main: 2, compare: 0 });
  const rollouts = createRolloutLog(8);
  for (let step = 1; step <= 6; step++) {
    const written = { ...stepOf("co-rl", [[["#95$"], ["#95$"]]]), step, prompts: [{ id: step % 2, text: "37+58=" }] };
    visits.add(written);
    rollouts.add(written);
  }
  expect(rollouts.steps).not.toContain(2);
  expect(keptVisits({ visits, rollouts }, 1)).toEqual([1, 3, 5].filter((step) => rollouts.steps.includes(step)));
  expect(keptVisits({ visits, rollouts }, 9)).toEqual([]);
});
