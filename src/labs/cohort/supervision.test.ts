/** The picture of who labels whom, and its sentences. */
import { expect, test } from "vitest";
import { familyAgent } from "../../runs/presets.ts";
import { agentAt, arrowPath, DISC, keepsOne, REACH, sceneOf, supervisionSentence, whyFixed } from "./supervision.ts";

const three = [familyAgent("Q"), familyAgent("L"), familyAgent("P")];

test("agents stand apart and inside the picture, each in reach of its own pointer only", () => {
  for (let agents = 1; agents <= 8; agents++) {
    const scene = sceneOf(agents);
    expect(scene.points).toHaveLength(agents);
    for (const [n, point] of scene.points.entries()) {
      expect(agentAt(scene, point)).toBe(n);
      expect(point.x).toBeGreaterThan(REACH);
      expect(point.x).toBeLessThan(scene.width - REACH);
      expect(point.y).toBeGreaterThan(REACH);
      expect(point.y).toBeLessThan(scene.height - REACH);
      for (const other of scene.points.slice(0, n))
        expect(Math.hypot(point.x - other.x, point.y - other.y)).toBeGreaterThan(2 * REACH);
    }
    expect(agentAt(scene, { x: 1, y: 1 })).toBeNull();
  }
});

test("arrows end at the disc of whom they name, and two that go both ways are apart", () => {
  const numbers = (path: string): number[] => [...path.matchAll(/-?\d+\.\d/g)].map(Number);
  for (const agents of [2, 3, 8]) {
    const scene = sceneOf(agents);
    for (let from = 0; from < agents; from++)
      for (let to = 0; to < agents; to++) {
        const path = numbers(arrowPath(scene, from, to));
        const [x, y] = [path.at(-2) ?? 0, path.at(-1) ?? 0];
        const end = scene.points[to] ?? scene.centre;
        expect(Math.hypot(end.x - x, end.y - y)).toBeCloseTo(DISC + 4, 0);
        for (const [i, each] of path.entries()) {
          expect(each).toBeGreaterThan(0);
          expect(each).toBeLessThan(i % 2 === 0 ? scene.width : scene.height);
        }
        if (from !== to) {
          const [bendX = 0, bendY = 0] = path.slice(2, 4);
          const [backX = 0, backY = 0] = numbers(arrowPath(scene, to, from)).slice(2, 4);
          expect(Math.hypot(bendX - backX, bendY - backY)).toBeGreaterThan(10);
        }
      }
  }
});

test("the arrows in words", () => {
  expect(supervisionSentence({ method: "co-rl", agents: three })).toBe(
    "A by C, B by A, C by B: each is labelled by a majority vote.",
  );
  expect(supervisionSentence({ method: "co-rl", agents: three, supervisors: [[1, 2], [1], [0]] })).toBe(
    "A by B + C, B by B, C by A: each is labelled by a majority vote over their pooled answers. B rewards itself, as in TTRL.",
  );
  const all = [
    [1, 2],
    [0, 2],
    [0, 1],
  ];
  expect(supervisionSentence({ method: "co-rl", agents: three, supervisors: all, labelRule: "largest-share" })).toBe(
    "A by B + C, B by A + C, C by A + B: each is labelled by the one of them with the largest vote share.",
  );
  expect(supervisionSentence({ method: "rlccf", agents: three })).toBe(
    "A by A + B + C, B by A + B + C, C by A + B + C: each is labelled by all their answers, weighted by self-consistency.",
  );
  expect(supervisionSentence({ method: "co-rl", agents: three, supervisors: [[0], [1], [2]] })).toBe(
    "Every agent is labelled by its own majority vote: this is self-rewarding, the method TTRL.",
  );
  expect(supervisionSentence({ method: "ttrl", agents: three })).toBe("Every agent is labelled by its own majority vote.");
  expect(supervisionSentence({ method: "gt-reward", agents: three })).toBe("Every agent is rewarded for the true answer.");
  expect(supervisionSentence({ method: "rent", agents: three })).toBe(
    "Every agent is rewarded for low token entropy, without a label.",
  );
});

test("why arrows are fixed, and that one stays", () => {
  expect(whyFixed({ method: "co-rl", agents: three })).toBeNull();
  expect(whyFixed({ method: "ttrl", agents: three })).toMatch(
    /^Fixed: who labels whom is part of what TTRL is\. Choose .*Co-RL.* to draw it yourself\.$/,
  );
  expect(whyFixed({ method: "base", agents: three })).toMatch(/^Fixed: Base trains nobody\./);
  expect(whyFixed({ method: "rent", agents: three })).toMatch(/^Fixed: under RENT nobody is labelled\./);
  expect(keepsOne([[1], [1]], 0)).toMatch(/^A keeps B: an agent always has at least one/);
  expect(keepsOne([[1], [1]], 1)).toMatch(/^B keeps itself:/);
});
