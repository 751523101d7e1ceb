/** Single values of a share link: read through a schema, and what could not be used told in a sentence. */
import type { z } from "zod";

const NUMBER = /^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** A value as a sentence quotes it: a long one is cut. */
export function quote(text: string): string {
  return `"${text.length > 40 ? `${text.slice(0, 40)}…` : text}"`;
}

function oneOf(values: readonly unknown[]): string {
  return `must be ${values.length === 2 ? values.join(" or ") : `one of ${values.join(", ")}`}`;
}

/** What a schema allows, from the issue that it raised. */
function allowed(error: z.ZodError): string {
  const issue = error.issues[0];
  if (issue?.code === "invalid_value") return oneOf(issue.values);
  if (issue?.code === "invalid_union")
    return oneOf(
      issue.errors.flatMap((branch) => branch.flatMap((inner) => (inner.code === "invalid_value" ? inner.values : []))),
    );
  return issue?.message ?? "is not allowed";
}

/** Reads one parameter through a schema; the fallback where it is absent, or, with a problem told, where it does not fit. */
export function read<T>(parameters: URLSearchParams, problems: string[], name: string, schema: z.ZodType<T>, fallback: T): T {
  const text = parameters.get(name);
  if (text === null) return fallback;
  // -0 is 0; a number that is not written as one stays text, and the schema refuses it.
  const result = schema.safeParse(NUMBER.test(text) ? Number(text) + 0 : text);
  if (result.success) return result.data;
  problems.push(`The link's ${name} is ${quote(text)} but ${allowed(result.error)}; the default, ${String(fallback)}, is used.`);
  return fallback;
}

/** Reads a parameter that is one of a list of names. */
export function choose<T extends string>(
  parameters: URLSearchParams,
  problems: string[],
  name: string,
  options: readonly T[],
  fallback: T,
): T {
  const text = parameters.get(name);
  if (text === null) return fallback;
  const found = options.find((option) => option === text);
  if (found === undefined)
    problems.push(`The link's ${name} is ${quote(text)} but ${oneOf(options)}; the default, ${fallback}, is used.`);
  return found ?? fallback;
}

/** Unknown parameters that are told one by one. */
const MOST_STRANGERS = 5;

/** Unknown and repeated parameters, each told once; many unknown ones are counted. */
export function tellStrangers(parameters: URLSearchParams, problems: string[], known: ReadonlySet<string>): void {
  const names = new Set(parameters.keys());
  const strangers = [...names].filter((name) => !known.has(name));
  for (const name of strangers.slice(0, MOST_STRANGERS))
    problems.push(`The link's parameter ${quote(name)} is unknown and was passed over.`);
  const more = strangers.length - MOST_STRANGERS;
  if (more > 0)
    problems.push(
      `${more} more of the link's parameters ${more === 1 ? "is" : "are"} unknown and ${more === 1 ? "was" : "were"} passed over.`,
    );
  for (const name of names) {
    if (!known.has(name)) continue;
    if (parameters.getAll(name).length > 1)
      problems.push(`The link names ${name} more than once; only the first, ${quote(parameters.get(name) ?? "")}, is used.`);
  }
}
