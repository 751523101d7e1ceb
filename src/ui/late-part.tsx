/**
 * A part of the page whose code is fetched when it is first shown. Where it cannot be fetched (no connection, or the page was replaced by a newer
 * one) that part alone is missing, says so and can be fetched again: what goes on elsewhere in the page, a run above all, is not touched.
 */
import { type ComponentType, createElement, type ReactNode, startTransition, useEffect, useState } from "react";

/** Style sheets that could not be fetched. The bundler's own loader does not ask for them again. */
const lostStyles = new Set<HTMLLinkElement>();
window.addEventListener(
  "error",
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === "stylesheet") lostStyles.add(target);
  },
  // An element's failure to load does not bubble.
  { capture: true },
);

function fetchStylesAgain(): void {
  for (const link of lostStyles) link.replaceWith(link.cloneNode());
  lostStyles.clear();
}

function Missing({ name, onRetry }: { readonly name: string; readonly onRetry: () => void }) {
  useEffect(() => {
    window.addEventListener("online", onRetry);
    return () => window.removeEventListener("online", onRetry);
  }, [onRetry]);
  return (
    <div className="notice" role="alert">
      <p>
        {`${name} could not be loaded. Check the connection and try again; what goes on in the page goes on. If it stays so, the page was replaced by a newer one: reload it.`}
      </p>
      <button type="button" className="plain-button" onClick={onRetry}>
        Try again
      </button>
    </div>
  );
}

/** What is fetched; `loaded` once it has come. */
interface Source<P> {
  readonly name: string;
  readonly load: () => Promise<ComponentType<P>>;
  readonly waiting: ReactNode;
  loaded: ComponentType<P> | null;
}

function Late<P extends object>({ source, props }: { readonly source: Source<P>; readonly props: P }) {
  const [part, setPart] = useState(() => source.loaded);
  const [tries, setTries] = useState(1);
  const [failed, setFailed] = useState(false);
  const [retry] = useState(() => () => {
    fetchStylesAgain();
    setFailed(false);
    setTries((before) => before + 1);
  });
  const missing = part === null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try loads once.
  useEffect(() => {
    if (!missing) return;
    let gone = false;
    source.load().then(
      (component) => {
        source.loaded = component;
        if (!gone) startTransition(() => setPart(() => component));
      },
      () => {
        if (!gone) setFailed(true);
      },
    );
    return () => {
      gone = true;
    };
  }, [source, missing, tries]);
  if (part) return createElement(part, props);
  return failed ? <Missing name={source.name} onRetry={retry} /> : source.waiting;
}

/** `name` begins the sentence of its failure ("The prompt map"); `waiting` stands there until it has come. */
export function latePart<P extends object>(
  name: string,
  load: () => Promise<ComponentType<P>>,
  waiting: ReactNode = null,
): ComponentType<P> {
  const source: Source<P> = { name, load, waiting, loaded: null };
  return (props) => <Late source={source} props={props} />;
}
