import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  grown,
  namedTopologies,
  othersTopology,
  pairTopology,
  ringTopology,
  type Supervisors,
  sameSupervisors,
  selfTopology,
  TOPOLOGY_LIST,
  toggled,
  topologyOf,
  without,
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

/** Any topology of 2 to 8 agents. */
const topologies: fc.Arbitrary<Supervisors> = fc.integer({ min: 2, max: 8 }).chain((agents) =>
  fc.array(
    fc.uniqueArray(fc.integer({ min: 0, max: agents - 1 }), { minLength: 1 }).map((list) => list.sort((a, b) => a - b)),
    { minLength: agents, maxLength: agents },
  ),
);

/** Each agent has somebody who labels it, ascending, each once, all of them there. */
function isTopology(supervisors: Supervisors): boolean {
  const fits = (list: readonly number[]): boolean =>
    list.length > 0 && list.every((m, i) => m >= 0 && m < supervisors.length && (i === 0 || m > (list[i - 1] ?? m)));
  return supervisors.every(fits);
}

describe("editing a topology", () => {
  it("offers each pattern once", () => {
    expect(namedTopologies(2).map(({ id }) => id)).toEqual(["ring", "everybody", "self"]);
    expect(namedTopologies(3).map(({ id }) => id)).toEqual(["ring", "pairs", "all-others", "everybody", "self"]);
  });

  it("adds and takes away single arrows, never the last one", () => {
    expect(toggled([[1], [0]], 0, 0)).toEqual([[0, 1], [0]]);
    expect(toggled([[0, 1], [0]], 1, 0)).toEqual([[0], [0]]);
    expect(toggled([[1], [0]], 1, 0)).toBeNull();
    fc.assert(
      fc.property(topologies, fc.nat(7), fc.nat(7), (supervisors, a, b) => {
        const [from, to] = [a % supervisors.length, b % supervisors.length];
        const changed = toggled(supervisors, from, to);
        if (!changed) {
          expect(supervisors[to]).toEqual([from]);
          return;
        }
        expect(isTopology(changed)).toBe(true);
        expect(toggled(changed, from, to)).toEqual(supervisors);
      }),
    );
  });

  it("stays a topology as agents come and go, and the pattern that it was", () => {
    fc.assert(
      fc.property(topologies, fc.nat(7), (supervisors, n) => {
        expect(isTopology(grown(supervisors))).toBe(true);
        expect(isTopology(without(supervisors, n % supervisors.length))).toBe(true);
        expect(grown(supervisors)).toHaveLength(supervisors.length + 1);
      }),
    );
    for (const { id, supervisors } of TOPOLOGY_LIST) {
      expect(topologyOf(grown(supervisors(4)))?.id).toBe(id);
      expect(topologyOf(without(supervisors(5), 2))?.id).toBe(id);
    }
    // B, labelled by C and D, keeps D, who is now C; who had C alone gets its predecessor.
    expect(without([[2], [2, 3], [0], [0]], 2)).toEqual([[2], [2], [0]]);
    expect(grown([[1, 2], [0], [0]])).toEqual([[1, 2], [0], [0], [2]]);
  });
});
