/**
 * The basin page's worker: maps of rings and slices, scenes with many answers, stochastic runs, populations. Works in slices of some
 * milliseconds, so that a newer request of the same kind replaces an older one at once.
 */
import { type Progress, type Work, workOf } from "./jobs.ts";
import { type JobKind, type Reply, type Results, requestSchema } from "./protocol.ts";

/** How long it works before it looks for messages, and how often it tells its progress, in milliseconds. */
const SLICE = 12;
const TELL_EVERY = 60;

const newest = new Map<JobKind, number>();
const tell = (reply: Reply): void => postMessage(reply);

/** Resolves after the messages that wait have been handled. */
const breathe = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

async function run(kind: JobKind, id: number, work: Work<Results[JobKind]>): Promise<void> {
  let told = performance.now();
  // Newer requests that already wait come first.
  await breathe();
  if (newest.get(kind) !== id) return;
  for (;;) {
    const stop = performance.now() + SLICE;
    let step: IteratorResult<Progress, Results[JobKind]>;
    do step = work.next();
    while (!step.done && performance.now() < stop);
    if (newest.get(kind) !== id) return;
    if (step.done) {
      tell({ type: "result", id, result: step.value });
      return;
    }
    if (performance.now() - told > TELL_EVERY) {
      told = performance.now();
      tell({ type: "progress", id, share: Math.min(1, step.value.share), partial: step.value.partial });
    }
    await breathe();
    if (newest.get(kind) !== id) return;
  }
}

addEventListener("message", ({ data }: MessageEvent<unknown>) => {
  const parsed = requestSchema.safeParse(data);
  if (!parsed.success) {
    tell({ type: "failed", id: -1, message: "The worker was asked for something that it does not know." });
    return;
  }
  const request = parsed.data;
  newest.set(request.kind, request.id);
  run(request.kind, request.id, workOf(request)).catch((error: unknown) => {
    if (newest.get(request.kind) === request.id)
      tell({ type: "failed", id: request.id, message: error instanceof Error ? error.message : String(error) });
  });
});
