/**
 * The plurality vote of K rollouts over M answers, exactly.
 *
 * Ours (docs/theory.md derives it). Rollouts C ~ Multinomial(K, pi); the label is the most frequent answer, the first seen among tied ones,
 * which by exchangeability is each of them with equal chance. Two laws are needed:
 *     winner    L_l = Pr(label = l), what a peer's vote tells an agent;
 *     selfPull  sum over l, c of s(c) ([m = l] P(l, c) - [m != l] E[C_m; l wins with c] / (K - c)), P(l, c) = Pr(l wins with count c):
 *               the pull on logit m when label and rollouts are the same draw, where L alone is not enough.
 *
 * A count above K / 2 wins alone, so that part is binomial. For the others a dynamic programme over answers builds, for each winning count c,
 * O_m(n, t): the weight of all answers but m having n votes in all, t of them exactly c and the rest fewer. As products of the answers
 * before m and after m it serves every m at once. The cost is some M (K/2) (K^2 / 4) multiplications for `winner`; see docs/theory.md.
 */
import { logFactorial } from "./binomial.ts";
import { type SpreadOptions, updateSize } from "./spread.ts";
import { checkThreshold } from "./vote.ts";

/** Up to here a single point stays well below a millisecond or two; 64! still fits a double by far. */
export const MAX_PLURALITY_ROLLOUTS = 64;
export const MAX_ANSWERS = 8;

export interface Plurality {
  readonly K: number;
  readonly M: number;
  /** Writes L_l to `out` from pi (both length M). They sum to 1, or with a threshold to the chance of a label. */
  winner(pi: Float64Array, out: Float64Array): void;
  /** Writes the self-rewarding pull on each logit, per unit step on the logits; the pulls sum to 0. */
  selfPull(pi: Float64Array, out: Float64Array): void;
}

export interface PluralityOptions extends SpreadOptions {
  readonly K: number;
  /** Number of answers, 2 to 8. */
  readonly M: number;
  /** Least share of the winner for a vote to count; default 0. */
  readonly tau?: number;
}

/** A vote with its own scratch space. Throws RangeError on K (1 to 64), M (2 to 8) or tau out of range. */
export function createPlurality({ K, M, tau = 0, ddof = 0, epsilon = 0 }: PluralityOptions): Plurality {
  if (!Number.isInteger(K) || K < 1 || K > MAX_PLURALITY_ROLLOUTS) {
    throw new RangeError(`With many answers K must be a whole number from 1 to ${MAX_PLURALITY_ROLLOUTS}, not ${K}.`);
  }
  if (!Number.isInteger(M) || M < 2 || M > MAX_ANSWERS)
    throw new RangeError(`M must be a whole number from 2 to ${MAX_ANSWERS}, not ${M}.`);
  checkThreshold(tau);
  const width = K + 1;
  const sizes = Float64Array.from({ length: width }, (_, c) => updateSize(K, c, { ddof, epsilon }));
  // K! / (K - c)!, which makes Pr(C = c) from pi^c / c! and (1 - pi)^(K - c).
  const falling = Float64Array.from({ length: width }, (_, c) => Math.exp(logFactorial(K) - logFactorial(K - c)));
  const factorial = Math.exp(logFactorial(K));
  const accepted = Array.from({ length: width }, (_, c) => c / K >= tau);
  const firstAlone = Math.floor(K / 2) + 1;
  const firstShared = Math.max(1, Math.ceil(K / M));
  // pi_m^k / k!, and products over the answers before and after each one: [answer][tied][votes].
  const powers = new Float64Array(M * width);
  const most = Math.min(M, Math.floor(K / firstShared));
  const layer = (most + 1) * width;
  const before = new Float64Array((M + 1) * layer);
  const after = new Float64Array((M + 1) * layer);
  const rest = new Float64Array(M);
  const alone = new Float64Array(M);

  const prepare = (pi: Float64Array): void => {
    for (let m = 0; m < M; m++) {
      const p = pi[m] as number;
      let power = 1;
      for (let k = 0; k <= K; k++) {
        powers[m * width + k] = power;
        power *= p / (k + 1);
      }
      let others = 0;
      for (let j = 0; j < M; j++) if (j !== m) others += pi[j] as number;
      rest[m] = others;
    }
  };

  /** sum over counts c > K/2 of weight(c) Pr(C_l = c), for all l into `alone`. */
  const sumAlone = (weights: Float64Array | null): void => {
    for (let m = 0; m < M; m++) {
      const q = rest[m] as number;
      let sum = 0;
      let power = 1;
      for (let c = K; c >= firstAlone; c--) {
        if (accepted[c])
          sum += (weights ? (weights[c] as number) : 1) * (falling[c] as number) * power * (powers[m * width + c] as number);
        power *= q;
      }
      alone[m] = sum;
    }
  };

  // Of `joined` answers, t of them at c, the votes range from t c to t c + (joined - t) (c - 1); going over these only halves the time.
  const mostVotes = (joined: number, t: number, c: number): number => t * c + (joined - t) * (c - 1);

  /**
   * One more answer m joins the product of `joined` others at offset `from` of `source`, written at offset `to`; at most `limit` votes and
   * `ties` answers at c.
   */
  const join = (
    source: Float64Array,
    joined: number,
    from: number,
    to: number,
    m: number,
    c: number,
    ties: number,
    limit: number,
  ): void => {
    source.fill(0, to, to + (ties + 1) * width);
    const row = m * width;
    for (let t = 0; t <= Math.min(ties, joined); t++) {
      const last = Math.min(limit, mostVotes(joined, t, c));
      for (let v = t * c; v <= last; v++) {
        const weight = source[from + t * width + v] as number;
        const top = Math.min(c - 1, limit - v);
        const base = to + t * width + v;
        for (let k = 0; k <= top; k++) source[base + k] = (source[base + k] as number) + weight * (powers[row + k] as number);
        if (t < ties && v + c <= limit) {
          const at = base + width + c;
          source[at] = (source[at] as number) + weight * (powers[row + c] as number);
        }
      }
    }
  };

  const build = (c: number, ties: number, limit: number): void => {
    before.fill(0, 0, layer);
    after.fill(0, M * layer, (M + 1) * layer);
    before[0] = 1;
    after[M * layer] = 1;
    for (let m = 0; m < M - 1; m++) join(before, m, m * layer, (m + 1) * layer, m, c, ties, limit);
    for (let m = M - 1; m > 0; m--) join(after, M - 1 - m, (m + 1) * layer, m * layer, m, c, ties, limit);
  };

  /** sum over t of O_m(votes, t) times weights[t]. */
  const others = (m: number, votes: number, c: number, ties: number, weights: Float64Array): number => {
    const left = m * layer;
    const right = (m + 1) * layer;
    const behind = M - 1 - m;
    let sum = 0;
    for (let t1 = 0; t1 <= Math.min(ties, m); t1++) {
      for (let t2 = 0; t2 <= Math.min(ties - t1, behind); t2++) {
        let part = 0;
        const a = left + t1 * width;
        const b = right + t2 * width + votes;
        const first = Math.max(t1 * c, votes - mostVotes(behind, t2, c));
        const last = Math.min(mostVotes(m, t1, c), votes - t2 * c);
        for (let v = first; v <= last; v++) part += (before[a + v] as number) * (after[b - v] as number);
        sum += part * (weights[t1 + t2] as number);
      }
    }
    return sum;
  };

  const counted = new Float64Array(layer);
  /** E[C_m; m has fewer than c votes and another answer has c], over K!: the after-product takes in m's votes, times their number. */
  const outvotedVotes = (m: number, c: number, ties: number): number => {
    const right = (m + 1) * layer;
    const row = m * width;
    const behind = M - 1 - m;
    for (let t = 0; t <= Math.min(ties, behind); t++) {
      for (let v = 0; v <= K; v++) {
        let part = 0;
        const top = Math.min(c - 1, v);
        const base = right + t * width + v;
        for (let k = 1; k <= top; k++) part += k * (powers[row + k] as number) * (after[base - k] as number);
        counted[t * width + v] = part;
      }
    }
    let sum = 0;
    for (let t1 = 0; t1 <= Math.min(ties, m); t1++) {
      for (let t2 = t1 === 0 ? 1 : 0; t2 <= Math.min(ties - t1, behind); t2++) {
        const a = m * layer + t1 * width;
        const b = t2 * width + K;
        const last = Math.min(K - t2 * c, mostVotes(m, t1, c));
        for (let v = t1 * c; v <= last; v++) sum += (before[a + v] as number) * (counted[b - v] as number);
      }
    }
    return sum;
  };
  // With t others tied: the chance that m wins, and that another wins.
  const mine = Float64Array.from({ length: M + 1 }, (_, t) => 1 / (1 + t));
  const theirs = Float64Array.from({ length: M + 1 }, (_, t) => t / (1 + t));

  return {
    K,
    M,
    winner: (pi, out) => {
      prepare(pi);
      sumAlone(null);
      for (let m = 0; m < M; m++) out[m] = alone[m] as number;
      for (let c = firstShared; c < firstAlone; c++) {
        if (!accepted[c]) continue;
        const ties = Math.min(M - 1, Math.floor((K - c) / c));
        build(c, ties, K - c);
        for (let m = 0; m < M; m++) {
          out[m] = (out[m] as number) + factorial * (powers[m * width + c] as number) * others(m, K - c, c, ties, mine);
        }
      }
    },
    selfPull: (pi, out) => {
      prepare(pi);
      sumAlone(sizes);
      for (let m = 0; m < M; m++) {
        let pull = alone[m] as number;
        // E[C_m | l has c] = (K - c) pi_m / (1 - pi_l).
        for (let l = 0; l < M; l++) {
          if (l !== m && (rest[l] as number) > 0) pull -= ((alone[l] as number) * (pi[m] as number)) / (rest[l] as number);
        }
        out[m] = pull;
      }
      for (let c = firstShared; c < firstAlone; c++) {
        const size = sizes[c] as number;
        if (!accepted[c] || size === 0) continue;
        // Of the answers other than m at most K / c have c votes.
        const ties = Math.min(M - 1, Math.floor(K / c));
        build(c, ties, K);
        for (let m = 0; m < M; m++) {
          const row = m * width;
          const won = (powers[row + c] as number) * others(m, K - c, c, ties, mine);
          const lost = c * (powers[row + c] as number) * others(m, K - c, c, ties, theirs) + outvotedVotes(m, c, ties);
          out[m] = (out[m] as number) + factorial * size * (won - lost / (K - c));
        }
      }
    },
  };
}
