/** A text field whose text counts when Enter is pressed or it is left; what cannot be read is said at the field, and the last good text stays in use. */
import { TextInput } from "@mantine/core";
import { type ReactNode, useEffect, useState } from "react";

interface LateFieldProps {
  readonly label: string;
  readonly description: ReactNode;
  readonly value: string;
  readonly disabled?: boolean;
  /** Takes a text; a problem is a sentence, null where there is none. */
  readonly onCommit: (text: string) => string | null;
}

export function LateField({ label, description, value, disabled = false, onCommit }: LateFieldProps) {
  const [draft, setDraft] = useState(value);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    setDraft(value);
    setProblem(null);
  }, [value]);
  const settle = (): void => setProblem(draft === value ? null : onCommit(draft));
  return (
    <TextInput
      label={label}
      description={description}
      error={problem}
      value={draft}
      size="xs"
      disabled={disabled}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={settle}
      onKeyDown={(event) => {
        if (event.key === "Enter") settle();
        if (event.key === "Escape") {
          setDraft(value);
          setProblem(null);
        }
      }}
    />
  );
}
