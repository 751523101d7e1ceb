/**
 * The glossary: all words of the page beside the lab, searchable, each with an address of its own. A run goes on behind it. Loaded when
 * it is opened.
 */
import { TextInput } from "@mantine/core";
import { Fragment, type MouseEvent, useEffect, useRef, useState } from "react";
import { count } from "../../ui/format.ts";
import "./glossary.css";
import { searchWords, WORD_COUNT, WORD_GROUPS, type Word } from "./words.ts";

interface GlossaryProps {
  /** The slug of the word to show; empty for none in particular. */
  readonly word: string;
  readonly onClose: () => void;
}

/** "p_A + p_B" with its indices set as such. */
function Symbols({ text }: { readonly text: string }) {
  return text.split(/_([\p{L}\p{N}−]+)/u).map((part, n) => {
    const key = `${n}${part}`;
    return n % 2 === 0 ? <Fragment key={key}>{part}</Fragment> : <sub key={key}>{part}</sub>;
  });
}

/** Goes from word to word without leaving each of them in the browser's history. */
function follow(event: MouseEvent<HTMLAnchorElement>): void {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  window.location.replace(event.currentTarget.href);
}

function Entries({ words, marked }: { readonly words: readonly Word[]; readonly marked: string }) {
  return (
    <dl>
      {words.map(({ slug, title, definition, symbol, source }) => (
        <div key={slug} data-word={slug} className={slug === marked ? "word word-marked" : "word"}>
          <dt>
            <a href={`#/glossary/${slug}`} onClick={follow} aria-current={slug === marked ? "true" : undefined}>
              <Symbols text={title} />
            </a>
          </dt>
          <dd>{definition}</dd>
          {symbol ? (
            <dd className="word-symbol">
              <Symbols text={symbol} />
            </dd>
          ) : null}
          {source ? <dd className="word-source">{source}</dd> : null}
        </div>
      ))}
    </dl>
  );
}

export function Glossary({ word, onClose }: GlossaryProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  // A search ends where another word is gone to.
  const [search, setSearch] = useState({ query: "", word });
  const query = search.word === word ? search.query : "";
  const known = WORD_GROUPS.some(({ words }) => words.some(({ slug }) => slug === word));
  useEffect(() => {
    const element = dialog.current;
    // The browser keeps the focus inside, closes on Escape and gives the focus back.
    element?.showModal();
    return () => element?.close();
  }, []);
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const link = element.querySelector<HTMLElement>(`[data-word="${CSS.escape(word)}"] a`);
    link?.scrollIntoView({ block: "center" });
    // On a touch screen a focused search field would cover half of the words with a keyboard.
    if (link) link.focus();
    else if (window.matchMedia("(pointer: fine)").matches) element.querySelector("input")?.focus();
  }, [word]);
  const searching = query.trim() !== "";
  const found = searchWords(query);
  return (
    <dialog
      ref={dialog}
      className="glossary"
      aria-labelledby="glossary-title"
      onClose={(event) => {
        // Not the event of a closing that was undone by opening again.
        if (!event.currentTarget.open) onClose();
      }}
    >
      <div className="glossary-head">
        <h2 id="glossary-title">Glossary</h2>
        <button type="button" className="plain-button" onClick={() => dialog.current?.close()}>
          Close
        </button>
        <TextInput
          className="glossary-search"
          type="search"
          label="Search the glossary"
          value={query}
          onChange={(event) => setSearch({ query: event.currentTarget.value, word })}
        />
        <p className="hint" aria-live="polite">
          {searching ? `${found.length} of ${count(WORD_COUNT, "word")}.` : `${count(WORD_COUNT, "word")}.`}
          {word !== "" && !known ? ` There is no word “${word.slice(0, 40)}” here.` : ""}
        </p>
      </div>
      <div className="glossary-words">
        {searching ? (
          found.length > 0 ? (
            <Entries words={found} marked={word} />
          ) : (
            <p>No word holds “{query.trim().slice(0, 40)}”. Try a shorter one, such as label.</p>
          )
        ) : (
          WORD_GROUPS.map(({ title, words }) => (
            <section key={title} aria-label={title}>
              <h3>{title}</h3>
              <Entries words={words} marked={word} />
            </section>
          ))
        )}
      </div>
    </dialog>
  );
}
