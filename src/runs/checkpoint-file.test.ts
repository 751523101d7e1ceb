/** A checkpoint's name and file: what this page writes is read, everything else is refused in a sentence. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRng } from "../math/rng.ts";
import { ARCHITECTURE_LIST } from "../policies/architectures/index.ts";
import { CheckpointError } from "../policies/checkpoint.ts";
import { initialise } from "../policies/layout.ts";
import { encodeCheckpoint, writeSafetensors } from "../policies/safetensors.ts";
import { ARCHITECTURES, checkpointId, DEFAULT_BASE, defaultBase, SIZES } from "../policies/spec.ts";
import { CORPORA, DIGIT_ORDERS, TASK_IDS } from "../tasks/task.ts";
import { parseCheckpointId, readCheckpointFile } from "./checkpoint-file.ts";

const share = fc
  .oneof(
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.integer({ min: 0, max: 100 }).map((n) => n / 100),
  )
  .map((x) => x + 0);
const names = fc.record({
  spec: fc.record({
    architecture: fc.constantFrom(...ARCHITECTURES),
    size: fc.constantFrom(...SIZES),
    digitOrder: fc.constantFrom(...DIGIT_ORDERS),
    corpus: fc.constantFrom(...CORPORA),
    replica: fc.integer({ min: 0, max: 9 }),
  }),
  cohortSeed: fc.integer({ min: 0, max: 9999 }),
  base: fc.oneof(
    fc.constantFrom(...TASK_IDS.map(defaultBase)),
    fc.record({
      weakShare: share,
      overlap: share,
      symmetry: share,
      contrast: share,
      steps: fc.integer({ min: 100, max: 10_000 }),
    }),
  ),
  task: fc.constantFrom(...TASK_IDS),
});

describe("a checkpoint's id", () => {
  it("names one policy, and is read back", () => {
    fc.assert(
      fc.property(names, ({ spec, cohortSeed, base, task }) => {
        expect(parseCheckpointId(checkpointId(spec, cohortSeed, base, task))).toEqual({ spec, cohortSeed, base, task });
      }),
    );
  });

  it("says which task it was pretrained on, and is what it always was for addition", () => {
    expect(checkpointId(spec, 7)).toBe("attention-small-msb-Q-r0-s7");
    const ids = TASK_IDS.map((task) => checkpointId(spec, 7, defaultBase(task), task));
    expect(ids).toEqual(["attention-small-msb-Q-r0-s7", "addition-roles-attention-small-msb-Q-r0-s7"]);
    // A task's own number of steps goes without saying, another's does not.
    expect(checkpointId(spec, 7, DEFAULT_BASE, "addition-roles")).toMatch(/^addition-roles-.*-n2000$/);
  });

  it("is refused where it is no id, or another way to write one", () => {
    const good = "attention-small-msb-Q-r0-s7-w1-o0.15-y0.6-n2000";
    expect(parseCheckpointId(good)?.base.weakShare).toBe(1);
    for (const bad of [
      "",
      "attention",
      good.replace("attention", "giant"),
      good.replace("Q", "Z"),
      good.replace("-s7", "-s07"),
      good.replace("-s7", "-s10000"),
      good.replace("-w1", "-w1.0"),
      good.replace("-w1", "-w2"),
      good.replace("-n2000", "-c0-n2000"),
      good.replace("-n2000", "-n20"),
      `${good} `,
      "attention-small-msb-Q-r0-s7-w0.38-o0.15-y0.6-n2000",
      "addition-attention-small-msb-Q-r0-s7",
      "roles-attention-small-msb-Q-r0-s7",
      "addition-roles-attention-small-msb-Q-r0-s7-w0.38-o0.15-y0.6-n3200",
      "__proto__",
    ])
      expect(parseCheckpointId(bad), bad).toBeNull();
  });
});

const spec = { architecture: "attention", size: "small", digitOrder: "msb", corpus: "Q", replica: 0 } as const;
const layout = ARCHITECTURE_LIST.attention.layout("small", 24);
const parameters = initialise(layout, createRng(1));
const id = checkpointId(spec, 7);
const metadata = { id, task: "addition" };

describe("a checkpoint's file", () => {
  it("is read with what it names", async () => {
    const file = encodeCheckpoint(layout, parameters, metadata);
    const { named, entry } = await readCheckpointFile("x.safetensors", file);
    expect(named).toEqual({ spec, cohortSeed: 7, base: DEFAULT_BASE, task: "addition" });
    expect(entry).toMatchObject({ id, spec, file: `${id}.safetensors`, bytes: file.length, parameters: layout.length });
    expect(entry.sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  it("is read as another task's where its name and its metadata say so", async () => {
    const own = checkpointId(spec, 7, defaultBase("addition-roles"), "addition-roles");
    const file = encodeCheckpoint(layout, parameters, { id: own, task: "addition-roles" });
    const { named, entry } = await readCheckpointFile("x.safetensors", file);
    expect([named.task, entry.task, entry.id]).toEqual(["addition-roles", "addition-roles", own]);
  });

  const recurrent = ARCHITECTURE_LIST.recurrent.layout("small", 24);
  const nan = parameters.map((x, i) => (i === 100 ? Number.POSITIVE_INFINITY : x));
  const good = encodeCheckpoint(layout, parameters, metadata);
  it.each([
    ["text", new TextEncoder().encode("hello, this is no policy"), /does not start with the length of a safetensors header/],
    ["nothing", new Uint8Array(0), /has 0 bytes, too few/],
    ["half a file", good.slice(0, good.length / 2), /truncated/],
    ["a file without metadata", writeSafetensors({ tensors: [], metadata: {} }, "F16"), /names no policy/],
    ["another project's file", encodeCheckpoint(layout, parameters, { ...metadata, id: "llama" }), /names the policy "llama"/],
    ["another task's", encodeCheckpoint(layout, parameters, { id, task: "chess" }), /task "chess", not on addition/],
    [
      "a name of one task and metadata of another",
      encodeCheckpoint(layout, parameters, { id, task: "addition-roles" }),
      /task "addition-roles", not on addition, as its name says/,
    ],
    [
      "another architecture's",
      encodeCheckpoint(recurrent, initialise(recurrent, createRng(1)), metadata),
      /"embedding" has the shape \[24,24\]; this policy needs \[24,32\]/,
    ],
    ["numbers that are none", encodeCheckpoint(layout, nan, metadata), /not finite/],
    ["something huge", new Uint8Array(2_000_001), /no policy of this page has over/],
  ])("is refused: %s", async (_, file, message) => {
    const failure = await readCheckpointFile("my file", file).then(
      () => null,
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(CheckpointError);
    if (!(failure instanceof CheckpointError)) return;
    expect(failure.message).toMatch(message);
    expect(failure.message).toMatch(/^"my file" was not imported: .*\.$/);
    expect(failure.message).not.toMatch(/undefined|\[object|\.\./);
  });
});
