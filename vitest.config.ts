/**
 * Two test projects: `unit` in Node, `engine` in a real Chromium, where the backends (wasm, WebGPU, cpu) are. The engine tests run
 * through the same vite configuration as the page, so the wasm binaries come the way they come there.
 */
import { playwright } from "@vitest/browser-playwright";
import { defineConfig, mergeConfig } from "vitest/config";
import { CHROMIUM_ARGS, findChromium } from "./scripts/chromium.mjs";
import viteConfig from "./vite.config.ts";

const executablePath = findChromium();
const ENGINE_TESTS = "src/**/*.engine.test.{ts,tsx}";

export default mergeConfig(
  viteConfig,
  defineConfig({
    test: {
      // Two cores are the smallest machine that has to work; more workers than that only slow each other down.
      maxWorkers: 2,
      projects: [
        {
          extends: true,
          test: {
            name: "unit",
            environment: "node",
            // Generous: a loaded machine must not decide a test.
            testTimeout: 60_000,
            include: ["src/**/*.test.{ts,tsx}", "scripts/**/*.test.{ts,mjs}"],
            exclude: [ENGINE_TESTS],
          },
        },
        {
          extends: true,
          test: {
            name: "engine",
            include: [ENGINE_TESTS],
            testTimeout: 120_000,
            hookTimeout: 120_000,
            // One page at a time: the tests measure and compare numbers, and a software GPU is slow enough alone.
            fileParallelism: false,
            browser: {
              enabled: true,
              headless: true,
              screenshotFailures: false,
              provider: playwright({
                launchOptions: { args: CHROMIUM_ARGS, ...(executablePath === undefined ? {} : { executablePath }) },
              }),
              instances: [{ browser: "chromium" }],
            },
          },
        },
      ],
    },
  }),
);
