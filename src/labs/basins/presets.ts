/** The presets of the basin page: each a state that shows one thing, with the sentence that says what. */
import { formatLink } from "./link.ts";
import { type BasinState, DEFAULTS } from "./state.ts";

export interface BasinPreset {
  readonly id: string;
  readonly title: string;
  /** What to see, and where it comes from. */
  readonly lesson: string;
  readonly state: BasinState;
}

function preset(id: string, title: string, lesson: string, changes: Partial<BasinState>): BasinPreset {
  return { id, title, lesson, state: { ...DEFAULTS, ...changes } };
}

export const PRESETS: readonly BasinPreset[] = [
  preset(
    "theorem",
    "The theorem",
    "Self-rewarding splits the square at one half for each agent; cross supervision at p_A + p_B = 1 (Co-RL, T1).",
    {},
  ),
  preset(
    "paper",
    "The paper's example",
    "Half of the prompts at (0.9, 0.2), half at (0.2, 0.9): self-rewarding ends at accuracy 0.5, cross supervision at 1 (Co-RL, section 5).",
    { mode: "population", p: [0.9, 0.2] },
  ),
  preset(
    "complementary",
    "Weak but complementary",
    "Every agent is wrong more often than right on half of the prompts, but never where the other is: together they get all of them.",
    {
      mode: "population",
      p: [0.6, 0.45],
      population: {
        kind: "prompts",
        prompts: [
          { p: [0.7, 0.35], weight: 1 },
          { p: [0.35, 0.7], weight: 1 },
          { p: [0.6, 0.45], weight: 1 },
          { p: [0.45, 0.6], weight: 1 },
        ],
      },
    },
  ),
  preset(
    "slower",
    "The slower one weighs more",
    "B learns at a quarter of A's rate, so the separatrix bends: p_A + p_B is below 1, and both still end right (ours).",
    { p: [0.2, 0.7], rates: [1, 0.25] },
  ),
  preset(
    "scattered",
    "Scattered mistakes",
    "Four answers, the favourite wrong ones different: wrong votes do not add up, and both end right although neither p is above one half (ours).",
    { p: [0.4, 0.3], answers: 4, shared: false, share: 0.5 },
  ),
  preset(
    "shared",
    "Shared mistakes",
    "The same p, but both agents put nearly all of their wrong mass on the same wrong answer: they agree on it (ours).",
    { p: [0.4, 0.3], answers: 4, shared: true, share: 0.9 },
  ),
  preset(
    "ring",
    "Ring of three",
    "A labels B, B labels C, C labels A. One good agent can carry two weak ones; the picture is a plane through the cube (ours).",
    { p: [0.9, 0.3, 0.35], rates: [1, 1, 1] },
  ),
  preset(
    "even",
    "Even K",
    "With an even K a vote can tie and a tie counts half. The separatrix at equal rates stays where it is; at K = 2 self-rewarding stands still.",
    { K: 4 },
  ),
  preset(
    "threshold",
    "Threshold",
    "A label counts only if the winner has at least tau of the votes. Undecided prompts learn more slowly; the border does not move.",
    { K: 8, tau: 0.75 },
  ),
];

const BY_LINK = new Map(PRESETS.map((candidate) => [formatLink(candidate.state), candidate]));

/** The preset that a state is, or undefined. */
export function presetOf(state: BasinState): BasinPreset | undefined {
  return BY_LINK.get(formatLink(state));
}
