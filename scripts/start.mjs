/**
 * `npm start`: installs what is missing, builds the page if its sources are newer, serves it and prints the address.
 * `npm start -- --port N` takes another port, `--open` opens the browser.
 */
import { parseArgs } from "node:util";
import { isBuilt, ROOT, runProgram, setup } from "./setup.mjs";

const FIRST_PORT = 4173;

const { values } = parseArgs({ options: { port: { type: "string" }, open: { type: "boolean", default: false } } });
const port = values.port === undefined ? FIRST_PORT : Number(values.port);
if (!Number.isInteger(port) || port < 1 || port > 65535) {
  console.error(`--port takes a number from 1 to 65535, not "${values.port}".`);
  process.exit(2);
}

setup();
if (!isBuilt()) {
  console.log("Building the page ...");
  if (!runProgram("vite", ["build", "--logLevel", "warn"])) process.exit(1);
}

const { preview } = await import("vite");
// Another page on the first port is no reason to fail; a port asked for is.
const server = await preview({
  root: ROOT,
  logLevel: "warn",
  preview: { port, strictPort: values.port !== undefined, open: values.open },
}).catch((error) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
console.log(`\nCo-RL playground: ${server.resolvedUrls?.local[0] ?? `http://127.0.0.1:${port}/`}\nCtrl-C stops it.`);

for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"]))
  process.once(signal, () => {
    process.exit(0);
  });
