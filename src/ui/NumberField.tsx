/**
 * A number field that explains itself and refuses nonsense: what does not fit its range is told in a sentence tied to the field, and
 * the last good value stays. A value counts as soon as it fits; the complaint waits a moment, for one may be in the middle of typing.
 */
import { TextInput } from "@mantine/core";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { addBadDraft } from "./drafts.ts";
import { type NumberRange, rangeText, readNumber, shownNumber } from "./number-input.ts";

interface NumberFieldProps {
  readonly label: string;
  readonly description: ReactNode;
  readonly value: number;
  readonly range: NumberRange;
  /** What the value means for the run where that is not what one would expect; said under the description. */
  readonly caution?: string | undefined;
  /** A value counts when Enter is pressed or the field is left, not while it is typed. */
  readonly late?: boolean;
  readonly onCommit: (value: number) => void;
}

/** Long enough to type "1e-4" without a complaint about "1e". */
const PATIENCE = 700;

export function NumberField({ label, description, value, range, caution, late = false, onCommit }: NumberFieldProps) {
  const [draft, setDraft] = useState(shownNumber(value));
  const [problem, setProblem] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const committed = useRef(value);
  const forget = useRef<(() => void) | undefined>(undefined);
  const latest = useRef(value);
  latest.current = value;

  useEffect(() => {
    // A value from elsewhere (a link, a preset) replaces what was typed; our own commits leave the text as it was typed.
    if (committed.current === value) return;
    committed.current = value;
    forget.current?.();
    setDraft(shownNumber(value));
    setProblem(null);
  }, [value]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      forget.current?.();
    },
    [],
  );

  const restore = (): void => {
    clearTimeout(timer.current);
    forget.current?.();
    setDraft(shownNumber(latest.current));
    setProblem(null);
  };
  const check = (text: string, typing: boolean): void => {
    clearTimeout(timer.current);
    forget.current?.();
    const result = readNumber(label, text, range);
    if ("value" in result) {
      setProblem(null);
      if (typing && late) return;
      committed.current = text === shownNumber(value) ? value : result.value;
      // Text as it was shown is no new value: what is shown may be rounded.
      if (text !== shownNumber(value)) onCommit(result.value);
      return;
    }
    forget.current = addBadDraft({
      settle: () => {
        restore();
        return `${label} was not ${rangeText(range)}; ${shownNumber(latest.current)} is used.`;
      },
    });
    const complain = (): void => setProblem(`${result.problem} ${shownNumber(value)} is kept.`);
    if (typing) timer.current = setTimeout(complain, PATIENCE);
    else complain();
  };

  return (
    <TextInput
      label={label}
      description={
        caution === undefined ? (
          description
        ) : (
          <>
            {description} <span className="caution">{caution}</span>
          </>
        )
      }
      error={problem}
      value={draft}
      size="xs"
      inputMode={range.whole ? "numeric" : "decimal"}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => {
        setDraft(event.currentTarget.value);
        check(event.currentTarget.value, true);
      }}
      onBlur={(event) => check(event.currentTarget.value, false)}
      onKeyDown={(event) => {
        if (event.key === "Enter") check(event.currentTarget.value, false);
        if (event.key === "Escape") restore();
      }}
    />
  );
}
