/**
 * A topology in a share link: for each agent the letters of those whose votes label it, such as `BC,A,A`; `own` for the method's own
 * where a preset has another.
 */
import type { Supervisors } from "../learning/topology.ts";

const MOST_AGENTS = 8;

/** A topology as a link writes it. */
export function formatSupervisors(supervisors: Supervisors | undefined): string {
  if (!supervisors) return "own";
  return supervisors.map((list) => list.map((m) => String.fromCharCode(65 + m)).join("")).join(",");
}

/** Reads a topology; a problem is a clause without its full stop. Whether it fits the cohort is the configuration's to say. */
export function parseSupervisors(text: string): { readonly supervisors: number[][] | undefined } | { readonly problem: string } {
  if (text === "own") return { supervisors: undefined };
  const parts = text.split(",");
  if (parts.length > MOST_AGENTS)
    return { problem: `they name ${parts.length} agents, and at most ${MOST_AGENTS} may take part` };
  const odd = parts.find((part) => !/^[A-H]{1,8}$/.test(part));
  if (odd !== undefined)
    return { problem: `"${odd.slice(0, 40)}" does not read like BC, the letters of those who label one agent` };
  return {
    supervisors: parts.map((part) => [...new Set(part)].map((letter) => letter.charCodeAt(0) - 65).sort((a, b) => a - b)),
  };
}
