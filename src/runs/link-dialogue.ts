/** The choices of judges and debates in a share link: their names there, and from texts to the choices. */
import { type CohortConfig, type DialogueConfig, dialogueOf, dialogueSchema } from "./config.ts";

/** The name of each choice in a link; `ownbeta` because `beta` is the run's. */
export const DIALOGUE_NAMES: Readonly<Record<keyof DialogueConfig, string>> = {
  judges: "judges",
  turns: "turns",
  discount: "discount",
  verifier: "verifier",
  beta: "ownbeta",
};
const DIALOGUE_KEYS = dialogueSchema.keyof().options;

const NUMBER = /^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

const effective = (dialogue: DialogueConfig | undefined) => dialogueOf(dialogue ? { dialogue } : {});

/** Choices without those that are usual anyway: the form in which a cohort holds them. Undefined where none is left. */
export function plainDialogue(dialogue: DialogueConfig | undefined): DialogueConfig | undefined {
  const usual = effective(undefined);
  const left = DIALOGUE_KEYS.filter((key) => dialogue?.[key] !== undefined && dialogue[key] !== usual[key]);
  return left.length === 0 ? undefined : dialogueSchema.parse(Object.fromEntries(left.map((key) => [key, dialogue?.[key]])));
}

/**
 * What a link says of a cohort's dialogue, on top of what its preset says. `problems` has a clause for each value that does not fit, beginning
 * with its name. Never throws.
 */
export function parseDialogue(
  textOf: (name: string) => string | null,
  preset: DialogueConfig | undefined,
): { readonly dialogue: DialogueConfig | undefined; readonly problems: readonly string[] } {
  const problems: string[] = [];
  const said: Record<string, unknown> = { ...preset };
  for (const key of DIALOGUE_KEYS) {
    const text = textOf(DIALOGUE_NAMES[key]);
    if (text === null) continue;
    const value = NUMBER.test(text) ? Number(text) + 0 : text;
    const [issue] = dialogueSchema.safeParse({ [key]: value }).error?.issues ?? [];
    if (!issue) said[key] = value;
    else {
      const allowed = issue.code === "invalid_value" ? `must be ${issue.values.join(" or ")}` : issue.message;
      problems.push(`${DIALOGUE_NAMES[key]} is "${text.slice(0, 40)}" but ${allowed}`);
    }
  }
  return { dialogue: plainDialogue(dialogueSchema.safeParse(said).data), problems };
}

/** The choices that differ from the preset's, as a link names them. No preset sets beta, so one that is absent needs no name. */
export function formatDialogue(
  dialogue: DialogueConfig | undefined,
  preset?: DialogueConfig,
): [name: string, value: string | number][] {
  const [own, usual] = [effective(dialogue), effective(preset)];
  return DIALOGUE_KEYS.flatMap((key): [string, string | number][] => {
    const value = own[key];
    return value === null || value === usual[key] ? [] : [[DIALOGUE_NAMES[key], value]];
  });
}

/** What of the choices is not usual, as texts, for what tells runs apart. */
export function dialogueParts(cohort: Pick<CohortConfig, "dialogue">): string[] {
  return formatDialogue(cohort.dialogue).map(([name, value]) => `${name}=${value}`);
}
