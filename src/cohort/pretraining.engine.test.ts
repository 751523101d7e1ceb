/** Pretraining on the engine itself: the same base and seed give the same file, and a file measures as it did when it was made. */
import { expect, test } from "vitest";
import { DEFAULT_BASE, specOf } from "../policies/spec.ts";
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
  expect(await measureBase(spec, 11, first.file)).toEqual(first.entry.base);
  const other = await pretrainPolicy(spec, 11, { base: { ...base, overlap: 1 } });
  expect(other.entry.sha256).not.toBe(first.entry.sha256);
});

test("it stops when told to", async () => {
  const stop = new AbortController();
  const onProgress = ({ step }: { readonly step: number }): void => {
    if (step === 5) stop.abort(new Error("enough"));
  };
  await expect(pretrainPolicy(spec, 0, { base, signal: stop.signal, onProgress })).rejects.toThrow("enough");
});
