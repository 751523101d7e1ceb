/** Looking inside a run: the prompt map and the rollouts, by role and name. */
import { expect, type Locator, type Page, test } from "@playwright/test";
import { violations } from "./axe.ts";
import { button, chart, collectErrors, open, SMALL, status } from "./cohort-helpers.ts";
import { exported, runToEnd } from "./run-helpers.ts";

const map = (page: Page): Locator => page.getByRole("region", { name: "Prompt map" });
const rollouts = (page: Page): Locator => page.getByRole("region", { name: "Rollouts", exact: true });
const prompts = (page: Page): Locator => rollouts(page).getByRole("table", { name: /^Prompts of step/ });
/** One button a prompt. */
const rows = (page: Page): Locator => prompts(page).getByRole("button");
const stepField = (page: Page): Locator => rollouts(page).getByRole("textbox", { name: "step" });

/** Sums the counts of a table of the map. */
async function dotsCounted(table: Locator): Promise<number> {
  const cells = await table.getByRole("cell").allTextContents();
  return cells.reduce((sum, cell) => sum + Number(cell), 0);
}

test("before a run both say when they will have something; Base alone has no steps to look into", async ({ page }) => {
  const errors = collectErrors(page);
  await open(page, SMALL);
  await expect(map(page).getByText("Comes with the first step.").first()).toBeVisible();
  await expect(rollouts(page).getByText("Comes with the first step.")).toBeVisible();
  await page.getByLabel("Preset", { exact: true }).selectOption("base");
  await page.getByLabel("Compare with").selectOption("none");
  await runToEnd(page);
  await expect(map(page).getByText("Base alone does not train: it has no steps to look into.")).toBeVisible();
  await expect(rollouts(page).getByText("Base alone does not train: it has no steps to look into.")).toBeVisible();
  expect(errors).toEqual([]);
});

test("the map counts every prompt once it was visited; a dot opens its rollouts, by pointer and by keyboard", async ({
  page,
}) => {
  await open(page, SMALL);
  await runToEnd(page);
  // 6 steps of 8 of 32 prompts: all have been visited.
  const tables = map(page).getByRole("table");
  await expect(tables).toHaveCount(2);
  for (const table of await tables.all()) await expect.poll(() => dotsCounted(table)).toBe(32);
  const square = map(page).getByRole("button", { name: /^Prompts of Co-RL between agents A and B, step 6/ });
  await square.focus();
  await page.keyboard.press("Home");
  const said = map(page).getByText(/^\d\d\+\d\d=\d+, last visited at step \d\. A: p \d/);
  await expect(said.first()).toBeAttached();
  const first = await said.first().textContent();
  await page.keyboard.press("ArrowRight");
  await expect(said.first()).not.toHaveText(first ?? "");
  await page.keyboard.press("End");
  const last = (await said.first().textContent()) ?? "";
  const [, text = "", step = ""] = /^(\d\d\+\d\d=)\d+, last visited at step (\d)/.exec(last) ?? [];
  await page.keyboard.press("Enter");
  await expect(stepField(page)).toHaveValue(step);
  await expect(rows(page).and(page.locator("[aria-pressed=true]"))).toHaveText(text);
  await expect(map(page)).toContainText(`at step ${step}, as chosen`);
  await button(page, "Latest").click();

  // By pointer: the square is searched from its middle outwards until a dot answers.
  const box = await square.boundingBox();
  if (!box) throw new Error("the square is not on the page");
  const detail = map(page).locator(".map-detail");
  for (let n = 0; n < 400 && !(await detail.isVisible()); n++) {
    const radius = (Math.sqrt(n / 400) * box.width) / 2;
    await page.mouse.move(
      box.x + box.width / 2 + radius * Math.cos(2.4 * n),
      box.y + box.height / 2 + radius * Math.sin(2.4 * n),
    );
    // A slow page answers a move a frame or two later: moving on at once would leave the dot before it has spoken.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  }
  await expect(detail).toContainText(/vote .*, label/);
  const under = /\d\d\+\d\d=/.exec((await detail.textContent()) ?? "")?.[0] ?? "";
  await page.mouse.down();
  await page.mouse.up();
  await expect(rows(page).and(page.locator("[aria-pressed=true]"))).toHaveText(under);
});

test("nothing moves: charts when a run starts and ends, the map under the charts' cursor; a picked step stays marked", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, SMALL);
  const top = async (part: Locator): Promise<number> =>
    ((await part.boundingBox())?.y ?? Number.NaN) + (await page.evaluate(() => window.scrollY));
  const before = await top(chart(page, "Held-out accuracy"));
  await runToEnd(page);
  await expect(page.getByRole("region", { name: "Verdict" })).toContainText("Labels that were right");
  expect(await top(chart(page, "Held-out accuracy"))).toBeCloseTo(before, 0);

  const square = map(page).getByRole("button", { name: /^Prompts of Co-RL/ });
  const at = await top(square);
  const cursor = page.getByRole("slider", { name: "Cursor, Reward std" });
  await cursor.hover();
  await expect(map(page)).toContainText("the cursor’s");
  expect(await top(square)).toBeCloseTo(at, 0);
  await cursor.click();
  await page.mouse.move(5, 5);
  await expect(map(page)).toContainText("as chosen");
  await expect(page.locator(".plot-pin")).toHaveCount(5);
  await button(page, "Latest").click();
  await expect(page.locator(".plot-pin")).toHaveCount(0);
});

test("rollouts: a prompt's completions with answer, reward, vote, label and truth; filters count what they show", async ({
  page,
}) => {
  await open(page, SMALL);
  await runToEnd(page);
  await expect(rows(page)).toHaveCount(8);
  const a = rollouts(page).getByRole("region", { name: "Agent A" });
  const b = rollouts(page).getByRole("region", { name: "Agent B" });
  for (const [agent, peer] of [
    [a, "B"],
    [b, "A"],
  ] as const) {
    await expect(agent).toContainText("own vote");
    await expect(agent).toContainText(new RegExp(`label.*(right|wrong), from ${peer}|label none`));
    const counts = await agent.getByRole("row").locator("td:nth-child(5)").allTextContents();
    const lines = (await agent.getByRole("row").count()) - 1;
    // K = 4: grouped lines count up to it; where all differ there are four lines and no counts.
    expect(counts.length > 0 ? counts.reduce((sum, cell) => sum + Number(cell), 0) : lines).toBe(4);
  }
  await expect(rollouts(page)).toContainText("not seen by the agents");
  for (const name of ["All", "Peers disagree", "Label wrong", "Rescued", "Spoiled", "Unparsed or cut"]) {
    const filter = rollouts(page).getByRole("button", { name: new RegExp(`^${name} \\d+$`) });
    await filter.click();
    await expect(filter).toHaveAttribute("aria-pressed", "true");
    const counted = Number(/\d+$/.exec((await filter.textContent()) ?? "")?.[0]);
    await expect(rows(page)).toHaveCount(counted);
    if (counted === 0) await expect(rollouts(page).getByText(/None of the 8 prompts of this step/)).toBeVisible();
  }
  await rollouts(page)
    .getByRole("button", { name: /^All \d+$/ })
    .click();
  // Under TTRL the label is one's own vote.
  await rollouts(page).getByRole("radiogroup", { name: "Cohort of the rollouts" }).getByText("TTRL").click();
  await expect(a).toContainText(/from itself|label none/);
  await expect(rollouts(page).getByRole("button", { name: "Rescued 0" })).toBeVisible();
  await rollouts(page).getByRole("radiogroup", { name: "Completions together by" }).getByText("each").click();
  await expect(a.getByRole("row")).toHaveCount(1 + 4);
});

test("export: rollouts as JSON Lines, one a step, cohort and prompt", async ({ page }) => {
  await open(page, SMALL);
  await runToEnd(page);
  const lines = (await exported(page, "Rollouts (JSON Lines)")).trimEnd().split("\n");
  expect(lines).toHaveLength(6 * 2 * 8);
  for (const line of lines) {
    const { prompt, truth, agents } = JSON.parse(line);
    expect(truth).toBe(String(Number(prompt.slice(0, 2)) + Number(prompt.slice(3, 5))));
    expect(
      agents.map(({ completions, answers, rewards }: Record<string, unknown[]>) =>
        [completions, answers, rewards].map((all) => all?.length),
      ),
    ).toEqual([
      [4, 4, 4],
      [4, 4, 4],
    ]);
    // The reward is agreement with the label.
    for (const { label, answers, rewards } of agents)
      expect(rewards).toEqual(answers.map((answer: string | null) => (label !== null && answer === label ? 1 : 0)));
  }
});

test("steps back and forth: buttons, a number, the charts' cursor, latest; arrow keys move between prompts", async ({ page }) => {
  await open(page, SMALL);
  await runToEnd(page);
  await expect(stepField(page)).toHaveValue("6");
  await expect(button(page, "Later step")).toBeDisabled();
  await button(page, "Earlier step").click();
  await button(page, "Earlier step").click();
  await expect(stepField(page)).toHaveValue("4");
  await button(page, "Later step").click();
  await expect(stepField(page)).toHaveValue("5");
  await stepField(page).fill("77");
  await stepField(page).press("Enter");
  await expect(rollouts(page).getByRole("alert")).toHaveText("Step must be a whole number from 1 to 6.");
  await stepField(page).fill("2");
  await stepField(page).press("Enter");
  await expect(prompts(page)).toHaveAccessibleName(/^Prompts of step 2,/);
  await expect(map(page)).toContainText("at step 2, as chosen");
  await expect.poll(() => dotsCounted(map(page).getByRole("table").first())).toBe(16);

  // The cursor goes first; away from the chart the chosen step is back; a click stays.
  const cursor = chart(page, "Reward std").getByRole("slider");
  await cursor.hover();
  await expect(stepField(page)).toHaveValue("3");
  await page.mouse.move(2, 2);
  await expect(stepField(page)).toHaveValue("2");
  await cursor.click();
  await page.mouse.move(2, 2);
  await expect(stepField(page)).toHaveValue("3");
  await button(page, "Latest").click();
  await expect(stepField(page)).toHaveValue("6");

  const current = rows(page).and(page.locator("[aria-pressed=true]"));
  await rows(page).first().focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(rows(page).nth(2)).toBeFocused();
  await expect(rows(page).nth(2)).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("End");
  await expect(rows(page).nth(7)).toBeFocused();
  await expect(current).toHaveCount(1);
  // Prompts of the last two steps were seen before: in 32 prompts every fourth step begins a new pass.
  await rollouts(page)
    .getByRole("button", { name: /^Earlier visit, step \d$/ })
    .click();
  await expect(button(page, "Latest")).toHaveAttribute("aria-pressed", "false");
  await expect(rollouts(page).getByRole("button", { name: "Later visit, step 6" })).toBeVisible();
});

test("three agents: the pair on the axes is chosen; a restart from Reset forgets what was looked at", async ({ page }) => {
  await open(page, `${SMALL.replace("steps=6", "steps=4")}&preset=co-rl-ring-3&compare=ttrl`);
  await runToEnd(page);
  await expect(map(page).getByRole("button", { name: /between agents A and B, step 4/ })).toHaveCount(2);
  await map(page).getByLabel("Agents on the axes").selectOption("B across, C up");
  const square = map(page).getByRole("button", {
    name: /^Prompts of Co-RL, ring of three between agents B and C|^Prompts of Co-RL between agents B and C/,
  });
  await square.focus();
  await page.keyboard.press("Home");
  await expect(
    map(page)
      .getByText(/ B: p [\d.]+ %, .*; C: p [\d.]+ %/)
      .first(),
  ).toBeAttached();
  await expect(rollouts(page).getByRole("region", { name: "Agent C" })).toContainText(/from B|label none/);
  await button(page, "Earlier step").click();
  await button(page, "Reset").click();
  await expect(rollouts(page).getByText("Comes with the first step.")).toBeVisible();
  await runToEnd(page);
  await expect(stepField(page)).toHaveValue("4");
  await expect(button(page, "Latest")).toHaveAttribute("aria-pressed", "true");
});

test("while a run goes on the map and the rollouts follow; a step that was chosen stays", async ({ page }) => {
  await open(page, SMALL.replace("steps=6", "steps=400"));
  await button(page, "Run").click();
  // Out of sight they rest while a run goes on.
  await rollouts(page).scrollIntoViewIfNeeded();
  await expect(prompts(page)).toBeVisible({ timeout: 60_000 });
  await expect.poll(async () => Number(await stepField(page).inputValue())).toBeGreaterThan(3);
  await button(page, "Earlier step").click();
  const stayed = await stepField(page).inputValue();
  const done = Number(/step (\d+)/.exec((await status(page).textContent()) ?? "")?.[1]);
  await expect
    .poll(async () => Number(/step (\d+)/.exec((await status(page).textContent()) ?? "")?.[1]), { timeout: 60_000 })
    .toBeGreaterThan(done + 4);
  await expect(stepField(page)).toHaveValue(stayed);
  await button(page, "Latest").click();
  await expect.poll(async () => Number(await stepField(page).inputValue())).toBeGreaterThan(done);
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`no serious accessibility violation in map and rollouts, ${colorScheme}; nothing sideways at 390 px`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await open(page, SMALL);
    await runToEnd(page);
    await map(page)
      .getByRole("switch", { name: /Trails/ })
      .check({ force: true });
    await map(page)
      .getByRole("button", { name: /^Prompts of TTRL/ })
      .focus();
    await page.keyboard.press("Home");
    await stepField(page).fill("many");
    await stepField(page).press("Enter");
    expect(await violations(page)).toEqual([]);
    for (const width of [390, 768, 1000, 1440, 2560]) {
      await page.setViewportSize({ width, height: 900 });
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect(sideways, `${width} px`).toBe(0);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    const tops = await Promise.all(
      [
        chart(page, "Held-out accuracy"),
        chart(page, "Pseudo-label accuracy"),
        map(page),
        rollouts(page),
        chart(page, "Agreement"),
      ].map(async (part) => (await part.boundingBox())?.y ?? 0),
    );
    expect(tops).toEqual([...tops].sort((x, y) => x - y));
  });
}
