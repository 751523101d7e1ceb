/**
 * A vector field over two probabilities as SVG path data in a square of 1000 x 1000, p_x to the right and p_y upwards: what the basin page and the
 * cohort lab draw behind trajectories and prompts. Pure strings.
 */

export const SIDE = 1000;

/** Arrows along each axis of a picture. */
export const FIELD = 15;

/** A coordinate with one digit after the point: a tenth of a thousandth of the side. */
const at = (value: number): string => String(Math.round(value * SIDE * 10) / 10);

/** Path data of a polyline of (p_x, p_y). */
export function polyline(points: Iterable<readonly [number, number]>): string {
  let data = "";
  for (const [x, y] of points) data += `${data === "" ? "M" : "L"}${at(x)} ${at(1 - y)}`;
  return data;
}

/** Arrows of a field: length grows with the square root of the speed, so that slow corners still point; nothing where nothing moves. */
export function fieldData(field: Float32Array): string {
  let most = 0;
  for (let i = 0; i < field.length; i += 2) most = Math.max(most, Math.hypot(field[i] ?? 0, field[i + 1] ?? 0));
  if (most === 0) return "";
  const cell = 1 / FIELD;
  let data = "";
  for (let row = 0; row < FIELD; row++) {
    for (let column = 0; column < FIELD; column++) {
      const i = (row * FIELD + column) * 2;
      const u = field[i] ?? 0;
      const v = field[i + 1] ?? 0;
      const speed = Math.hypot(u, v);
      if (speed < most * 1e-6) continue;
      const length = cell * (0.18 + 0.62 * Math.sqrt(speed / most));
      const dx = (u / speed) * length;
      const dy = (v / speed) * length;
      const x = (column + 0.5) * cell + dx / 2;
      const y = (row + 0.5) * cell + dy / 2;
      const head = cell * 0.2;
      const wing = (turn: number): string => {
        const angle = Math.atan2(v, u) + turn;
        return `L${at(x + head * Math.cos(angle))} ${at(1 - y - head * Math.sin(angle))}`;
      };
      data += `M${at(x - dx)} ${at(1 - y + dy)}L${at(x)} ${at(1 - y)}${wing(2.6)}M${at(x)} ${at(1 - y)}${wing(-2.6)}`;
    }
  }
  return data;
}
