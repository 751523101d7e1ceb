/**
 * Compiles the AssemblyScript engine, src/policies/simd/assembly, to src/policies/simd/build: `plain.wasm` with the SIMD that every
 * browser has, `relaxed.wasm` with fused multiply-add. `npm run simd` by hand; Vite and Vitest do it before they start. What is built already is left
 * alone: the binaries are not committed, but they are the same for the same sources and compiler.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const ROOT = join(import.meta.dirname, "..");
const SOURCES = join(ROOT, "src", "policies", "simd", "assembly");
const BUILD = join(ROOT, "src", "policies", "simd", "build");

const COMMON = [
  "--optimizeLevel",
  "3",
  "--shrinkLevel",
  "0",
  "--converge",
  "--noAssert",
  "--runtime",
  "stub",
  "--enable",
  "simd",
];
const BUILDS = { plain: COMMON, relaxed: [...COMMON, "--enable", "relaxed-simd"] };

/** What the binaries are made of: sources, options, compiler. */
function fingerprint() {
  const hash = createHash("sha256").update(JSON.stringify(BUILDS));
  hash.update(readFileSync(join(ROOT, "node_modules", "assemblyscript", "package.json")));
  for (const name of readdirSync(SOURCES).sort()) hash.update(name).update(readFileSync(join(SOURCES, name)));
  return hash.digest("hex");
}

/** Compiles what is not there yet. Throws Error with the compiler's words. @param {{quiet?: boolean}} options */
export async function buildSimd({ quiet = false } = {}) {
  const wanted = fingerprint();
  const stamp = join(BUILD, "sources.txt");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  const { default: asc } = await import("assemblyscript/asc");
  mkdirSync(BUILD, { recursive: true });
  for (const [name, options] of Object.entries(BUILDS)) {
    /** @type {Map<string, Uint8Array | string>} */
    const written = new Map();
    const { error, stderr } = await asc.main(["index.ts", "--baseDir", SOURCES, "--outFile", "out.wasm", ...options], {
      writeFile: (file, contents) => void written.set(file, contents),
    });
    const binary = written.get("out.wasm");
    if (error || binary === undefined) throw new Error(`The ${name} SIMD engine did not compile.\n${stderr.toString()}`);
    // Two processes may build at once: each file appears whole.
    const file = join(BUILD, `${name}.wasm`);
    writeFileSync(`${file}.${process.pid}`, binary);
    renameSync(`${file}.${process.pid}`, file);
    if (!quiet) console.log(`${name}.wasm: ${binary.length} bytes`);
  }
  writeFileSync(stamp, wanted);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) await buildSimd();
