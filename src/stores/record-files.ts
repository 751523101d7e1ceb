/** The page's side of record.worker.ts. A worker is started for each request and ended with its reply: requests are rare, and files large. */
import type { PackedRun } from "../runs/packed.ts";
import { type Reply, type Request, replySchema } from "./record-jobs.ts";

/** Sends a request and waits for its reply; rejects with a sentence where none comes. */
export type Ask = (request: Request) => Promise<Reply>;

const askWorker: Ask = (request) =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./record.worker.ts", import.meta.url), { type: "module", name: "run files" });
    worker.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
      worker.terminate();
      const reply = replySchema.safeParse(data);
      if (reply.success) resolve(reply.data);
      else reject(new Error("The worker's answer could not be read."));
    });
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      worker.terminate();
      reject(
        new Error("The part of the page that reads and writes files could not be loaded. Check the connection and try again."),
      );
    });
    worker.postMessage(request);
  });

export interface RecordFiles {
  /** Reads a file; a problem is a sentence. Never rejects. */
  read(file: Blob): Promise<{ readonly run: PackedRun } | { readonly problem: string }>;
  /** A run as a file. Rejects with a sentence where it cannot be written. */
  write(run: PackedRun, form: "json" | "csv"): Promise<Blob>;
}

export function createRecordFiles(ask: Ask = askWorker): RecordFiles {
  return {
    async read(file) {
      try {
        const reply = await ask({ kind: "read", file });
        if (reply.kind === "run") return { run: reply.run };
        return { problem: reply.kind === "problem" ? reply.problem : "The worker's answer could not be read." };
      } catch (error) {
        return { problem: error instanceof Error ? error.message : String(error) };
      }
    },
    async write(run, form) {
      const reply = await ask({ kind: "write", run, form });
      if (reply.kind === "file") return reply.file;
      throw new Error(reply.kind === "problem" ? reply.problem : "The worker's answer could not be read.");
    },
  };
}
