/** How fast a backend multiplies matrices at best: what a step's speed is measured against. */
import { jit, numpy as np } from "@jax-js/jax";
import { createRng } from "../../../src/math/rng.ts";
import { initialise } from "../../../src/policies/layout.ts";
import { openBackend } from "../../../src/policies/tfjs/backend.ts";
import { tf } from "../../../src/policies/tfjs/core.ts";
import type { ContenderId } from "./contender.ts";
import { openJax } from "./jax.ts";
import { ownContender } from "./own.ts";
import { rolloutFlops, subjectOf, type Workload } from "./workload.ts";

/** GFLOP/s of `act`, which does `flops` each time: of the fastest of some calls after a first one. */
async function fastest(flops: number, calls: number, act: () => Promise<unknown>): Promise<number> {
  await act();
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < calls; i++) {
    const begin = performance.now();
    await act();
    best = Math.min(best, performance.now() - begin);
  }
  return flops / best / 1e6;
}

/** Products in a row, so that handing over and reading one number does not count for much. */
const IN_A_ROW = 8;

async function tfjsPeak(backend: "wasm" | "webgpu-plain", n: number, calls: number): Promise<number> {
  await openBackend(backend);
  const x = tf.fill([n, n], 1 / n);
  return fastest(IN_A_ROW * 2 * n ** 3, calls, async () => {
    const y = tf.tidy(() => {
      let product = tf.matMul(x, x);
      for (let i = 1; i < IN_A_ROW; i++) product = tf.matMul(product, x);
      return tf.sum(tf.slice(product, [0, 0], [1, 8]));
    });
    await y.data();
    y.dispose();
  });
}

async function jaxPeak(device: "wasm" | "webgpu", n: number, calls: number): Promise<number> {
  await openJax(device);
  const x = np.array(new Float32Array(n * n).fill(1 / n)).reshape([n, n]);
  const multiply = jit((a: np.Array, b: np.Array) => np.matmul(a, b));
  return fastest(IN_A_ROW * 2 * n ** 3, calls, async () => {
    let product = multiply(x.ref, x.ref);
    for (let i = 1; i < IN_A_ROW; i++) product = multiply(product, x.ref);
    await np.sum(product.slice(0)).data();
  });
}

/** Our engines have no product to be called alone: a wide policy's reading of given completions is little else. */
async function ownPeak(backend: "simd" | "webgpu", width: number, calls: number): Promise<number> {
  const workload: Workload = { policy: "W", prompts: 4, perPrompt: 16, width };
  const { layout, maxCompletion, rows, vocabulary } = subjectOf(workload);
  const contender = await ownContender(backend, workload, initialise(layout, createRng(1)));
  const tokens = new Int32Array(rows * maxCompletion).fill(vocabulary.active[1] ?? 0);
  const flops = rolloutFlops(workload, new Int32Array(rows).fill(maxCompletion));
  try {
    return await fastest(flops, calls, () => contender.logProbs(tokens));
  } finally {
    contender.dispose();
  }
}

/** GFLOP/s of products of `size` by `size` matrices; of our engines, of a policy half as wide, at most 256. */
export function matmulPeak(id: ContenderId, size: number, calls: number): Promise<number> {
  switch (id) {
    case "wasm":
    case "webgpu-plain":
      return tfjsPeak(id, size, calls);
    case "jax-wasm":
      return jaxPeak("wasm", size, calls);
    case "jax-webgpu":
      return jaxPeak("webgpu", size, calls);
    case "simd":
    case "webgpu":
      return ownPeak(id, Math.min(256, size / 2), calls);
  }
}
