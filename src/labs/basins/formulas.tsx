/** The formulas of the page, each with what it says, which control or picture it belongs to, and its source. */
import type { ReactNode } from "react";
import { both, fraction, i, num, of, op, root, row, sub, under, upright } from "../../ui/mathml.tsx";

export interface FormulaEntry {
  readonly id: string;
  /** Controls and pictures that it stands behind. */
  readonly about: string;
  /** How it is read. */
  readonly label: string;
  readonly math: ReactNode;
  readonly says: string;
  readonly source: string;
}

const p = i("p");
const K = i("K");
const C = i("C");
const half = fraction(num(1), num(2));
const pn = sub(p, i("n"));
const before = sub(p, row(i("n"), op("−"), num(1)));
const phi = sub(i("φ"), K);
const S = sub(i("S"), K);
const V = sub(i("V"), K);
const eta = (n: string): ReactNode => sub(i("η"), i(n));
const dt = (what: ReactNode): ReactNode => fraction(row(i("d"), what), row(i("d"), i("t")));
const pq = (x: ReactNode): ReactNode => row(x, op("("), num(1), op("−"), x, op(")"));

export const FORMULAS: readonly FormulaEntry[] = [
  {
    id: "vote",
    about: "K, tau",
    label: "V K of p equals the probability that C exceeds K over 2, plus half the probability that C equals K over 2",
    math: row(
      of(V, p),
      op("="),
      of(upright("Pr"), C, op(">"), fraction(K, num(2))),
      op("+"),
      half,
      of(upright("Pr"), C, op("="), fraction(K, num(2))),
    ),
    says: "The chance that a majority vote of K rollouts is right, C of them being right. A tie is broken by the first answer seen, so it counts half. With a threshold a vote counts only if its winner has a share of at least tau.",
    source: "Co-RL, section 5; ties ours",
  },
  {
    id: "direction",
    about: "K",
    label: "phi K of p equals 2 V K of p minus 1",
    math: row(of(phi, p), op("="), num(2), of(V, p), op("−"), num(1)),
    says: "The direction in which a vote pulls: 1 surely right, -1 surely wrong, 0 at p = 1/2.",
    source: "Co-RL, section 5",
  },
  {
    id: "spread",
    about: "K",
    label: "S K of p equals the expected value of the square root of C times K minus C, over K",
    math: row(of(S, p), op("="), of(upright("E"), fraction(root(C, op("("), K, op("−"), C, op(")")), K))),
    says: "The mean standard deviation of a group's rewards: the size of an update. Where all rollouts agree nothing is learnt.",
    source: "Co-RL, section 5",
  },
  {
    id: "self",
    about: "left portrait",
    label: "d p n by d t equals eta n p n times 1 minus p n times the expected sign of C minus K over 2 times s K of C",
    math: row(
      dt(pn),
      op("="),
      eta("n"),
      pq(pn),
      of(upright("E"), upright("sgn"), op("("), C, op("−"), fraction(K, num(2)), op(")"), of(sub(i("s"), K), C)),
    ),
    says: "Self-rewarding: below one half an agent goes to wrong, above to right.",
    source: "Co-RL, P1 and P2",
  },
  {
    id: "cross",
    about: "right portrait, p_n, eta_n, N",
    label: "d p n by d t equals eta n p n times 1 minus p n times S K of p n times phi K of p n minus 1",
    math: row(dt(pn), op("="), eta("n"), pq(pn), of(S, pn), of(phi, before)),
    says: "Cross supervision on a ring: the peer's vote sets the direction, the own spread the size.",
    source: "Co-RL, P1",
  },
  {
    id: "conserved",
    about: "eta_A, eta_B, thick line",
    label: "H equals eta B F of p A minus eta A F of p B",
    math: row(i("H"), op("="), eta("B"), of(i("F"), sub(p, i("A"))), op("−"), eta("A"), of(i("F"), sub(p, i("B")))),
    says: "Constant along a trajectory of two agents. The basins meet where it is 0 with p_A and p_B on different sides of one half; at equal rates that is p_A + p_B = 1.",
    source: "Co-RL, T1; unequal rates ours",
  },
  {
    id: "integral",
    about: "thick line",
    label: "F of p equals the integral from one half to p of phi K of u over u times 1 minus u times S K of u, d u",
    math: row(
      of(i("F"), p),
      op("="),
      both(op("∫"), row(num(1), op("/"), num(2)), p),
      fraction(of(phi, i("u")), row(pq(i("u")), of(S, i("u")))),
      i("d"),
      i("u"),
    ),
    says: "How much an opinion weighs: it grows without bound towards certainty.",
    source: "Co-RL, appendix B",
  },
  {
    id: "many",
    about: "M, s, sharing of wrong answers",
    label:
      "d theta m by d t equals eta over 2 times: L m S K of pi m, minus the sum over l other than m of L l S K of pi l times pi m over 1 minus pi l",
    math: row(
      dt(sub(i("θ"), i("m"))),
      op("="),
      fraction(i("η"), num(2)),
      op("["),
      sub(i("L"), i("m")),
      of(S, sub(i("π"), i("m"))),
      op("−"),
      under(op("∑"), row(i("l"), op("≠"), i("m"))),
      sub(i("L"), i("l")),
      of(S, sub(i("π"), i("l"))),
      fraction(sub(i("π"), i("m")), row(num(1), op("−"), sub(i("π"), i("l")))),
      op("]"),
    ),
    says: "With M answers, L being the law of the peer's plurality. Wrong answers that scatter do not add up to one vote: a plurality can be right at p < 1/2. The half makes M = 2 the two-outcome system.",
    source: "ours",
  },
  {
    id: "mixture",
    about: "label from, w",
    label: "d x n by d t equals w times the self-rewarding pull plus 1 minus w times the peer's",
    math: row(
      dt(sub(i("x"), i("n"))),
      op("="),
      i("w"),
      sub(i("x"), upright("self")),
      op("+"),
      op("("),
      num(1),
      op("−"),
      i("w"),
      op(")"),
      sub(i("x"), upright("cross")),
    ),
    says: "In log-odds x the drifts of own and peer's label add up. Above w = 1/2 an agent may hold its own side for good.",
    source: "ours",
  },
  {
    id: "finite",
    about: "repeats, fan of the time charts",
    label: "x n of t plus 1 equals x n of t plus eta n times the label, plus or minus 1, times s K of C n",
    math: row(
      of(sub(i("x"), i("n")), i("t"), op("+"), num(1)),
      op("="),
      of(sub(i("x"), i("n")), i("t")),
      op("±"),
      eta("n"),
      of(sub(i("s"), K), sub(C, i("n"))),
    ),
    says: "The finite world: K rollouts are drawn, the vote is taken, the log-odds move. The dark band holds half of the runs, the light one nine in ten.",
    source: "Co-RL, section 5, simulated",
  },
];
