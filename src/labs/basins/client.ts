/** The page's side of the worker: started when first needed, one answer a job, answers of replaced jobs dropped. */
import type { z } from "zod";
import { type Job, type JobKind, type Results, replySchema, resultSchemas } from "./protocol.ts";

export interface Listener<K extends JobKind> {
  readonly result: (result: Results[K]) => void;
  readonly progress?: (share: number, partial: Results[K] | null) => void;
  readonly failed: (message: string) => void;
}

export interface Client {
  /** Asks; a job of the same kind that is still going on is dropped. The returned function drops this one. */
  ask<K extends JobKind>(job: Extract<Job, { kind: K }>, listener: Listener<K>): () => void;
}

interface Pending {
  readonly kind: JobKind;
  readonly reply: (data: z.infer<typeof replySchema>) => boolean;
  readonly failed: (message: string) => void;
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
  const pending = new Map<number, Pending>();
  const fail = (message: string): void => {
    const all = [...pending.values()];
    pending.clear();
    for (const { failed } of all) failed(message);
  };
  const open = (): Port => {
    if (port) return port;
    port = start();
    port.listen(
      (data) => {
        const parsed = replySchema.safeParse(data);
        if (!parsed.success) return;
        const waiting = pending.get(parsed.data.id);
        if (waiting?.reply(parsed.data)) pending.delete(parsed.data.id);
      },
      (text) => {
        dead = `The worker that computes this stopped: ${text || "its script could not be loaded. Reload the page"}.`;
        fail(dead);
      },
    );
    return port;
  };
  return {
    ask: <K extends JobKind>(job: Extract<Job, { kind: K }>, listener: Listener<K>) => {
      const id = ++count;
      for (const [other, { kind }] of pending) if (kind === job.kind) pending.delete(other);
      const schema = schemaFor<K>(job.kind);
      pending.set(id, {
        kind: job.kind,
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
      });
      try {
        if (dead !== null) throw new Error(dead);
        open().post({ ...job, id });
      } catch (error) {
        pending.delete(id);
        listener.failed(error instanceof Error ? error.message : String(error));
      }
      return () => pending.delete(id);
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
