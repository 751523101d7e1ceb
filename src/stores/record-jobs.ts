/**
 * Reading and writing a run's files, as requests and replies: a record of 10,000 steps has some 28 MB as JSON, which would hold the page for
 * most of a second. The worker (record.worker.ts) answers them; tests call `answer` themselves.
 */
import { z } from "zod";
import { metricsCsv, parseRunJson, runJson } from "../runs/export.ts";
import { pack, packedRunSchema, unpack } from "../runs/packed.ts";

export const requestSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("read"), file: z.instanceof(Blob) }),
  z.strictObject({ kind: z.literal("write"), form: z.enum(["json", "csv"]), run: packedRunSchema }),
]);
export type Request = z.infer<typeof requestSchema>;

export const replySchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("run"), run: packedRunSchema }),
  z.strictObject({ kind: z.literal("file"), file: z.instanceof(Blob) }),
  /** A sentence. */
  z.strictObject({ kind: z.literal("problem"), problem: z.string() }),
]);
export type Reply = z.infer<typeof replySchema>;

/** Sixteen agents over 10,000 steps come to about half of it, and a browser's longest text is not much longer. */
export const MOST_BYTES = 300_000_000;

const TYPES = { json: "application/json", csv: "text/csv" } as const;

async function read(file: Blob): Promise<Reply> {
  if (file.size > MOST_BYTES)
    return {
      kind: "problem",
      problem: `This file has ${Math.round(file.size / 1e6)} MB; runs of up to ${MOST_BYTES / 1e6} MB are read.`,
    };
  const result = parseRunJson(await file.text());
  return "problem" in result ? { kind: "problem", problem: result.problem } : { kind: "run", run: pack(result.record) };
}

/** Never rejects. */
export async function answer(request: Request): Promise<Reply> {
  try {
    if (request.kind === "read") return await read(request.file);
    const record = unpack(request.run);
    const text = request.form === "json" ? runJson(record) : metricsCsv(record);
    return { kind: "file", file: new Blob([text], { type: TYPES[request.form] }) };
  } catch (error) {
    return { kind: "problem", problem: error instanceof Error ? error.message : String(error) };
  }
}
