/**
 * Calls that one failure gives up all at once. Promise.race against a promise of the failure would do the same, but that promise would
 * hold the result of every call until it settles, which it hopefully never does: 10,000 steps of completions.
 */

export interface Breaker {
  /** What broke it; null while it works. */
  readonly error: Error | null;
  /** Rejects every call under way and all to come; only the first error counts. */
  fail(error: Error): void;
  /** The call's own outcome, or the failure if that comes first. */
  guard<T>(call: () => Promise<T>): Promise<T>;
}

export function createBreaker(): Breaker {
  let broken: Error | null = null;
  const waiting = new Set<(error: Error) => void>();
  return {
    get error() {
      return broken;
    },
    fail(error) {
      if (broken) return;
      broken = error;
      for (const reject of waiting) reject(error);
      waiting.clear();
    },
    guard(call) {
      if (broken) return Promise.reject(broken);
      return new Promise((resolve, reject) => {
        waiting.add(reject);
        const settled = (): boolean => waiting.delete(reject);
        call().then(
          (value) => settled() && resolve(value),
          (error: unknown) => settled() && reject(error),
        );
      });
    },
  };
}
