/**
 * A small static server without headers of its own, as a static host is: serves the built page below a path, and nothing else. The
 * tests that must not depend on vite's preview (sub-path, policy in the page itself) use it.
 */
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
};

export interface StaticServer {
  /** Address of the page, with its path and a slash at the end. */
  readonly address: string;
  /** Paths that were asked for and do not exist. */
  readonly missing: readonly string[];
  close(): Promise<void>;
}

/** Serves dist/ below `path` ("/" or "/some/sub/path/") on a free port of 127.0.0.1. */
export async function serveBuild(path: string): Promise<StaticServer> {
  const dist = join(import.meta.dirname, "..", "dist");
  const missing: string[] = [];
  const server = createServer((request, response) => {
    const asked = decodeURIComponent(new URL(request.url ?? "/", "http://host").pathname);
    const name = asked.endsWith("/") ? `${asked}index.html` : asked;
    const inside = normalize(name).startsWith(path) ? join(dist, normalize(name).slice(path.length)) : undefined;
    const found = inside?.startsWith(dist) ? readFile(inside) : Promise.reject(new Error("outside of the page"));
    found.then(
      (body) => response.writeHead(200, { "Content-Type": TYPES[extname(name)] ?? "application/octet-stream" }).end(body),
      () => {
        missing.push(asked);
        response.writeHead(404).end();
      },
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const bound = server.address();
  if (bound === null || typeof bound === "string") throw new Error("The static server got no port.");
  return {
    address: `http://127.0.0.1:${bound.port}${path}`,
    missing,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
