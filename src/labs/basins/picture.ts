/**
 * The exported picture: both portraits side by side as one SVG that stands alone, with titles, axes, what the shading means, and the sentences.
 * The shading is an embedded image, all else vectors. Pure; the page hands in colours and the image.
 */

import { SIDE } from "../../ui/field.ts";
import { agentLetter } from "../../ui/format.ts";
import { escapeXml, wrap } from "../../ui/svg.ts";
import type { RULES } from "./dynamics.ts";
import type { Axes } from "./geometry.ts";
import type { PerRule } from "./scene.ts";

export interface PictureColours {
  readonly ground: string;
  readonly ink: string;
  readonly soft: string;
  readonly line: string;
  readonly right: string;
  readonly wrong: string;
  /** Of the two agents on the axes. */
  readonly agents: readonly [string, string];
}

export interface PictureParts {
  readonly axes: Axes;
  readonly colours: PictureColours;
  readonly titles: PerRule<string>;
  /** data: address of each shading; empty where there is none. */
  readonly shading: PerRule<string>;
  readonly field: PerRule<string>;
  readonly border: PerRule<string>;
  /** Path data of the start's trajectory first, then of the dropped points'. */
  readonly paths: PerRule<readonly string[]>;
  /** Where trajectories begin, (p_x, p_y); prompts in population mode. */
  readonly marks: readonly (readonly [number, number])[];
  readonly sentences: readonly string[];
}

const MARGIN = 90;
const GAP = 120;
const TOP = 90;
const LINE = 34;
export const PICTURE_WIDTH = 2 * SIDE + GAP + 2 * MARGIN;
/** Characters that fit a line at 24 px. */
const CHARACTERS = 165;

/** The picture as SVG text, with its size in pixels. */
export function pictureSvg(parts: PictureParts): { readonly text: string; readonly width: number; readonly height: number } {
  const { axes, colours: c, titles, shading, field, border, paths, marks, sentences } = parts;
  const [x, y] = axes;
  const lines = sentences.flatMap((sentence) => wrap(sentence, CHARACTERS));
  const height = TOP + SIDE + 110 + (lines.length + 1) * LINE + 20;
  const name = (n: number): string =>
    `<tspan font-style="italic">p</tspan><tspan dy="8" font-size="20">${agentLetter(n)}</tspan>`;
  const portrait = (rule: (typeof RULES)[number], left: number): string => {
    const drawn = paths[rule].map((data, n) => {
      const dash = n === 0 ? "" : ' stroke-dasharray="10 6"';
      return `<path d="${data}" fill="none" stroke="${c.ground}" stroke-width="8"/><path d="${data}" fill="none" stroke="${c.ink}" stroke-width="3.5"${dash}/>`;
    });
    const dots = marks.map(
      ([a, b], n) =>
        `<circle cx="${(a * SIDE).toFixed(1)}" cy="${((1 - b) * SIDE).toFixed(1)}" r="${n === 0 ? 12 : 9}" fill="${n === 0 ? c.ink : c.ground}" stroke="${c.ink}" stroke-width="3"/>`,
    );
    return [
      `<g transform="translate(${left} ${TOP})">`,
      `<text x="0" y="-28" font-size="34" font-weight="600" fill="${c.ink}">${escapeXml(titles[rule])}</text>`,
      shading[rule] === "" ? "" : `<image href="${shading[rule]}" width="${SIDE}" height="${SIDE}" preserveAspectRatio="none"/>`,
      `<path d="${field[rule]}" fill="none" stroke="${c.soft}" stroke-width="2"/>`,
      `<path d="${border[rule]}" fill="none" stroke="${c.ink}" stroke-width="7"/>`,
      ...drawn,
      ...dots,
      `<rect width="${SIDE}" height="${SIDE}" fill="none" stroke="${c.line}" stroke-width="2"/>`,
      `<text x="0" y="${SIDE + 40}" fill="${c.soft}">0</text>`,
      `<text x="${SIDE}" y="${SIDE + 40}" text-anchor="end" fill="${c.soft}">1</text>`,
      `<text x="${SIDE / 2}" y="${SIDE + 42}" text-anchor="middle" font-size="30" fill="${c.agents[0]}">${name(x)}</text>`,
      `<text x="-16" y="${SIDE}" text-anchor="end" fill="${c.soft}">0</text>`,
      `<text x="-16" y="20" text-anchor="end" fill="${c.soft}">1</text>`,
      `<text x="-16" y="${SIDE / 2}" text-anchor="end" font-size="30" fill="${c.agents[1]}">${name(y)}</text>`,
      "</g>",
    ].join("\n");
  };
  const legendTop = TOP + SIDE + 92;
  const key = (left: number, colour: string, words: string): string =>
    `<rect x="${left}" y="${legendTop - 20}" width="24" height="24" fill="${colour}" fill-opacity="0.35"/><text x="${left + 34}" y="${legendTop}" fill="${c.ink}">${words}</text>`;
  const text = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${PICTURE_WIDTH}" height="${height}" viewBox="0 0 ${PICTURE_WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="24">`,
    `<title>${escapeXml(`${titles.self} and ${titles.cross}`)}</title>`,
    `<desc>${escapeXml(sentences.join(" "))}</desc>`,
    `<rect width="100%" height="100%" fill="${c.ground}"/>`,
    portrait("self", MARGIN),
    portrait("cross", MARGIN + SIDE + GAP),
    key(MARGIN, c.right, "ends right"),
    key(MARGIN + 190, c.wrong, "ends wrong"),
    ...lines.map(
      (line, n) => `<text x="${MARGIN}" y="${legendTop + 18 + (n + 1) * LINE}" fill="${c.ink}">${escapeXml(line)}</text>`,
    ),
    "</svg>",
    "",
  ].join("\n");
  return { text, width: PICTURE_WIDTH, height };
}
