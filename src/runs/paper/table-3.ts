/** Table 3 of the paper. */
import { type PaperTable, row } from "./table.ts";

export const TABLE_3: PaperTable = {
  id: "3",
  title: "Three model families in one run, each labelled by another",
  labels: ["backbone", "method"],
  key: 1,
  columns: ["GSM8K", "MATH500", "AMC", "HEval", "GPQA", "MBPP", "LCB", "Avg"],
  beside: 7,
  unit: "per cent right",
  rows: [
    row("Qwen2.5-3B", "Base", [73.4, 56.6, 28.9, 39.0, 21.2, 52.2, 13.7, 40.7]),
    row("Qwen2.5-3B", "GT-Reward", [76.2, 64.6, 36.1, 65.2, 20.7, 54.4, 14.5, 47.4]),
    row("Qwen2.5-3B", "TTRL", [80.4, 66.4, 31.3, 63.4, 22.2, 51.8, 15.9, 47.3]),
    row("Qwen2.5-3B", "Co-RL (Different family)", [79.8, 66.3, 33.6, 64.6, 23.2, 56.0, 15.8, 48.5]),
    row("Llama-3.2-3B-Instruct", "Base", [73.6, 43.8, 18.1, 51.2, 21.2, 50.8, 12.0, 38.7]),
    row("Llama-3.2-3B-Instruct", "GT-Reward", [78.8, 53.8, 25.3, 60.4, 20.7, 50.2, 12.1, 43.0]),
    row("Llama-3.2-3B-Instruct", "TTRL", [77.9, 50.2, 26.5, 59.2, 24.8, 51.2, 12.0, 43.1]),
    row("Llama-3.2-3B-Instruct", "Co-RL (Different family)", [77.8, 54.2, 28.8, 64.4, 25.1, 50.9, 11.7, 44.7]),
    row("Qwen3-1.7B", "Base", [67.0, 60.9, 27.5, 40.0, 15.3, 50.6, 12.4, 39.1]),
    row("Qwen3-1.7B", "GT-Reward", [67.1, 67.0, 34.3, 70.1, 25.2, 51.2, 15.2, 47.2]),
    row("Qwen3-1.7B", "TTRL", [70.3, 67.6, 32.1, 69.5, 24.8, 52.0, 15.1, 47.3]),
    row("Qwen3-1.7B", "Co-RL (Different family)", [69.3, 67.6, 32.7, 64.2, 27.1, 54.6, 15.3, 47.3]),
  ],
};
