/** What the browser can do: training needs module workers; WebAssembly makes it fast, and without it the cpu backend is left. */

export interface Capabilities {
  readonly moduleWorkers: boolean;
  readonly webAssembly: boolean;
}

/**
 * Whether workers of type "module" are known. The constructor reads its options before it parses the address, and the address is
 * none, so nothing is ever started or fetched.
 */
function hasModuleWorkers(): boolean {
  if (typeof Worker === "undefined") return false;
  let asked = false;
  try {
    new Worker("http://[", {
      get type(): WorkerType {
        asked = true;
        return "module";
      },
    }).terminate();
  } catch {
    // "http://[" is no address; that the constructor throws is expected.
  }
  return asked;
}

export function readCapabilities(): Capabilities {
  return { moduleWorkers: hasModuleWorkers(), webAssembly: typeof WebAssembly === "object" };
}

/** What is missing, and what it means, in sentences; empty if nothing is. */
export function shortcomings({ moduleWorkers, webAssembly }: Capabilities): string[] {
  const found: string[] = [];
  if (!moduleWorkers)
    found.push(
      "This browser cannot start module workers, in which the agents train, so no run can start. Any browser of 2023 or later can.",
    );
  if (moduleWorkers && !webAssembly)
    found.push(
      "This browser has no WebAssembly (or it is switched off). Training falls back to the cpu backend, which is many times slower.",
    );
  return found;
}
