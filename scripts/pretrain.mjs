/**
 * npm run pretrain -- --cohort-seed N [--task addition-roles] [--base weak=1,overlap=0.5] [--only TEXT] [--jobs N] [--out FOLDER]
 *
 * Pretrains the policies of a cohort seed in a headless Chromium, with the page's own code on its simd backend (the plain build), and writes
 * safetensors and a manifest to public/checkpoints/seed-N. Policies that the manifest has already are left alone unless
 * --force is given; --only takes policies whose name contains one of the texts, commas between them. Without --base: what is shipped for a seed. With it: the families Q,
 * L and P pretrained so, under the names of a share link (docs/links.md: weak, overlap, symmetry, contrast, pretrain). --task: addition where nothing
 * is said.
 */
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { ensureChromium } from "./chromium.mjs";
import { openPretraining, readManifest } from "./pretraining.mjs";
import { setup } from "./setup.mjs";

const { values } = parseArgs({
  options: {
    "cohort-seed": { type: "string" },
    task: { type: "string", default: "addition" },
    base: { type: "string", default: "" },
    only: { type: "string", default: "" },
    jobs: { type: "string" },
    out: { type: "string", default: "public/checkpoints" },
    force: { type: "boolean", default: false },
  },
});
const seed = Number(values["cohort-seed"]);
if (!Number.isInteger(seed) || seed < 0 || seed > 9999 || values["cohort-seed"] === undefined) {
  console.error("Say which cohort seed to pretrain: npm run pretrain -- --cohort-seed 7 (a whole number from 0 to 9999).");
  process.exit(2);
}
const jobs = Number(values.jobs ?? Math.min(2, availableParallelism()));
if (!Number.isInteger(jobs) || jobs < 1) {
  console.error("--jobs must be a whole number of at least 1.");
  process.exit(2);
}

setup();
ensureChromium();
const pretraining = await openPretraining();
let failed = 0;
try {
  const have = new Set(readManifest(values.out, seed).policies.map((entry) => entry.id));
  const queue = (await pretraining.policies(seed, values.base, values.task)).filter(
    ({ id }) => values.only.split(",").some((part) => id.includes(part)) && (values.force || !have.has(id)),
  );
  console.log(`Cohort seed ${seed}: ${queue.length} policies to pretrain, ${jobs} at a time.`);
  failed = await pretraining.run(queue, { out: values.out, jobs });
} finally {
  await pretraining.close();
}
process.exit(failed > 0 ? 1 : 0);
