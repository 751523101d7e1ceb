/** Reads and writes runs' files beside the page: one request, one reply. */
import { answer, type Reply, requestSchema } from "./record-jobs.ts";

function buffers(reply: Reply): Transferable[] {
  if (reply.kind !== "run") return [];
  const { main, compare } = reply.run;
  return [main, ...(compare ? [compare] : [])].map((part) => part.numbers.buffer);
}

addEventListener("message", ({ data }: MessageEvent<unknown>) => {
  const request = requestSchema.safeParse(data);
  const reply: Promise<Reply> = request.success
    ? answer(request.data)
    : Promise.resolve({ kind: "problem", problem: "The worker was asked for something that it does not know." });
  void reply.then((told) => postMessage(told, { transfer: buffers(told) }));
});
