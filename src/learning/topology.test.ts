import { describe, expect, it } from "vitest";
import {
  othersTopology,
  pairTopology,
  ringTopology,
  sameSupervisors,
  selfTopology,
  TOPOLOGY_LIST,
  topologyOf,
} from "./topology.ts";

describe("topologies", () => {
  it("let everybody label themselves, or their successor on the ring", () => {
    expect(selfTopology(3)).toEqual([[0], [1], [2]]);
    expect(ringTopology(5)).toEqual([[4], [0], [1], [2], [3]]);
  });

  it("make a ring of two supervise each other, and of one itself", () => {
    expect(ringTopology(2)).toEqual([[1], [0]]);
    expect(ringTopology(1)).toEqual([[0]]);
  });

  it("make one single ring: following the supervisors visits everybody", () => {
    for (let agents = 2; agents <= 8; agents++) {
      const supervisors = ringTopology(agents);
      const visited = new Set<number>();
      for (let n = 0; !visited.has(n); n = supervisors[n]?.[0] ?? 0) visited.add(n);
      expect(visited.size).toBe(agents);
    }
  });

  it("pair neighbours, and leave the last of an odd number to its predecessor", () => {
    expect(pairTopology(4)).toEqual([[1], [0], [3], [2]]);
    expect(pairTopology(3)).toEqual([[1], [0], [1]]);
    expect(pairTopology(1)).toEqual([[0]]);
  });

  it("let all others label each", () => {
    expect(othersTopology(3)).toEqual([
      [1, 2],
      [0, 2],
      [0, 1],
    ]);
    expect(othersTopology(1)).toEqual([[0]]);
  });

  it("are named again from who supervises whom, the first of those that coincide", () => {
    for (const { id, supervisors } of TOPOLOGY_LIST) {
      expect(topologyOf(supervisors(4))?.id).toBe(id);
      for (let agents = 1; agents <= 8; agents++) {
        expect(supervisors(agents)).toHaveLength(agents);
        for (const list of supervisors(agents)) expect([...list]).toEqual([...new Set(list)].sort((a, b) => a - b));
      }
    }
    expect(topologyOf(othersTopology(2))?.id).toBe("ring");
    expect(topologyOf([[1, 2], [0], [0]])).toBeNull();
    expect(sameSupervisors([[0]], [[0], [1]])).toBe(false);
  });
});
