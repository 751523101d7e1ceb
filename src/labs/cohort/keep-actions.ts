/** A run that was broken off goes on. */

import { linkOf } from "../../runs/link-of.ts";
import { buildOf } from "../../stores/replay.ts";
import { orderOfRun } from "./run-actions.ts";
import { choices, controller, keeping } from "./state.ts";

/** Puts a stored run on the page, with its settings, and trains on from its kept state. What stands in the way is noted (keeping.store). */
export async function goOn(id: string): Promise<void> {
  const stands = await keeping.goOn(id, (point) => {
    const { head } = point.run;
    const { link, left } = linkOf(head.config, head.environment.backend);
    choices.setState({ link, problems: left === null ? [] : [left], pending: null, kept: [] });
    const build = point.stored.build ?? buildOf(head.environment);
    return controller.restore({ ...orderOfRun(point.run), changes: point.changes, ...(build ? { build } : {}) }, point);
  });
  const { started } = controller.store.getState();
  if (stands && started) controller.run(started);
}
