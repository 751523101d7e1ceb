/** Restarting the run on the page. */
import { formatLink, parseLink } from "../../runs/link.ts";
import { choices, controller } from "./state.ts";

/** Takes the run back to a kept step, and the settings back to the run's. What is wrong as a sentence, or null. */
export async function restart(step: number): Promise<string | null> {
  const { started } = controller.store.getState();
  if (started && started.link !== formatLink(choices.getState().link)) {
    choices.setState({
      link: parseLink(started.link).state,
      kept: ["The settings are again those that the run was started with."],
    });
  }
  try {
    await controller.restartFrom(step);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
