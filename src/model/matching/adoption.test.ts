import fc from "fast-check";
import { expect, test } from "vitest";
import { adoptions, type TentativeLinks } from "./adoption.js";

interface Link {
  left: number;
  right: number;
  isRow: boolean;
}

const linksOf = (links: readonly Link[]): TentativeLinks => ({
  left: Int32Array.from(links, ({ left }) => left),
  right: Int32Array.from(links, ({ right }) => right),
  isRow: Uint8Array.from(links, ({ isRow }) => (isRow ? 1 : 0)),
});

const adopted = (cluster: Int32Array, links: readonly Link[]): [number, number][] => {
  const { from, into } = adoptions(cluster, linksOf(links));
  return [...from].map((nameless, pair) => [nameless, into[pair]!]);
};

/** The rule as it reads: who has the nameless cluster's contact alone, or else is its rows' recipient alone. */
const expected = (cluster: Int32Array, links: readonly Link[]): [number, number][] => {
  const nameless = new Set(links.map(({ left }) => left));
  const named = new Set([...cluster].filter((_, node) => !nameless.has(node)));
  const only = (people: readonly number[]) => (new Set(people).size === 1 ? people[0]! : null);
  return [...new Set(cluster)]
    .sort((a, b) => a - b)
    .flatMap((from): [number, number][] => {
      const own = links.filter(
        ({ left, right }) => cluster[left] === from && !named.has(from) && named.has(cluster[right]!),
      );
      const people = (isRow: boolean) =>
        own.filter((link) => link.isRow === isRow).map(({ right }) => cluster[right]!);
      const [byContact, byRow] = [people(false), people(true)];
      const into = only(byContact) ?? only(byRow.filter((person) => byContact.includes(person)));
      if (into !== null) return [[from, into]];
      const recipient = byContact.length === 0 ? only(byRow) : null;
      const recipients = new Set(own.filter(({ isRow }) => isRow).map(({ right }) => right));
      const records = cluster.filter((person) => person === recipient).length;
      return recipient === null || recipients.size < records ? [] : [[from, recipient]];
    });
};

const nodes = 10;
const node = fc.integer({ min: 0, max: nodes - 1 });
/** The smallest node of each group. */
const clusters = fc
  .array(fc.integer({ min: 0, max: 5 }), { minLength: nodes, maxLength: nodes })
  .map((groups) => Int32Array.from(groups, (group) => groups.indexOf(group)));
const someLinks = fc.array(
  fc.record({ left: fc.integer({ min: 0, max: 4 }), right: node, isRow: fc.boolean() }),
  {
    maxLength: 12,
  },
);

test("a nameless cluster goes to the one person who has its contact, or its rows", () => {
  fc.assert(
    fc.property(clusters, someLinks, (cluster, links) => {
      expect(adopted(cluster, links)).toEqual(expected(cluster, links));
    }),
    { numRuns: 2_000 },
  );
});

test("a million nameless records take a few bytes each", () => {
  const people = 1_000_000;
  const cluster = new Int32Array(2 * people).map((_, record) => record);
  const links = {
    left: new Int32Array(people).map((_, i) => people + i),
    right: new Int32Array(people).map((_, i) => people - 1 - i),
    isRow: new Uint8Array(people),
  };
  const before = process.memoryUsage();
  const { from, into } = adoptions(cluster, links);
  const after = process.memoryUsage();
  expect(from.length).toBe(people);
  expect(into[0]).toBe(people - 1);
  const grown = after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers;
  expect(grown).toBeLessThan(100 * people);
});
