import { describe, expect, it } from "vitest";
import { ringTopology, selfTopology } from "./topology.ts";

describe("topologies", () => {
  it("let everybody label themselves, or their successor on the ring", () => {
    expect(selfTopology(3)).toEqual([0, 1, 2]);
    expect(ringTopology(5)).toEqual([4, 0, 1, 2, 3]);
  });

  it("make a ring of two supervise each other, and of one itself", () => {
    expect(ringTopology(2)).toEqual([1, 0]);
    expect(ringTopology(1)).toEqual([0]);
  });

  it("make one single ring: following the supervisors visits everybody", () => {
    for (let agents = 2; agents <= 8; agents++) {
      const supervisors = ringTopology(agents);
      const visited = new Set<number>();
      for (let n = 0; !visited.has(n); n = supervisors[n] ?? 0) visited.add(n);
      expect(visited.size).toBe(agents);
    }
  });
});
