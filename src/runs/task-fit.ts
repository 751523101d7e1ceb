/** Which task goes with which methods: one in which agents judge or answer again needs a task with roles; all others run on any. */
import type { Method } from "../learning/method.ts";
import { TASKS, taskById } from "../tasks/index.ts";
import type { TaskId } from "../tasks/task.ts";

type Asking = Pick<Method, "title" | "roles">;

/** What is wrong with a task for methods, as the rest of a sentence; null where nothing is. */
export function taskProblem(task: TaskId, methods: readonly Asking[]): string | null {
  const asking = taskById(task).roles ? undefined : methods.find(({ roles }) => roles);
  if (!asking) return null;
  const fitting = TASKS.filter(({ roles }) => roles).map(({ id }) => id);
  return `must be ${fitting.join(" or ")}, for the agents of ${asking.title} judge or answer again, not ${task}`;
}

/** The task, or where the methods need another, the first that has what they need. */
export function fittingTask(task: TaskId, methods: readonly Asking[]): TaskId {
  if (taskProblem(task, methods) === null) return task;
  return TASKS.find(({ id }) => taskProblem(id, methods) === null)?.id ?? task;
}
