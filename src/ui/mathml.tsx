/**
 * A few words of MathML, which browsers draw themselves: a dozen formulas need no typesetting library. Compose with `row`, `sub`, `fraction` ...
 * and put the result into `Formula`.
 */
import { createElement, type ReactNode } from "react";

type Part = ReactNode;

const element = (tag: string, ...children: Part[]): ReactNode => createElement(tag, null, ...children);

/** A letter or name: i("p"). */
export const i = (text: string): ReactNode => element("mi", text);
/** A name set upright, such as a function's. */
export const upright = (text: string): ReactNode => createElement("mi", { mathvariant: "normal" }, text);
export const num = (value: number | string): ReactNode => element("mn", String(value));
export const op = (text: string): ReactNode => element("mo", text);
export const words = (text: string): ReactNode => element("mtext", text);
export const row = (...parts: Part[]): ReactNode => element("mrow", ...parts);
export const sub = (base: Part, below: Part): ReactNode => element("msub", base, below);
export const sup = (base: Part, above: Part): ReactNode => element("msup", base, above);
export const both = (base: Part, below: Part, above: Part): ReactNode => element("msubsup", base, below, above);
export const under = (base: Part, below: Part): ReactNode => element("munder", base, below);
export const fraction = (over: Part, below: Part): ReactNode => element("mfrac", over, below);
export const root = (...parts: Part[]): ReactNode => element("msqrt", ...parts);
/** f(x), with its brackets. */
export const of = (name: Part, ...inside: Part[]): ReactNode => row(name, op("("), ...inside, op(")"));

/** A formula; `label` is how it is read aloud where MathML is not. */
export function Formula({
  label,
  display = false,
  children,
}: {
  readonly label: string;
  readonly display?: boolean;
  readonly children: ReactNode;
}) {
  // Not display="block": that centres.
  return createElement("math", { displaystyle: display ? "true" : "false", "aria-label": label }, children);
}

/** A symbol with an index, such as p_A. */
export function Letter({ base, index }: { readonly base: string; readonly index?: string }) {
  const label = index === undefined ? base : `${base}_${index}`;
  return <Formula label={label}>{index === undefined ? i(base) : sub(i(base), i(index))}</Formula>;
}
