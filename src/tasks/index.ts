/** The list of tasks. Adding one touches its file, its test and this list. */
import { addition } from "./addition.ts";
import { additionRoles } from "./addition-roles.ts";
import type { Task } from "./task.ts";

export const TASKS: readonly Task[] = [addition, additionRoles];

/** A task by id. Throws RangeError where there is none. */
export function taskById(id: string): Task {
  const task = TASKS.find((candidate) => candidate.id === id);
  if (!task) throw new RangeError(`There is no task "${id}".`);
  return task;
}
