/** The head of a table's column that can be sorted by: a button, the direction by arrow and for a screen reader. */
interface SortHeadProps {
  readonly name: string;
  readonly className?: string | undefined;
  /** Null where the table is sorted by another column. */
  readonly direction: "ascending" | "descending" | null;
  readonly onSort: () => void;
}

export function SortHead({ name, className, direction, onSort }: SortHeadProps) {
  return (
    <th scope="col" className={className} aria-sort={direction ?? "none"}>
      <button type="button" onClick={onSort}>
        {name}
        <span aria-hidden="true">{direction === null ? "" : direction === "descending" ? " ↓" : " ↑"}</span>
      </button>
    </th>
  );
}
