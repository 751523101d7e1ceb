/** The worker that measures how far base policies' errors are decoupled: an agent that answers, and the bootstrap. */
import { expose } from "comlink";
import { createAgent } from "./agent.ts";
import { type DecouplingQuestion, measureDecoupling, type PairDecoupling } from "./decoupling.ts";

const api = {
  /** `report` gets how many of the parts are done. */
  measure(question: DecouplingQuestion, report: (done: number, total: number) => void): Promise<PairDecoupling[]> {
    return measureDecoupling(createAgent(), question, report);
  },
};

export type DecouplingApi = typeof api;
expose(api);
