/** Table 8 of the paper. */
import { type PaperTable, row } from "./table.ts";

export const TABLE_8: PaperTable = {
  id: "8",
  title: "Every label-free method on seven benchmarks, models of 7 and 8 billion parameters",
  labels: ["backbone", "method"],
  key: 1,
  columns: ["GSM8K", "MATH500", "AMC", "HEval", "GPQA", "MBPP", "LCB", "Avg"],
  beside: 7,
  unit: "per cent right",
  rows: [
    row("Qwen2.5-7B", "Base", [82.9, 70.0, 39.8, 47.6, 18.7, 62.8, 21.1, 49.0]),
    row("Qwen2.5-7B", "GT-Reward", [84.8, 77.6, 49.4, 56.1, 23.7, 64.4, 25.5, 54.5]),
    row("Qwen2.5-7B", "TTRL", [80.6, 74.8, 39.8, 51.8, 25.8, 65.4, 23.9, 51.7]),
    row("Qwen2.5-7B", "RENT", [78.8, 75.4, 47.0, 50.6, 29.8, 61.6, 26.2, 52.8]),
    row("Qwen2.5-7B", "Intuitor", [82.9, 75.4, 41.0, 51.8, 28.3, 64.0, 24.8, 52.6]),
    row("Qwen2.5-7B", "Co-rewarding-II", [81.9, 72.6, 43.4, 52.4, 26.8, 64.0, 25.9, 52.4]),
    row("Qwen2.5-7B", "Co-RL (Same family)", [78.9, 74.6, 41.0, 52.4, 25.8, 61.8, 25.0, 51.4]),
    row("Qwen2.5-7B", "Co-RL (Different family)", [81.3, 75.2, 44.6, 52.4, 26.3, 65.6, 26.5, 53.1]),
    row("Qwen2.5-7B", "Co-RL (Different family+)", [80.2, 74.4, 38.6, 54.3, 37.9, 63.2, 26.6, 53.6]),
    row("Llama-3.1-8B-Instruct", "Base", [82.9, 49.6, 18.1, 65.2, 22.2, 58.4, 16.8, 44.7]),
    row("Llama-3.1-8B-Instruct", "GT-Reward", [82.7, 53.2, 25.3, 64.0, 30.3, 59.2, 15.2, 47.1]),
    row("Llama-3.1-8B-Instruct", "TTRL", [83.9, 51.0, 27.7, 64.6, 21.2, 58.2, 16.3, 46.1]),
    row("Llama-3.1-8B-Instruct", "RENT", [79.5, 48.2, 21.7, 67.7, 19.7, 60.0, 16.0, 44.7]),
    row("Llama-3.1-8B-Instruct", "Intuitor", [79.7, 45.8, 21.7, 65.8, 26.8, 58.0, 16.1, 44.8]),
    row("Llama-3.1-8B-Instruct", "Co-rewarding-II", [84.7, 52.0, 24.1, 67.1, 22.2, 59.8, 16.5, 46.6]),
    row("Llama-3.1-8B-Instruct", "Co-RL (Same family)", [85.4, 51.4, 22.9, 68.3, 23.2, 60.4, 15.8, 46.8]),
    row("Llama-3.1-8B-Instruct", "Co-RL (Different family)", [83.6, 54.8, 27.7, 67.7, 18.2, 57.6, 17.7, 46.8]),
    row("Llama-3.1-8B-Instruct", "Co-RL (Different family+)", [85.4, 55.6, 26.5, 64.6, 27.3, 57.2, 17.1, 47.7]),
  ],
};
