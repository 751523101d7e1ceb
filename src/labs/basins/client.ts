/**
 * The page's side of the worker, started when first needed. Of each kind one job is in work: a newer one waits until it is done, so that a drag
 * shows something all the while, but not longer than PATIENCE; then the old one is given up. Of several that wait only the newest is kept.
 */
import type { z } from "zod";
import { type Job, type JobKind, type Results, replySchema, resultSchemas } from "./protocol.ts";

export interface Listener<K extends JobKind> {
  readonly result: (result: Results[K]) => void;
  readonly progress?: (share: number, partial: Results[K] | null) => void;
  readonly failed: (message: string) => void;
}

export interface Client {
  /** Asks. A job that never comes to be worked on, because newer ones came, is never answered. */
  ask<K extends JobKind>(job: Extract<Job, { kind: K }>, listener: Listener<K>): void;
}

/** How long a job may keep a newer one of its kind waiting, in milliseconds: the eye takes that for at once. */
export const PATIENCE = 120;

interface Order {
  readonly job: Job;
  /** True when it was the last answer. */
  readonly reply: (data: z.infer<typeof replySchema>) => boolean;
  readonly failed: (message: string) => void;
}
interface Lane {
  id: number;
  order: Order | null;
  next: Order | null;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** What is needed of a worker; a test puts its own in its place. */
export interface Port {
  post(message: unknown): void;
  /** Called once: where its messages and its failure go. */
  listen(message: (data: unknown) => void, failure: (text: string) => void): void;
}

/** The schema of a kind's results. */
function schemaFor<K extends JobKind>(kind: K): z.ZodType<Results[K]> {
  return resultSchemas[kind];
}

/** A client of a worker that `start` makes. */
export function createClient(start: () => Port): Client {
  let port: Port | null = null;
  let dead: string | null = null;
  let count = 0;
  const lanes = new Map<JobKind, Lane>();
  const laneOf = (kind: JobKind): Lane => {
    const lane = lanes.get(kind) ?? { id: 0, order: null, next: null, timer: undefined };
    lanes.set(kind, lane);
    return lane;
  };
  const finish = (lane: Lane): void => {
    clearTimeout(lane.timer);
    const { next } = lane;
    lane.order = null;
    lane.next = null;
    if (next) send(lane, next);
  };
  const open = (): Port => {
    if (port) return port;
    port = start();
    port.listen(
      (data) => {
        const parsed = replySchema.safeParse(data);
        if (!parsed.success) return;
        for (const lane of lanes.values()) {
          if (lane.order && lane.id === parsed.data.id && lane.order.reply(parsed.data)) finish(lane);
        }
      },
      (text) => {
        dead = `The worker that computes this stopped: ${text || "its script could not be loaded. Reload the page"}.`;
        for (const lane of lanes.values()) {
          lane.order?.failed(dead);
          finish(lane);
        }
      },
    );
    return port;
  };
  const send = (lane: Lane, order: Order): void => {
    clearTimeout(lane.timer);
    if (dead !== null) {
      order.failed(dead);
      return;
    }
    lane.id = ++count;
    lane.order = order;
    lane.next = null;
    lane.timer = setTimeout(() => {
      lane.timer = undefined;
      if (lane.next) send(lane, lane.next);
    }, PATIENCE);
    try {
      open().post({ ...order.job, id: lane.id });
    } catch (error) {
      order.failed(error instanceof Error ? error.message : String(error));
      finish(lane);
    }
  };
  return {
    ask: <K extends JobKind>(job: Extract<Job, { kind: K }>, listener: Listener<K>) => {
      const schema = schemaFor<K>(job.kind);
      const order: Order = {
        job,
        failed: listener.failed,
        reply: (data) => {
          if (data.type === "failed") listener.failed(data.message);
          else if (data.type === "progress") {
            const partial = schema.safeParse(data.partial);
            listener.progress?.(data.share, partial.success ? partial.data : null);
            return false;
          } else {
            const result = schema.safeParse(data.result);
            if (result.success) listener.result(result.data);
            else listener.failed("The worker's answer could not be read.");
          }
          return true;
        },
      };
      const lane = laneOf(job.kind);
      if (lane.order && lane.timer !== undefined) lane.next = order;
      else send(lane, order);
    },
  };
}

/** The basin page's worker. */
function startWorker(): Port {
  const worker = new Worker(new URL("./basins.worker.ts", import.meta.url), { type: "module", name: "basins" });
  return {
    post: (message) => worker.postMessage(message),
    listen: (message, failure) => {
      worker.addEventListener("message", ({ data }: MessageEvent<unknown>) => message(data));
      worker.addEventListener("error", (event) => {
        event.preventDefault();
        failure(event.message);
      });
    },
  };
}

export const client = createClient(startWorker);
