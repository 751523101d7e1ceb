/** One call in a worker of its own, which can be stopped: for work that is asked for by hand. */
import { type Remote, releaseProxy, wrap } from "comlink";

export interface WorkerCall<T> {
  /** Rejects with a sentence where the worker fails, and never settles once stopped. */
  readonly result: Promise<T>;
  /** Ends the worker; nothing of it is left. */
  stop(): void;
}

/** Seconds that a worker may take to start. */
const START_SECONDS = 30;

/**
 * Calls a fresh worker, and ends it when the call has ended or is stopped. `does` is what the worker does, for sentences such as "The worker that
 * pretrains stopped". `call` says that it is alive as soon as anything has come from it.
 */
export function inWorker<Api, T>(
  worker: Worker,
  does: string,
  call: (api: Remote<Api>, alive: () => void) => Promise<T>,
): WorkerCall<T> {
  const api = wrap<Api>(worker);
  let silence: ReturnType<typeof setTimeout> | undefined;
  const failure = new Promise<never>((_, reject) => {
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      const why = (event.message || "its script could not be loaded; reload the page").replace(/\.$/, "");
      reject(new Error(`The worker that ${does} stopped: ${why}.`));
    });
    silence = setTimeout(
      () => reject(new Error(`The worker that ${does} has not begun for ${START_SECONDS} s; reload the page.`)),
      1000 * START_SECONDS,
    );
  });
  const alive = (): void => clearTimeout(silence);
  let stopped = false;
  const end = (): void => {
    alive();
    if (stopped) return;
    stopped = true;
    api[releaseProxy]();
    worker.terminate();
  };
  const result = Promise.race([call(api, alive), failure]).finally(end);
  return { result, stop: end };
}
