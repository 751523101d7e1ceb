/**
 * Notices at once that a worker is gone, however it went: terminate() from elsewhere or the browser short of memory give no event. The
 * worker holds a Web Lock for life; the browser releases it with the worker, and the page, which stands in line for it, gets it
 * (https://w3c.github.io/web-locks/, "termination of locks"). Without Web Locks, as on plain http, the patience of workers.ts is left.
 */

/** In the worker: takes the lock and never lets go. False where there are no locks. */
export function holdLifeline(name: string): Promise<boolean> {
  if (!("locks" in navigator)) return Promise.resolve(false);
  return new Promise((resolve) => {
    const held = (): Promise<never> => {
      resolve(true);
      return new Promise(() => {});
    };
    navigator.locks.request(name, held).catch(() => resolve(false));
  });
}

/** On the page, once the worker holds it: calls back when the worker is gone. Returns what stops that. */
export function watchLifeline(name: string, gone: () => void): () => void {
  const abort = new AbortController();
  // Refused or called off: nothing is known then.
  navigator.locks.request(name, { signal: abort.signal }, gone).catch(() => {});
  return () => abort.abort();
}
