/**
 * A slider with its symbol, words and value: the browser's own range input, with steps of our choice. Arrow keys move by `step`, with Shift by
 * `fine`, Page Up and Down by ten steps, Home and End to the ends.
 */
import { type KeyboardEvent, type ReactNode, useId } from "react";

interface SliderFieldProps {
  /** Its name for assistive technology, plain text: "p_A". */
  readonly name: string;
  /** The symbol as formulas show it; the name where there is none. */
  readonly symbol?: ReactNode;
  /** What it is, in a few words. */
  readonly words: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly fine?: number;
  readonly disabled?: boolean;
  /** Colour of the thumb and of the symbol, where the value belongs to an agent. */
  readonly colour?: string;
  /** The value as shown. */
  readonly shown: string;
  readonly onChange: (value: number) => void;
}

export function SliderField(props: SliderFieldProps) {
  const { name, symbol, words, value, min, max, step, fine = step, disabled = false, colour, shown, onChange } = props;
  const id = useId();
  const key = (event: KeyboardEvent<HTMLInputElement>): void => {
    const by = event.shiftKey ? fine : step;
    const targets: Record<string, number> = {
      ArrowLeft: value - by,
      ArrowDown: value - by,
      ArrowRight: value + by,
      ArrowUp: value + by,
      PageDown: value - 10 * step,
      PageUp: value + 10 * step,
      Home: min,
      End: max,
    };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    onChange(Math.min(max, Math.max(min, target)));
  };
  return (
    <div className="slider-field">
      <label htmlFor={id} className="slider-label">
        <span className="slider-symbol" style={colour ? { color: colour } : undefined}>
          {symbol ?? name}
        </span>
        <span className="slider-words">{words}</span>
        <span className="slider-value">{shown}</span>
      </label>
      <input
        id={id}
        type="range"
        aria-label={name}
        aria-valuetext={shown}
        min={min}
        max={max}
        step="any"
        value={value}
        disabled={disabled}
        style={colour ? { accentColor: colour } : undefined}
        onKeyDown={key}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
      />
    </div>
  );
}
