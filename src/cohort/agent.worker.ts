/** The worker of one agent: exposes the protocol, and a sign of life for workers.ts. */
import { expose } from "comlink";
import { createAgent } from "./agent.ts";
import { holdLifeline } from "./lifeline.ts";

expose({ ...createAgent(), holdLifeline });
