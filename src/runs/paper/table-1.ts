/** Table 1 of the paper. */
import { type PaperTable, row } from "./table.ts";

export const TABLE_1: PaperTable = {
  id: "1",
  title: "Every label-free method on seven benchmarks, models of 3 billion parameters",
  labels: ["backbone", "method"],
  key: 1,
  columns: ["GSM8K", "MATH500", "AMC", "HEval", "GPQA", "MBPP", "LCB", "Avg"],
  beside: 7,
  unit: "per cent right",
  rows: [
    row("Qwen2.5-3B", "Base", [73.4, 56.6, 28.9, 39.0, 21.2, 52.2, 13.7, 40.7]),
    row("Qwen2.5-3B", "GT-Reward", [76.2, 64.6, 36.1, 65.2, 20.7, 54.4, 14.5, 47.4]),
    row("Qwen2.5-3B", "TTRL", [80.4, 66.4, 31.3, 63.4, 22.2, 51.8, 15.9, 47.3]),
    row("Qwen2.5-3B", "RENT", [75.6, 62.8, 31.3, 59.2, 18.2, 52.4, 14.5, 44.9]),
    row("Qwen2.5-3B", "Intuitor", [74.9, 64.2, 26.5, 59.8, 27.3, 50.4, 16.4, 45.6]),
    row("Qwen2.5-3B", "Co-rewarding-II", [75.5, 63.4, 30.1, 61.0, 24.8, 53.2, 11.0, 45.6]),
    row("Qwen2.5-3B", "Co-RL (Same family)", [78.5, 66.0, 37.4, 65.8, 22.2, 56.0, 15.2, 48.7]),
    row("Qwen2.5-3B", "Co-RL (Different family)", [80.1, 66.8, 33.7, 64.0, 22.7, 56.8, 15.2, 48.5]),
    row("Qwen2.5-3B", "Co-RL (Different family+)", [81.0, 66.6, 36.1, 62.8, 25.8, 55.6, 17.2, 49.3]),
    row("Llama-3.2-3B-Instruct", "Base", [73.6, 43.8, 18.1, 51.2, 21.2, 50.8, 12.0, 38.7]),
    row("Llama-3.2-3B-Instruct", "GT-Reward", [78.8, 53.8, 25.3, 60.4, 20.7, 50.2, 12.1, 43.0]),
    row("Llama-3.2-3B-Instruct", "TTRL", [77.9, 50.2, 26.5, 59.2, 24.8, 51.2, 12.0, 43.1]),
    row("Llama-3.2-3B-Instruct", "RENT", [75.4, 45.2, 12.0, 59.2, 17.7, 49.4, 11.5, 38.6]),
    row("Llama-3.2-3B-Instruct", "Intuitor", [75.8, 40.8, 21.7, 54.3, 21.7, 51.4, 12.0, 39.7]),
    row("Llama-3.2-3B-Instruct", "Co-rewarding-II", [75.4, 53.4, 24.1, 54.9, 23.7, 49.2, 12.1, 41.8]),
    row("Llama-3.2-3B-Instruct", "Co-RL (Same family)", [78.4, 52.4, 26.5, 57.9, 21.7, 49.6, 12.4, 42.7]),
    row("Llama-3.2-3B-Instruct", "Co-RL (Different family)", [80.5, 56.2, 27.7, 59.2, 21.2, 50.4, 11.0, 43.7]),
    row("Llama-3.2-3B-Instruct", "Co-RL (Different family+)", [78.4, 55.2, 30.1, 59.2, 22.2, 50.4, 12.0, 43.9]),
  ],
};
