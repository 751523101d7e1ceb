/** The layer rule must fail on each kind of breach, by each way of importing, and stay silent on the way down. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { checkLayers, importsOf, readSources } from "./layers.mjs";

/** @param {Record<string, string>} files */
const breaches = (files) => checkLayers(new Map(Object.entries(files))).map(({ file, message }) => `${file}: ${message}`);

/** @param {string} file @param {string} text */
const alone = (file, text) => breaches({ [file]: text });

describe("imports point downwards", () => {
  test.each([
    ["src/learning/vote.ts", `import { run } from "../cohort/run.ts";`],
    ["src/learning/vote.ts", `export * from "../policies/engine.ts";`],
    ["src/learning/vote.ts", `export { run } from "../cohort/run.ts";`],
    ["src/learning/vote.ts", `const run = await import("../cohort/run.ts");`],
    ["src/learning/vote.ts", "const run = await import(`../cohort/run.ts`);"],
    ["src/learning/vote.ts", `import type { Run } from "../runs/record.ts";`],
    ["src/learning/vote.ts", `let run: import("../runs/record.ts").Run;`],
    ["src/tasks/deep/down/x.ts", `import "../../../learning/vote.ts";`],
    ["src/tasks/x.ts", `import "/src/learning/vote.ts";`],
    ["src/tasks/x.ts", `import.meta.glob("../learning/*.ts");`],
    ["src/tasks/x.ts", `import.meta.glob(["./*.ts", "../learning/*.ts"]);`],
    ["src/runs/x.ts", `new Worker(new URL("../cohort/agent.worker.ts", import.meta.url));`],
    ["src/runs/x.ts", `import Agent from "../cohort/agent.worker.ts?worker";`],
    ["src/math/rng.ts", `import "../tasks/x.ts";`],
    ["src/ui/chart.tsx", `import { useRun } from "../stores/run.ts"; export const A = () => <p />;`],
    ["src/stores/x.ts", `import "../labs/cohort/page.tsx";`],
    ["src/learning/vote.test.ts", `import "../cohort/run.ts";`],
  ])("%s fails on %s", (file, text) => {
    expect(alone(file, text)).toHaveLength(1);
  });

  test("the way down is free", () => {
    expect(
      breaches({
        "src/main.tsx": `import { App } from "./app/app.tsx"; import "@mantine/core/styles.css"; import { createRoot } from "react-dom/client";`,
        "src/app/app.tsx": `import { lazy } from "react"; const Page = lazy(() => import("../labs/cohort/page.tsx")); export const App = () => <Page />;`,
        "src/labs/cohort/page.tsx": `import "./panel.tsx"; import "../../cohort/run.ts"; import "../../stores/run.ts"; import "../../theory/x.ts";`,
        "src/cohort/run.ts": `import { wrap } from "comlink"; import type { Engine } from "../policies/engine.ts"; import "../runs/x.ts";`,
        "src/policies/engine.ts": `import * as tf from "@tensorflow/tfjs-core"; import "../learning/loss.ts";`,
        "src/learning/loss.ts": `import "../tasks/task.ts"; import "../math/rng.ts"; import { z } from "zod";`,
        "src/learning/loss.test.ts": `import { test } from "vitest"; import fc from "fast-check"; import { readFileSync } from "node:fs";`,
      }),
    ).toEqual([]);
  });

  test("labs do not import each other, though a lab may be called like a room", () => {
    const file = "src/labs/basins/panels/x.tsx";
    expect(alone(file, `import "../../cohort/panel.tsx";`)).toEqual([
      `${file}: labs must not import each other (../../cohort/panel.tsx)`,
    ]);
    expect(alone(file, `import "../../../cohort/run.ts"; import "../y.ts";`)).toEqual([]);
  });

  test("a folder that is no room, and a path that is no literal", () => {
    expect(alone("src/utils/x.ts", `import "../math/rng.ts";`)[0]).toContain(`no room is called "utils"`);
    expect(alone("src/math/x.ts", "export const load = (name: string) => import(name);")[0]).toContain("not a literal");
  });
});

describe("packages", () => {
  test.each([
    ["src/theory/x.ts", `import * as tf from "@tensorflow/tfjs-core";`],
    ["src/learning/x.ts", `const tf = await import("@tensorflow/tfjs-core");`],
    ["src/learning/x.ts", `import type { Tensor } from "@tensorflow/tfjs-core";`],
    ["src/learning/x.ts", `const tf = require("@tensorflow/tfjs-core");`],
    ["src/tasks/x.ts", `import { useState } from "react";`],
    ["src/tasks/x.test.ts", `import "@tensorflow/tfjs-core";`],
    ["src/diversity/x.ts", `import { create } from "zustand";`],
    ["src/evallogs/x.ts", `import { readFileSync } from "node:fs";`],
    ["src/cohort/x.ts", `import "@tensorflow/tfjs-core";`],
    ["src/cohort/x.ts", `import "react";`],
    ["src/runs/x.ts", `import { useState } from "react";`],
    ["src/policies/x.ts", `import "react/jsx-runtime";`],
    ["src/policies/x.ts", `import "@tensorflow/tfjs";`],
    ["src/labs/cohort/x.tsx", `import { wrap } from "comlink";`],
  ])("%s fails on %s", (file, text) => {
    expect(alone(file, text)).toHaveLength(1);
  });
});

describe("what must not be reached", () => {
  const engine = { "src/policies/tfjs.ts": `import "@tensorflow/tfjs-core";` };

  test("tfjs from the page, over however many files and by a dynamic import", () => {
    const found = breaches({
      ...engine,
      "src/labs/pairs/page.tsx": `import "../../runs/x.ts";`,
      "src/runs/x.ts": `export const load = () => import("../policies/tfjs.ts");`,
    });
    expect(found).toEqual([
      "src/labs/pairs/page.tsx: reaches src/runs/x.ts -> src/policies/tfjs.ts -> @tensorflow/tfjs-core: tfjs is loaded by agent workers only",
    ]);
  });

  test("a worker and a type are no chain", () => {
    const found = breaches({
      ...engine,
      "src/labs/cohort/page.tsx": `import "../../cohort/run.ts"; import type { Engine } from "../../policies/tfjs.ts";`,
      "src/cohort/run.ts": `export const start = () => new Worker(new URL("./agent.worker.ts", import.meta.url), { type: "module" });`,
      "src/cohort/agent.worker.ts": `import "../policies/tfjs.ts";`,
    });
    expect(found).toEqual([]);
  });

  test("policies from the basins, even those that load no tfjs", () => {
    const found = breaches({
      "src/labs/basins/page.tsx": `import "../../runs/presets.ts";`,
      "src/runs/presets.ts": `import "../policies/families.ts";`,
      "src/policies/families.ts": "export const families = [];",
    });
    expect(found).toHaveLength(1);
  });
});

test("an import in a comment or a string is none", () => {
  expect(importsOf("src/x.ts", `// import "react";\nexport const s = 'import "react"';`)).toEqual({ imports: [], unclear: 0 });
});

test("this project keeps the rule", () => {
  const sources = readSources(join(import.meta.dirname, ".."));
  expect(sources.size).toBeGreaterThan(0);
  expect(checkLayers(sources)).toEqual([]);
});
