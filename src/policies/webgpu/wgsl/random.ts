/** math/rng.ts's counterUniform in WGSL, bit for bit: u32 arithmetic wraps round as Math.imul does, and 24 bits are exact in a float. */
export const RANDOM = /* wgsl */ `
fn counterUniform(key: u32, row: u32, column: u32) -> f32 {
  var v = vec3u(key, row, column) * 1664525u + 1013904223u;
  v.x += v.y * v.z;
  v.y += v.z * v.x;
  v.z += v.x * v.y;
  v ^= v >> vec3u(16u);
  v.x += v.y * v.z;
  return f32(v.x >> 8u) / 16777216.0;
}
`;
