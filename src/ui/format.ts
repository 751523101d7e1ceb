/**
 * Numbers as the page writes them: percent with one digit, intervals as 83.1 [80.2, 85.9], durations in the two largest units.
 * Shares are 0 to 1; null or NaN ("not defined") is a dash.
 */

const NOTHING = "–";
/** Keeps a number and its unit on one line. */
const SPACE = "\u00a0";

/** A number with a fixed number of digits after the point; a dash where it is not finite. */
export function fixed(value: number | null, digits: number): string {
  if (value === null || !Number.isFinite(value)) return NOTHING;
  const text = value.toFixed(digits);
  return Number(text) === 0 ? text.replace("-", "") : text;
}

/** A share as percent without its sign: 0.7123 is "71.2". */
export function percent(share: number | null): string {
  return fixed(share === null ? null : 100 * share, 1);
}

/** An estimate of a share with its interval: "83.1 [80.2, 85.9]". */
export function interval(estimate: { readonly mean: number; readonly low: number; readonly high: number }): string {
  return `${percent(estimate.mean)} [${percent(estimate.low)}, ${percent(estimate.high)}]`;
}

/** A letter for agent n: A, B, C ... */
export function agentLetter(n: number): string {
  return String.fromCharCode(65 + n);
}

/** Seconds in the two largest units: "52 s", "3 min 20 s", "1 h 5 min". */
export function duration(seconds: number): string {
  if (!Number.isFinite(seconds) || seconds < 0) return NOTHING;
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole}${SPACE}s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return whole % 60 === 0 ? `${minutes}${SPACE}min` : `${minutes}${SPACE}min ${whole % 60}${SPACE}s`;
  const hours = Math.floor(minutes / 60);
  return minutes % 60 === 0 ? `${hours}${SPACE}h` : `${hours}${SPACE}h ${minutes % 60}${SPACE}min`;
}

/** A duration that is only estimated: tens of seconds below a minute and a half, whole minutes above. */
export function roughDuration(seconds: number): string {
  return duration(seconds < 90 ? Math.max(10, Math.round(seconds / 10) * 10) : Math.round(seconds / 60) * 60);
}

/** A pace: "3.1 steps/s", or where a step takes over two seconds "4.5 s a step". */
export function pace(stepsPerSecond: number): string {
  if (!Number.isFinite(stepsPerSecond) || stepsPerSecond <= 0) return NOTHING;
  if (stepsPerSecond < 0.5) return `${fixed(1 / stepsPerSecond, 1)}${SPACE}s a step`;
  return `${fixed(stepsPerSecond, stepsPerSecond < 20 ? 1 : 0)}${SPACE}steps/s`;
}

/** "A, B and C". */
export function list(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

/** "1 step", "2 steps": a count with its noun. */
export function count(n: number, singular: string, plural = `${singular}s`): string {
  return `${n} ${n === 1 ? singular : plural}`;
}
