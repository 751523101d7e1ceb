/** Counts what a page asks of its graphics devices, whichever engine does: for tests and benchmarks. */

export interface GpuCounts {
  readonly dispatches: number;
  readonly submits: number;
  /** Times that a buffer was mapped to be read. */
  readonly readbacks: number;
}

/** What `act` asks of every device of this page or worker while it runs. */
export async function countGpu(act: () => Promise<unknown>): Promise<GpuCounts> {
  const { dispatchWorkgroups } = GPUComputePassEncoder.prototype;
  const { submit } = GPUQueue.prototype;
  const { mapAsync } = GPUBuffer.prototype;
  const counts = { dispatches: 0, submits: 0, readbacks: 0 };
  GPUComputePassEncoder.prototype.dispatchWorkgroups = function (...given) {
    counts.dispatches++;
    return dispatchWorkgroups.apply(this, given);
  };
  GPUQueue.prototype.submit = function (...given) {
    counts.submits++;
    return submit.apply(this, given);
  };
  GPUBuffer.prototype.mapAsync = function (...given) {
    counts.readbacks++;
    return mapAsync.apply(this, given);
  };
  try {
    await act();
  } finally {
    Object.assign(GPUComputePassEncoder.prototype, { dispatchWorkgroups });
    Object.assign(GPUQueue.prototype, { submit });
    Object.assign(GPUBuffer.prototype, { mapAsync });
  }
  return counts;
}
