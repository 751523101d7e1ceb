/** How a step grows with rollouts, with a policy's width and with the number of agents that step at a time. */
import { type Page, test } from "@playwright/test";
import { type ContenderId, TITLES } from "./lab/contender.ts";
import { share, W, type Workload } from "./lab/workload.ts";
import { enter, isSoftware, leave, openLab, reason, stepOf, useLab } from "./lab.ts";
import { type BenchGap, type BenchRow, report, spread } from "./report.ts";

useLab();

interface Case {
  readonly label: string;
  readonly workload: Workload;
  readonly rounds: number;
}

const rolloutsCase = (rollouts: number, rounds: number): Case => ({
  label: `${rollouts.toLocaleString("en")} rollouts`,
  workload: { policy: "W", prompts: rollouts / 16, perPrompt: 16 },
  rounds,
});
const widthCase = (width: number, rounds: number): Case => ({ label: `width ${width}`, workload: { ...W, width }, rounds });

/** Times each case in turn, contenders taking turns within it; each case has workers of its own, so that a memory that has grown is gone. */
async function grow(
  page: Page,
  table: string,
  ids: readonly ContenderId[],
  cases: readonly Case[],
): Promise<(BenchRow | BenchGap)[]> {
  const rows: (BenchRow | BenchGap)[] = [];
  for (const { label, workload, rounds } of cases) {
    const times = new Map<ContenderId, number[]>();
    const gaps = new Map<ContenderId, string>();
    const entered = new Map<ContenderId, Awaited<ReturnType<typeof enter>>>();
    // Round 0 warms up.
    for (let round = 0; round <= rounds; round++) {
      for (const id of ids) {
        if (gaps.has(id)) continue;
        try {
          const contestant = entered.get(id) ?? (await enter(page, id, workload));
          entered.set(id, contestant);
          const { rollout, update } = await stepOf(page, contestant, round);
          if (round > 0) times.set(id, [...(times.get(id) ?? []), rollout + update]);
        } catch (error) {
          gaps.set(id, reason(error));
        }
      }
    }
    for (const id of ids) {
      await leave(page, id);
      const at = [table, label, TITLES[id]] as const;
      const name = `${table}: ${label}: ${TITLES[id]}`;
      const gap = gaps.get(id);
      if (gap !== undefined) rows.push({ name, gap, at });
      else
        rows.push({
          name,
          ...spread(times.get(id) ?? []),
          unit: "ms",
          note: "a step; medians of 1 to 5 rounds after a first one, fewer where they are slow",
          at,
        });
    }
  }
  return rows;
}

const CPU = ["simd", "wasm", "jax-wasm"] as const;

test("scaling with rollouts on the CPU", async ({ page }) => {
  test.setTimeout(900_000);
  await openLab(page);
  const cases = [rolloutsCase(64, 5), rolloutsCase(256, 3), rolloutsCase(1024, 1)];
  await report(test.info(), [
    ...(await grow(page, "Scaling with rollouts, W on the CPU", CPU, cases)),
    ...(await grow(page, "Scaling with rollouts, W on the CPU", ["simd", "wasm"], [rolloutsCase(4096, 1)])),
  ]);
});

test("scaling with a policy's width on the CPU", async ({ page }) => {
  test.setTimeout(900_000);
  await openLab(page);
  const cases = [widthCase(32, 5), widthCase(64, 3), widthCase(128, 2)];
  await report(test.info(), await grow(page, "Scaling with width, W on the CPU", CPU, cases));
});

test("scaling with agents on simd, a worker each", async ({ page }) => {
  await openLab(page);
  const names: string[] = [];
  for (let i = 0; i < 4; i++) names.push((await enter(page, "simd", share(i % 2 === 0 ? "Q" : "L"), `agent ${i}`)).name);
  const times = new Map<number, number[]>();
  for (let round = 0; round <= 15; round++) {
    for (let agents = 1; agents <= names.length; agents++) {
      const together = await page.evaluate(([n, k]) => window.benchLab.together(n, k), [names.slice(0, agents), round] as const);
      // The first five warm the workers up: each compiles its code again.
      if (round >= 5) times.set(agents, [...(times.get(agents) ?? []), together]);
    }
  }
  const table = "Scaling with agents, default cohort on simd";
  await report(
    test.info(),
    [...times].map(
      ([agents, own]): BenchRow => ({
        ...{ name: `${table}: ${agents}`, ...spread(own), unit: "ms", note: "Q, L, Q, L: 256 rollouts each, all at a time" },
        at: [table, `${agents} ${agents === 1 ? "agent" : "agents"}`, "all have done a step"],
      }),
    ),
  );
});

test("scaling with rollouts and width by WebGPU", { tag: "@slow" }, async ({ page }) => {
  test.setTimeout(1_800_000);
  await openLab(page);
  const probe = await enter(page, "webgpu-plain", { policy: "L", prompts: 1, perPrompt: 1 }, "probe");
  await leave(page, "probe");
  const software = isSoftware(probe);
  const ids: readonly ContenderId[] = software ? ["webgpu"] : ["webgpu", "webgpu-plain", "jax-webgpu"];
  const sizes = software ? [64, 256] : [64, 256, 1024, 4096];
  const widths = software ? [32, 64] : [32, 64, 128];
  const rounds = software ? 1 : 5;
  const where = software ? " (software GPU)" : "";
  await report(test.info(), [
    ...(await grow(
      page,
      `Scaling with rollouts, W by WebGPU${where}`,
      ids,
      sizes.map((n) => rolloutsCase(n, rounds)),
    )),
    ...(await grow(
      page,
      `Scaling with width, W by WebGPU${where}`,
      ids,
      widths.map((n) => widthCase(n, rounds)),
    )),
  ]);
});
