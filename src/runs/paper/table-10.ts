/** Table 10 of the paper. */
import { type PaperTable, row } from "./table.ts";

export const TABLE_10: PaperTable = {
  id: "10",
  title: "Self-rewarding and Co-RL at one budget; ensemble rows vote over both models' answers",
  labels: ["setting"],
  key: 0,
  columns: ["GSM8K", "MATH-500", "AMC", "Avg"],
  beside: 3,
  ensemble: true,
  unit: "per cent right",
  rows: [
    row("TTRL (Qwen2.5-3B)", [88.2, 68.8, 39.8, 65.6]),
    row("TTRL (Llama-3.2-3B)", [65.7, 56.0, 27.7, 49.8]),
    row("TTRL (ensemble)", [88.2, 68.0, 38.6, 64.9]),
    row("Co-RL (Qwen2.5-3B)", [87.4, 72.8, 37.4, 65.9]),
    row("Co-RL (Llama-3.2-3B)", [87.3, 58.8, 33.7, 59.9]),
    row("Co-RL (ensemble)", [90.1, 70.8, 39.8, 66.9]),
  ],
};
