/** The books in a worker: one request at a time, answered in order, each reply with its request's number. */
import { createBooks } from "./books.ts";
import type { Numbered, Request } from "./books-client.ts";
import { shelf } from "./shelf.ts";

const books = createBooks(shelf);
let last: Promise<void> = Promise.resolve();

addEventListener("message", ({ data }: MessageEvent<Numbered<Request>>) => {
  last = last.then(async () => {
    const content = await books.answer(data.content);
    postMessage({ id: data.id, content });
  });
});
