/** Seeds as a person writes them: "0-4,7". */

/** More than this no plan can run (MOST_RUNS), and a typing error such as 0-9999 is no reason to count so far. */
const MOST = 1000;

/** The seeds, ascending, each once; a problem is a sentence that says what is wrong and how it is written. Never throws. */
export function parseSeeds(name: string, text: string): { readonly seeds: readonly number[] } | { readonly problem: string } {
  const shown = text.length > 40 ? `${text.slice(0, 40)}…` : text;
  const wrong = { problem: `${name}: “${shown}” does not read like 0-4 or 0,2,7, whole numbers from 0 to 9999.` };
  const seeds = new Set<number>();
  for (const part of text.split(",")) {
    const match = /^\s*(\d{1,4})(?:\s*-\s*(\d{1,4}))?\s*$/.exec(part);
    if (!match) return wrong;
    const from = Number(match[1]);
    const to = Number(match[2] ?? match[1]);
    if (to < from) return wrong;
    for (let seed = from; seed <= to; seed++) seeds.add(seed);
    if (seeds.size > MOST) return { problem: `${name}: “${shown}” names more than ${MOST} seeds; take fewer.` };
  }
  return { seeds: [...seeds].sort((a, b) => a - b) };
}

/** "0-4,7": runs of three or more as a range. */
export function formatSeeds(seeds: readonly number[]): string {
  const parts: string[] = [];
  for (let at = 0; at < seeds.length; ) {
    let end = at;
    while (seeds[end + 1] === (seeds[end] ?? 0) + 1) end++;
    if (end - at >= 2) parts.push(`${seeds[at]}-${seeds[end]}`);
    else for (let n = at; n <= end; n++) parts.push(String(seeds[n]));
    at = end + 1;
  }
  return parts.join(",");
}
