/**
 * The size budget of the built page: the JavaScript it loads before it can be used, no tfjs among it, and the checkpoints.
 * `node scripts/size.mjs` prints the sizes and fails over budget; the benchmark reports the same numbers.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { importsOf } from "./layers.mjs";
import { ROOT } from "./setup.mjs";

/** Bytes; kB and MB are thousands and millions. */
export const BUDGET = { initialScript: 300_000, checkpoints: 8_000_000 };

/**
 * A string that stays in any build of tfjs-core (the name of the URL parameter it reads its flags from), minified or not. The check
 * counts only because some chunk, the agent worker's, does hold it: measureBuild throws if none does.
 */
const TFJS_MARK = "tfjsflags";

/**
 * @typedef {{name: string, bytes: number, gzip: number, initial: boolean, tfjs: boolean}} Script
 * @typedef {{scripts: Script[], checkpointBytes: number}} BuildSizes
 */

/** @param {string} folder @returns {string[]} files below it, with / in their names */
function filesUnder(folder) {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return files.map((file) => file.slice(folder.length + 1).replaceAll("\\", "/")).sort();
}

/**
 * Scripts that index.html names (module scripts and preloads) and all that they import statically.
 * @param {string} html @param {(name: string) => string} read @returns {Set<string>} names relative to dist/
 */
export function initialScripts(html, read) {
  const tags = html.match(/<(script|link)\b[^>]*>/g) ?? [];
  const open = tags
    .filter((tag) => tag.startsWith("<script") || tag.includes("modulepreload"))
    .flatMap((tag) => /(?:src|href)="([^"]+\.js)"/.exec(tag)?.[1] ?? [])
    .map((name) => posix.normalize(name));
  const seen = new Set(open);
  for (const name of seen) {
    for (const { specifier, kind, dynamic } of importsOf(name, read(name)).imports)
      if (kind === "import" && !dynamic && /^\.{1,2}\//.test(specifier)) seen.add(posix.join(posix.dirname(name), specifier));
  }
  return seen;
}

/**
 * @param {string} dist the built page
 * @returns {BuildSizes}
 * @throws Error if there is no build
 */
export function measureBuild(dist) {
  const page = join(dist, "index.html");
  if (!existsSync(page)) throw new Error(`${page} is missing: run npm run build first.`);
  const initial = initialScripts(readFileSync(page, "utf8"), (name) => readFileSync(join(dist, name), "utf8"));
  const files = filesUnder(dist);
  const scripts = files
    .filter((name) => name.endsWith(".js"))
    .map((name) => {
      const text = readFileSync(join(dist, name));
      return {
        name,
        bytes: text.length,
        gzip: gzipSync(text).length,
        initial: initial.has(name),
        tfjs: text.includes(TFJS_MARK),
      };
    });
  const checkpoints = files.filter((name) => name.startsWith("checkpoints/"));
  return { scripts, checkpointBytes: checkpoints.reduce((sum, name) => sum + readFileSync(join(dist, name)).length, 0) };
}

/** @param {readonly Script[]} scripts */
export const totalGzip = (scripts) => scripts.reduce((sum, { gzip }) => sum + gzip, 0);

/** @param {BuildSizes} sizes @returns {string[]} what is over budget, in sentences */
export function overBudget({ scripts, checkpointBytes }) {
  const initial = scripts.filter((script) => script.initial);
  const complaints = [];
  if (initial.length === 0) complaints.push("index.html loads no script: the page is empty or the check is broken.");
  const gzip = totalGzip(initial);
  if (gzip > BUDGET.initialScript)
    complaints.push(`The page loads ${gzip} bytes of gzipped JavaScript at first; ${BUDGET.initialScript} are allowed.`);
  for (const { name } of initial.filter((script) => script.tfjs))
    complaints.push(`${name} holds tfjs, and the page loads it at first.`);
  if (!scripts.some((script) => script.tfjs))
    complaints.push("No script holds tfjs: either no agent can train, or its mark has changed.");
  if (checkpointBytes > BUDGET.checkpoints)
    complaints.push(`The checkpoints have ${checkpointBytes} bytes; ${BUDGET.checkpoints} are allowed.`);
  return complaints;
}

/** @param {number} bytes */
const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const sizes = measureBuild(join(ROOT, "dist"));
  for (const { name, gzip, initial, tfjs } of sizes.scripts)
    console.log(`${kB(gzip).padStart(10)} gzipped  ${name}${initial ? "  (at first)" : ""}${tfjs ? "  (tfjs)" : ""}`);
  console.log(
    `${kB(totalGzip(sizes.scripts.filter((script) => script.initial))).padStart(10)} gzipped JavaScript at first, of ${kB(BUDGET.initialScript)}`,
  );
  console.log(`${kB(sizes.checkpointBytes).padStart(10)} of checkpoints, of ${kB(BUDGET.checkpoints)}`);
  const complaints = overBudget(sizes);
  for (const complaint of complaints) console.error(complaint);
  process.exitCode = complaints.length > 0 ? 1 : 0;
}
