/** The glossary: whole, readable, searchable. */
import { expect, test } from "vitest";
import { GLOSSARY, glossaryLink, slugOf, wordOf } from "../../ui/glossary.ts";
import { DETAILS, MORE_WORDS } from "./more.ts";
import { searchWords, WORD_COUNT, WORD_GROUPS } from "./words.ts";

const words = WORD_GROUPS.flatMap((group) => group.words);
const slugs = words.map(({ slug }) => slug);

/** The project's own words, and those of the theory and the base policies. */
const NEEDED =
  "agent, cohort, family, prompt, paraphrase, completion, rollout group, answer, vote, pseudo-label, topology, reward, advantage, agreement, pseudo-label accuracy, reward accuracy, reward std, completion length, held-out accuracy, p_A, K, self-rewarding, cross supervision, checkpoint, corpus, corruption table, weak share, overlap, cohort seed, sampling seed, kappa, basin, separatrix".split(
    ", ",
  );

test("every word that is needed is there, and every word of the page's tips, once", () => {
  const titles = words.map(({ title }) => title.toLowerCase());
  for (const word of NEEDED) expect(titles.filter((title) => title.split(", ").includes(word.toLowerCase()))).toHaveLength(1);
  expect(new Set(slugs).size).toBe(slugs.length);
  expect(slugs).toEqual(expect.arrayContaining(Object.keys(GLOSSARY).map(slugOf)));
  expect(Object.keys(MORE_WORDS).filter((id) => id in GLOSSARY)).toEqual([]);
  expect(WORD_COUNT).toBe(Object.keys(GLOSSARY).length + Object.keys(MORE_WORDS).length);
});

test("one or two sentences each, closed by a full stop; symbols and sources reach their words", () => {
  for (const { title, definition } of words) {
    expect(definition, title).toMatch(/\.$/);
    expect(definition.split(/[.?](?:\s|$)/).filter(Boolean).length, title).toBeLessThanOrEqual(2);
  }
  expect(words.filter(({ symbol, source }) => symbol ?? source)).toHaveLength(Object.keys(DETAILS).length);
});

test("a word's address names it", () => {
  expect(glossaryLink("pseudo-label accuracy")).toBe("#/glossary/pseudo-label-accuracy");
  expect(wordOf(glossaryLink("pseudo-label accuracy"))).toBe("pseudo-label-accuracy");
  expect([glossaryLink(), "#/glossary/", "#/glossary?x=1", "#/glossary/k?x=1"].map(wordOf)).toEqual(["", "", "", "k"]);
  expect(["", "#/cohort", "#/glossaries", "glossary"].map(wordOf)).toEqual([null, null, null, null]);
  for (const slug of slugs) expect(slug).toMatch(/^[a-z0-9-]+$/);
});

test("search: titles first, by all parts, whatever the case, hyphens and indices", () => {
  const titles = (query: string): string[] => searchWords(query).map(({ title }) => title);
  expect(titles("PSEUDO LABEL").slice(0, 2)).toEqual(["Pseudo-label", "Pseudo-label accuracy"]);
  expect(titles("label").slice(0, 2)).toEqual(["Label rule", "Pseudo-label"]);
  expect(titles("p_a")).toContain("p_A, p_B");
  expect(titles("2504.16084")).toEqual(["TTRL"]);
  expect(titles("accuracy held")[0]).toBe("Held-out accuracy");
  expect(titles("reward")[0]).toMatch(/^Reward/);
  expect(titles("zebra")).toEqual([]);
  expect(titles("  ")).toHaveLength(WORD_COUNT);
});
