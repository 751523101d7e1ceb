/**
 * The prompt map's dots on a canvas: one path a shape, thousands of dots within a few milliseconds, sharp on any screen. Dots move to
 * their new places in a third of a second while a run is followed; all else is drawn at once.
 */
import { type Dot, OUTCOMES, type Outcome, SPREAD, spreadOf } from "./prompt-map.ts";

export interface MapColours {
  readonly right: string;
  readonly wrong: string;
  readonly soft: string;
  readonly ink: string;
  readonly ground: string;
}

export interface MapPicture {
  readonly dots: readonly Pick<Dot, "prompt" | "x" | "y" | "outcome">[];
  /** Running places of prompts that crossed, [x, y] each; `up` says which way. */
  readonly trails: readonly { readonly up: boolean; readonly places: readonly (readonly [number, number])[] }[];
  /** The prompt under the pointer or chosen. */
  readonly marked: number | null;
  /** Where given, all other prompts are drawn faintly. */
  readonly strong?: ReadonlySet<number> | null;
  readonly colours: MapColours;
  /** Of the square, in CSS pixels. */
  readonly side: number;
}

export interface MapPainter {
  /** Draws a picture; with `move` dots that were drawn before go to their new places. */
  show(picture: MapPicture, move: boolean): void;
  stop(): void;
}

/** Room around the square for the ring around a dot. CSS pixels. */
export const MAP_MARGIN = 8;
/** Milliseconds of a move: well below the time between two redraws. */
const MOVE = 330;

/** Radius of a dot: smaller where there are many. */
export function dotRadius(dots: number, side: number): number {
  const base = dots > 1500 ? 1.7 : dots > 700 ? 2.2 : dots > 200 ? 2.7 : 3.6;
  return base * Math.min(1.7, Math.max(0.85, side / 360));
}

/**
 * How far 0 and 1 lie inside the square's edges, so that dots at them, spread as they are, stay inside. CSS pixels. The same on all sides, so the
 * square's diagonal is still the line p_A + p_B = 1 and its middle still one half.
 */
export function mapInset(dots: number, side: number): number {
  // The widest shape, the diamond, and half of its line.
  return Math.min(side / 4, 1.3 * dotRadius(dots, side) + 1 + SPREAD * side);
}

function addShape(path: Path2D, outcome: Outcome, x: number, y: number, r: number): void {
  switch (outcome) {
    case "wrong":
      path.moveTo(x - r, y - r);
      path.lineTo(x + r, y + r);
      path.moveTo(x - r, y + r);
      path.lineTo(x + r, y - r);
      break;
    case "differs":
      path.moveTo(x, y - 1.3 * r);
      path.lineTo(x + 1.3 * r, y);
      path.lineTo(x, y + 1.3 * r);
      path.lineTo(x - 1.3 * r, y);
      path.closePath();
      break;
    default:
      path.moveTo(x + r, y);
      path.arc(x, y, r, 0, 2 * Math.PI);
  }
}

function drawTrails(context: CanvasRenderingContext2D, { trails, colours }: MapPicture, at: (value: number) => number): void {
  context.lineWidth = 1;
  context.strokeStyle = colours.soft;
  for (const { up, places } of trails) {
    context.setLineDash(up ? [] : [3, 3]);
    context.beginPath();
    for (const [n, [x, y]] of places.entries()) {
      if (n === 0) context.moveTo(at(x), at(1 - y));
      else context.lineTo(at(x), at(1 - y));
    }
    context.stroke();
  }
  context.setLineDash([]);
}

/** A painter of a canvas that reaches MAP_MARGIN beyond its square on each side. */
export function createMapPainter(canvas: HTMLCanvasElement): MapPainter {
  const context = canvas.getContext("2d");
  let frame = 0;
  /** Where each prompt was drawn last, [prompt] to [x, y] with its spread. */
  let drawn = new Map<number, readonly [number, number]>();

  const paint = (picture: MapPicture, share: number, from: ReadonlyMap<number, readonly [number, number]>): void => {
    if (!context) return;
    const { dots, marked, strong = null, colours, side } = picture;
    const scale = Math.min(3, window.devicePixelRatio || 1);
    const size = side + 2 * MAP_MARGIN;
    const pixels = Math.round(size * scale);
    if (canvas.width !== pixels) {
      canvas.width = pixels;
      canvas.height = pixels;
    }
    context.setTransform(pixels / size, 0, 0, pixels / size, 0, 0);
    context.clearRect(0, 0, size, size);
    const inset = mapInset(dots.length, side);
    const at = (value: number): number => MAP_MARGIN + inset + value * (side - 2 * inset);
    drawTrails(context, picture, at);
    const radius = dotRadius(dots.length, side);
    const shapes = (): Record<Outcome, Path2D> => ({
      right: new Path2D(),
      wrong: new Path2D(),
      differs: new Path2D(),
      unlabelled: new Path2D(),
    });
    const [plain, faint] = [shapes(), shapes()];
    const places = new Map<number, readonly [number, number]>();
    for (const dot of dots) {
      const [dx, dy] = spreadOf(dot.prompt);
      const before = share < 1 ? from.get(dot.prompt) : undefined;
      const x = before ? before[0] + share * (dot.x + dx - before[0]) : dot.x + dx;
      const y = before ? before[1] + share * (dot.y + dy - before[1]) : dot.y + dy;
      places.set(dot.prompt, [x, y]);
      const paths = strong && !strong.has(dot.prompt) ? faint : plain;
      addShape(paths[dot.outcome], dot.outcome, at(x), at(1 - y), radius);
    }
    drawn = places;
    context.lineWidth = Math.max(1.1, 0.6 * radius);
    for (const [paths, alpha] of [
      [faint, 0.14],
      [plain, 0.85],
    ] as const) {
      context.globalAlpha = alpha;
      for (const outcome of [...OUTCOMES].reverse()) {
        context.strokeStyle = outcome === "wrong" ? colours.wrong : colours.soft;
        context.fillStyle = outcome === "right" ? colours.right : colours.soft;
        if (outcome === "wrong" || outcome === "unlabelled") context.stroke(paths[outcome]);
        else context.fill(paths[outcome]);
      }
    }
    context.globalAlpha = 1;
    const ring = marked === null ? undefined : places.get(marked);
    if (!ring) return;
    for (const [width, colour] of [
      [4.5, colours.ground],
      [2, colours.ink],
    ] as const) {
      context.lineWidth = width;
      context.strokeStyle = colour;
      context.beginPath();
      context.arc(at(ring[0]), at(1 - ring[1]), radius + 4, 0, 2 * Math.PI);
      context.stroke();
    }
  };

  let current: MapPicture | null = null;
  let moving = false;
  const stop = (): void => {
    cancelAnimationFrame(frame);
    moving = false;
  };
  return {
    show(picture, move) {
      const same = current?.dots === picture.dots;
      current = picture;
      // The ring moves on while its dots are on their way.
      if (same && moving) return;
      stop();
      const from = drawn;
      if (same || !move || from.size === 0) {
        paint(picture, 1, from);
        return;
      }
      moving = true;
      let begun: number | null = null;
      const tick = (now: number): void => {
        begun ??= now;
        const linear = Math.min(1, (now - begun) / MOVE);
        paint(current ?? picture, 1 - (1 - linear) ** 3, from);
        moving = linear < 1;
        if (moving) frame = requestAnimationFrame(tick);
      };
      frame = requestAnimationFrame(tick);
    },
    stop,
  };
}
