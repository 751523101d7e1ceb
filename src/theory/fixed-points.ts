/**
 * Fixed points of two-outcome systems, with their eigenvalues.
 *
 * Co-RL (arXiv 2608.17253, T1): two agents at equal rates have stable corners (0,0) and (1,1) and a saddle at one half with eigenvalues
 * +-q_K(1/2) phi_K'(1/2), derivative by p. Ours: a ring of N with any rates has there the N roots of
 * lambda^N = product of eta_n times (S_K phi_K')^N, derivative by x; a ring of three therefore spirals into its saddle. At a corner the
 * linear part vanishes: 1 - p decays like 1 / (eta sqrt(K - 1) t), and the signs of the pulls decide about stability. Where the own vote
 * weighs more than half, the corners of disagreement are stable too, and saddles appear on the edges and inside.
 */
import { expit } from "./binomial.ts";
import type { Kernel } from "./kernel.ts";
import { type Complex, monicRoots, newton2 } from "./roots.ts";
import { type TwoOutcomeSetting, type TwoOutcomeSystem, twoOutcomeSystem } from "./two-outcome.ts";

export interface FixedPoint {
  /** p of every agent. */
  readonly p: readonly number[];
  /** Eigenvalues of the linear part, per update; those of a corner are all 0. */
  readonly eigenvalues: readonly Complex[];
  readonly kind: "stable" | "saddle" | "unstable" | "marginal";
  readonly place: "corner" | "half" | "edge" | "inside";
}

/** Rings longer than this list only the two corners of consensus, not all 2^N. */
export const LISTED_CORNERS = 4;

/**
 * The isolated fixed points of a setting. All 2^N corners for N up to 4, else those of consensus; one half; for two agents also those on
 * the edges and inside that a mixture adds. Self-rewarding agents are independent: use one agent. Empty where nothing moves.
 */
export function fixedPoints(setting: TwoOutcomeSetting): FixedPoint[] {
  const system = twoOutcomeSystem(setting);
  const { agents, kernel } = system;
  const own = ownShare(setting);
  if (kernel.K < 2 || (own === 1 && kernel.atHalf.selfSlope === 0)) return [];
  const found: FixedPoint[] = [centre(system, own)];
  const count = agents <= LISTED_CORNERS ? 2 ** agents : 2;
  for (let index = 0; index < count; index++) {
    const bits = agents <= LISTED_CORNERS ? index : index * (2 ** agents - 1);
    found.push(corner(system, own, bits));
  }
  if (agents === 2 && setting.supervision.kind === "mixture") found.push(...edges(setting, kernel, own), ...inside(system));
  return found;
}

function ownShare({ supervision }: TwoOutcomeSetting): number {
  if (supervision.kind === "self") return 1;
  return supervision.kind === "mixture" ? supervision.ownWeight : 0;
}

/** The derivatives at one half of an agent's drift per eta, by its own x and by its predecessor's. */
function slopesAtHalf(system: TwoOutcomeSystem, own: number): { readonly a: number; readonly b: number } {
  const { atHalf } = system.kernel;
  if (system.setting.supervision.kind !== "pooled") {
    return { a: own * atHalf.selfSlope, b: (1 - own) * atHalf.spread * atHalf.phiSlope };
  }
  const h = 1e-4;
  const unit = twoOutcomeSystem({ ...system.setting, rates: [1, 1] });
  const out = new Float64Array(2);
  unit.drift(Float64Array.of(h, 0), out);
  const a = (out[0] ?? 0) / h;
  unit.drift(Float64Array.of(0, h), out);
  return { a, b: (out[0] ?? 0) / h };
}

/** One half: the eigenvalues solve product (lambda - eta_n a) = product (eta_n b). */
function centre(system: TwoOutcomeSystem, own: number): FixedPoint {
  const { rates } = system.setting;
  const { a, b } = slopesAtHalf(system, own);
  const N = rates.length;
  let eigenvalues: Complex[];
  if (own === 1) {
    eigenvalues = rates.map((rate) => ({ re: rate * a, im: 0 }));
  } else if (a === 0) {
    const size = rates.reduce((product, rate) => product * rate, 1) ** (1 / N) * b;
    eigenvalues = Array.from({ length: N }, (_, k) => ({
      re: size * exactCosine((2 * k) / N),
      im: size * exactCosine((2 * k) / N - 0.5),
    }));
  } else {
    let coefficients = [1];
    for (const rate of rates) {
      const next = [...coefficients, 0].map((value, i) => value - rate * a * (coefficients[i - 1] ?? 0));
      coefficients = next;
    }
    const ascending = coefficients.slice(1).reverse();
    ascending[0] = (ascending[0] ?? 0) - rates.reduce((product, rate) => product * rate * b, 1);
    eigenvalues = monicRoots(ascending);
  }
  return { p: rates.map(() => 0.5), eigenvalues, kind: kindOf(eigenvalues), place: "half" };
}

/** cos(pi x), exactly 0 at odd halves. */
function exactCosine(x: number): number {
  return Math.abs(x % 1) === 0.5 ? 0 : Math.cos(Math.PI * x);
}

function kindOf(eigenvalues: readonly Complex[]): FixedPoint["kind"] {
  const up = eigenvalues.filter((value) => value.re > 0).length;
  const down = eigenvalues.filter((value) => value.re < 0).length;
  if (up > 0 && down > 0) return "saddle";
  if (up === eigenvalues.length) return "unstable";
  return down === eigenvalues.length ? "stable" : up > 0 ? "saddle" : "marginal";
}

function corner({ setting, kernel, agents: N }: TwoOutcomeSystem, own: number, bits: number): FixedPoint {
  // A vote so strict that only unanimity counts, or K = 2, leaves no pull by the own vote.
  const self = kernel.atHalf.selfSlope === 0 ? 0 : own;
  const p = setting.rates.map((_, n) => (bits >> n) & 1);
  // What pulls agent n outwards, per size of its update: its own vote, and its predecessor's. In a pooled vote the predecessor wins, since
  // an agent only updates when one of its own rollouts deviates.
  const pulls = p.map((value, n) => {
    const agreed = N === 1 || value === p[(n + N - 1) % N];
    return agreed ? self + (1 - own) : self - (1 - own);
  });
  const outwards = pulls.filter((pull) => pull > 0).length;
  const inwards = pulls.filter((pull) => pull < 0).length;
  const kind = inwards === N ? "unstable" : inwards > 0 ? "saddle" : outwards === N ? "stable" : "marginal";
  return { p, eigenvalues: p.map(() => ({ re: 0, im: 0 })), kind, place: "corner" };
}

/** Edges of a mixture with own weight w > 1/2: one agent at a corner, the other where its own pull balances that peer's. */
function edges(setting: TwoOutcomeSetting, kernel: Kernel, own: number): FixedPoint[] {
  if (own <= 0.5 || own >= 1 || kernel.atHalf.selfSlope === 0) return [];
  const balance = (x: number): number => own * kernel.selfPull(x) - (1 - own) * kernel.spread(x);
  let low = 0;
  let high = 40;
  if (balance(high) < 0) return [];
  while (high - low > 1e-15 * high) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) break;
    if (balance(middle) < 0) low = middle;
    else high = middle;
  }
  const x = high;
  const h = 1e-5;
  const points: FixedPoint[] = [];
  for (const stuck of [0, 1]) {
    for (const side of [0, 1]) {
      const free = expit(side === 1 ? -x : x);
      const slope = ((balance(x + h) - balance(x - h)) / (2 * h)) * (setting.rates[1 - stuck] ?? 1);
      points.push({
        p: stuck === 0 ? [side, free] : [free, side],
        eigenvalues: [
          { re: slope, im: 0 },
          { re: 0, im: 0 },
        ],
        kind: "saddle",
        place: "edge",
      });
    }
  }
  return points;
}

/** Fixed points inside the square other than one half, from a grid of starts; the drift over the spread does not vanish at corners. */
function inside(system: TwoOutcomeSystem): FixedPoint[] {
  const out = new Float64Array(2);
  const at = (x: number, y: number): [number, number] => {
    system.drift(Float64Array.of(x, y), out);
    return [(out[0] ?? 0) / system.kernel.spread(x), (out[1] ?? 0) / system.kernel.spread(y)];
  };
  const seen: [number, number][] = [];
  for (let i = -8; i <= 8; i++) {
    for (let j = -8; j <= 8; j++) {
      const zero = newton2(at, i * 0.5, j * 0.5);
      if (!zero || Math.hypot(...zero) < 1e-5) continue;
      if (seen.every(([x, y]) => Math.hypot(x - zero[0], y - zero[1]) > 1e-6)) seen.push(zero);
    }
  }
  return seen.map(([x, y]) => {
    const eigenvalues = jacobianEigenvalues(system, x, y);
    return { p: [expit(x), expit(y)], eigenvalues, kind: kindOf(eigenvalues), place: "inside" };
  });
}

function jacobianEigenvalues(system: TwoOutcomeSystem, x: number, y: number): Complex[] {
  const h = 1e-5;
  const drift = (u: number, v: number): Float64Array => {
    const out = new Float64Array(2);
    system.drift(Float64Array.of(u, v), out);
    return out;
  };
  const slope = (plus: Float64Array, minus: Float64Array, i: number): number => ((plus[i] ?? 0) - (minus[i] ?? 0)) / (2 * h);
  const [xUp, xDown, yUp, yDown] = [drift(x + h, y), drift(x - h, y), drift(x, y + h), drift(x, y - h)];
  const trace = slope(xUp, xDown, 0) + slope(yUp, yDown, 1);
  const determinant = slope(xUp, xDown, 0) * slope(yUp, yDown, 1) - slope(yUp, yDown, 0) * slope(xUp, xDown, 1);
  return monicRoots([determinant, -trace]);
}
