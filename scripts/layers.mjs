/**
 * The layer rule: which room of src/ may import which, and which packages. A breach fails `npm run lint` and `npm test`.
 *
 * Why a script: Biome's noRestrictedImports sees the text of a path only, so it cannot tell `../cohort/` the room from `../cohort/`
 * the lab, nor follow a chain; dependency-cruiser needs TypeScript's JavaScript API, which TypeScript 7 no longer has. The parser
 * is the one Vite builds the page with, so every way of importing that works is seen: static, re-export, dynamic, type, worker.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { pathToFileURL } from "node:url";
import { parseAst } from "vite";

/** Rooms without React, tfjs, DOM or worker. zod reads what comes from outside. */
const PURE = ["zod"];
const PAGE = ["react", "react-dom", "@mantine/core", "@mantine/hooks", "recharts", "zustand", "zod"];

/**
 * Each room with the rooms and packages it may import; a room may always import from itself. Downwards only:
 * app -> labs -> ui, stores -> cohort -> runs -> policies -> learning -> tasks, theory, diversity, evallogs -> math.
 * @type {Record<string, {rooms: string[], packages: string[]}>}
 */
export const ROOMS = (() => {
  const toys = ["tasks", "theory", "diversity", "evallogs"];
  const learning = [...toys, "math"];
  const policies = ["learning", ...learning];
  const runs = ["policies", ...policies];
  const cohort = ["runs", ...runs];
  const shared = ["cohort", ...cohort];
  const labs = ["ui", "stores", ...shared];
  return {
    main: { rooms: ["app", "labs", ...labs], packages: PAGE },
    app: { rooms: ["labs", ...labs], packages: PAGE },
    labs: { rooms: labs, packages: PAGE },
    ui: { rooms: shared, packages: PAGE },
    stores: { rooms: shared, packages: ["react", "zustand", "zod"] },
    cohort: { rooms: cohort, packages: ["comlink", "zod"] },
    runs: { rooms: runs, packages: ["zod", "idb"] },
    policies: {
      rooms: policies,
      packages: [
        "@tensorflow/tfjs-core",
        "@tensorflow/tfjs-backend-cpu",
        "@tensorflow/tfjs-backend-wasm",
        "@tensorflow/tfjs-backend-webgpu",
        "zod",
      ],
    },
    learning: { rooms: learning, packages: PURE },
    ...Object.fromEntries(toys.map((room) => [room, { rooms: ["math"], packages: PURE }])),
    math: { rooms: [], packages: [] },
  };
})();

/**
 * What must not be reached by any chain of imports that remain when types are erased. A worker starts a chain of its own: that is
 * how the page uses tfjs without loading it.
 */
const UNREACHABLE = [
  { from: ["main", "app", "labs", "ui", "stores"], to: "@tensorflow/", because: "tfjs is loaded by agent workers only" },
  { from: ["labs/basins", "theory"], to: "src/policies/", because: "the analytic pages train nothing" },
];

/** Packages that tests may use besides. */
const TEST_PACKAGES = ["vitest", "@vitest/browser", "fast-check", "fake-indexeddb"];

/**
 * @typedef {{specifier: string, kind: "import" | "type" | "worker", dynamic: boolean}} Import
 *   kind "type" is erased by the build; "worker" starts a file elsewhere; dynamic: loaded when the code gets there.
 * @typedef {{file: string, message: string}} Breach
 * @typedef {{type: string, [key: string]: unknown}} Node
 */

/** @param {unknown} value @returns {value is Node} */
function isNode(value) {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}

/** @param {unknown} node @returns {string | undefined} the text of a string literal or of a template without holes */
function literal(node) {
  if (!isNode(node)) return undefined;
  if (node.type === "Literal" && typeof node.value === "string") return node.value;
  if (node.type === "TSLiteralType") return literal(node.literal);
  if (node.type !== "TemplateLiteral" || !Array.isArray(node.quasis) || node.quasis.length !== 1) return undefined;
  const [quasi] = node.quasis;
  return typeof quasi?.value?.cooked === "string" ? quasi.value.cooked : undefined;
}

/** @param {unknown} node @param {string} property whether the node is import.meta.<property> */
function isImportMeta(node, property) {
  if (!isNode(node) || node.type !== "MemberExpression" || !isNode(node.object) || !isNode(node.property)) return false;
  return node.object.type === "MetaProperty" && node.property.name === property;
}

/**
 * Every import of one file.
 * @param {string} file its name decides the dialect
 * @param {string} text
 * @returns {{imports: Import[], unclear: number}} unclear counts the imports whose path is no literal
 */
export function importsOf(file, text) {
  const lang = file.endsWith(".tsx") ? "tsx" : file.endsWith(".d.ts") ? "dts" : file.endsWith(".ts") ? "ts" : "jsx";
  /** @type {Import[]} */
  const imports = [];
  let unclear = 0;
  /** @param {unknown} source @param {Import["kind"]} kind @param {boolean} dynamic */
  const add = (source, kind, dynamic = false) => {
    const specifier = literal(source);
    if (specifier === undefined) unclear++;
    else imports.push({ specifier, kind: /\?(.*&)?(worker|sharedworker)\b/.test(specifier) ? "worker" : kind, dynamic });
  };
  /** @param {Node} node */
  const visit = (node) => {
    const call = isNode(node.callee) ? node.callee : undefined;
    const [first, second] = Array.isArray(node.arguments) ? node.arguments : [];
    if (node.type === "ImportDeclaration") add(node.source, node.importKind === "type" ? "type" : "import");
    else if (node.type === "ExportAllDeclaration" || (node.type === "ExportNamedDeclaration" && node.source))
      add(node.source, node.exportKind === "type" ? "type" : "import");
    else if (node.type === "ImportExpression") add(node.source, "import", true);
    else if (node.type === "TSImportType") add(node.source ?? node.argument, "type");
    else if (node.type === "TSExternalModuleReference") add(node.expression, "import");
    else if (node.type === "CallExpression" && call?.type === "Identifier" && call.name === "require") add(first, "import");
    else if (node.type === "CallExpression" && isImportMeta(call, "glob"))
      for (const pattern of isNode(first) && Array.isArray(first.elements) ? first.elements : [first])
        add(pattern, "import", true);
    else if (node.type === "NewExpression" && call?.name === "URL" && isImportMeta(second, "url") && literal(first))
      add(first, "worker", true);
    for (const child of Object.values(node))
      for (const item of Array.isArray(child) ? child : [child]) if (isNode(item)) visit(item);
  };
  const program = /** @type {unknown} */ (parseAst(text, { lang }, file));
  if (isNode(program)) visit(program);
  return { imports, unclear };
}

/** @param {string} file "src/labs/basins/x.ts" @returns {{room: string, lab?: string}} */
function roomOf(file) {
  const [, room = "", lab] = file.split("/");
  if (/^main\.tsx?$/.test(room) || room.endsWith(".d.ts")) return { room: "main" };
  return room === "labs" && lab ? { room, lab } : { room };
}

/** @param {string} specifier @returns {string} the package's name, without the path in it */
function packageOf(specifier) {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}

/** @param {string} file @param {string} specifier @returns {string} the path it names, "src/..." */
function resolve(file, specifier) {
  const path = specifier.replace(/\?.*$/, "").replace(/\*.*$/, "");
  return path.startsWith("/") ? path.slice(1) : posix.join(posix.dirname(file), path);
}

/** @param {string} file */
const isTest = (file) => /\.test\.tsx?$/.test(file) || /(^|\/)testing\//.test(file);

/** @param {string} file @param {Import} found @returns {string | undefined} what is wrong with the import, if anything */
function judge(file, { specifier }) {
  const own = roomOf(file);
  const rules = ROOMS[own.room];
  if (rules === undefined) return `no room is called "${own.room}"; scripts/layers.mjs lists them`;
  if (!/^[./]/.test(specifier)) {
    const name = packageOf(specifier);
    if (rules.packages.includes(name)) return undefined;
    if (isTest(file) && (TEST_PACKAGES.includes(name) || name.startsWith("node:"))) return undefined;
    return `${own.room} must not import ${name}`;
  }
  const target = resolve(file, specifier);
  if (!target.startsWith("src/")) {
    // public/ is served, not imported; tests read fixtures and scripts where they like.
    return isTest(file) ? undefined : `${specifier} lies outside src/`;
  }
  const other = roomOf(target);
  if (other.room !== own.room)
    return rules.rooms.includes(other.room)
      ? undefined
      : `${own.room} must not import ${other.room} (${specifier}): imports point downwards`;
  return other.lab === own.lab ? undefined : `labs must not import each other (${specifier})`;
}

/**
 * @param {ReadonlyMap<string, string>} sources path from the repository's root -> text, all of src/
 * @returns {Breach[]}
 */
export function checkLayers(sources) {
  /** @type {Breach[]} */
  const breaches = [];
  /** @type {Map<string, string[]>} */
  const graph = new Map();
  for (const [file, text] of sources) {
    const { imports, unclear } = importsOf(file, text);
    if (unclear > 0 && !isTest(file)) breaches.push({ file, message: "an import whose path is not a literal cannot be checked" });
    for (const found of imports) {
      const message = judge(file, found);
      if (message !== undefined) breaches.push({ file, message });
    }
    const kept = imports.filter(({ kind }) => kind === "import").map(({ specifier }) => specifier);
    graph.set(
      file,
      kept.map((specifier) => (/^[./]/.test(specifier) ? resolve(file, specifier) : specifier)),
    );
  }
  for (const { from, to, because } of UNREACHABLE)
    for (const start of graph.keys()) {
      if (
        isTest(start) ||
        !from.some((room) => start.startsWith(`src/${room}/`) || (room === "main" && roomOf(start).room === room))
      )
        continue;
      const chain = chainTo(graph, start, to);
      if (chain) breaches.push({ file: start, message: `reaches ${chain.join(" -> ")}: ${because}` });
    }
  return breaches;
}

/**
 * The shortest chain of imports from a file to anything whose name starts with `to`.
 * @param {ReadonlyMap<string, string[]>} graph @param {string} start @param {string} to @returns {string[] | undefined}
 */
function chainTo(graph, start, to) {
  const seen = new Set([start]);
  let front = [[start]];
  while (front.length > 0) {
    /** @type {string[][]} */
    const next = [];
    for (const chain of front) {
      for (const target of graph.get(chain.at(-1) ?? "") ?? []) {
        if (target.startsWith(to)) return [...chain.slice(1), target];
        // A glob's target is a folder: all files under it are imported.
        const files = graph.has(target)
          ? [target]
          : target.endsWith("/")
            ? [...graph.keys()].filter((f) => f.startsWith(target))
            : [];
        for (const file of files) if (!seen.has(file)) next.push([...chain, file]);
        for (const file of files) seen.add(file);
      }
    }
    front = next;
  }
  return undefined;
}

/** @param {string} root @returns {Map<string, string>} the TypeScript files under src/ */
export function readSources(root) {
  const names = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" });
  // AssemblyScript is another language, and its files import each other only.
  const files = names
    .map((name) => `src/${name.replaceAll("\\", "/")}`)
    .filter((name) => /\.tsx?$/.test(name) && !/\/assembly\//.test(name));
  return new Map(files.sort().map((file) => [file, readFileSync(join(root, file), "utf8")]));
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const sources = readSources(join(import.meta.dirname, ".."));
  const breaches = checkLayers(sources);
  for (const { file, message } of breaches) console.error(`${file}: ${message}`);
  console.log(`Layers: ${sources.size} files, ${breaches.length} breaches.`);
  process.exitCode = breaches.length > 0 ? 1 : 0;
}
