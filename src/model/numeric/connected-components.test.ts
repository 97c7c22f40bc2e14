import fc from "fast-check";
import { expect, test } from "vitest";
import { connectedComponents } from "./connected-components.js";

type Edge = [number, number];

const components = (nodes: number, edges: readonly Edge[]): number[] => [
  ...connectedComponents(
    nodes,
    Int32Array.from(edges, ([left]) => left),
    Int32Array.from(edges, ([, right]) => right),
  ),
];

/** Breadth first from each node that is not reached yet, smallest first. */
const oracle = (nodes: number, edges: readonly Edge[]): number[] => {
  const smallest: number[] = new Array(nodes).fill(-1);
  for (let start = 0; start < nodes; start++) {
    if (smallest[start] !== -1) continue;
    const reached = [start];
    for (const node of reached) {
      if (smallest[node] !== -1) continue;
      smallest[node] = start;
      for (const [a, b] of edges) if (a === node || b === node) reached.push(a === node ? b : a);
    }
  }
  return smallest;
};

const graph = fc.integer({ min: 1, max: 40 }).chain((nodes) => {
  const node = fc.integer({ min: 0, max: nodes - 1 });
  return fc.tuple(fc.constant(nodes), fc.array(fc.tuple(node, node), { maxLength: 60 }));
});

test("components are the same as by breadth-first search", () => {
  fc.assert(
    fc.property(graph, ([nodes, edges]) => {
      expect(components(nodes, edges)).toEqual(oracle(nodes, edges));
    }),
  );
});

test("the order and direction of edges do not matter", () => {
  const withShuffle = graph.chain(([nodes, edges]) =>
    fc.tuple(fc.constant(nodes), fc.constant(edges), fc.shuffledSubarray(edges, { minLength: edges.length })),
  );
  fc.assert(
    fc.property(withShuffle, ([nodes, edges, shuffled]) => {
      const turned = shuffled.map(([left, right]): Edge => [right, left]);
      expect(components(nodes, turned)).toEqual(components(nodes, edges));
    }),
  );
});

test("a node without edges is its own component, and without nodes there is none", () => {
  expect(components(3, [])).toEqual([0, 1, 2]);
  expect(components(0, [])).toEqual([]);
});

test("a chain of a million nodes, joined from its far end, is one component", () => {
  const nodes = 1_000_000;
  const right = Int32Array.from({ length: nodes - 1 }, (_, i) => nodes - 1 - i);
  const found = connectedComponents(
    nodes,
    right.map((node) => node - 1),
    right,
  );
  expect(found.every((root) => root === 0)).toBe(true);
});
