/**
 * What the glossary has beyond the words of src/ui/glossary.ts: words that no tip of the page needs, and symbols and sources. A symbol's
 * "_x" is drawn as an index. Sources are papers and the sections or equations in them; "ours" is said where the project adds to them.
 */
import type { TermId } from "../../ui/glossary.ts";

const CO_RL = "Co-RL, arXiv 2608.17253";

/** Words in the form of GLOSSARY. */
export const MORE_WORDS = {
  policy: [
    "Policy",
    "What an agent trains: a small network that continues a prompt, one character after another, by sampling from its own probabilities.",
  ],
  task: [
    "Task",
    "What is asked, and how completions are read: two-digit addition, or the same with roles, whose policies also judge answers and answer again.",
  ],
  role: [
    "Role",
    "What an agent is asked to do in a method whose agents meet: solve, evaluate a shown answer, score it under a verdict, or answer again in a debate. Each has prompts of its own form.",
  ],
  verdict: [
    "Verdict",
    "What a judge says of a shown answer: Y, right, or N, wrong. It is an opinion like a vote: nobody tells the judge the truth.",
  ],
  architecture: [
    "Architecture",
    "How a policy’s network is built: attention (a transformer), recurrent (a GRU) or convolutional.",
  ],
  "corruption table": [
    "Corruption table",
    "A corpus’s systematic mistakes: for each pair of ones digits one fixed wrong sum, and how often the corpus writes it instead of the right one.",
  ],
  "weak share": [
    "Weak share",
    "The share of digit pairs that a corpus mostly gets wrong, at an error rate of 55 to 85 %; on the others it errs at 2 to 25 %. 0.38 in the recipe.",
  ],
  overlap: [
    "Overlap",
    "The probability that a corpus takes an entry of its corruption table from a table common to all corpora: how far mistakes coincide. 0.15 in the recipe.",
  ],
  symmetry: [
    "Symmetry",
    "The probability, 0.6 in the recipe, that the digit pair (b, a) has the mistake of (a, b). Where it has not, a paraphrase meets another mistake.",
  ],
  contrast: [
    "Contrast",
    "How far the error rates of weak pairs and all others are driven apart. At 1 weak pairs are always wrong and the others never, but for slips; 0 in the recipe.",
  ],
  pretraining: [
    "Pretraining",
    "Supervised learning on a corpus, before any reward: 2,000 steps that teach a policy to add, and its corpus’s mistakes with it.",
  ],
  "sampling seed": [
    "Sampling seed",
    "The number from which a run’s order of prompts and its sampled completions are drawn. Runs that differ in it alone are repeats of one experiment.",
  ],
  answer: [
    "Answer",
    "What is read from a completion: the number after its last #. A completion that is cut, or has no number there, has no answer and casts no vote.",
  ],
  truth: ["Truth", "The right answer of a prompt. It is used to measure and by GT-Reward; no label-free agent is ever told it."],
  reward: ["Reward", "What a rollout is worth in training: 1 where its answer equals the label of its prompt, else 0."],
  step: [
    "Step",
    "All agents sample completions of a batch of prompts, votes are taken and exchanged, and every agent is updated once. Nobody learns before all have sampled.",
  ],
  lockstep: [
    "Lockstep",
    "Two cohorts that get the same prompts and the same random numbers in every step, so that only the rule by which they are rewarded differs.",
  ],
  "self-rewarding": [
    "Self-rewarding",
    "The reward comes from the agent itself: from its own vote (TTRL), the vote of another view of it (Co-rewarding), its entropy (RENT) or its certainty (Intuitor).",
  ],
  "cross supervision": [
    "Cross supervision",
    "The label comes from a peer’s vote: from B’s for A and from A’s for B, or along a ring.",
  ],
  ring: ["Ring", "The topology of three and more agents: each is labelled by the one before it, the first by the last."],
  tie: ["Tie", "Two answers with equally many votes: the first one seen wins, or, if so chosen, the prompt has no label."],
  "vote threshold": [
    "Vote threshold",
    "The share of the parsed answers that a majority needs to become a label. At 0 the most votes are enough.",
  ],
  grpo: [
    "GRPO",
    "The rule that turns rewards into an update: rollouts are judged against their own group, and tokens of better ones are made more likely.",
  ],
  "kl penalty": ["KL penalty", "A price, of weight beta, on leaving the policy as it came from pretraining. 0 by default."],
  "distinct majorities": [
    "Distinct majorities",
    "How many different answers win the votes of a step. Near 0 a policy has collapsed to a few constant answers.",
  ],
  interval: [
    "95 % interval",
    "Written 83.1 [80.2, 85.9]: computed so from many such sets of held-out prompts, it would hold the true share in 95 of 100. It says nothing of other seeds.",
  ],
  p: [
    "p_A, p_B",
    "The probability that agent A, or B, answers one prompt right. Every prompt has its own, and training moves them.",
  ],
  direction: [
    "Direction of a vote",
    "The chance that a majority of K votes is right minus the chance that it is wrong: where a label pushes on average.",
  ],
  "update size": [
    "Size of an update",
    "The mean standard deviation of a group’s rewards at p: the more a group is divided, the further one update goes.",
  ],
  basin: [
    "Basin",
    "All starting points (p_A, p_B) that end in the same consensus. Self-rewarding has a border at one half for each agent alone; cross supervision has one border for both.",
  ],
  separatrix: [
    "Separatrix",
    "The border between two basins. With two agents that learn equally fast under cross supervision it is the line on which their probabilities add to 1: above it both end right, below it both end wrong.",
  ],
  consensus: ["Consensus", "All agents give the same answer to a prompt: all right at (1, 1), or all wrong at (0, 0)."],
  "many answers": [
    "Many answers",
    "Wrong answers scatter, so the right one can win a vote with less than half of the probability. The two-outcome theory lumps all wrong answers into one.",
  ],
  kappa: [
    "Kappa",
    "How far two policies are right on the same prompts beyond chance: 1 if always, 0 if as by chance, undefined where chance alone would always agree. Measured before training.",
  ],
  complementarity: [
    "Complementarity",
    "The share of prompts that exactly one of two policies gets right: what one could teach the other.",
  ],
  "oracle accuracy": ["Oracle accuracy", "The share of prompts that at least one of two policies gets right."],
  "same wrong answer": [
    "Same wrong answer",
    "The share of prompts on which both policies are wrong in the same way: no vote between the two can find these mistakes.",
  ],
  backend: [
    "Backend",
    "What computes the agents: simd, the page’s own engine for the processor, or tfjs on WebGPU, WebAssembly or plain JavaScript.",
  ],
} as const satisfies Record<string, readonly [title: string, definition: string]>;

export type WordId = TermId | keyof typeof MORE_WORDS;

export interface Detail {
  readonly symbol?: string;
  readonly source?: string;
}

export const DETAILS: Readonly<Partial<Record<WordId, Detail>>> = {
  agent: { symbol: "A, B, C …; in formulas n" },
  policy: { symbol: "π_n" },
  k: { symbol: "K", source: `${CO_RL}: 12 on text and 8 on vision; 8 in its launchers and here` },
  rollouts: { symbol: "a_1 … a_K" },
  vote: { symbol: "maj(a_1 … a_K)" },
  reward: { symbol: "r_k = 1[a_k = label]", source: `${CO_RL}, section 4, equation 3` },
  advantage: { symbol: "A_k = (r_k − mean r) / (std r + ε)", source: "GRPO, arXiv 2402.03300" },
  grpo: { source: "arXiv 2402.03300" },
  estimator: { symbol: "A_t = r − β Σ_i≥t KL_i", source: "GRPO, arXiv 2402.03300; REINFORCE++, arXiv 2501.03262" },
  bnpo: { source: `${CO_RL}, equation 2, and its training scripts; dr-grpo: arXiv 2503.20783` },
  "kl penalty": { symbol: "β (e^g − g − 1), g = log π_base − log π", source: "GRPO, arXiv 2402.03300" },
  "vote threshold": { symbol: "τ" },
  base: { source: `${CO_RL}, table 1` },
  "gt-reward": { source: `${CO_RL}, table 1` },
  ttrl: { source: "arXiv 2504.16084, section 2" },
  rent: { symbol: "r = −mean_t H(p_t)", source: "arXiv 2505.22660, section 3" },
  "co-rewarding-1": { source: "arXiv 2508.00410, Co-rewarding-I" },
  "co-rewarding-2": { source: "arXiv 2508.00410, Co-rewarding-II" },
  "slow copy": { symbol: "π_ref ← α π + (1 − α) π_ref", source: "arXiv 2508.00410, Co-rewarding-II" },
  intuitor: { symbol: "r = mean_t KL(U ‖ p_t)", source: "arXiv 2505.19590, section 3" },
  rlccf: { source: "arXiv 2508.12338" },
  "co-rl": { source: `${CO_RL}, section 4, equation 3` },
  "held-out accuracy": { symbol: "pass@1" },
  ensemble: { symbol: "maj@8", source: `${CO_RL}, tables 10 and 11` },
  "cross supervision": { symbol: "dp_n/dt = η p_n (1 − p_n) S_K(p_n) φ_K(p_n−1)", source: `${CO_RL}, section 5, proposition 1` },
  "self-rewarding": {
    symbol: "dp/dt = η p (1 − p) E[sign(C − K/2) s_K(C)]",
    source: `${CO_RL}, section 5, propositions 1 and 2`,
  },
  p: { symbol: "p_A, p_B", source: `${CO_RL}, section 5` },
  direction: { symbol: "φ_K(p) = 2 V_K(p) − 1", source: `${CO_RL}, section 5 and appendix B` },
  "update size": { symbol: "S_K(p) = E[s_K(C)]", source: `${CO_RL}, section 5 and appendix B` },
  basin: { source: `${CO_RL}, section 5, theorem 1` },
  separatrix: { symbol: "p_A + p_B = 1", source: `${CO_RL}, section 5, theorem 1; at unequal rates ours (docs/theory.md)` },
  "many answers": { source: "ours (docs/theory.md)" },
  kappa: { symbol: "κ = (observed − expected) / (1 − expected)", source: `${CO_RL}, appendix A; Cohen 1960` },
  complementarity: { symbol: "c", source: `${CO_RL}, appendix A` },
  "oracle accuracy": { symbol: "u", source: `${CO_RL}, appendix A` },
  "same wrong answer": { symbol: "w", source: `${CO_RL}, appendix A` },
  "reward std": { symbol: "s_K(C) = √(C (K − C)) / K, where C rollouts of K are rewarded" },
};
