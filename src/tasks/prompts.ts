/** From a prompt's text to what a policy reads. */
import type { Task } from "./task.ts";

/**
 * Token ids of a prompt, [promptLength]. A shorter text is padded on the left, so that the last token of every prompt stands at the same
 * position, whichever role asks. Throws RangeError on a character outside the alphabet, or where the text is longer than a prompt may be.
 */
export function promptTokens(task: Task, text: string): number[] {
  const tokens = task.encode(text);
  const room = task.promptLength - tokens.length;
  if (room < 0)
    throw new RangeError(`"${text}" has ${tokens.length} characters; a prompt of this task has at most ${task.promptLength}.`);
  return [...Array.from({ length: room }, () => task.vocabulary.pad), ...tokens];
}
