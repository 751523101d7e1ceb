/**
 * Agents in a share link: `attention.small.msb.Q.r0,recurrent.small.lsb.L.r0.para.x0.67`. In order: architecture, size, digit order,
 * corpus, pretraining replica; `para` if the agent sees the paraphrase; `w` with its own weak share where it has one;
 * `x` with the factor on the learning rate where it is not 1; `t` with the SHA-256 of the trained policy that it starts from, if it does.
 */
import { LEARNING_RATE_SCALE } from "../policies/families.ts";
import { ARCHITECTURES } from "../policies/spec.ts";
import { type AgentConfig, agentSchema } from "./config.ts";

/** The factor that goes with an architecture, to four digits: "0.6667" for two thirds. */
function familyFactor(architecture: AgentConfig["architecture"]): string {
  return String(Number(LEARNING_RATE_SCALE[architecture].toPrecision(4)));
}

/**
 * A factor as a link writes it: the one of the architecture's recipe in four digits, which are read as exactly that one. Who means these
 * four digits themselves writes one more, a 0.
 */
function formatFactor({ architecture, learningRateScale }: AgentConfig): string {
  const short = familyFactor(architecture);
  if (learningRateScale === LEARNING_RATE_SCALE[architecture]) return short;
  return String(learningRateScale) === short ? `${short}0` : String(learningRateScale);
}

function readFactor(architecture: string, text: string): number {
  const known = ARCHITECTURES.find((one) => one === architecture);
  return known !== undefined && text === familyFactor(known) ? LEARNING_RATE_SCALE[known] : Number(text);
}

/**
 * Agents in one word. "exact" writes factors with all their digits: keys of runs are made of it, and files written before must be found again.
 * "short" is the form of links.
 */
export function formatAgents(agents: readonly AgentConfig[], factors: "exact" | "short" = "exact"): string {
  return agents
    .map((agent) => {
      const parts: string[] = [agent.architecture, agent.size, agent.digitOrder, agent.corpus, `r${agent.replica}`];
      if (agent.paraphrase) parts.push("para");
      if (agent.weakShare !== undefined) parts.push(`w${agent.weakShare}`);
      if (agent.learningRateScale !== 1) parts.push(`x${factors === "short" ? formatFactor(agent) : agent.learningRateScale}`);
      if (agent.weights !== undefined) parts.push(`t${agent.weights}`);
      return parts.join(".");
    })
    .join(",");
}

const AGENT =
  /^([a-z]+)\.([a-z]+)\.([a-z]+)\.([A-Za-z]+)\.r(\d+)(\.para)?(?:\.w(\d+\.?\d*(?:e-?\d+)?))?(?:\.x(\d+\.?\d*(?:e-?\d+)?))?(?:\.t([0-9a-f]{64}))?$/;
const MOST_AGENTS = 8;
/** Parts of an agent as the page calls them, where that is not their name in the configuration. */
const WORDS: Readonly<Record<string, string>> = {
  digitOrder: "digit order",
  learningRateScale: "learning-rate factor",
  weakShare: "weak share",
};

/** Reads agents from a link; a problem is a clause without its full stop. Never throws. */
export function parseAgents(text: string): { readonly agents: AgentConfig[] } | { readonly problem: string } {
  const parts = text.split(",");
  if (parts.length > MOST_AGENTS) return { problem: `there are ${parts.length}, and at most ${MOST_AGENTS} may take part` };
  const agents: AgentConfig[] = [];
  for (const [n, part] of parts.entries()) {
    const name = `agent ${n + 1}, "${part.slice(0, 60)}"`;
    const match = AGENT.exec(part);
    if (!match)
      return { problem: `${name}, does not read like attention.small.msb.Q.r0, with .para, .w0.2 or .x0.5 behind where wanted` };
    const [, architecture, size, digitOrder, corpus, replica, paraphrase, weak, scale, weights] = match;
    const result = agentSchema.safeParse({
      architecture,
      size,
      digitOrder,
      corpus,
      replica: Number(replica),
      paraphrase: paraphrase !== undefined,
      learningRateScale: scale === undefined ? 1 : readFactor(architecture ?? "", scale),
      ...(weak === undefined ? {} : { weakShare: Number(weak) }),
      ...(weights === undefined ? {} : { weights }),
    });
    if (!result.success) {
      const issue = result.error.issues[0];
      const what = issue?.code === "invalid_value" ? `must be one of ${issue.values.join(", ")}` : issue?.message;
      const part = String(issue?.path[0] ?? "form");
      return { problem: `${name}: its ${WORDS[part] ?? part} ${what}` };
    }
    agents.push(result.data);
  }
  return { agents };
}
