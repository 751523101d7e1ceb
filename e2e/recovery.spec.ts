/** What breaks in the middle of a run: a worker killed without a word, one that throws, a graphics device destroyed; and going back by hand. */
import { expect, type Page, test } from "@playwright/test";
import { violations } from "./axe.ts";
import { button, open, status } from "./cohort-helpers.ts";
import { exportedRun, numbersOf, runToEnd } from "./run-helpers.ts";

const SIMD = "compare=none&backend=simd&steps=24&prompts=8&k=4&train=32&heldout=32&eval=10&finalsamples=2";

declare global {
  /**
   * The agent whose worker is ended in the middle of its n-th update from now, or evaluation, and of the `next` one after that; it gives no event.
   */
  var killing: { readonly name: string; updates: number; readonly next?: number; readonly call?: "evaluate" } | null;
  /** Milliseconds that the clock has gone on while the page slept. */
  var slept: number;
  /** In a worker: the graphics device that it uses. */
  var device: GPUDevice | undefined;
}

/** Lets a test end a worker silently, as the browser may. */
async function makeWorkersMortal(page: Page): Promise<void> {
  await page.addInitScript(() => {
    globalThis.killing = null;
    globalThis.Worker = class extends Worker {
      readonly #name: string | undefined;
      constructor(address: string | URL, options?: WorkerOptions) {
        super(address, options);
        this.#name = options?.name;
      }
      override postMessage(
        message: { readonly path?: readonly string[] },
        options?: StructuredSerializeOptions | Transferable[],
      ) {
        if (Array.isArray(options)) super.postMessage(message, options);
        else super.postMessage(message, options);
        const { killing } = globalThis;
        if (!killing || killing.name !== this.#name || message.path?.[0] !== (killing.call ?? "learn") || --killing.updates > 0)
          return;
        if (killing.next) killing.updates = killing.next;
        if (killing.next || killing.updates === 0) this.terminate();
      }
    };
  });
}

test("a worker killed without a word: the run goes on, says so, and ends with an undisturbed run's numbers", async ({ page }) => {
  await makeWorkersMortal(page);
  await open(page, SIMD);
  await runToEnd(page);
  const calm = await exportedRun(page);
  await button(page, "Reset").click();
  await page.evaluate(() => {
    globalThis.killing = { name: "agent B", updates: 13 };
  });
  await runToEnd(page);
  const notice = page.getByRole("alert");
  await expect(notice).toContainText(
    "After step 12: The worker of agent B ended without a word; the browser may have ended it for want of memory. The run went on from its state after step 10, in fresh workers; steps 11 to 12 were done again.",
  );
  expect(await violations(page)).toEqual([]);
  const shaken = await exportedRun(page);
  expect(shaken.faults).toMatchObject([{ step: 12, resumedFrom: 10 }]);
  expect(shaken.steps).toHaveLength(24);
  expect(numbersOf(shaken)).toEqual(numbersOf(calm));
  await notice.getByRole("button", { name: "Dismiss" }).click();
  await expect(notice).toHaveCount(0);
});

test("evaluators measure while training goes on; one that is killed is replaced, and the numbers are the same", async ({
  page,
}) => {
  await makeWorkersMortal(page);
  const many = `${SIMD.replace("heldout=32&eval=10", "heldout=512&eval=2")}&evalsamples=8`;
  await open(page, many);
  await page.evaluate(() => {
    globalThis.killing = { name: "agent B’s evaluator", updates: 3, call: "evaluate" };
  });
  await runToEnd(page);
  await expect(page.getByRole("alert")).toContainText(
    /The worker of agent B’s evaluator ended without a word; .* Held-out accuracy after step \d+ was being measured\. It is measured again\./,
  );
  const shaken = await exportedRun(page);
  expect(shaken.steps.filter(({ agents }) => agents.every(({ heldOut }) => heldOut)).map(({ step }) => step)).toEqual(
    Array.from({ length: 11 }, (_, n) => 2 * n + 2),
  );
  await button(page, "Reset").click();
  await runToEnd(page);
  expect(numbersOf(await exportedRun(page))).toEqual(numbersOf(shaken));
});

test("a worker killed again and again: the run stops with the reason, and a restart goes on from the step one chooses", async ({
  page,
}) => {
  await makeWorkersMortal(page);
  await open(page, SIMD);
  await page.evaluate(() => {
    globalThis.killing = { name: "agent A", updates: 13, next: 3 };
  });
  await button(page, "Run").click();
  const reason = page.getByRole("alert").filter({ hasText: "The run has stopped." });
  await expect(reason).toContainText(
    /The worker of agent A ended without a word.* It was the third such fault within 20 steps, so the run does not go on by itself\./,
    { timeout: 60_000 },
  );
  await expect(status(page)).toContainText("failed · step 12/24");
  expect(await violations(page)).toEqual([]);
  expect((await exportedRun(page)).faults.map((fault) => fault.resumedFrom)).toEqual([10, 10, null]);
  await page.evaluate(() => {
    globalThis.killing = null;
  });
  await page.getByLabel("Step to restart from").selectOption("0");
  await button(page, "Restart from step 0").click();
  await expect(status(page)).toContainText("paused · step 0/24", { timeout: 60_000 });
  await expect(reason).toHaveCount(0);
  await expect(button(page, "Run")).toBeFocused();
  await runToEnd(page);
  const again = await exportedRun(page);
  await button(page, "Reset").click();
  await runToEnd(page);
  expect(numbersOf(again)).toEqual(numbersOf(await exportedRun(page)));
});

test("a worker that throws is replaced", async ({ page }) => {
  await open(page, SIMD.replace("steps=24", "steps=3000"));
  await button(page, "Run").click();
  await expect(status(page)).toContainText(/step \d{2,}\/3000/, { timeout: 60_000 });
  await page.workers()[0]?.evaluate(() => {
    setTimeout(() => {
      throw new Error("out of memory");
    });
  });
  await expect(page.getByRole("alert")).toContainText(/The worker of agent [AB] stopped: .*out of memory\. The run went on/, {
    timeout: 60_000,
  });
  await expect(status(page)).toContainText("running");
});

test("a tab that was asleep: that is said where it stands, and the run goes on", async ({ page }) => {
  await page.addInitScript(() => {
    const { now } = Date;
    globalThis.slept = 0;
    Date.now = () => now.call(Date) + globalThis.slept;
  });
  await open(page, SIMD.replace("steps=24", "steps=3000"));
  await button(page, "Run").click();
  await expect(status(page)).toContainText(/step \d+\/3000/, { timeout: 60_000 });
  await page.evaluate(() => {
    globalThis.slept = 720_000;
  });
  await expect(page.getByText(/The tab was asleep for 12\smin; the run went on at step \d+\./)).toBeVisible();
  await expect(status(page)).toContainText("running");
  await button(page, "Reset").click();
  await expect(page.getByText(/The tab was asleep/)).toHaveCount(0);
});

test("restart from a kept step by hand: the charts are cut back, and the same numbers come again", async ({ page }) => {
  await open(page, SIMD);
  await runToEnd(page);
  const first = await exportedRun(page);
  // Choices made since are the run's again.
  await page.getByLabel("Seed", { exact: true }).fill("3");
  await page.getByLabel("Seed", { exact: true }).press("Enter");
  const step = page.getByLabel("Step to restart from");
  await expect(step).toHaveValue("20");
  expect(await step.locator("option").allTextContents()).toEqual(["step 20", "step 10", "step 0"]);
  await step.selectOption("10");
  await button(page, "Restart from step 10").click();
  await expect(status(page)).toContainText("paused · step 10/24");
  await expect(button(page, "Run")).toBeFocused();
  await expect(page.getByLabel("Seed", { exact: true })).toHaveValue("0");
  const cut = await exportedRun(page);
  expect([cut.steps.length, cut.finished]).toEqual([10, false]);
  expect(await violations(page)).toEqual([]);
  await runToEnd(page);
  expect(numbersOf(await exportedRun(page))).toEqual(numbersOf(first));
});

test("a graphics device destroyed in the middle: the run goes on with a fresh one, or stops with the reason", async ({
  page,
}) => {
  test.setTimeout(300_000);
  page.on("worker", (worker) => {
    // Remembers the device that is used, to destroy it. In a worker without WebGPU, and one that has ended, there is nothing to do.
    void worker
      .evaluate(() => {
        const { prototype } = GPUDevice;
        const create = prototype.createCommandEncoder;
        prototype.createCommandEncoder = function (...args) {
          globalThis.device = this;
          return create.apply(this, args);
        };
      })
      .catch(() => {});
  });
  // One small agent: an emulated GPU compiles each shader for seconds.
  await open(
    page,
    "preset=ttrl&compare=none&agents=recurrent.small.msb.Q.r0&backend=webgpu&steps=40&prompts=1&k=2&train=2&heldout=1&eval=10&finalsamples=1",
  );
  await button(page, "Step").click();
  await expect(status(page)).toContainText("paused · step 1/40", { timeout: 200_000 });
  await button(page, "Run").click();
  await page.workers()[0]?.evaluate(() => {
    if (!globalThis.device) throw new Error("No device was seen.");
    globalThis.device.destroy();
  });
  await expect(page.getByRole("alert")).toContainText(
    /The graphics device was lost.* If it happens again, choose the simd or wasm backend\. .*(in fresh workers|Restart from step)/,
    { timeout: 200_000 },
  );
  await expect(status(page)).toContainText(/finished · step 40\/40|failed/, { timeout: 200_000 });
});
