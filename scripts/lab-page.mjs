/** A page of scripts/lab in a headless Chromium, with the project's sources and a folder of checkpoints: what the measuring commands share. */
import { resolve } from "node:path";
import { CHROMIUM_ARGS, ensureChromium, findChromium } from "./chromium.mjs";
import { ROOT, setup } from "./setup.mjs";

/**
 * Installs what is missing, then serves and opens. `checkpoints` is the address of the folder for the page; `close` ends browser and server.
 * @param {string} from a folder of checkpoints
 */
export async function openLab(from) {
  setup();
  ensureChromium();
  const { createServer } = await import("vite");
  const { chromium } = await import("playwright");
  const folder = resolve(from);
  const server = await createServer({
    server: { port: 0, hmr: false, watch: null, fs: { allow: [ROOT, folder] } },
    logLevel: "warn",
    clearScreen: false,
  });
  await server.listen();
  const address = server.resolvedUrls?.local[0];
  const executablePath = findChromium();
  const browser = await chromium.launch({ args: CHROMIUM_ARGS, ...(executablePath === undefined ? {} : { executablePath }) });
  return {
    address,
    checkpoints: `${address}@fs${folder}`,
    browser,
    async close() {
      await browser.close();
      await server.close();
    },
  };
}
