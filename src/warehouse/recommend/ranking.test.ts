import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { maxRanks } from "../../domain/personas/recommender.js";
import { type Engine, openEngine, type Row } from "../engine.js";
import { inRange, type KeyRange } from "../features/key-range.js";
import { type Relation, type Sql, sql } from "../sql/sql.js";
import { followingItems, similarItems } from "./co-occurrence.js";
import {
  maxItemsPerVisit,
  maxOwnItems,
  maxRelatedItems,
  ownItems,
  popularItems,
  visitItems,
} from "./interactions.js";
import { type Interaction, type SignalShares, sharesOf } from "./oracle.js";
import { candidateItems, chunkStarts, type ItemRelations, peopleIn } from "./ranking.js";

let engine: Engine;
const root = mkdtempSync(path.join(tmpdir(), "pool-"));
beforeAll(async () => {
  engine = await openEngine({ memoryMb: 256, threads: 2, tempDir: root });
});
afterAll(() => {
  engine.close();
  rmSync(root, { recursive: true });
});

const halfLifeDays = 10;

const stage = (interactions: readonly Interaction[]): Promise<Relation> =>
  engine.createTableOf("interactions", {
    person_id: BigInt64Array.from(interactions, ({ person }) => BigInt(person)),
    ago: Int32Array.from(interactions, ({ ago }) => ago),
    item: Int32Array.from(interactions, ({ item }) => item),
  });

const known = async (interactions: Relation, cutoffAgo: number): Promise<ItemRelations> => {
  const cutoff = { cutoffAgo, halfLifeDays };
  const popular = await engine.createTable("popular", popularItems(interactions, cutoff));
  const own = await engine.createTable("own", ownItems(interactions, cutoff));
  const visits = await engine.createTable("visit", visitItems(interactions, popular, cutoff));
  const similar = await engine.createTable("similar", similarItems(own));
  const following = await engine.createTable("following", followingItems(visits));
  return { popular, own, visits, similar, following };
};

type Candidate = Row & SignalShares & { person_id: number; item: number };

const candidates = async (interactions: readonly Interaction[], cutoffAgo: number): Promise<Candidate[]> => {
  const past = await stage(interactions);
  const people = sql`(select distinct t.person_id from ${past} as t where t.ago >= ${cutoffAgo})`;
  const nothing = sql`(select t.person_id, t.item from ${past} as t where false)`;
  return engine.rows<Candidate>(candidateItems(await known(past, cutoffAgo), people, nothing));
};

const logs = fc.uniqueArray(
  fc.record({
    person: fc.integer({ min: 1, max: 5 }),
    ago: fc.integer({ min: 0, max: 25 }),
    item: fc.integer({ min: 1, max: 8 }),
  }),
  { selector: ({ person, ago, item }) => `${person} ${ago} ${item}`, minLength: 1, maxLength: 40 },
);

test("every signal equals that of the oracle", async () => {
  await fc.assert(
    fc.asyncProperty(logs, fc.integer({ min: 0, max: 12 }), async (interactions, cutoffAgo) => {
      const rows = await candidates(interactions, cutoffAgo);
      const people = new Set(interactions.filter(({ ago }) => ago >= cutoffAgo).map(({ person }) => person));
      const expected = new Map(
        [...people].map((who) => [who, sharesOf(interactions, who, cutoffAgo, halfLifeDays)]),
      );
      expect(rows).toHaveLength([...expected.values()].reduce((sum, items) => sum + items.size, 0));
      for (const { person_id, item, popularity, repeat, next, similar } of rows) {
        const shares = expected.get(person_id)!.get(item)!;
        for (const [part, share] of Object.entries({ popularity, repeat, next, similar }))
          expect(share, `${part} of item ${item} to person ${person_id}`).toBeCloseTo(
            shares[part as keyof SignalShares],
            9,
          );
      }
    }),
    { numRuns: 25 },
  );
});

test("the probabilities of each part add up to 1", async () => {
  const interactions = Array.from({ length: 120 }, (_, i) => ({
    person: 1 + (i % 7),
    ago: (i * 5) % 23,
    item: 1 + ((i * i) % 9),
  }));
  const totals = new Map<number, number>();
  for (const { person_id, next } of await candidates(interactions, 0))
    totals.set(person_id, (totals.get(person_id) ?? 0) + next);
  for (const total of totals.values()) expect(total).toBeCloseTo(1, 9);
});

test("only the recent part of a long history and the strongest related items are used", async () => {
  const everything = 200;
  const interactions = Array.from({ length: everything }, (_, i) => ({ person: 1, ago: i, item: i + 1 }));
  const basket = Array.from({ length: everything }, (_, i) => ({ person: 2, ago: 0, item: i + 1 }));
  const { own, visits, similar, following } = await known(await stage([...interactions, ...basket]), 0);
  const most = async (rows: Relation, key: Sql): Promise<number> =>
    (
      await engine.row<{ most: number }>(
        sql`select max(rows) as most from (select count(*) as rows from ${rows} group by ${key})`,
      )
    ).most;
  expect(await most(own, sql`person_id`)).toBe(maxOwnItems);
  expect(await most(visits, sql`person_id, nth`)).toBe(maxItemsPerVisit);
  expect(await most(similar, sql`item`)).toBeLessThanOrEqual(maxRelatedItems);
  expect(await most(following, sql`item`)).toBeLessThanOrEqual(maxRelatedItems);
  const newest = await engine.row<{ oldest: number }>(
    sql`select max(o.item) as oldest from ${own} as o where o.person_id = 1`,
  );
  expect(newest.oldest).toBe(maxOwnItems);
});

test("candidates are a person's own items, related ones and the most popular", async () => {
  const strangers = Array.from({ length: 40 }, (_, i) => ({ person: 10 + i, ago: 3, item: 100 + i }));
  const rows = await candidates([{ person: 1, ago: 1, item: 1 }, ...strangers], 0);
  const own = rows.filter(({ person_id }) => person_id === 1);
  expect(own.map(({ item }) => item).sort((a, b) => a - b)).toEqual([
    1,
    ...Array.from({ length: maxRanks - 1 }, (_, i) => 100 + i),
  ]);
});

/** Tables of so many people with two items each, ordered by person, as a build has them. */
const orderedBy = async (people: number): Promise<ItemRelations> => {
  const rows = sql`select t.i as person_id, cast(1 + (t.i + n.i) % 50 as integer) as item, 0.5 as share,
      cast(1 as bigint) as nth from range(${people}) as t(i) cross join range(2) as n(i) order by t.i, n.i`;
  const table = await engine.createTable("ordered", rows);
  const popular = await engine.createTable(
    "popular",
    sql`select cast(1 + t.i as integer) as item, 0.02 as share, cast(1 + t.i as integer) as place from range(50) as t(i)`,
  );
  const pairs = sql`(select p.item, p.item as other, cast(0.5 as double) as strength from ${popular} as p)`;
  return { popular, own: table, visits: table, similar: pairs, following: pairs };
};

const scannedFor = async (people: number, range: KeyRange): Promise<number> => {
  const known = await orderedBy(people);
  const some = sql`(select distinct o.person_id from ${known.own} as o where ${inRange(sql`o.person_id`, range)})`;
  const nothing = sql`(select o.person_id, o.item from ${known.own} as o where false)`;
  const query = candidateItems(known, some, nothing, range);
  const [row] = await engine.rows(sql`explain (analyze, format json) ${query}`);
  return Number(/"cumulative_rows_scanned": (\d+)/.exec(JSON.stringify(row).replaceAll("\\", ""))![1]);
};

test("the candidates of a chunk read the rows of its people, and as many of ten times as many people", async () => {
  const range = { from: 50_000n, until: 60_000n };
  const [few, many] = [await scannedFor(300_000, range), await scannedFor(3_000_000, range)];
  expect(few).toBeGreaterThan(0);
  expect(many).toBeLessThan(1.5 * few);
});

test("chunks are ranges of so many people, in order", async () => {
  const people = await engine.createTable(
    "people",
    sql`select 7 * t.i as person_id, 1 as visits from range(25) as t(i)`,
  );
  const rows = await engine.rows(chunkStarts(people, 10));
  expect(rows).toEqual([{ first: 0 }, { first: 70 }, { first: 140 }]);
  expect(await engine.count(peopleIn(people, { from: 70n, until: 140n }))).toBe(10);
});
