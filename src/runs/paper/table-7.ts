/** Table 7 of the paper. */
import { type PaperTable, row } from "./table.ts";

export const TABLE_7: PaperTable = {
  id: "7",
  title: "The same with one model held fixed and its partner varied",
  labels: ["anchor", "partner", "decoupling"],
  key: 2,
  columns: ["kappa", "c", "w"],
  beside: 0,
  unit: "kappa; c and w in per cent",
  rows: [
    row("Qwen2.5-3B", "itself, new seed", "seed only", [0.56, 22.0, 4.4]),
    row("Qwen2.5-3B", "Qwen3-1.7B-Base", "same family", [0.52, 24.2, 4.2]),
    row("Qwen2.5-3B", "MiniCPM3-4B", "different family", [0.41, 29.4, 4.4]),
    row("Qwen2.5-3B", "Phi-3.5-mini", "different family", [0.38, 31.2, 4.0]),
    row("Qwen2.5-3B", "Llama-3.2-3B", "different family", [0.38, 31.2, 2.4]),
    row("Qwen2.5-7B", "itself, new seed", "seed only", [0.58, 19.0, 5.2]),
    row("Qwen2.5-7B", "Qwen2.5-3B", "same family", [0.51, 24.2, 3.8]),
    row("Qwen2.5-7B", "Qwen3-1.7B-Base", "same family", [0.51, 24.4, 4.0]),
    row("Qwen2.5-7B", "Llama-3.1-8B", "different family", [0.42, 29.4, 1.8]),
  ],
};
