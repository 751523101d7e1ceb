/**
 * What has to be there before anything else runs: a Node that is new enough and the locked dependencies. `npm start`, `npm test` and
 * `npm run bench` begin here, so a fresh clone needs no other command. Only node: imports: node_modules may not exist yet.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ensureChromium } from "./chromium.mjs";

export const ROOT = join(import.meta.dirname ?? ".", "..");

/** Vite 8 and the tests need this Node. */
const MINIMUM_NODE = /** @type {const} */ ([20, 19]);

/** @param {string} version "20.19.2" @returns {string | undefined} a sentence if that Node is too old */
export function nodeComplaint(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [needMajor, needMinor] = MINIMUM_NODE;
  if (major > needMajor || (major === needMajor && minor >= needMinor)) return undefined;
  return `This project needs Node ${needMajor}.${needMinor} or newer, and this is Node ${version}. Install a newer one from https://nodejs.org/ and run the command again.`;
}

/** @param {string} path @returns {Record<string, {version?: string, optional?: boolean}> | undefined} */
function lockedPackages(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8")).packages;
  } catch {
    return undefined;
  }
}

/**
 * Whether node_modules holds what the lock names. npm writes its own copy of the lock as the last thing it does, so a broken-off
 * installation counts as none; versions are compared, not dates, because a git checkout changes dates.
 * @param {string} root
 */
export function isInstalled(root) {
  const wanted = lockedPackages(join(root, "package-lock.json"));
  const present = lockedPackages(join(root, "node_modules", ".package-lock.json"));
  if (wanted === undefined || present === undefined) return false;
  return Object.entries(wanted).every(([path, { version, optional }]) => {
    if (path === "" || (optional && present[path] === undefined)) return true; // Another platform's binary.
    return present[path]?.version === version;
  });
}

/**
 * Checks Node and installs the dependencies if they are missing or not the locked ones; with `chromium`, finds or installs a browser
 * too, for this process and those it starts. Ends the process with a sentence if it cannot.
 * @param {{chromium?: boolean}} options
 */
export function setup({ chromium = false } = {}) {
  const complaint = nodeComplaint(process.versions.node);
  if (complaint !== undefined) {
    console.error(complaint);
    process.exit(1);
  }
  if (!isInstalled(ROOT)) installDependencies();
  if (!chromium) return;
  try {
    process.env.CHROMIUM_PATH = ensureChromium();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

function installDependencies() {
  console.log("Installing the locked dependencies (npm ci) ...");
  const flags = ["ci", "--include=dev", "--include=optional", "--ignore-scripts", "--no-audit", "--no-fund"];
  const npm = process.env.npm_execpath; // npm's own script, when npm started us; no shell needed.
  const [command, args] = npm?.endsWith("npm-cli.js") ? [process.execPath, [npm, ...flags]] : ["npm", flags];
  const shell = command === "npm" && process.platform === "win32";
  const done = spawnSync(command, args, { cwd: ROOT, stdio: ["ignore", "inherit", "inherit"], shell });
  if (done.status !== 0) {
    console.error("npm ci did not succeed; see the lines above. It needs the network, once.");
    process.exit(1);
  }
}

/** @param {string} path @returns {number} the newest change of a file, or of any file under a folder; 0 if there is none */
function newest(path) {
  if (!existsSync(path)) return 0;
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))));
}

/** Whether dist/ is newer than everything it is built from. */
export function isBuilt() {
  const sources = ["src", "public", "index.html", "vite.config.ts", "package.json", "package-lock.json", "tsconfig.json"];
  const built = newest(join(ROOT, "dist", "index.html"));
  return built > 0 && sources.every((name) => newest(join(ROOT, name)) <= built);
}

/** Programs of this project's dependencies, run by this same Node (no shell, no PATH). */
const PROGRAMS = {
  biome: "@biomejs/biome/bin/biome",
  tsc: "typescript/bin/tsc",
  vite: "vite/bin/vite.js",
  vitest: "vitest/vitest.mjs",
  playwright: "@playwright/test/cli.js",
};

/**
 * Runs a program of node_modules, its output shown as it comes.
 * @param {keyof typeof PROGRAMS} program @param {string[]} args @param {{env?: Record<string, string>, minutes?: number}} options
 * @returns {boolean} whether it ended well within the time
 */
export function runProgram(program, args, { env = {}, minutes = 30 } = {}) {
  const done = spawnSync(process.execPath, [join(ROOT, "node_modules", PROGRAMS[program]), ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ["ignore", "inherit", "inherit"],
    timeout: minutes * 60_000,
  });
  if (done.error) console.error(`${program}: ${done.error.message}`);
  return done.status === 0;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) setup();
