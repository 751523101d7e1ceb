/** What a person typed into a number field, read strictly: a range and a sentence for everything else. */

/** A range; `whole` means integers only. */
export interface NumberRange {
  readonly min: number;
  readonly max: number;
  readonly whole: boolean;
}

/** Plain decimal or exponent notation; neither blanks, hexadecimal, "Infinity" nor thousands separators. */
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** What a range allows, as a clause: "a whole number from 1 to 64". */
export function rangeText(range: NumberRange): string {
  return `${range.whole ? "a whole number" : "a number"} from ${range.min} to ${range.max}`;
}

/** Reads a number; a problem is one sentence that names the allowed range. Never throws. */
export function readNumber(
  label: string,
  text: string,
  range: NumberRange,
): { readonly value: number } | { readonly problem: string } {
  const trimmed = text.trim();
  const value = NUMBER.test(trimmed) ? Number(trimmed) : Number.NaN;
  const fits = value >= range.min && value <= range.max && (!range.whole || Number.isInteger(value));
  // -0 would be written into links as 0 and compare unequal to it in tests.
  if (fits) return { value: value + 0 };
  const comma = !range.whole && /^[+-]?\d*,\d+$/.test(trimmed) ? " Decimals follow a full stop." : "";
  return { problem: `${label} must be ${rangeText(range)}.${comma}` };
}

/** A number as a field shows it: at most four digits, so that 2/3 does not fill the field. */
export function shownNumber(value: number): string {
  return String(Number(value.toPrecision(4)));
}
