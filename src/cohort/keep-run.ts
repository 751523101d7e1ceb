/** Hands what a session tells to a writer, so that the run is stored as it goes. */
import type { RunWriter } from "../runs/run-writer.ts";
import type { RunListener } from "./events.ts";

/** A listener that stores a run. The session's phases become the stored run's: whatever is not at rest is `running`. */
export function writing(writer: RunWriter): RunListener {
  return (event) => {
    switch (event.type) {
      case "phase":
        if (event.phase === "idle") break;
        if (event.phase === "preparing" || event.phase === "evaluating") writer.phase("running");
        else writer.phase(event.phase, event.phase === "failed" ? event.message : undefined);
        break;
      case "ready":
        writer.ready(event.environment);
        break;
      case "initial":
        writer.initial(event.cohort, event.compare);
        break;
      case "step":
        writer.step(event.cohort, event.compare);
        break;
      case "final":
        writer.final(event.cohort, event.compare);
        break;
      case "change":
        writer.change(event.change);
        break;
      case "fault":
        writer.fault(event.fault);
        break;
      case "kept":
        writer.state(event.latest);
        break;
      case "rewound":
        writer.rewound(event.step);
        break;
    }
  };
}
