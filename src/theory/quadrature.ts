/** Gauss-Legendre quadrature: nodes and weights on [-1, 1] by Newton's method on the Legendre polynomial (Golub's classic start). */

export interface Rule {
  readonly nodes: Float64Array;
  readonly weights: Float64Array;
}

/** The rule with n points, exact for polynomials up to degree 2 n - 1. */
export function gaussLegendre(n: number): Rule {
  if (!Number.isInteger(n) || n < 1) throw new RangeError(`A rule needs at least one point, not ${n}.`);
  const nodes = new Float64Array(n);
  const weights = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    let z = Math.cos((Math.PI * (i + 0.75)) / (n + 0.5));
    let slope = 1;
    for (let round = 0; round < 100; round++) {
      let previous = 1;
      let value = z;
      for (let k = 2; k <= n; k++) [previous, value] = [value, ((2 * k - 1) * z * value - (k - 1) * previous) / k];
      slope = (n * (z * value - previous)) / (z * z - 1);
      const step = value / slope;
      z -= step;
      if (Math.abs(step) < 1e-16) break;
    }
    nodes[i] = z;
    weights[i] = 2 / ((1 - z * z) * slope * slope);
  }
  return { nodes, weights };
}

/** The integral of f over [from, to] by one application of the rule. */
export function integrateWith(rule: Rule, f: (x: number) => number, from: number, to: number): number {
  const half = (to - from) / 2;
  const middle = (to + from) / 2;
  let sum = 0;
  for (let i = 0; i < rule.nodes.length; i++) sum += (rule.weights[i] as number) * f(middle + half * (rule.nodes[i] as number));
  return sum * half;
}
