/** Files of engines that do not come are named, and silence is no waiting for ever. */
import { expect, test } from "vitest";
import { fetchEngineFile } from "./engine-file.ts";
import { fetchPatiently, loadManifest } from "./manifest.ts";

const WHAT = "The file plain.wasm of the simd engine";

test("a file that fails or is missing is named", async () => {
  await expect(fetchEngineFile("x", WHAT, () => Promise.reject(new TypeError("Failed to fetch")))).rejects.toThrow(
    /^The file plain\.wasm of the simd engine could not be fetched; check the connection/,
  );
  await expect(fetchEngineFile("x", WHAT, async () => new Response("no", { status: 404 }))).rejects.toThrow(/answered 404/);
  const page = new Response("<!doctype html>", { headers: { "content-type": "text/html" } });
  await expect(fetchEngineFile("x", WHAT, async () => page)).rejects.toThrow(/is not to be had/);
});

/** A server that sends `chunks` and then stays silent, or ends. */
function server(chunks: readonly string[], ends: boolean, pause = 0): typeof fetch {
  return async (_, options) => {
    const encoder = new TextEncoder();
    const body = new ReadableStream<Uint8Array>({
      async start(controller) {
        options?.signal?.addEventListener("abort", () => controller.error(options.signal?.reason));
        for (const chunk of chunks) {
          await new Promise((resolve) => setTimeout(resolve, pause));
          controller.enqueue(encoder.encode(chunk));
        }
        if (ends) controller.close();
      },
    });
    return new Response(body, { status: 200, headers: { "content-type": "application/json" } });
  };
}

test("silence is given up, slowness is not", async () => {
  await expect(fetchPatiently("x", 0.05, server(["a"], false))).rejects.toMatchObject({ name: "TimeoutError" });
  const slow = await fetchPatiently("x", 0.2, server(["a", "b", "c", "d"], true, 90));
  expect(await slow.text()).toBe("abcd");
  expect(slow.headers.get("content-type")).toBe("application/json");
});

test("a manifest that never comes is told with what to do", async () => {
  const silent = (address: string): Promise<Response> => fetchPatiently(address, 0.05, server([], false));
  await expect(loadManifest("http://test", 0, silent)).rejects.toThrow(
    "The checkpoint manifest of cohort seed 0 did not come: the server was silent for 30 s; check the connection and press Run again.",
  );
});
