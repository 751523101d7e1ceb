/**
 * Where a Chromium is, and how to get one. The engine tests and the end-to-end tests need a real browser; this file finds one that
 * is there, or installs one. Only node: imports at the top: it runs before node_modules exist.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { homedir } from "node:os";
import { join } from "node:path";

/**
 * How every test starts Chromium: WebGPU on the software adapter (test machines have no GPU), and nothing that calls home, so that
 * the tests that count requests see the page's own alone.
 */
export const CHROMIUM_ARGS = [
  "--enable-unsafe-webgpu",
  "--use-webgpu-adapter=swiftshader",
  "--no-sandbox",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  "--disable-quic",
];

/** The Chromium that this project's Playwright has installed, or undefined. @returns {string | undefined} */
function playwrightChromium() {
  try {
    const playwright = createRequire(import.meta.url)("playwright-core");
    const path = playwright.chromium.executablePath();
    return typeof path === "string" && existsSync(path) ? path : undefined;
  } catch {
    return undefined; // node_modules are not there yet, or this platform has no build.
  }
}

/** Usual places of Chromium and Chrome. @param {NodeJS.Platform} platform @param {NodeJS.ProcessEnv} env @returns {string[]} */
export function usualPlaces(platform, env) {
  if (platform === "darwin") {
    const apps = ["Chromium.app/Contents/MacOS/Chromium", "Google Chrome.app/Contents/MacOS/Google Chrome"];
    return ["/Applications", join(homedir(), "Applications")].flatMap((folder) => apps.map((app) => join(folder, app)));
  }
  if (platform === "win32") {
    const roots = [env.PROGRAMFILES, env["PROGRAMFILES(X86)"], env.LOCALAPPDATA].filter((root) => root !== undefined);
    const programs = ["Chromium\\Application\\chrome.exe", "Google\\Chrome\\Application\\chrome.exe"];
    return roots.flatMap((root) => programs.map((program) => `${root}\\${program}`));
  }
  return ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"].map((name) => `/usr/bin/${name}`);
}

/**
 * Candidates that exist, best first: CHROMIUM_PATH alone if it is set, else Playwright's own, then the system's.
 * @returns {string[]}
 * @throws Error if CHROMIUM_PATH names no file.
 */
function candidates() {
  const wanted = process.env.CHROMIUM_PATH;
  if (wanted) {
    if (!existsSync(wanted)) throw new Error(`CHROMIUM_PATH names ${wanted}, which does not exist.`);
    return [wanted];
  }
  const own = playwrightChromium();
  return [...(own ? [own] : []), ...usualPlaces(process.platform, process.env).filter((path) => existsSync(path))];
}

/** The first Chromium found, not started to see whether it runs; undefined if there is none. @returns {string | undefined} */
export function findChromium() {
  return candidates()[0];
}

/**
 * Whether the program answers --version. Some distributions put a stub at /usr/bin/chromium-browser that only names a package.
 * (Windows' Chrome opens a window instead of answering, so its presence must do there.)
 * @param {string} path
 */
function runs(path) {
  if (process.platform === "win32") return true;
  const asked = spawnSync(path, ["--version"], { timeout: 30_000, stdio: ["ignore", "pipe", "ignore"] });
  return asked.status === 0 && asked.stdout.length > 0;
}

/** @param {string} command @param {string[]} args @returns {boolean} whether it ended well */
function attempt(command, args) {
  console.log(`  ${command} ${args.join(" ")}`);
  return spawnSync(command, args, { stdio: ["ignore", "inherit", "inherit"], shell: process.platform === "win32" }).status === 0;
}

/**
 * A Chromium that runs, installed if there is none: Playwright's build first, then the distribution's package.
 * @returns {string} its path
 * @throws Error with what to do, if none can be had.
 */
export function ensureChromium() {
  const present = () => candidates().find((path) => runs(path));
  const found = present();
  if (found) return found;
  console.log("No Chromium found; installing one.");
  const linux = process.platform === "linux";
  const root = linux && process.getuid?.() === 0;
  attempt("npx", ["--no-install", "playwright", "install", ...(root ? ["--with-deps"] : []), "chromium"]);
  const installed = present();
  if (installed) return installed;
  if (linux && existsSync("/usr/bin/apt-get")) {
    const sudo = root ? [] : ["sudo", "-n"];
    const apt = (/** @type {string[]} */ ...args) => {
      const [command = "apt-get", ...rest] = [...sudo, "apt-get", ...args];
      return attempt(command, rest);
    };
    apt("update");
    apt("install", "-y", "chromium");
    const packaged = present();
    if (packaged) return packaged;
  }
  throw new Error(
    "No Chromium could be found or installed. Install Chromium or Chrome, or set CHROMIUM_PATH to one, and try again.",
  );
}
