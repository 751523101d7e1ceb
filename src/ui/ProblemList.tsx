/** What was wrong with a link, a sentence each, until it is dismissed. */

interface ProblemListProps {
  readonly problems: readonly string[];
  readonly onDismiss: () => void;
}

export function ProblemList({ problems, onDismiss }: ProblemListProps) {
  if (problems.length === 0) return null;
  return (
    <div className="notice" role="alert">
      <ul>
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
      <button type="button" className="plain-button" onClick={onDismiss}>
        Dismiss
      </button>
    </div>
  );
}
