/** Pictures as text. */
import { expect, test } from "vitest";
import { escapeXml, pixel, polyline, wrap } from "./svg.ts";

test("nothing in a text opens a tag, an entity or ends an attribute", () => {
  expect(escapeXml('a < b & "c" > d')).toBe("a &lt; b &amp; &quot;c&quot; &gt; d");
});

test("sentences are broken between words; a word that is too long stands alone", () => {
  expect(wrap("aa bb cc dd", 5)).toEqual(["aa bb", "cc dd"]);
  expect(wrap("a longerword b", 6)).toEqual(["a", "longerword", "b"]);
  expect(wrap("", 5)).toEqual([]);
});

test("coordinates have a tenth of a pixel and no minus zero", () => {
  expect([1, 1.25, -0.01, 2.04].map(pixel)).toEqual(["1", "1.3", "0", "2"]);
});

test("a line has gaps where there is no value", () => {
  expect(polyline([[0, 1], [2, 3.33], null, [4, Number.NaN], [5, 6], [7, 8]])).toBe("M0 1L2 3.3M5 6L7 8");
});
