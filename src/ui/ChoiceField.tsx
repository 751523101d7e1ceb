/** A choice among a few named options: the browser's own select, which every keyboard and screen reader knows. */
import { NativeSelect } from "@mantine/core";
import type { ReactNode } from "react";

export interface Choice<T extends string> {
  readonly value: T;
  readonly label: string;
}

/** Choices under a heading. */
export interface ChoiceGroup<T extends string> {
  readonly group: string;
  readonly items: readonly Choice<T>[];
}

interface ChoiceFieldProps<T extends string> {
  readonly label: string;
  /** For screen readers, where the visible label alone would be ambiguous ("Corpus" of which agent). Contains the label. */
  readonly fullLabel?: string;
  readonly description?: ReactNode;
  readonly value: T;
  readonly options: readonly (Choice<T> | ChoiceGroup<T>)[];
  readonly onChange: (value: T) => void;
  readonly className?: string;
}

function plain<T extends string>({ value, label }: Choice<T>): Choice<T> {
  return { value, label };
}

export function ChoiceField<T extends string>({
  label,
  fullLabel,
  description,
  value,
  options,
  onChange,
  className,
}: ChoiceFieldProps<T>) {
  return (
    <NativeSelect
      label={label}
      {...(fullLabel === undefined ? {} : { "aria-label": fullLabel })}
      {...(description === undefined ? {} : { description })}
      {...(className === undefined ? {} : { className })}
      size="xs"
      value={value}
      data={options.map((option) =>
        "items" in option ? { group: option.group, items: option.items.map(plain) } : plain(option),
      )}
      onChange={(event) => {
        const all = options.flatMap((option) => ("items" in option ? option.items : [option]));
        const chosen = all.find((option) => option.value === event.currentTarget.value);
        if (chosen) onChange(chosen.value);
      }}
    />
  );
}
