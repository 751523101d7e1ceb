/**
 * The words of the page, defined once: the terms' tips and the glossary both read them here. Words that no tip needs, and symbols and
 * sources, are in app/glossary, which is loaded when it is opened.
 */

export const GLOSSARY = {
  agent: ["Agent", "One policy that is trained: a small network of its own, in a worker of its own."],
  cohort: ["Cohort", "The agents that train together, with the rule by which they are rewarded."],
  family: ["Family", "A named bundle of architecture, size, digit order and corpus."],
  corpus: [
    "Corpus",
    "What a policy was pretrained on: Q, L or P. Each corpus holds its own systematic mistakes, so policies of different corpora are wrong on different prompts.",
  ],
  checkpoint: [
    "Checkpoint",
    "The weights of a pretrained policy, from which a run starts. Those of cohort seeds 0 to 4 come with the page; of the task with roles, 0 to 2.",
  ],
  "cohort seed": [
    "Cohort seed",
    "The number from which the corpora with their mistakes, the pretrained checkpoints and the prompts are made. Another seed is another world, not another roll of the dice in the same one; that is the sampling seed.",
  ],
  size: ["Size", "How many weights a policy has: small, about 27,000 to 38,000, or large, about twice as many."],
  "digit order": [
    "Digit order",
    "How a policy writes a number: msb, the most significant digit first as one writes, or lsb, the least significant first, in the order in which carries run.",
  ],
  replica: [
    "Replica",
    "The same recipe and corpus, pretrained again from another seed: another policy with mostly the same mistakes.",
  ],
  "learning-rate factor": [
    "Learning-rate factor",
    "An agent’s own factor on the learning rate of the run. Recurrent policies train at two thirds, as in the recipe.",
  ],
  prompt: ["Prompt", "A question, such as 47+85=. While training without labels no agent is told its answer."],
  paraphrase: ["Paraphrase", "The same question in other words: here b+a= for a+b=."],
  completion: ["Completion", "What an agent writes after a prompt: partial sums, then its answer after the last #."],
  k: ["K", "How many completions an agent samples for a prompt in a step. They vote, and they are compared with each other."],
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
  ensemble: [
    "Ensemble",
    "One majority vote over the rollouts of two agents, four from each, on held-out prompts at temperature 0.6 and top-p 0.95. Beside it stands each agent alone with eight rollouts, maj@8.",
  ],
  "prompt map": [
    "Prompt map",
    "Each training prompt a dot at the shares of right completions of two agents, p_A across and p_B up. In the paper’s theory Co-RL carries prompts above the line p_A + p_B = 1 to the right answer and those below it to a wrong one.",
  ],
  "running p": [
    "Running p",
    "The share of an agent’s completions of a prompt that are right, as a mean over the visits of the prompt in which each new visit counts half. Only measured: the agents never see the truth.",
  ],
  visit: ["Visit", "A step in which a prompt is trained on. Each prompt comes by once in every pass over the training prompts."],
  "rollouts panel": [
    "Rollouts",
    "What the agents wrote in a step: for each prompt K completions an agent, the votes, the exchanged labels, and what the truth would have been.",
  ],
  rescued: [
    "Rescued",
    "An agent’s own majority was wrong, and the label that it was given is right: rewarding itself it would have learnt the mistake.",
  ],
  spoiled: [
    "Spoiled",
    "An agent’s own majority was right, and the label that it was given is wrong: rewarding itself it would have stayed right.",
  ],
  unparsed: [
    "Unparsed or cut",
    "A completion without an answer after its last #, or cut at the cap before its end: it casts no vote, and where a label decides it gets no reward.",
  ],
  advantage: ["Advantage", "A rollout's reward minus its group's mean, over the group's standard deviation."],
  base: ["Base", "No training: the policies are evaluated as they came from pretraining."],
  ttrl: ["TTRL", "Self-rewarding: each agent is rewarded for agreeing with its own majority vote."],
  rent: [
    "RENT",
    "Each agent is rewarded for low entropy: minus the mean token entropy of its completion, whatever the answer. There are no labels.",
  ],
  intuitor: [
    "Intuitor",
    "Each agent is rewarded for self-certainty: how far its token probabilities are from uniform, whatever the answer. There are no labels.",
  ],
  "co-rewarding-1": [
    "Co-rewarding-I",
    "Each agent answers a prompt in two phrasings; each phrasing is rewarded for agreeing with the majority vote on the other.",
  ],
  "co-rewarding-2": ["Co-rewarding-II", "Each agent is rewarded for agreeing with the majority vote of a slow copy of itself."],
  "slow copy": [
    "Slow copy",
    "A second set of an agent’s parameters, which goes a small part of the way towards the policy after each update (an exponential moving average) and never learns itself.",
  ],
  "co-rl": ["Co-RL", "Each agent is rewarded for agreeing with the majority vote of a peer."],
  rlccf: [
    "RLCCF",
    "One label for all agents: the answer with the most votes of everybody, each vote weighted by its agent’s self-consistency.",
  ],
  comas: [
    "CoMAS",
    "Agents solve, look for flaws in each other’s solutions and score them: what a solution gains its evaluation loses. There are no labels.",
  ],
  maporl: [
    "MAPoRL",
    "Two agents answer, see each other’s answers and answer again; a verifier’s scores of this turn and of later ones are the reward. Not label-free.",
  ],
  coverrl: [
    "CoVerRL",
    "Each agent answers, then judges its own answers. A question is learned from only where its verdicts speak for the majority’s answer.",
  ],
  "gt-reward": [
    "GT-Reward",
    "Rewarded for the ground truth, the true answer. Not label-free: the ceiling that the others are measured against.",
  ],
  estimator: [
    "Estimator",
    "How rewards become advantages: GRPO compares a rollout with the others of its group, REINFORCE++ every token with all tokens of the batch, the KL penalty to come taken off first.",
  ],
  bnpo: [
    "bnpo, grpo, dr-grpo",
    "What the loss is divided by: the number of tokens in the batch (bnpo, as the released training scripts), each completion by its own length (grpo, the paper’s equation 2), or a constant, without dividing advantages by the standard deviation (dr-grpo).",
  ],
  ddof: ["ddof", "What is taken off K in the divisor of a standard deviation: 1 for the sample’s, 0 for the population’s."],
  "wrong labels": [
    "Wrong labels",
    "Noise in the truth: for this share of the training prompts a method that is rewarded for the truth is taught the true answer plus or minus 1 or 10, the same in every step. What is measured always has the truth itself.",
  ],
  "label rule": [
    "Label rule",
    "How the answers of several agents that label one become one label, for example by one vote over all of them, or by the surest alone.",
  ],
  topology: ["Topology", "Who labels whom: an arrow goes from the agent that votes to the agent that is rewarded."],
} as const satisfies Record<string, readonly [title: string, definition: string]>;

export type TermId = keyof typeof GLOSSARY;

/** A word's place in the address of the glossary: "pseudo-label-accuracy". */
export function slugOf(id: string): string {
  return id.replaceAll(" ", "-");
}

/** The address of the glossary, at a word if one is named. */
export function glossaryLink(id?: string): string {
  return id === undefined ? "#/glossary" : `#/glossary/${slugOf(id)}`;
}

/** The word that an address of the glossary names, empty where it names none; null for any other address. */
export function wordOf(hash: string): string | null {
  const match = /^#\/glossary(?:\/([^/?#]*))?(?:[/?#].*)?$/.exec(hash);
  return match ? (match[1] ?? "") : null;
}
