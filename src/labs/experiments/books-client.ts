/** The page's side of the books: one worker, started when first needed; requests are answered in order. */
import type { Reply, Request } from "./books.ts";

export type { Request } from "./books.ts";

export interface Numbered<T> {
  readonly id: number;
  readonly content: T;
}

/** Asks the books. Rejects with a sentence where the worker is lost or says what went wrong. */
export type AskBooks = <K extends Reply["kind"]>(request: Request, kind: K) => Promise<Extract<Reply, { kind: K }>>;

/** A failure of several sentences. */
export class BooksError extends Error {
  override readonly name = "BooksError";
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(problems.join(" "));
    this.problems = problems;
  }
}

function isKind<K extends Reply["kind"]>(reply: Reply, kind: K): reply is Extract<Reply, { kind: K }> {
  return reply.kind === kind;
}

/** What came back, if it is what was asked for. */
export function expectKind<K extends Reply["kind"]>(reply: Reply, kind: K): Extract<Reply, { kind: K }> {
  if (isKind(reply, kind)) return reply;
  throw new BooksError(reply.kind === "problems" ? reply.problems : ["The worker's answer could not be read."]);
}

const LOST = "The part of the page that keeps an experiment's results stopped. Reload the page; finished runs are kept.";

export function createBooksClient(): AskBooks {
  let worker: Worker | null = null;
  let count = 0;
  const waiting = new Map<number, { readonly resolve: (reply: Reply) => void; readonly reject: (error: Error) => void }>();
  const start = (): Worker => {
    const started = new Worker(new URL("./books.worker.ts", import.meta.url), { type: "module", name: "experiment books" });
    started.addEventListener("message", ({ data }: MessageEvent<Numbered<Reply>>) => {
      waiting.get(data.id)?.resolve(data.content);
      waiting.delete(data.id);
    });
    started.addEventListener("error", (event) => {
      event.preventDefault();
      for (const { reject } of waiting.values()) reject(new BooksError([LOST]));
      waiting.clear();
      worker = null;
    });
    return started;
  };
  return async (request, kind) => {
    worker ??= start();
    const own = worker;
    const id = ++count;
    const reply = await new Promise<Reply>((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      own.postMessage({ id, content: request });
    });
    return expectKind(reply, kind);
  };
}
