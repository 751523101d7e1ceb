/** The slow copy in a share link: `copy=other,constant,0`. In order: phrasing, schedule, weight of the KL penalty. */
import { DEFAULT_SLOW_COPY, type SlowCopyConfig, slowCopySchema } from "./config.ts";

/** Absent is the released one. */
export function formatCopy({ phrasing, schedule, beta }: SlowCopyConfig = DEFAULT_SLOW_COPY): string {
  return `${phrasing},${schedule},${beta}`;
}

/** Reads a copy; undefined for the released one. A problem is a clause without its full stop. Never throws. */
export function parseCopy(text: string): { readonly copy: SlowCopyConfig | undefined } | { readonly problem: string } {
  const [phrasing, schedule, beta, ...more] = text.split(",");
  const number = beta !== undefined && /^(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(beta) ? Number(beta) : Number.NaN;
  const result = slowCopySchema.safeParse({ phrasing, schedule, beta: number });
  if (!result.success || more.length > 0)
    return { problem: `"${text.slice(0, 40)}" does not read like same,cosine,0.001 or other,constant,0` };
  return { copy: usualCopy(result.data) ? undefined : result.data };
}

/** True for the released one, which a configuration does not write down. */
export function usualCopy(copy: SlowCopyConfig): boolean {
  return formatCopy(copy) === formatCopy();
}
