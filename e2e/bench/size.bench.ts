/** Sizes of the built JavaScript: what the page loads at first, what it loads later, and the agent workers with tfjs. */
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { measureBuild, totalGzip } from "../../scripts/size.mjs";
import { report } from "./report.ts";

test("size of the build", async () => {
  const { scripts, checkpointBytes } = measureBuild(join(import.meta.dirname, "..", "..", "dist"));
  const initial = scripts.filter((script) => script.initial);
  const workers = scripts.filter((script) => script.tfjs);
  const rest = scripts.filter((script) => !script.initial && !script.tfjs);
  expect(initial.length, "the page loads a script").toBeGreaterThan(0);
  await report(test.info(), [
    {
      name: "JavaScript at first",
      value: totalGzip(initial) / 1000,
      unit: "kB",
      note: `gzipped, ${initial.length} files; at most 300`,
    },
    { name: "JavaScript later", value: totalGzip(rest) / 1000, unit: "kB", note: `gzipped, ${rest.length} files` },
    {
      name: "JavaScript of the agent workers",
      value: totalGzip(workers) / 1000,
      unit: "kB",
      note: `gzipped, with tfjs, ${workers.length} files`,
    },
    { name: "checkpoints", value: checkpointBytes / 1_000_000, unit: "MB", note: "at most 8" },
  ]);
});
