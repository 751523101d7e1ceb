/** What a base policy can do before any reinforcement learning: pass@1 on the held-out prompts, and how well it judges its own answers. */
import { hashString, mixSeed } from "../math/rng.ts";
import type { Engine } from "../policies/engine.ts";
import type { CheckpointEntry } from "../policies/manifest.ts";
import type { PolicySpec } from "../policies/spec.ts";
import { LIMITS } from "../runs/config.ts";
import { estimateOf } from "../runs/record.ts";
import { promptTokens } from "../tasks/prompts.ts";
import type { Task } from "../tasks/task.ts";

/** As a checkpoint's entry has it. `verdicts` is there where the task has roles. */
export type BaseAccuracy = Pick<CheckpointEntry, "base" | "verdicts">;

/** Prompts at once, so that memory stays bounded. */
const PART = 128;

/** What the policy writes at temperature 1, [texts * perPrompt]. */
async function written(engine: Engine, task: Task, texts: readonly string[], perPrompt: number, key: number): Promise<string[]> {
  const prompts = Int32Array.from(texts.flatMap((text) => promptTokens(task, text)));
  const { rows, width, tokens, lengths } = await engine.sample({
    prompts,
    promptCount: texts.length,
    perPrompt,
    temperature: 1,
    topP: 1,
    key,
  });
  return Array.from({ length: rows }, (_, row) => task.decode(tokens.subarray(row * width, row * width + (lengths[row] ?? 0))));
}

/**
 * Measured on the held-out prompts of a cohort seed, with the same random keys for every policy of the seed. A verdict is asked once of each
 * of the policy's own answers; one that does not parse counts as wrong.
 */
export async function baseAccuracy(engine: Engine, task: Task, spec: PolicySpec, cohortSeed: number): Promise<BaseAccuracy> {
  const samples = LIMITS.finalSamples.default;
  const { heldOut } = task.splits(cohortSeed, LIMITS.trainPrompts.default, LIMITS.heldOutPrompts.default);
  const { roles } = task;
  const solved: number[] = [];
  const judged: number[] = [];
  for (let start = 0; start < heldOut.length; start += PART) {
    const asked = heldOut.slice(start, start + PART);
    const texts = asked.map(({ text }) => text);
    const completions = await written(engine, task, texts, samples, mixSeed(hashString("base"), cohortSeed, start));
    const answers = completions.map((text) => task.parse(text, spec.digitOrder).answer);
    const right = asked.map((prompt, p) => {
      const truth = task.truth(prompt);
      return answers.slice(p * samples, (p + 1) * samples).map((answer) => answer === truth);
    });
    for (const own of right) solved.push(own.filter(Boolean).length / samples);
    if (!roles) continue;
    const shown = answers.map((answer, row) => roles.evaluate(texts[Math.floor(row / samples)] ?? "", answer));
    const key = mixSeed(hashString("verdicts"), cohortSeed, start);
    const verdicts = (await written(engine, task, shown, 1, key)).map(roles.verdictOf);
    for (const [p, own] of right.entries()) {
      const just = own.filter((isRight, s) => verdicts[p * samples + s] === (isRight ? "Y" : "N"));
      judged.push(just.length / samples);
    }
  }
  return { base: estimateOf(solved), ...(roles ? { verdicts: estimateOf(judged) } : {}) };
}
