/**
 * The build. The page is static files that work from any path (`base: "./"`) and from a host that cannot set headers, so the
 * content security policy also stands in the page itself.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { buildSimd } from "./scripts/simd.mjs";

/**
 * Nothing leaves the page's own origin: no script, style, font, connection or worker from elsewhere, no form, no base. WebAssembly
 * is compiled from our own files. Mantine writes style tags and attributes (its theme's variables, responsive values), which is why inline styles
 * are allowed; inline scripts are not.
 *
 * A worker obeys the policy in the headers of its own file, not the page's meta element; where the host sets no headers, that the
 * agents ask for nothing elsewhere is seen by a test only (e2e/origin.spec.ts).
 */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/** Puts the policy into the built page only: the dev server's hot reloading needs inline scripts. */
function policyInPage(): Plugin {
  return {
    name: "content-security-policy",
    apply: "build",
    transformIndexHtml: () => [
      {
        tag: "meta",
        attrs: { "http-equiv": "Content-Security-Policy", content: CONTENT_SECURITY_POLICY },
        injectTo: "head-prepend",
      },
    ],
  };
}

/** Compiles the SIMD engine before anything asks for its binaries; takes seconds after a change to its sources, else nothing. */
function simdEngine(): Plugin {
  return { name: "simd-engine", config: () => buildSimd({ quiet: true }) };
}

/** Version and commit that a run records; "unknown" where there is no git. */
function appVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL("./package.json", import.meta.url), "utf8"));
  const version =
    typeof manifest === "object" && manifest !== null && "version" in manifest ? String(manifest.version) : "unknown";
  let commit = "unknown";
  try {
    const asked = execFileSync("git", ["rev-parse", "--short=10", "HEAD"], {
      cwd: import.meta.dirname,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    commit = asked.trim();
  } catch {
    // Not a git checkout, or no commit yet.
  }
  return `${version}+${commit}`;
}

export default defineConfig({
  base: "./",
  plugins: [react(), simdEngine(), policyInPage()],
  define: { __APP_VERSION__: JSON.stringify(appVersion()) },
  worker: { format: "es" },
  build: {
    target: "es2022",
    sourcemap: false,
    // No data: URLs: the policy lets fonts and workers come from files only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The agent workers' chunk holds tfjs and is larger than the default warning; scripts/size.mjs holds the page to its budget.
    chunkSizeWarningLimit: 2500,
  },
  // Found late, a dependency of the workers would make the dev server and the engine tests reload in the middle.
  optimizeDeps: {
    include: [
      "@tensorflow/tfjs-core",
      "@tensorflow/tfjs-core/dist/register_all_gradients",
      "@tensorflow/tfjs-backend-cpu",
      "@tensorflow/tfjs-backend-wasm",
      "@tensorflow/tfjs-backend-webgpu",
      "comlink",
      "zod",
    ],
  },
  server: { host: "127.0.0.1" },
  preview: {
    host: "127.0.0.1",
    headers: {
      "Content-Security-Policy": `${CONTENT_SECURITY_POLICY}; frame-ancestors 'none'`,
      "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "no-referrer",
    },
  },
});
