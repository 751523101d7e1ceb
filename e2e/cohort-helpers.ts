/** What the cohort lab's tests share: small runs, by link. */
import { expect, type Locator, type Page } from "@playwright/test";

/** A run of some seconds on two cores. */
export const SMALL = "backend=wasm&steps=6&prompts=8&k=4&train=32&heldout=32&eval=2&finalsamples=2";

export function button(page: Page, name: string): Locator {
  return page.getByRole("button", { name, exact: true });
}

export function status(page: Page): Locator {
  return page.getByRole("status");
}

export function chart(page: Page, name: string): Locator {
  return page.getByRole("region", { name, exact: true });
}

/** Opens the lab by a link's query, empty for the defaults. */
export async function open(page: Page, query: string): Promise<void> {
  await page.goto(query ? `/#/cohort?v=1&${query}` : "/#/cohort");
  await expect(button(page, "Run")).toBeVisible();
}

/** Fails the test on anything that the page logs as an error. */
export function collectErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  return errors;
}
