/** Counts what a page asks of its graphics devices, whichever engine does: for tests and benchmarks. */

export interface GpuCounts {
  readonly dispatches: number;
  readonly submits: number;
  /** Times that a buffer was mapped to be read. */
  readonly readbacks: number;
}

/** The counts with the bytes that crossed between host and device. */
export interface GpuTraffic extends GpuCounts {
  readonly bytesRead: number;
  /** Through the queue, or in buffers that were made to be filled. */
  readonly bytesWritten: number;
}

/** What `act` asks of every device of this page or worker while it runs, bytes included. */
export async function measureGpu(act: () => Promise<unknown>): Promise<GpuTraffic> {
  const { dispatchWorkgroups } = GPUComputePassEncoder.prototype;
  const { submit, writeBuffer } = GPUQueue.prototype;
  const { mapAsync } = GPUBuffer.prototype;
  const { createBuffer } = GPUDevice.prototype;
  const counts = { dispatches: 0, submits: 0, readbacks: 0, bytesRead: 0, bytesWritten: 0 };
  GPUComputePassEncoder.prototype.dispatchWorkgroups = function (...given) {
    counts.dispatches++;
    return dispatchWorkgroups.apply(this, given);
  };
  GPUQueue.prototype.submit = function (...given) {
    counts.submits++;
    return submit.apply(this, given);
  };
  GPUQueue.prototype.writeBuffer = function (...given) {
    const [, , data, from = 0, size] = given;
    // Counted in elements where the data is an array, in bytes where it is not.
    const unit = "BYTES_PER_ELEMENT" in data && typeof data.BYTES_PER_ELEMENT === "number" ? data.BYTES_PER_ELEMENT : 1;
    counts.bytesWritten += size === undefined ? data.byteLength - from * unit : size * unit;
    return Reflect.apply(writeBuffer, this, given);
  };
  GPUBuffer.prototype.mapAsync = function (...given) {
    const [mode, offset = 0, size] = given;
    if ((mode & GPUMapMode.READ) !== 0) {
      counts.readbacks++;
      counts.bytesRead += size ?? this.size - offset;
    }
    return mapAsync.apply(this, given);
  };
  GPUDevice.prototype.createBuffer = function (descriptor) {
    if (descriptor.mappedAtCreation) counts.bytesWritten += descriptor.size;
    return createBuffer.call(this, descriptor);
  };
  try {
    await act();
  } finally {
    Object.assign(GPUComputePassEncoder.prototype, { dispatchWorkgroups });
    Object.assign(GPUQueue.prototype, { submit, writeBuffer });
    Object.assign(GPUBuffer.prototype, { mapAsync });
    Object.assign(GPUDevice.prototype, { createBuffer });
  }
  return counts;
}

/** What `act` asks of every device of this page or worker while it runs. */
export async function countGpu(act: () => Promise<unknown>): Promise<GpuCounts> {
  const { dispatches, submits, readbacks } = await measureGpu(act);
  return { dispatches, submits, readbacks };
}
