/**
 * tfjs as the engines use it: the core with its gradients, no backend. Backends are imported one by one (backend.ts), so that a worker
 * loads only the one it uses.
 */
import * as tf from "@tensorflow/tfjs-core";
import "@tensorflow/tfjs-core/dist/register_all_gradients";

export type { Tensor, Tensor1D, Tensor2D } from "@tensorflow/tfjs-core";
export { tf };

/** What customGrad hands over to keep intermediates until the gradient is asked for. */
export type GradSaver = (tensors: tf.Tensor[]) => void;
