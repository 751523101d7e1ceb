/** Hands what a session tells to a writer, so that the run is stored as it goes. */
import type { RunWriter } from "../runs/run-writer.ts";
import type { RunListener } from "./events.ts";
import type { KeptState } from "./keeper.ts";

/**
 * A listener that stores a run. The session's phases become the stored run's: whatever is not at rest is `running`. A state is handed over when
 * all held-out accuracy up to its step is in: a run that goes on from there measures nothing that came before.
 */
export function writing(writer: RunWriter): RunListener {
  /** Steps whose held-out accuracy is on its way, ascending. */
  let measuring: readonly number[] = [];
  let states: readonly KeptState[] = [];
  const handOver = (): void => {
    const [first] = measuring;
    const isReady = ({ step }: KeptState): boolean => first === undefined || step < first;
    for (const state of states.filter(isReady)) writer.state(state);
    states = states.filter((state) => !isReady(state));
  };
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
        if (event.measuring) measuring = [...measuring, event.cohort.step];
        break;
      case "held-out":
        writer.heldOut(event.step, event.cohort, event.compare);
        measuring = measuring.filter((step) => step !== event.step);
        handOver();
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
        states = [...states.filter(({ step }) => step !== event.latest.step), event.latest];
        handOver();
        break;
      case "rewound":
        measuring = measuring.filter((step) => step <= event.step);
        states = states.filter(({ step }) => step <= event.step);
        writer.rewound(event.step);
        break;
    }
  };
}
