/** What the rules of the health line (learning/health.ts) have seen of a cohort's agents, kept up as steps come in, and taken back with them. */
import { createHealthWatch, type Finding, type HealthSample, type HealthWatch } from "../learning/health.ts";

/** Steps between two copies that a rewind can begin at: it looks at no more steps than that again, however long the run. */
const EVERY = 100;

export interface HealthLog {
  /** The next step, an entry per agent. */
  add(agents: readonly HealthSample[]): void;
  /** Forgets all after a step; `sample` reads what an agent's earlier steps were. */
  rewind(step: number, sample: (agent: number, step: number) => HealthSample): void;
  /** What was seen of an agent; the same array as long as nothing has changed. */
  findings(agent: number): readonly Finding[];
}

const NOTHING: readonly Finding[] = [];

export function createHealthLog(agents: number): HealthLog {
  let watches: readonly HealthWatch[] = Array.from({ length: agents }, createHealthWatch);
  let step = 0;
  /** After 0, EVERY, 2 EVERY ... steps. */
  let copies: (readonly HealthWatch[])[] = [watches.map((watch) => watch.copy())];
  const add = (sample: (agent: number) => HealthSample | undefined): void => {
    for (const [n, watch] of watches.entries()) {
      const own = sample(n);
      if (own) watch.push(own);
    }
    step++;
    if (step % EVERY === 0) copies.push(watches.map((watch) => watch.copy()));
  };
  return {
    add: (samples) => add((n) => samples[n]),
    rewind(to, sample) {
      const left = Math.max(0, Math.min(to, step));
      copies = copies.slice(0, Math.floor(left / EVERY) + 1);
      step = EVERY * (copies.length - 1);
      watches = copies.at(-1)?.map((watch) => watch.copy()) ?? [];
      while (step < left) {
        const next = step + 1;
        add((n) => sample(n, next));
      }
    },
    findings: (agent) => watches[agent]?.findings ?? NOTHING,
  };
}
