/**
 * A table of the paper (Co-RL, arXiv 2608.17253), to stand beside our own figures: its numbers are facts, its title is in our words. Large
 * models on public benchmarks; nothing here was measured by this page.
 */
export const PAPER_SOURCE = "arXiv 2608.17253";

export interface PaperRow {
  /** One per name in `labels` of the table. */
  readonly labels: readonly string[];
  /** One per column. */
  readonly values: readonly number[];
}

export interface PaperTable {
  /** The paper's number of the table. */
  readonly id: string;
  readonly title: string;
  /** What the label columns are, such as backbone and method. */
  readonly labels: readonly string[];
  /** Which label a plan's row names to stand beside these rows. */
  readonly key: number;
  readonly columns: readonly string[];
  /** Its rows are agents alone and ensembles: a plan's row names one for each line of ours, agents in order, then pairs. */
  readonly ensemble?: true;
  /** Which column is shown beside our figures. */
  readonly beside: number;
  readonly unit: string;
  readonly rows: readonly PaperRow[];
}

/** A row: its labels, then its values. */
export function row(...parts: [...labels: string[], values: readonly number[]]): PaperRow {
  const labels: string[] = [];
  let values: readonly number[] = [];
  for (const part of parts) {
    if (typeof part === "string") labels.push(part);
    else values = part;
  }
  return { labels, values };
}
