/** The worker of one agent: exposes the protocol and nothing else. */
import { expose } from "comlink";
import { createAgent } from "./agent.ts";

expose(createAgent());
