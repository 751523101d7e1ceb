/** A loss, a gradient, logits or parameters that are not finite. Known by its name where it has crossed from a worker. */
export class NotFiniteError extends Error {
  override readonly name = "NotFiniteError";
}
