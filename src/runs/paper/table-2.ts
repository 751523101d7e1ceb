/** Table 2 of the paper. */
import { type PaperTable, row } from "./table.ts";

export const TABLE_2: PaperTable = {
  id: "2",
  title: "Multi-agent methods under CoMAS's protocol, Qwen2.5-3B-Instruct",
  labels: ["method"],
  key: 0,
  columns: ["GSM8K", "MATH-500", "HumanEval", "MBPP", "MMLU", "GPQA", "SciBench", "Avg"],
  beside: 7,
  unit: "per cent right",
  rows: [
    row("Base", [85.4, 55.0, 73.78, 55.8, 63.2, 28.79, 36.47, 56.92]),
    row("MAPoRL", [85.8, 55.4, 75.61, 57.0, 63.2, 31.47, 39.08, 58.22]),
    row("TTRL", [88.2, 56.8, 73.78, 59.0, 63.8, 27.23, 38.48, 58.18]),
    row("CoMAS", [87.2, 55.8, 77.44, 59.2, 65.6, 29.69, 37.68, 58.94]),
    row("Co-RL (Different family)", [89.5, 68.6, 82.32, 68.0, 65.8, 29.69, 36.87, 62.97]),
  ],
};
