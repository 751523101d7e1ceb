/** The tour of the first screen, as data: what each step says and which part of the page it stands beside. */

export interface TourStep {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** Where it stands: the first of these selectors that is to be seen on the page. A step with none is left out. */
  readonly anchors: readonly string[];
}

export const TOUR_STEPS: readonly TourStep[] = [
  {
    id: "cohort",
    title: "A cohort",
    text: "A cohort is a few small policies, the agents, that train together without being told an answer. Two cohorts train side by side: the preset chosen here, and the one to compare it with.",
    anchors: [".top-select"],
  },
  {
    id: "who",
    title: "Who labels whom",
    text: "Each agent answers a prompt several times, and the answers vote. Under Co-RL the vote of one agent labels its peer; under TTRL, the compared cohort, each agent is labelled by its own vote.",
    anchors: [".supervision-choice, .supervision", "[aria-labelledby=who-trains] > h2", ".side > summary"],
  },
  {
    id: "run",
    title: "Run",
    text: "Run trains both cohorts from the same checkpoints, here in the browser. It can be pressed now: the tour does not get in its way.",
    anchors: ["[data-button=run]"],
  },
  {
    id: "result",
    title: "The result",
    text: "The share of right answers on prompts that nobody trains on. By about step 40 agent A of the Co-RL cohort, the thick line, parts from its twin in the TTRL cohort, the thin one.",
    anchors: [".chart-held-out"],
  },
  {
    id: "reason",
    title: "The reason",
    text: "How often the labels are right, which no agent ever learns. A peer with other mistakes gives labels that get better; one’s own vote repeats one’s own mistakes, and its labels stay about where they began.",
    anchors: [".chart-labels"],
  },
  {
    id: "prompts",
    title: "Prompt by prompt",
    text: "Each dot is a prompt, at the chances of A and of B to answer it right. Under Co-RL prompts above the line are drawn to where both are right; press a dot to read what the agents wrote.",
    anchors: [".prompt-map"],
  },
];
