/** Complex roots of a polynomial (Durand and Kerner), and Newton's method in two dimensions; for eigenvalues and fixed points. */

export interface Complex {
  readonly re: number;
  readonly im: number;
}

/** All roots of z^N + c[N-1] z^(N-1) + ... + c[0]. Imaginary parts below 1e-12 of the root are set to 0. */
export function monicRoots(c: readonly number[]): Complex[] {
  const N = c.length;
  const radius = 1 + Math.max(0, ...c.map(Math.abs));
  let roots: Complex[] = Array.from({ length: N }, (_, i) => {
    const angle = (2 * Math.PI * i) / N + 0.4;
    return { re: radius * 0.6 * Math.cos(angle), im: radius * 0.6 * Math.sin(angle) };
  });
  for (let round = 0; round < 500; round++) {
    let moved = 0;
    const before = roots;
    roots = before.map((z, i) => {
      let value: Complex = { re: 1, im: 0 };
      for (let k = N - 1; k >= 0; k--) {
        const product = times(value, z);
        value = { re: product.re + (c[k] ?? 0), im: product.im };
      }
      let denominator: Complex = { re: 1, im: 0 };
      before.forEach((other, j) => {
        if (j !== i) denominator = times(denominator, { re: z.re - other.re, im: z.im - other.im });
      });
      const norm = denominator.re ** 2 + denominator.im ** 2 || 1e-300;
      const step = times(value, { re: denominator.re / norm, im: -denominator.im / norm });
      moved = Math.max(moved, Math.abs(step.re), Math.abs(step.im));
      return { re: z.re - step.re, im: z.im - step.im };
    });
    if (moved < 1e-15 * radius) break;
  }
  return roots.map(clean).sort((a, b) => b.re - a.re || b.im - a.im);
}

function times(a: Complex, b: Complex): Complex {
  return { re: a.re * b.re - a.im * b.im, im: a.re * b.im + a.im * b.re };
}

function clean({ re, im }: Complex): Complex {
  const size = Math.hypot(re, im);
  return { re: Math.abs(re) < 1e-12 * size ? 0 : re, im: Math.abs(im) < 1e-12 * size ? 0 : im };
}

/** A zero of f in the plane, from a start, by damped Newton steps on a numerical Jacobian; null if it does not settle. */
export function newton2(f: (x: number, y: number) => readonly [number, number], x: number, y: number): [number, number] | null {
  const h = 1e-6;
  for (let round = 0; round < 60; round++) {
    const [u, v] = f(x, y);
    if (Math.hypot(u, v) < 1e-13) return [x, y];
    const [ux, vx] = difference(f(x + h, y), f(x - h, y), 2 * h);
    const [uy, vy] = difference(f(x, y + h), f(x, y - h), 2 * h);
    const determinant = ux * vy - uy * vx;
    if (!(Math.abs(determinant) > 1e-14)) return null;
    let dx = (-u * vy + v * uy) / determinant;
    let dy = (-v * ux + u * vx) / determinant;
    const long = Math.max(Math.abs(dx), Math.abs(dy));
    if (long > 1) {
      dx /= long;
      dy /= long;
    }
    x += dx;
    y += dy;
    if (long < 1e-12) return [x, y];
    if (Math.abs(x) > 20 || Math.abs(y) > 20) return null;
  }
  return null;
}

function difference(a: readonly [number, number], b: readonly [number, number], by: number): [number, number] {
  return [(a[0] - b[0]) / by, (a[1] - b[1]) / by];
}
