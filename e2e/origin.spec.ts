/**
 * Nothing leaves the page's origin: no request does on any page of the navigation or while agents train, and the policy in the page
 * would stop one that tried.
 */
import { createServer } from "node:http";
import { expect, type Page, test } from "@playwright/test";
import { serveBuild } from "./static-server.ts";

/** Everything the browser asks for, workers included, and what the policy has to say about it. */
function watch(page: Page): { readonly requests: string[]; readonly complaints: string[] } {
  const requests: string[] = [];
  const complaints: string[] = [];
  page.context().on("request", (request) => requests.push(request.url()));
  page.on("websocket", (socket) => requests.push(socket.url()));
  page.on("console", (message) => {
    if (/content security policy/i.test(message.text())) complaints.push(message.text());
  });
  return { requests, complaints };
}

/** Requests that go anywhere but to this origin; blob: and data: URLs of the page itself stay in it. */
const foreign = (requests: readonly string[], origin: string) =>
  requests.filter((url) => !/^(data:|about:)/.test(url) && new URL(url).origin !== origin);

test("no request leaves the origin, on any page and while agents train", async ({ page }) => {
  const server = await serveBuild("/");
  try {
    const { requests, complaints } = watch(page);
    const { origin } = new URL(server.address);
    await page.goto(server.address);
    const links = page.getByRole("navigation").first().getByRole("link");
    await expect(links.first()).toBeVisible();
    const routes = await links.evaluateAll((found) => found.map((link) => link.getAttribute("href") ?? ""));
    expect(routes.some((route) => route.includes("#/cohort"))).toBe(true);
    for (const route of routes) {
      await page.goto(new URL(route, server.address).href);
      await expect(page.getByRole("main")).toBeVisible();
      await page.waitForLoadState("networkidle");
    }
    await page.goto(`${server.address}#/cohort?backend=wasm&steps=2`);
    await page.getByRole("button", { name: "Run", exact: true }).click();
    // The agents' workers fetch the wasm binary: seeing it proves that this test sees what workers ask for.
    await expect.poll(() => requests.some((url) => url.endsWith(".wasm")), { timeout: 60_000 }).toBe(true);
    await expect(page.getByRole("status").first()).toContainText(/step\s*[12]\b/i, { timeout: 60_000 });
    expect(foreign(requests, origin)).toEqual([]);
    expect(complaints).toEqual([]);
  } finally {
    await server.close();
  }
});

test("the policy in the page stops a request to another origin", async ({ page }) => {
  const server = await serveBuild("/");
  let reached = 0;
  const elsewhere = createServer((_request, response) => {
    reached++;
    response.writeHead(200, { "Access-Control-Allow-Origin": "*", "Content-Type": "text/javascript" }).end("0");
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, "127.0.0.1", resolve));
  try {
    const bound = elsewhere.address();
    if (bound === null || typeof bound === "string") throw new Error("The other server got no port.");
    const other = `http://127.0.0.1:${bound.port}/x.js`;
    await page.goto(server.address);
    await expect(page.locator("meta[http-equiv='Content-Security-Policy']")).toHaveAttribute(
      "content",
      /default-src 'none'.*connect-src 'self'.*form-action 'none'/,
    );
    const outcome = await page.evaluate(async (url) => {
      const refused: string[] = [];
      document.addEventListener("securitypolicyviolation", (event) => refused.push(event.effectiveDirective));
      const fetched = await fetch(url).then(
        () => "fetched",
        () => "refused",
      );
      const loaded = await new Promise<string>((resolve) => {
        const script = document.createElement("script");
        script.onload = () => resolve("loaded");
        script.onerror = () => resolve("refused");
        script.src = url;
        document.head.append(script);
      });
      return { fetched, loaded, refused };
    }, other);
    expect(outcome).toEqual({
      fetched: "refused",
      loaded: "refused",
      refused: expect.arrayContaining(["connect-src", "script-src-elem"]),
    });
    expect(reached).toBe(0);
  } finally {
    await server.close();
    await new Promise((resolve) => elsewhere.close(resolve));
  }
});

test("the server's headers carry the policy too, and forbid framing", async ({ request }) => {
  const headers = (await request.get("/")).headers();
  expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
  expect(headers["content-security-policy"]).toContain("default-src 'none'");
});
