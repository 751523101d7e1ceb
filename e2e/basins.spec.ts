/** The basin page: sliders, dragging, keyboard, verdict, links, exports, worker's maps, populations. */
import { expect, test } from "@playwright/test";
import { exported, openBasins, setSlider, slider, verdict } from "./basins-helpers.ts";
import { collectErrors } from "./cohort-helpers.ts";

const LEFT = "Start, Self-rewarding";
const RIGHT = "Start, Cross supervision";

test("the lab is reached by its link in the header", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("link", { name: "Basins" }).click();
  await expect(verdict(page)).toContainText("p_A + p_B = 1.100 > 1, so both end right");
  expect(new URL(page.url()).hash).toBe("#/basins");
});

test("the verdict changes as a slider crosses the separatrix, and says why", async ({ page }) => {
  await openBasins(page, "pA=0.9&pB=0.2");
  await expect(verdict(page)).toContainText("p_A + p_B = 1.100 > 1, so both end right");
  await setSlider(page, "p_B", 0.05);
  await expect(verdict(page)).toContainText("p_A + p_B = 0.950 < 1, so both end wrong");
  await setSlider(page, "p_B", 0.1);
  await expect(verdict(page)).toContainText("on the separatrix");
  await setSlider(page, "p_A", 0.4);
  await expect(verdict(page)).toContainText("A starts at 0.400, below one half, and ends wrong");
});

test("unequal rates: the separatrix of the reference value", async ({ page }) => {
  await openBasins(page, "pA=0.2&pB=0.66&K=7&etaB=0.25");
  await expect(verdict(page)).toContainText("at p_A = 0.200 the separatrix runs through p_B = 0.662");
  await expect(verdict(page)).toContainText("both end wrong");
  await setSlider(page, "p_B", 0.663);
  await expect(verdict(page)).toContainText("both end right");
  await setSlider(page, "eta_B", 1);
  await expect(verdict(page)).toContainText("p_A + p_B = 0.863 < 1");
});

test("the point is dragged in a picture; both pictures and the sliders follow", async ({ page }) => {
  await openBasins(page);
  const handle = slider(page, RIGHT);
  const box = (await handle.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
  await page.mouse.move(box.x + 22, box.y + 22);
  await page.mouse.down();
  await page.mouse.move(box.x + 22 - 60, box.y + 22 + 40, { steps: 5 });
  await page.mouse.up();
  await expect(slider(page, "p_A")).not.toHaveValue("0.7");
  const pA = Number(await slider(page, "p_A").inputValue());
  const pB = Number(await slider(page, "p_B").inputValue());
  expect(pA).toBeLessThan(0.7);
  expect(pB).toBeLessThan(0.4);
  await expect(slider(page, LEFT)).toHaveAttribute("aria-valuetext", `p_A ${pA.toFixed(3)}, p_B ${pB.toFixed(3)}`);
  // Outside the square it stops at the border.
  const again = (await handle.boundingBox()) ?? box;
  await page.mouse.move(again.x + 22, again.y + 22);
  await page.mouse.down();
  await page.mouse.move(again.x + 22, again.y - 2000, { steps: 3 });
  await page.mouse.up();
  await expect(slider(page, "p_B")).toHaveValue("0.999");
});

test("by keyboard: arrows on the point, fine steps with Shift, sliders, Home and End", async ({ page }) => {
  await openBasins(page);
  const handle = slider(page, LEFT);
  await handle.focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Shift+ArrowUp");
  await expect(handle).toHaveAttribute("aria-valuetext", "p_A 0.710, p_B 0.411");
  await expect(slider(page, "p_B")).toHaveValue("0.411");
  await slider(page, "K").focus();
  await page.keyboard.press("ArrowRight");
  await expect(slider(page, "K")).toHaveValue("8");
  await page.keyboard.press("End");
  await expect(slider(page, "K")).toHaveValue("256");
  await page.keyboard.press("Home");
  await expect(verdict(page)).toContainText("K = 1");
  await slider(page, "Time").focus();
  await page.keyboard.press("End");
  await expect(page.getByText(/^t = 60\.0/)).toBeVisible();
});

test("the link holds what differs, comes back, and survives a reload", async ({ page }) => {
  await openBasins(page);
  await setSlider(page, "p_A", 0.85);
  await setSlider(page, "K", 12);
  await setSlider(page, "eta_B", 0.5);
  await page.getByRole("button", { name: "Drop this point" }).click();
  await setSlider(page, "p_B", 0.1);
  await page.getByLabel("Label from").selectOption("mixture");
  await setSlider(page, "Weight w", 0.3);
  const hash = "#/basins?v=1&pA=0.85&pB=0.1&K=12&etaB=0.5&exchange=mixture&own=0.3&points=0.85,0.4";
  await expect(page).toHaveURL(`/${hash}`);
  const said = await verdict(page).textContent();
  await page.reload();
  await expect(verdict(page)).toHaveText(said ?? "");
  await expect(slider(page, "p_A")).toHaveValue("0.85");
  await expect(page.getByRole("row", { name: /^1 0\.850, 0\.400/ })).toBeVisible();
  expect(new URL(page.url()).hash).toBe(hash);
});

test("nonsense in the link is told, value by value, and replaced; the note can be dismissed", async ({ page }) => {
  const errors = collectErrors(page);
  await openBasins(page, "pA=2&K=seven&colour=red&answers=3&exchange=pooled&pB=0.3");
  const alert = page.getByRole("alert");
  await expect(alert).toContainText('pA is "2" but must be a number from 0.001 to 0.999; the default, 0.7, is used');
  await expect(alert).toContainText('K is "seven" but must be a whole number from 1 to 256');
  await expect(alert).toContainText('"colour" is unknown');
  await expect(alert).toContainText("two answers only");
  await expect(slider(page, "p_B")).toHaveValue("0.3");
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(alert).toHaveCount(0);
  await page.goto("/#/basins?v=99&K=3");
  await expect(alert).toContainText("newer version");
  await expect(slider(page, "K")).toHaveValue("7");
  expect(errors).toEqual([]);
});

test("State (JSON) holds the outcome and the link", async ({ page }) => {
  await openBasins(page, "pA=0.2&pB=0.7&etaB=0.25");
  const file = JSON.parse((await exported(page, "State (JSON)")).text);
  expect(file).toMatchObject({
    schema: "co-rl-playground/basins",
    version: 1,
    outcome: { self: [0, 1], cross: 1 },
    p: [0.2, 0.7],
  });
  expect(file.numbers.separatrix).toBeCloseTo(0.66185, 4);
  expect(file.link).toBe("#/basins?v=1&pA=0.2&pB=0.7&etaB=0.25");
  expect(file.finalAccuracy).toBeUndefined();
  await setSlider(page, "p_B", 0.8);
  await setSlider(page, "eta_B", 1);
  await expect(verdict(page)).toContainText("separatrix");
  expect(JSON.parse((await exported(page, "State (JSON)")).text).outcome).toEqual({ self: [0, 1], cross: null });
});

test("trajectory, map and pictures parse and hold the right values", async ({ page }) => {
  await openBasins(page, "pA=0.9&pB=0.2&points=0.1,0.3");
  const trajectory = (await exported(page, "Trajectory (CSV)")).text.trim().split(/\r?\n/);
  expect(trajectory[0]).toBe("rule,point,t,p_A,p_B");
  expect(trajectory).toHaveLength(1 + 4 * 201);
  const last = (trajectory.filter((row) => row.startsWith("cross,0,")).at(-1) ?? "").split(",").map(Number);
  expect(last[2]).toBe(60);
  expect(Math.min(last[3] ?? 0, last[4] ?? 0)).toBeGreaterThan(0.95);

  const map = (await exported(page, "Basin map (CSV)")).text.trim().split(/\r?\n/).slice(1);
  expect(map).toHaveLength(256 * 256);
  let wrong = 0;
  for (const row of map) {
    const [pA = "", pB = "", self = "", cross = ""] = row.split(",");
    const sum = Number(pA) + Number(pB);
    const expected = Math.abs(sum - 1) < 1e-9 ? "undecided" : sum > 1 ? "right" : "wrong";
    const alone = Number(pA) > 0.5 === Number(pB) > 0.5 ? (Number(pA) > 0.5 ? "right" : "wrong") : "apart";
    if (cross !== expected || self !== alone) wrong++;
  }
  expect(wrong).toBe(0);

  const svg = await exported(page, "Portrait (SVG)");
  expect(svg.name).toMatch(/\.svg$/);
  const drawn = await page.evaluate((text) => {
    const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
    return {
      error: parsed.querySelector("parsererror")?.textContent ?? null,
      images: parsed.querySelectorAll("image").length,
      says: parsed.querySelector("desc")?.textContent ?? "",
    };
  }, svg.text);
  expect(drawn).toEqual({ error: null, images: 2, says: expect.stringContaining("p_A + p_B = 1.100 > 1") });

  const png = await exported(page, "Portrait (PNG)");
  expect(png.text.slice(1, 4)).toBe("PNG");
  // Width and height stand in the first chunk.
  expect(Buffer.from(png.text, "latin1").readUInt32BE(16)).toBe(2300);
});

test("population: the paper's example, drawing, a Beta pair", async ({ page }) => {
  await openBasins(page, "mode=population&pA=0.9&pB=0.2");
  const bars = page.getByRole("region", { name: "Final accuracy (%)" });
  await expect(bars.getByRole("row", { name: /No training/ })).toContainText("55.0");
  await expect(bars.getByRole("row", { name: /Self-rewarding/ })).toContainText("50.0");
  await expect(bars.getByRole("row", { name: /Cross supervision/ })).toContainText("100.0");
  await expect(verdict(page)).toContainText("accuracy 55.0 % without training, 50.0 % in the end by self-rewarding, 100.0 %");
  expect(JSON.parse((await exported(page, "State (JSON)")).text).finalAccuracy).toEqual({
    base: expect.closeTo(0.55, 9),
    self: 0.5,
    cross: 1,
  });
  // A stroke in the lower left corner adds prompts that nobody gets right.
  await page.getByRole("button", { name: "Remove all" }).click();
  await expect(bars).toContainText("There is no prompt yet");
  const square = (await page.getByRole("figure", { name: "Cross supervision" }).locator(".square").boundingBox()) ?? null;
  if (!square) throw new Error("The picture has no square.");
  await page.mouse.move(square.x + 0.1 * square.width, square.y + 0.9 * square.height);
  await page.mouse.down();
  await page.mouse.move(square.x + 0.3 * square.width, square.y + 0.8 * square.height, { steps: 10 });
  await page.mouse.up();
  await expect(page.getByText(/^\d+ prompts\. Draw more/)).toBeVisible();
  await expect(bars.getByRole("row", { name: /Cross supervision/ })).toContainText("0.0");
  await expect(page).toHaveURL(/prompts=0\.1/);
  await page.getByRole("button", { name: "Add a prompt at the point" }).click();
  await expect(bars.getByRole("row", { name: /Cross supervision/ })).not.toContainText(/^Cross supervision0\.0$/);
  await page.getByText("Beta pair").click();
  await expect(bars).toContainText("200 prompts");
  await page.getByLabel("Correlation").fill("0.9");
  await expect(page).toHaveURL(/pair=0\.6,0\.55,3,3,0\.9,200,1/);
});

test("a ring of three: the plane is computed in the worker; the third agent moves it", async ({ page }) => {
  const errors = collectErrors(page);
  await openBasins(page, "agents=3&pA=0.9&pB=0.3&pC=0.35");
  await expect(verdict(page)).toContainText("ring of 3: the 3 p add up to 1.550, and by integration all 3 end right");
  await setSlider(page, "p_C", 0.05);
  await expect(verdict(page)).toContainText("all 3 end wrong");
  await page.getByLabel("Plane through the cube").selectOption({ label: "p_B across, p_C up" });
  await expect(page).toHaveURL(/axes=BC/);
  await expect(page.getByRole("figure", { name: "Cross supervision" })).toHaveAttribute("aria-busy", "false");
  const map = (await exported(page, "Basin map (CSV)")).text.trim().split(/\r?\n/);
  expect(map[0]).toBe("p_B,p_C,self,cross");
  expect(map.at(-1)).toMatch(/,right,right$/);
  expect(errors).toEqual([]);
});

test("presets: scattered mistakes end right, shared ones wrong, at the same p", async ({ page }) => {
  await openBasins(page);
  await page.getByLabel("Preset").selectOption("scattered");
  await expect(verdict(page)).toContainText("although p_A + p_B = 0.700, both end right");
  await page.getByLabel("Preset").selectOption("shared");
  await expect(verdict(page)).toContainText("both end wrong");
  await expect(page).toHaveURL(/answers=4&share=0\.9/);
  await page.getByLabel("Wrong answers").selectOption("scattered");
  await expect(page.getByLabel("Preset")).toHaveValue("custom");
  await page.getByLabel("Preset").selectOption("theorem");
  await expect(page).toHaveURL("/#/basins");
});

test("the stochastic runs are told with their interval", async ({ page }) => {
  await openBasins(page);
  await expect(page.getByRole("region", { name: "Together: p over updates" })).toContainText(
    /Of 200 stochastic runs p is above one half at T = 60: A in \d+\.\d \[\d+\.\d, \d+\.\d\] %/,
  );
  await page.getByText("Stochastic runs", { exact: true }).click();
  await page.getByLabel("Repeats R").fill("0");
  await expect(page.getByRole("region", { name: "Together: p over updates" })).toContainText("No stochastic runs");
});
