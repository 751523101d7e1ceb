/** Table 6 of the paper. */
import { type PaperTable, row } from "./table.ts";

export const TABLE_6: PaperTable = {
  id: "6",
  title:
    "How decoupled two models' errors are before training: kappa of correctness; c, exactly one right; w, both wrong with one answer; u, at least one right",
  labels: ["tier", "decoupling", "pair"],
  key: 1,
  columns: ["kappa", "c", "w", "u"],
  beside: 0,
  unit: "kappa; c, w and u in per cent",
  rows: [
    row("3B tier", "different family", "Llama-3.2-3B × Phi-3.5-mini", [0.31, 32.8, 3.0, 53.0]),
    row("3B tier", "different family", "Qwen2.5-3B × Llama-3.2-3B", [0.38, 31.2, 2.4, 63.0]),
    row("3B tier", "different family", "Qwen2.5-3B × Phi-3.5-mini", [0.38, 31.2, 4.0, 55.4]),
    row("3B tier", "different family", "Qwen2.5-3B × MiniCPM3-4B", [0.41, 29.4, 4.4, 60.4]),
    row("3B tier", "same family", "Qwen2.5-3B × Qwen3-1.7B-Base", [0.52, 24.2, 4.2, 63.2]),
    row("3B tier", "seed only", "Qwen3-1.7B-Base × itself", [0.52, 24.0, 5.0, 66.4]),
    row("3B tier", "seed only", "Qwen2.5-3B × itself", [0.56, 22.0, 4.4, 62.6]),
    row("7B tier", "different family", "Qwen2.5-7B × Llama-3.1-8B", [0.42, 29.4, 1.8, 71.4]),
    row("7B tier", "same family", "Qwen2.5-7B × Qwen2.5-3B", [0.51, 24.2, 3.8, 69.8]),
    row("7B tier", "same family", "Qwen2.5-7B × Qwen3-1.7B-Base", [0.51, 24.4, 4.0, 70.4]),
    row("7B tier", "seed only", "Llama-3.1-8B × itself", [0.51, 24.6, 3.0, 62.0]),
    row("7B tier", "seed only", "Qwen2.5-7B × itself", [0.58, 19.0, 5.2, 74.6]),
  ],
};
