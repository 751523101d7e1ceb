/** The runs as a table: how they ended, then what differs between their configurations. Sorted by a column's heading. */
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { PastRun } from "../../stores/past-runs.ts";
import { SortHead } from "../../ui/SortHead.tsx";
import { differing, type Facts, type Figures, RECENT } from "./run-facts.ts";

export interface RunRow {
  /** Null for the run that the charts show in full. */
  readonly past: PastRun | null;
  readonly name: string;
  readonly facts: Facts;
  readonly figures: Figures;
  /** What the rules of the health line saw, a text an agent; null until it has been looked at. */
  readonly seen: readonly string[] | null;
}

interface RunsTableProps {
  readonly rows: readonly RunRow[];
  readonly actions: (row: RunRow) => ReactNode;
  readonly onRename: (id: number, name: string) => void;
  readonly onShow: (id: number, shown: boolean) => void;
}

interface Column {
  readonly name: string;
  /** A figure stands on its line; what differs wraps in a narrow column. */
  readonly kind: "figure" | "fact" | "fact run-long";
  readonly cell: (row: RunRow) => ReactNode;
  /** NaN goes last. */
  readonly order: (row: RunRow) => number | string;
}

function lines(texts: readonly string[]): ReactNode {
  return texts.length === 0 ? "–" : texts.map((text) => <div key={text}>{text}</div>);
}

function factOf({ facts }: RunRow, name: string): string {
  return facts.find(([other]) => other === name)?.[1] ?? "";
}

/** Several agents stand one under the other. */
function factCell(text: string): ReactNode {
  return lines(text.split("; "));
}

/** Characters from which on a difference gets a column of some width. */
const LONG = 30;

const FIGURES: readonly Column[] = [
  { name: "Steps done", kind: "figure", cell: ({ figures }) => figures.steps, order: ({ figures }) => figures.steps },
  {
    name: "Held-out accuracy, %",
    kind: "figure",
    cell: ({ figures }) => lines(figures.heldOut),
    order: ({ figures }) => figures.heldOutMean,
  },
  {
    name: `Pseudo-label accuracy, %, last ${RECENT} steps`,
    kind: "figure",
    cell: ({ figures }) => lines(figures.labels),
    order: ({ figures }) => figures.labelsMean,
  },
  {
    name: `Reward std, last ${RECENT} steps`,
    kind: "figure",
    cell: ({ figures }) => lines(figures.std),
    order: ({ figures }) => figures.stdMean,
  },
  {
    name: "Seen",
    kind: "fact run-long",
    cell: ({ seen }) => (seen?.length === 0 ? "nothing" : lines(seen ?? [])),
    order: ({ seen }) => seen?.join() ?? Number.NaN,
  },
];

const WORDS = new Intl.Collator("en", { numeric: true });

function compare(a: number | string, b: number | string): number {
  const [x, y] = [Number(a), Number(b)];
  return Number.isNaN(x) || Number.isNaN(y) ? WORDS.compare(String(a), String(b)) : x - y;
}

function sorted(rows: readonly RunRow[], column: Column | undefined, down: boolean): readonly RunRow[] {
  if (!column) return rows;
  const known = rows.filter((row) => !Number.isNaN(column.order(row)));
  const rest = rows.filter((row) => Number.isNaN(column.order(row)));
  const ordered = [...known].sort((a, b) => (down ? -1 : 1) * compare(column.order(a), column.order(b)));
  return [...ordered, ...rest];
}

/** The name of a past run, to be changed where it stands. */
function Name({ past, onRename }: { readonly past: PastRun; readonly onRename: RunsTableProps["onRename"] }) {
  const [draft, setDraft] = useState(past.name);
  useEffect(() => setDraft(past.name), [past.name]);
  const settle = (): void => {
    const name = draft.trim();
    if (name === "") setDraft(past.name);
    else if (name !== past.name) onRename(past.id, name);
  };
  return (
    <input
      className="run-name"
      aria-label={`Name of run ${past.id}`}
      value={draft}
      maxLength={60}
      size={Math.max(8, Math.min(22, draft.length + 1))}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={settle}
      onKeyDown={(event) => {
        if (event.key === "Enter") settle();
        if (event.key === "Escape") setDraft(past.name);
      }}
    />
  );
}

/** Whether a box is wider inside than it shows, and whether it is scrolled to its right end. */
function useSideways() {
  const box = useRef<HTMLElement>(null);
  const [state, setState] = useState<"fits" | "more" | "end">("fits");
  const look = useRef((): void => {
    if (!box.current) return;
    const { scrollLeft, scrollWidth, clientWidth } = box.current;
    setState(scrollWidth <= clientWidth + 1 ? "fits" : scrollLeft + clientWidth < scrollWidth - 1 ? "more" : "end");
  }).current;
  useEffect(() => {
    const sizes = new ResizeObserver(look);
    for (const part of [box.current, box.current?.firstElementChild]) if (part) sizes.observe(part);
    return () => sizes.disconnect();
  }, [look]);
  return { box, state, look };
}

export function RunsTable({ rows, actions, onRename, onShow }: RunsTableProps) {
  const [sort, setSort] = useState<{ readonly name: string; readonly down: boolean } | null>(null);
  const facts: readonly Column[] = differing(rows.map((row) => row.facts)).map((name) => ({
    name,
    kind: rows.some((row) => factOf(row, name).length > LONG) ? "fact run-long" : "fact",
    cell: (row) => factCell(factOf(row, name)),
    order: (row) => factOf(row, name),
  }));
  const columns = [...FIGURES, ...facts];
  const by = columns.find(({ name }) => name === sort?.name);
  // Down, up, and back to the order in which they were made.
  const next = (name: string): void =>
    setSort(sort?.name !== name ? { name, down: true } : sort.down ? { name, down: false } : null);
  const { box, state, look } = useSideways();
  return (
    <div className={state === "more" ? "runs-frame runs-more" : "runs-frame"}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard */}
      <section className="runs-scroll" aria-label="Table of runs" tabIndex={0} ref={box} onScroll={look}>
        <table className="runs-table">
          <caption className="visually-hidden">
            The run shown and the past runs: how their main cohorts ended, and what differs between their settings
          </caption>
          <thead>
            <tr>
              <th scope="col">Run</th>
              {columns.map(({ name, kind }) => (
                <SortHead
                  key={name}
                  name={name}
                  className={`run-${kind}`}
                  direction={by?.name !== name ? null : sort?.down ? "descending" : "ascending"}
                  onSort={() => next(name)}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {sorted(rows, by, sort?.down ?? false).map((row) => (
              <tr key={row.past?.id ?? "shown"}>
                <th scope="row">
                  {row.past ? (
                    <div className="run-head">
                      <span className="run-number">{row.past.id}</span>
                      <Name past={row.past} onRename={onRename} />
                      <label className="run-shown">
                        <input
                          type="checkbox"
                          aria-label={`Show run ${row.past.id} in the charts`}
                          checked={row.past.shown}
                          onChange={(event) => row.past && onShow(row.past.id, event.currentTarget.checked)}
                        />
                        in charts
                      </label>
                    </div>
                  ) : (
                    <div className="run-head">{row.name} (shown in full)</div>
                  )}
                  <div className="run-actions">{actions(row)}</div>
                </th>
                {columns.map(({ name, kind, cell }) => (
                  <td key={name} className={`run-${kind}`}>
                    {cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {state === "fits" ? null : <p className="hint">The table is wider than its room: scroll it sideways for what differs.</p>}
    </div>
  );
}
