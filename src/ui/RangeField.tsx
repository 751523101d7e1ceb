/** A number in a range, to be typed or slid: the field refuses nonsense, the slider cannot say any. */
import type { ReactNode } from "react";
import { NumberField } from "./NumberField.tsx";
import type { NumberRange } from "./number-input.ts";

interface RangeFieldProps {
  readonly label: string;
  readonly description: ReactNode;
  readonly value: number;
  readonly range: NumberRange;
  /** Of the slider. */
  readonly step: number;
  readonly onCommit: (value: number) => void;
}

export function RangeField({ label, description, value, range, step, onCommit }: RangeFieldProps) {
  return (
    <div className="range-field">
      <NumberField label={label} description={description} value={value} range={range} onCommit={onCommit} />
      <input
        type="range"
        aria-label={`${label}, slider`}
        min={range.min}
        max={range.max}
        step={step}
        value={value}
        onChange={(event) => onCommit(Number(event.currentTarget.value))}
      />
    </div>
  );
}
