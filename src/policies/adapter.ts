/** What WebGPU would run on, asked without loading tfjs. */

export interface AdapterFacts {
  /** Vendor, architecture, device and description, as far as the browser tells them. */
  readonly name: string;
  /** A GPU emulated on the processor: slower than WebAssembly, so backend "auto" passes it over. */
  readonly software: boolean;
}

/** Names of adapters that run on the processor. */
const SOFTWARE = /swiftshader|llvmpipe|lavapipe|software|basic render/i;

/** The adapter that the webgpu backend would take. Throws Error with a sentence where there is none. */
export async function describeAdapter(): Promise<AdapterFacts> {
  const gpu = globalThis.navigator?.gpu;
  if (!gpu) throw new Error("This browser has no WebGPU.");
  const adapter = await gpu.requestAdapter({ powerPreference: "high-performance" });
  if (!adapter) throw new Error("WebGPU found no graphics adapter.");
  const { vendor, architecture, device, description, isFallbackAdapter } = adapter.info;
  const parts = [vendor, architecture, device, description].filter((part, i, all) => part && all.indexOf(part) === i);
  const name = parts.join(" ") || "unnamed adapter";
  return { name, software: isFallbackAdapter || SOFTWARE.test(name) };
}
