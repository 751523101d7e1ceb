/**
 * Rollout, update and step of this project, of tfjs operation by operation and of jax-js, on the CPU and by WebGPU: at workload W and for the
 * policies of the default cohort, with what they ask of the device, and how far they are from the limit. Those on a software GPU are slow,
 * and run only where --grep asks for them.
 */
import { type Page, test } from "@playwright/test";
import { type ContenderId, TITLES } from "./lab/contender.ts";
import { share, W, type Workload } from "./lab/workload.ts";
import { enter, isSoftware, leave, openLab, reason, useLab } from "./lab.ts";
import { type Raced, race, raceRows, stepTimes } from "./race.ts";
import { type BenchGap, type BenchRow, median, report } from "./report.ts";

const CPU = ["simd", "wasm", "jax-wasm"] as const satisfies readonly ContenderId[];
const GPU = ["webgpu", "webgpu-plain", "jax-webgpu"] as const satisfies readonly ContenderId[];

useLab();

/** Whether WebGPU runs on the processor here. */
async function onSoftware(page: Page): Promise<boolean> {
  const probe = await enter(page, "webgpu-plain", { policy: "L", prompts: 1, perPrompt: 1 }, "probe");
  await leave(page, "probe");
  return isSoftware(probe);
}

/** GFLOP/s of rollout and update, of products of matrices at best, and which share of that a step reaches. */
async function limitRows(page: Page, title: string, raced: readonly Raced[], size: number): Promise<(BenchRow | BenchGap)[]> {
  const rows: (BenchRow | BenchGap)[] = [];
  const table = `${title}: distance to the limit`;
  for (const { id, part, steps } of raced) {
    const who = TITLES[id];
    const put = (column: string, unit: string, value: number, note = ""): void => {
      rows.push({ name: `${table}: ${who}: ${column}`, value, unit, note, at: [table, who, column] });
    };
    // A flop a millisecond is 1e-6 GFLOP/s.
    const rate = (flops: number, milliseconds: readonly number[]): number => flops / median(milliseconds) / 1e6;
    const flops = steps[0]?.rolloutFlops ?? Number.NaN;
    // Our simd engine's update takes what the rollout computed and goes only backwards; its prompts, which it reads again, are not counted.
    const passes = id === "simd" && part === "step" ? 2 : 3;
    const update = rate(
      passes * flops,
      steps.map((step) => step.update),
    );
    if (part === "step")
      put(
        "rollout",
        "GFLOP/s",
        rate(
          flops,
          steps.map((step) => step.rollout),
        ),
      );
    put("update", "GFLOP/s", update);
    try {
      const name = `${id} peak`;
      await enter(page, id, { policy: "L", prompts: 1, perPrompt: 1 }, name).catch(() => null);
      const peak = await page.evaluate(([n, i, s]) => window.benchLab.peak(n, i, s, 5), [name, id, size] as const);
      await leave(page, name);
      put(
        "products at best",
        "GFLOP/s",
        peak,
        `of ${size} x ${size} matrices; of our engines, of a policy ${Math.min(256, size / 2)} wide`,
      );
      const whole =
        part === "step"
          ? rate(
              (1 + passes) * flops,
              steps.map((step) => step.rollout + step.update),
            )
          : update;
      put("share of that, whole step", "%", (100 * whole) / peak);
    } catch (error) {
      rows.push({ name: `${table}: ${who}: products at best`, gap: reason(error), at: [table, who, "products at best"] });
    }
  }
  return rows;
}

/** A ratio of two contenders' median steps, next to what it should be at most. */
function target(name: string, ours: Raced | undefined, theirs: Raced | undefined, most: number): (BenchRow | BenchGap)[] {
  if (!ours || !theirs) return [];
  const value = median(stepTimes(ours)) / median(stepTimes(theirs));
  return [
    { name: `target: ${name}`, value, unit: "", at: ["Targets", name, "measured"] },
    { name: `target: ${name}, at most`, value: most, unit: "", at: ["Targets", name, "at most"] },
  ];
}

test("W on the CPU: this project, tfjs, jax-js", async ({ page }) => {
  await openLab(page);
  const result = await race(page, CPU, W, { rounds: 9 });
  const [simd, wasm, jax] = CPU.map((id) => result.raced.find((one) => one.id === id));
  await report(test.info(), [
    ...raceRows("W on the CPU", "192 rollouts of 24 tokens, 9 rounds", result),
    ...(await limitRows(page, "W on the CPU", result.raced, 512)),
    ...target("step at W, simd to jax-js on wasm", simd, jax, 0.3),
    ...target("step at W, simd to tfjs on wasm", simd, wasm, 0.2),
  ]);
});

test("W by WebGPU: this project, tfjs, jax-js", { tag: "@slow" }, async ({ page }) => {
  test.setTimeout(1_800_000);
  await openLab(page);
  const software = await onSoftware(page);
  const rounds = software ? 2 : 9;
  const result = await race(page, GPU, W, {
    rounds,
    // jax-js's sampling makes SwiftShader's process end, and with it everybody's device.
    part: (id) => (software && id === "jax-webgpu" ? "update" : "step"),
  });
  const [own, plain] = GPU.map((id) => result.raced.find((one) => one.id === id));
  const title = `W by WebGPU${software ? " (software GPU)" : ""}`;
  const asked = own && own.first.rollout.dispatches + own.first.update.dispatches;
  const name = "dispatches an agent and step, webgpu";
  await report(test.info(), [
    ...raceRows(title, `192 rollouts of 24 tokens, ${rounds} rounds`, result),
    ...(await limitRows(page, title, result.raced, software ? 256 : 2048)),
    ...target("step at W, webgpu to tfjs's webgpu", own, plain, 1 / 6),
    ...(asked === undefined
      ? []
      : ([
          { name: `target: ${name}`, value: asked, unit: "", at: ["Targets", name, "measured"] },
          { name: `target: ${name}, at most`, value: 16, unit: "", at: ["Targets", name, "at most"] },
        ] as const)),
  ]);
});

for (const policy of ["Q", "L"] as const) {
  const ids = policy === "Q" ? CPU : CPU.filter((id) => id !== "jax-wasm");
  test(`default cohort's ${policy} on the CPU: this project, tfjs${policy === "Q" ? ", jax-js" : ""}`, async ({ page }) => {
    await openLab(page);
    const result = await race(page, ids, share(policy), { rounds: 9 });
    const note = "256 rollouts of the base policy, 9 rounds; jax-js writes all 24 tokens of each";
    await report(test.info(), raceRows(`${policy} on the CPU`, note, result));
  });

  test(`default cohort's ${policy} by WebGPU: this project, tfjs`, { tag: "@slow" }, async ({ page }) => {
    test.setTimeout(1_800_000);
    await openLab(page);
    const software = await onSoftware(page);
    const workload: Workload = software ? { policy, prompts: 8, perPrompt: 8 } : share(policy);
    const others = policy === "Q" && !software ? GPU : GPU.filter((id) => id !== "jax-webgpu");
    const result = await race(page, others, workload, { rounds: software ? 3 : 9 });
    const note = `${workload.prompts * 8} rollouts of the base policy`;
    await report(test.info(), raceRows(`${policy} by WebGPU${software ? " (software GPU)" : ""}`, note, result));
  });
}
