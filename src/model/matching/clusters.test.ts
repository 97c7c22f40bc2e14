import fc from "fast-check";
import { expect, test } from "vitest";
import { keyWeight, numberWeight, tentativeWeight } from "../../domain/people/matching.js";
import { connectedComponents } from "../numeric/connected-components.js";
import { clusterLinks, type Links, type Pairs, withoutAmbiguous } from "./clusters.js";

type Link = [left: number, right: number, weight: number];
type Pair = [left: number, right: number];

const pairs = (of: readonly (Pair | Link)[]): Pairs => ({
  left: Int32Array.from(of, ([left]) => left),
  right: Int32Array.from(of, ([, right]) => right),
});
const links = (of: readonly Link[]): Links => ({
  ...pairs(of),
  weight: Float64Array.from(of, ([, , weight]) => weight),
  isRow: new Uint8Array(of.length),
  isMove: new Uint8Array(of.length),
});
const clusters = (
  nodes: number,
  of: readonly Link[],
  apart: readonly Pair[] = [],
  kept: readonly Pair[] = [],
) => [...clusterLinks(nodes, links(of), { apart: pairs(apart), ownerApart: pairs(kept) })];

const file = fc.integer({ min: 2, max: 24 }).chain((nodes) => {
  const pair = fc
    .tuple(fc.integer({ min: 0, max: nodes - 1 }), fc.integer({ min: 0, max: nodes - 1 }))
    .filter(([a, b]) => a !== b)
    .map(([a, b]): Pair => [Math.min(a, b), Math.max(a, b)]);
  const decided = fc.constantFrom(Number.POSITIVE_INFINITY, numberWeight);
  const weight = fc.oneof(decided, fc.integer({ min: -3, max: 9 }));
  const link = fc.tuple(pair, weight).map(([[left, right], sure]): Link => [left, right, sure]);
  return fc.record({
    nodes: fc.constant(nodes),
    links: fc.array(link, { maxLength: 40 }),
    apart: fc.array(pair, { maxLength: 12 }),
    kept: fc.array(pair, { maxLength: 4 }),
  });
});

test("without constraints, clusters are connected components", () => {
  fc.assert(
    fc.property(file, ({ nodes, links: of }) => {
      const { left, right } = pairs(of);
      expect(clusters(nodes, of)).toEqual([...connectedComponents(nodes, left, right)]);
    }),
  );
});

/** Pairs of people whom the owner merges are not apart. */
const oracle = (
  nodes: number,
  of: readonly Link[],
  apart: readonly Pair[],
  kept: readonly Pair[],
): number[] => {
  const isMerge = ([, , weight]: Link) => weight === Number.POSITIVE_INFINITY;
  const found = linkByLink(
    nodes,
    of.filter((link) => !isMerge(link)),
    apart,
    kept,
  );
  const sides = of.filter(isMerge).map(([left, right]): Link => [found[left]!, found[right]!, 0]);
  const merged = linkByLink(nodes, sides, [], []);
  const unlike = apart.filter(([a, b]) => merged[found[a]!] !== merged[found[b]!]);
  return linkByLink(nodes, of, unlike, kept);
};

/** Link by link, with clusters as plain sets. */
const linkByLink = (
  nodes: number,
  of: readonly Link[],
  apart: readonly Pair[],
  kept: readonly Pair[],
): number[] => {
  const sets = Array.from({ length: nodes }, (_, node) => new Set([node]));
  const joins = (list: readonly Pair[], a: Set<number>, b: Set<number>) =>
    list.some(([x, y]) => (a.has(x) && b.has(y)) || (a.has(y) && b.has(x)));
  const sorted = of.toSorted((x, y) => (x[2] === y[2] ? 0 : y[2] - x[2]) || x[0] - y[0] || x[1] - y[1]);
  for (const [left, right, weight] of sorted) {
    const [a, b] = [sets[left]!, sets[right]!];
    if (a === b || joins(kept, a, b)) continue;
    if (weight < numberWeight && joins(apart, a, b)) continue;
    for (const node of b) sets[node] = a.add(node);
  }
  return sets.map((set) => Math.min(...set));
};

test("links apply from the most certain on, unless they join what must stay apart", () => {
  fc.assert(
    fc.property(file, ({ nodes, links: of, apart, kept }) => {
      expect(clusters(nodes, of, apart, kept)).toEqual(oracle(nodes, of, apart, kept));
    }),
    { numRuns: 500 },
  );
});

test("the order of links and of pairs does not matter", () => {
  const shuffled = file.chain((given) =>
    fc.record({
      given: fc.constant(given),
      links: fc.shuffledSubarray(given.links, { minLength: given.links.length }),
      apart: fc.shuffledSubarray(given.apart, { minLength: given.apart.length }),
    }),
  );
  fc.assert(
    fc.property(shuffled, ({ given, links: of, apart }) => {
      const { nodes, kept } = given;
      expect(clusters(nodes, of, apart, kept)).toEqual(clusters(nodes, given.links, given.apart, kept));
    }),
  );
});

test("a record that could be the father's or the son's joins the likelier", () => {
  const [father, son, either] = [0, 1, 2];
  const matches: Link[] = [
    [father, either, 2],
    [son, either, 5],
  ];
  expect(clusters(3, matches, [[father, son]])).toEqual([0, 1, 1]);
});

test("a record that could as well be one's as another's of two people loses its matches to both", () => {
  const [sanjay, sita, either, her] = [0, 1, 2, 3];
  const matches: Link[] = [
    [sanjay, either, 2],
    [sita, either, 3],
    [sita, her, 2],
    [either, her, 2],
  ];
  const left = (of: readonly Link[], apart: readonly Pair[]) => {
    const { left: from, right: to } = withoutAmbiguous(4, links(of), pairs(apart));
    return [...from].map((node, link) => [node, to[link]]);
  };
  expect(left(matches, [[sanjay, sita]])).toEqual([
    [sita, her],
    [either, her],
  ]);
  const likelier = matches.map(([a, b, weight]): Link => [a, b, a === sita ? weight + 3 : weight]);
  expect(left(likelier, [[sanjay, sita]])).toEqual([
    [sita, either],
    [sita, her],
    [either, her],
  ]);
  expect(left(matches, [])).toHaveLength(4);
  const keyed = matches.map(([a, b]): Link => [a, b, keyWeight]);
  expect(left(keyed, [[sanjay, sita]])).toHaveLength(4);
});

test("the owner's links join what the model keeps apart, and nothing joins what the owner keeps apart", () => {
  const sure = Number.POSITIVE_INFINITY;
  expect(clusters(2, [[0, 1, sure]], [[0, 1]])).toEqual([0, 0]);
  expect(clusters(2, [[0, 1, 30]], [], [[0, 1]])).toEqual([0, 1]);
  expect(
    clusters(
      3,
      [
        [0, 1, sure],
        [1, 2, 30],
      ],
      [],
      [[0, 2]],
    ),
  ).toEqual([0, 0, 2]);
});

test("two people whom the owner merges are one whole, however unlike their records are", () => {
  const sure = Number.POSITIVE_INFINITY;
  const [ada, ada2, eve, eve2] = [0, 1, 2, 3];
  const own: Link[] = [
    [ada, ada2, 12],
    [eve, eve2, 9],
    [ada, eve, sure],
  ];
  const unlike: Pair[] = [
    [ada, eve],
    [ada, eve2],
    [ada2, eve],
    [ada2, eve2],
  ];
  expect(clusters(4, own, unlike)).toEqual([0, 0, 0, 0]);
  expect(clusters(5, [...own, [eve2, 4, 5]], [...unlike, [eve, 4]])).toEqual([0, 0, 0, 0, 4]);
});

test("a component of a hundred thousand records with constraints is clustered quickly", () => {
  const nodes = 100_000;
  const chain = Array.from({ length: nodes - 1 }, (_, i): Link => [i, i + 1, i % 7]);
  const apart = Array.from({ length: nodes - 10 }, (_, i): Pair => [i, i + 10]);
  const found = clusterLinks(nodes, links(chain), { apart: pairs(apart) });
  expect(apart.filter(([a, b]) => found[a] === found[b])).toHaveLength(0);
});

test("the owner's numbers of people join what the model keeps apart, but not what the owner keeps apart", () => {
  expect(clusters(2, [[0, 1, numberWeight]], [[0, 1]])).toEqual([0, 0]);
  expect(clusters(2, [[0, 1, numberWeight]], [], [[0, 1]])).toEqual([0, 1]);
});

/** Links of nameless node 9 with others, by a contact or a row. */
const namelessWith = (of: readonly Link[], contacts: readonly number[], rows: readonly number[] = []) => {
  const tentative = [...contacts, ...rows].map((node): Link => [9, node, tentativeWeight]);
  const isRow = [...of.map(() => 0), ...contacts.map(() => 0), ...rows.map(() => 1)];
  const all = { ...links([...of, ...tentative]), isRow: Uint8Array.from(isRow) };
  return clusterLinks(10, all, { apart: pairs([]) })[9];
};

test("a record without a name joins the one person who has its contact", () => {
  expect(namelessWith([[0, 1, 5]], [0, 1])).toBe(0);
  expect(namelessWith([], [0, 1])).toBe(9);
  expect(namelessWith([], [0, 1], [1])).toBe(1);
});

test("a row hands a nameless contact over to somebody who is known from that guest's rows alone", () => {
  expect(namelessWith([], [], [2])).toBe(2);
  expect(namelessWith([[2, 3, 5]], [], [2])).toBe(9);
  expect(namelessWith([[2, 3, 5]], [], [2, 3])).toBe(2);
  expect(namelessWith([], [], [2, 3])).toBe(9);
  expect(namelessWith([], [1], [2])).toBe(1);
});

/** Somebody at one place (0, 1), somebody of their name at another (2, 3), and a match by name alone (1, 2). */
const withMove = (contradicted: readonly Pair[], more: readonly Link[] = []) => {
  const all = links([[1, 2, 900], [0, 1, 5], [2, 3, 4], ...more]);
  all.isMove[0] = 1;
  return [...clusterLinks(4, all, { apart: pairs([]), contradicted: pairs(contradicted) })];
};

test("somebody who moved is one person, unless records of the two places contradict each other", () => {
  expect(withMove([])).toEqual([0, 0, 0, 0]);
  expect(withMove([[0, 3]])).toEqual([0, 0, 2, 2]);
});

test("a contact joins somebody who moved, whatever else differs", () => {
  expect(withMove([[0, 3]], [[0, 2, 3]])).toEqual([0, 0, 0, 0]);
});
