/** Pretraining on the engine itself: the same base and seed give the same file, and a file measures as it did when it was made. */
import { expect, test } from "vitest";
import { DEFAULT_BASE, defaultBase, specOf } from "../policies/spec.ts";
import { familyAgent } from "../runs/presets.ts";
import { measureBase, pretrainPolicy } from "./pretraining.ts";

const spec = specOf(familyAgent("Q"));
const base = { ...DEFAULT_BASE, weakShare: 0.9, contrast: 0.5, steps: 100 };

test("the same base and seed give the same file, another base another", async () => {
  const losses: number[] = [];
  const first = await pretrainPolicy(spec, 11, { base, onProgress: ({ loss }) => losses.push(loss) });
  const again = await pretrainPolicy(spec, 11, { base });
  expect(losses).toHaveLength(100);
  expect(losses.at(-1)).toBeLessThan(0.5 * (losses[0] ?? 0));
  expect(again.entry).toEqual(first.entry);
  expect(again.file).toEqual(first.file);
  expect(first.entry.id).toBe("attention-small-msb-Q-r0-s11-w0.9-o0.15-y0.6-c0.5-n100");
  expect(first.entry.recipe).toMatchObject({ pretraining: { steps: 100 }, corruption: { weakShare: 0.9 } });
  expect(await measureBase(spec, 11, first.file)).toEqual({ base: first.entry.base });
  expect(first.entry).not.toHaveProperty("task");
  const other = await pretrainPolicy(spec, 11, { base: { ...base, overlap: 1 } });
  expect(other.entry.sha256).not.toBe(first.entry.sha256);
});

test("a policy with roles is pretrained on another text, and its verdicts are measured too", async () => {
  const task = "addition-roles";
  const short = { ...defaultBase(task), steps: 100 };
  const { entry, file } = await pretrainPolicy(spec, 11, { task, base: short });
  expect([entry.id, entry.task]).toEqual(["addition-roles-attention-small-msb-Q-r0-s11-w0.38-o0.15-y0.6-n100", task]);
  expect(entry.recipe).toMatchObject({ pretraining: { steps: 100 }, corpus: { examples: 60_000, roles: { evaluate: 0.25 } } });
  expect(entry.verdicts?.mean).toBeGreaterThan(0);
  expect(await measureBase(spec, 11, file, task)).toEqual({ base: entry.base, verdicts: entry.verdicts });
});

test("it stops when told to", async () => {
  const stop = new AbortController();
  const onProgress = ({ step }: { readonly step: number }): void => {
    if (step === 5) stop.abort(new Error("enough"));
  };
  await expect(pretrainPolicy(spec, 0, { base, signal: stop.signal, onProgress })).rejects.toThrow("enough");
});
