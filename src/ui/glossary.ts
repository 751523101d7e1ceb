/** The words of the page, defined once: the terms' tips and the help both read them here. */

export const GLOSSARY = {
  agent: ["Agent", "One policy that is trained: a small network of its own, in a worker of its own."],
  cohort: ["Cohort", "The agents that train together, with the rule by which they are rewarded."],
  family: ["Family", "A named bundle of architecture, size, digit order and corpus."],
  corpus: [
    "Corpus",
    "What a policy was pretrained on. Each corpus holds its own systematic mistakes, so policies of different corpora are wrong on different prompts.",
  ],
  prompt: ["Prompt", "A question, such as 47+85=. While training without labels no agent is told its answer."],
  paraphrase: ["Paraphrase", "The same question in other words: here b+a= for a+b=."],
  completion: ["Completion", "What an agent writes after a prompt: partial sums, then its answer after the last #."],
  rollouts: ["Rollout group", "The K completions that one agent samples for one prompt."],
  vote: ["Vote", "The most frequent parsed answer among an agent's rollouts of a prompt."],
  "pseudo-label": ["Pseudo-label", "The voted answer that an agent's rollouts are rewarded for agreeing with. It may be wrong."],
  "pseudo-label accuracy": [
    "Pseudo-label accuracy",
    "Share of labelled prompts whose exchanged label is the true answer. Only measured: the agents never see the truth.",
  ],
  "reward accuracy": ["Reward accuracy", "Share of rollouts whose reward equals the reward that the truth would have given."],
  "reward std": [
    "Reward std",
    "Standard deviation of the rewards inside a rollout group, averaged over prompts. At 0 every rollout of a group gets the same reward, and nothing is learnt.",
  ],
  agreement: ["Agreement", "Share of prompts, labelled by both, on which the votes of two agents are equal."],
  "completion length": ["Completion length", "Mean number of tokens of a completion, end token included."],
  "held-out accuracy": [
    "Held-out accuracy",
    "pass@1 on prompts that are never trained on: the share of sampled completions with the right answer, with its 95 % interval.",
  ],
  advantage: ["Advantage", "A rollout's reward minus its group's mean, over the group's standard deviation."],
  topology: ["Topology", "Who labels whom: an arrow goes from the agent that votes to the agent that is rewarded."],
} as const satisfies Record<string, readonly [title: string, definition: string]>;

export type TermId = keyof typeof GLOSSARY;
