/**
 * The basins' shading: green where all agents end right, orange where all end wrong, stripes of both where they end apart, grey where nothing
 * decides. Soft enough for the field to be read over it.
 */
import { RIGHT, SPLIT, WRONG } from "../../theory/outcome-codes.ts";
import type { CellMap } from "./protocol.ts";

/** Red, green, blue, 0 to 255. */
export type Rgb = readonly [number, number, number];

export interface Palette {
  readonly right: Rgb;
  readonly wrong: Rgb;
  readonly neither: Rgb;
}

/** Opacity of the shading, of 255. */
const SOFT = 50;
/** Stripes where agents end apart, this many to the side's length, whatever the number of cells. */
const STRIPES = 32;

/** "#15803d" as numbers. Black where it cannot be read. */
export function readColour(text: string): Rgb {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text.trim());
  const part = (n: number): number => Number.parseInt(match?.[n] ?? "0", 16);
  return [part(1), part(2), part(3)];
}

const palettes = new Map<string, Palette>();

export function isPaletteKnown(scheme: string): boolean {
  return palettes.has(scheme);
}

/** The colours of the scheme that the page is in. Read once a scheme: asking for a style makes the browser work out all that waits. */
export function currentPalette(scheme: string): Palette {
  const known = palettes.get(scheme);
  if (known) return known;
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string): Rgb => readColour(style.getPropertyValue(name));
  const palette = { right: colour("--right"), wrong: colour("--wrong"), neither: colour("--ink-soft") };
  palettes.set(scheme, palette);
  return palette;
}

/** Little-endian RGBA, as ImageData's bytes are on every machine that browsers run on. */
const pack = ([r, g, b]: Rgb): number => ((SOFT << 24) | (b << 16) | (g << 8) | r) >>> 0;

/** Pixels of a map, [n, n, 4], the top row being that of the largest p_y. Rows not known yet stay transparent. */
export function shadeMap({ cells, n, rows }: CellMap, palette: Palette): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint32Array(n * n);
  const right = pack(palette.right);
  const wrong = pack(palette.wrong);
  const neither = pack(palette.neither);
  const stripe = Math.max(2, Math.round(n / STRIPES));
  for (let row = 0; row < rows; row++) {
    const to = (n - 1 - row) * n;
    for (let column = 0; column < n; column++) {
      const code = cells[row * n + column];
      pixels[to + column] =
        code === RIGHT
          ? right
          : code === WRONG
            ? wrong
            : code === SPLIT
              ? Math.floor((row + column) / stripe) % 2 === 0
                ? right
                : wrong
              : neither;
    }
  }
  return new Uint8ClampedArray(pixels.buffer);
}

/** The map of self-rewarding by its threshold: the quarters of the square. Null threshold: nothing moves. */
export function thresholdMap(threshold: number | null, n: number): CellMap {
  const cells = new Uint8Array(n * n);
  for (let row = 0; row < n; row++) {
    const up = threshold !== null && (row + 0.5) / n > threshold;
    for (let column = 0; column < n; column++) {
      const right = threshold !== null && (column + 0.5) / n > threshold;
      cells[row * n + column] = threshold === null ? 2 : up === right ? (up ? RIGHT : WRONG) : SPLIT;
    }
  }
  return { cells, n, rows: n };
}
