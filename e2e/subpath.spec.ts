/** The built page works below any path of a plain static host: every file it asks for is there, on every page of the navigation. */
import { expect, test } from "@playwright/test";
import { serveBuild } from "./static-server.ts";

test("the page works under a sub-path", async ({ page }) => {
  const server = await serveBuild("/some/sub/path/");
  try {
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));
    await page.goto(server.address);
    await expect(page.getByText("Co-RL playground").first()).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const links = page.getByRole("navigation").first().getByRole("link");
    const names = await links.allTextContents();
    expect(names).toContain("Cohort");
    for (const name of names) {
      await page.getByRole("navigation").first().getByRole("link", { name, exact: true }).click();
      await expect(page.getByRole("main")).toBeVisible();
      await page.waitForLoadState("networkidle");
      expect(page.url().startsWith(server.address), `${name} stays below the path`).toBe(true);
    }
    expect(server.missing).toEqual([]);
    expect(errors).toEqual([]);
  } finally {
    await server.close();
  }
});
