/** The norm of the gradient, and Adam as in policies/adam.ts, over the flat buffer: two dispatches. */
import { GRADIENT_THREADS, SLICES } from "./gradient.ts";
import { type Binding, constants, declare, type Weights } from "./text.ts";

export const NORM_BINDINGS: readonly Binding[] = [
  { name: "partials", type: "array<vec4f>", kind: "read" },
  { name: "gradient", type: "array<vec4f>", kind: "write" },
  { name: "checks", type: "array<f32>", kind: "write" },
];

export const ADAM_BINDINGS: readonly Binding[] = [
  { name: "step", type: "Step", kind: "uniform" },
  { name: "gradient", type: "array<vec4f>", kind: "read" },
  { name: "places", type: "array<vec4u>", kind: "read" },
  { name: "weights", type: "array<f32>", kind: "write" },
  { name: "moments", type: "array<vec4f>", kind: "write" },
  { name: "checks", type: "array<f32>", kind: "write" },
];

/** Workgroups of either; `checks` has a sum of squares of the gradient for each, then whether a parameter is not finite. */
export const adamGroups = (weights: Weights): number => Math.ceil(weights.quads / GRADIENT_THREADS);

const REDUCE = /* wgsl */ `
var<workgroup> sums: array<f32, THREADS>;
/** The sum of what each thread gives, to all of them. */
fn total(thread: u32, value: f32) -> f32 {
  sums[thread] = value;
  for (var half = THREADS / 2; half > 0; half /= 2) {
    workgroupBarrier();
    if (thread < half) { sums[thread] += sums[thread + half]; }
  }
  workgroupBarrier();
  return sums[0];
}
`;

function shared(weights: Weights): string {
  return constants({ THREADS: GRADIENT_THREADS, SLICES, QUADS: weights.quads, GROUPS: adamGroups(weights) });
}

/** The gradient as the sum of its slices, and the sum of its squares. */
export function normCode(weights: Weights): string {
  return `${declare(NORM_BINDINGS)}
${shared(weights)}
${REDUCE}
@compute @workgroup_size(THREADS)
fn main(@builtin(local_invocation_index) thread: u32, @builtin(workgroup_id) group: vec3u) {
  let quad = group.x * THREADS + thread;
  var g = vec4f();
  if (quad < QUADS) {
    for (var slice = 0u; slice < SLICES; slice++) { g += partials[slice * QUADS + quad]; }
    gradient[quad] = g;
  }
  let squares = total(thread, dot(g, g));
  if (thread == 0) { checks[group.x] = squares; }
}
`;
}

/** `places` says where each parameter stands a second time, transposed. */
export function adamCode(weights: Weights): string {
  return `/** rest is 1 - beta, which would lose digits here. */
struct Step {
  learningRate: f32, decay: f32, beta1: f32, rest1: f32, beta2: f32, rest2: f32, epsilon: f32, correction1: f32, correction2: f32, clipNorm: f32,
}
${declare(ADAM_BINDINGS)}
${shared(weights)}
${REDUCE}
/** Told by its bits: comparisons may take for granted that there are no such numbers. */
fn notFinite(x: vec4f) -> bool { return any((bitcast<vec4u>(x) & vec4u(0x7f800000)) == vec4u(0x7f800000)); }

@compute @workgroup_size(THREADS)
fn main(@builtin(local_invocation_index) thread: u32, @builtin(workgroup_id) group: vec3u) {
  var squares = 0.0;
  for (var i = thread; i < GROUPS; i += THREADS) { squares += checks[i]; }
  let norm = sqrt(total(thread, squares));
  workgroupBarrier();
  let quad = group.x * THREADS + thread;
  var bad = 0.0;
  if (quad < QUADS) {
    var g = gradient[quad];
    if (step.clipNorm > 0) { g *= min(1, step.clipNorm / (norm + 1e-6)); }
    let first = step.beta1 * moments[quad] + step.rest1 * g;
    let second = step.beta2 * moments[QUADS + quad] + step.rest2 * g * g;
    moments[quad] = first;
    moments[QUADS + quad] = second;
    let at = 4 * quad;
    let before = vec4f(weights[at], weights[at + 1], weights[at + 2], weights[at + 3]);
    let change = step.learningRate * (first / step.correction1) / (sqrt(second) / step.correction2 + step.epsilon);
    let after = step.decay * before - change;
    let place = places[quad];
    for (var i = 0u; i < 4; i++) {
      weights[at + i] = after[i];
      weights[place[i]] = after[i];
    }
    bad = f32(notFinite(after));
  }
  let badOnes = total(thread, bad);
  if (thread == 0) { checks[GROUPS + group.x] = badOnes; }
}
`;
}
