/** The Export menu's files, made from what the page shows. Here are the parts that need the browser: canvas, image, blob. */
import { drawBetaPair, type WeightedPrompt } from "../../theory/populations.ts";
import { download } from "../../ui/download.ts";
import { downloadBlob } from "../../ui/download-blob.ts";
import { shownColours } from "../../ui/palette.ts";
import { svgToPng } from "../../ui/raster.ts";
import { basinMapCsv, trajectoryCsv } from "./csv.ts";
import { RULES, type Rule } from "./dynamics.ts";
import { type Axes, pathData } from "./geometry.ts";
import { type PictureColours, pictureSvg } from "./picture.ts";
import type { CellMap, PopulationResult } from "./protocol.ts";
import type { PerRule } from "./scene.ts";
import { currentPalette, shadeMap, thresholdMap } from "./shading.ts";
import type { BasinState } from "./state.ts";
import { stateFile } from "./state-json.ts";
import type { Scene } from "./use-scene.ts";

export const TITLES: PerRule<string> = { self: "Self-rewarding", cross: "Cross supervision" };

/** Frames of a prompt's way that the page draws. */
export const FRAMES = 61;

/** What is on the page when a file is asked for. */
export interface Shown {
  readonly state: BasinState;
  readonly scene: Scene;
  /** What the prompts of population mode come to, once known. */
  readonly population: PopulationResult | null;
}

/** The title of the second picture: the exchange that was chosen. */
export function titlesOf({ exchange, p }: Pick<BasinState, "exchange" | "p">): PerRule<string> {
  const cross = exchange === "mixture" ? "Mixed votes" : exchange === "pooled" ? "Pooled vote" : TITLES.cross;
  return { self: TITLES.self, cross: p.length > 2 ? `${cross}, ring of ${p.length}` : cross };
}

/** The prompts of population mode. */
export function promptsOf({ population }: Pick<BasinState, "population">): readonly WeightedPrompt[] {
  return population.kind === "prompts" ? population.prompts : drawBetaPair(population.pair);
}

function known({ state, scene }: Shown): { readonly map: CellMap; readonly self: CellMap } {
  const { map, threshold } = scene;
  if (!map || map.rows < map.n || scene.mapProgress !== null)
    throw new Error("The basins are still being computed. Try again when they are drawn.");
  if (!scene.current || scene.starts.length !== state.points.length + 1)
    throw new Error("The trajectories are still being computed. Try again in a moment.");
  return { map, self: thresholdMap(threshold, map.n) };
}

/** Letters and digits only: "basins-0.700-0.400-K7". */
function fileName({ p, K }: BasinState, what: string): string {
  return `basins-${what}-${p.map((value) => value.toFixed(3)).join("-")}-K${K}`;
}

export async function saveState({ state, scene, population: result }: Shown): Promise<void> {
  const [first, ...points] = scene.starts;
  if (!first || !scene.current) throw new Error("The outcome is still being computed. Try again in a moment.");
  const prompts = promptsOf(state);
  const needed = state.mode === "population" && prompts.length > 0;
  if (needed && !result) throw new Error("The final accuracy is still being computed. Try again in a moment.");
  const population = needed && result ? { accuracy: result.accuracy, prompts } : null;
  const file = stateFile({ state, app: __APP_VERSION__, verdict: first.verdict, points, population });
  download(`${fileName(state, "state")}.json`, "application/json", `${JSON.stringify(file, null, 2)}\n`);
}

export async function saveTrajectory(shown: Shown): Promise<void> {
  if (!shown.scene.current || shown.scene.starts.length === 0)
    throw new Error("The trajectories are still being computed. Try again in a moment.");
  download(`${fileName(shown.state, "trajectory")}.csv`, "text/csv", trajectoryCsv(shown.scene.starts, shown.state.horizon));
}

/** Rows of cells between two pauses: some 10 ms. */
const ROWS_AT_ONCE = 32;

export async function saveMap(shown: Shown): Promise<void> {
  const { map, self } = known(shown);
  const pieces: string[] = [];
  for (const piece of basinMapCsv(self, map, shown.state.axes)) {
    pieces.push(piece);
    if (pieces.length % ROWS_AT_ONCE === 0) await new Promise((resolve) => setTimeout(resolve, 0));
  }
  downloadBlob(`${fileName(shown.state, "map")}.csv`, new Blob(pieces, { type: "text/csv" }));
}

function colours([x, y]: Axes): PictureColours {
  const colour = shownColours();
  return {
    ground: colour("--ground"),
    ink: colour("--ink"),
    soft: colour("--ink-soft"),
    line: colour("--line"),
    right: colour("--right"),
    wrong: colour("--wrong"),
    agents: [colour(`--agent-${x}`), colour(`--agent-${y}`)],
  };
}

/** A map as a PNG's data: address. */
function paint(map: CellMap): string {
  const canvas = document.createElement("canvas");
  canvas.width = map.n;
  canvas.height = map.n;
  canvas
    .getContext("2d")
    ?.putImageData(
      new ImageData(shadeMap(map, currentPalette(document.documentElement.dataset.mantineColorScheme ?? "light")), map.n, map.n),
      0,
      0,
    );
  return canvas.toDataURL("image/png");
}

function picture(shown: Shown): ReturnType<typeof pictureSvg> {
  const { state, scene } = shown;
  const { map, self } = known(shown);
  const [x, y] = state.axes;
  const many = state.mode === "population";
  const paths = (rule: Rule): string[] => (many ? [] : scene.starts.map((start) => pathData(start.path[rule], state.axes)));
  const places = many ? promptsOf(state).map(({ p }) => p) : scene.starts.map(({ p }) => p);
  const verdict = scene.starts[0]?.verdict;
  return pictureSvg({
    axes: state.axes,
    colours: colours(state.axes),
    titles: titlesOf(state),
    shading: { self: paint(self), cross: paint(map) },
    field: scene.field,
    border: scene.border,
    paths: { self: paths(RULES[0]), cross: paths(RULES[1]) },
    marks: places.map((p): [number, number] => [p[x] ?? 0.5, p[y] ?? 0.5]),
    sentences: verdict && !many ? [verdict.self, verdict.cross] : [],
  });
}

export async function saveSvg(shown: Shown): Promise<void> {
  download(`${fileName(shown.state, "portrait")}.svg`, "image/svg+xml", picture(shown).text);
}

export async function savePng(shown: Shown): Promise<void> {
  const { text, width, height } = picture(shown);
  downloadBlob(`${fileName(shown.state, "portrait")}.png`, await svgToPng(text, width, height));
}
