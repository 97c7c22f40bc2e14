// Incremental resolution, which gives the same people as a full one. These tests cover keys;
// `test/people/incremental.slow.test.ts` and `test/people/arrivals.slow.test.ts` cover compared records.

import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Decision, PeopleConfig } from "../../../domain/people/people.js";
import { seededRandom } from "../../../model/numeric/random.js";
import { type Engine, openEngine } from "../../../warehouse/engine.js";
import { withAdded } from "../../../warehouse/layers.js";
import {
  identityKey,
  type TestDataset,
  type TestRecord,
  writeDataset,
} from "../../../warehouse/persons/fixtures.js";
import { stateFiles } from "../../../warehouse/persons/resolution-state.js";
import { peopleFiles, relation } from "../../../warehouse/relations.js";
import { sql } from "../../../warehouse/sql/sql.js";
import { resolveDatasets } from "../fixtures.js";

let engine: Engine;
const root = mkdtempSync(path.join(tmpdir(), "incremental-"));
beforeAll(async () => {
  engine = await openEngine({ memoryMb: 500, threads: 1, tempDir: root });
});
afterAll(() => {
  engine.close();
  rmSync(root, { recursive: true });
});

const byKeys: PeopleConfig = { identity_resolution: { mode: "exact" } };

/** Smaller than all sets of records here, which stay below the next size of the reference. */
const minIncremental = 80;

type Built = Awaited<ReturnType<typeof resolveDatasets>>;

interface BuildOptions {
  config?: PeopleConfig;
  isFull?: boolean;
  /** Records of a suppression list; without one there is none. */
  list?: readonly TestRecord[];
}

/** Incremental, from the people of `previous`, or full. */
const build = async (
  records: readonly TestRecord[],
  previous: Built | null,
  { config = byKeys, isFull = false, list }: BuildOptions = {},
): Promise<Built> => {
  const datasets = [await writeDataset(engine, root, "d", records)];
  if (list) datasets.push({ ...(await writeDataset(engine, root, "list", list)), privacy: "suppress" });
  const previousDir = previous && (isFull ? withoutState(previous) : previous.dir);
  return resolveDatasets(engine, root, datasets, { previousDir, config, minIncremental });
};

/**
 * A copy of a build without its state, so that the next build resolves all records again and keeps the ids of
 * people.
 */
const withoutState = ({ dir }: Built): string => {
  const copy = mkdtempSync(path.join(root, "stateless-"));
  cpSync(dir, copy, { recursive: true, filter: (file) => path.basename(file) !== "state" });
  return copy;
};

/** True for an incremental build, provided that no identity was removed. */
const isIncremental = ({ dir }: Built): boolean =>
  existsSync(path.join(dir, "state", "normalised.added.parquet"));

/** All results of a build, in a form that can be compared. */
const resultOf = async ({ dir, result }: Built) => {
  const files = peopleFiles(dir);
  const rows = (file: string, columns = "*") =>
    engine.rows(
      sql`select cast(own as varchar) as text from (select ${columnsOf(columns)} from ${relation(file)}) as own order by text`,
    );
  return {
    persons: await rows(files.persons),
    people: await rows(files.people),
    matches: await rows(files.matches, "matches"),
    result,
  };
};
const columnsOf = (what: string) => (what === "*" ? sql`*` : sql`left_key, right_key, kind, pattern`);

/** Number of identities in the stored state: nothing of a removed one stays. */
const storedIdentities = async ({ dir }: Built): Promise<number> => {
  const stored = withAdded(stateFiles(dir).normalised);
  return (await engine.row<{ stored: number }>(sql`select count(*) as stored from ${stored}`)).stored;
};

const neighbours: TestRecord[] = Array.from({ length: 100 }, (_, i) => ({
  person_first_name: "Ann",
  person_last_name: `Neighbour ${i}`,
  email: `${Math.floor(i / 2)}@example.com`,
  seen: 1,
}));

const pick = <T>(...values: T[]) => fc.constantFrom(...values);
const record = fc.record({
  customer_id: pick("1", "2", "3", undefined, undefined),
  email: pick("lee@x.org", "ray@x.org", "0@example.com", undefined),
  phone: pick("415 555 2671", "415 555 2672", undefined),
  person_first_name: pick("Ann", "A", "Bob", "Ben", undefined),
  person_last_name: pick("Lee", "Ray", "Lee Jr", undefined),
  house_number_and_street: pick("12 Oak Street", undefined),
  postcode: pick("62704", "62705"),
  rows: pick(1, 2),
}) as fc.Arbitrary<TestRecord>;
const rowOf = fc
  .tuple(record, fc.option(record, { nil: undefined, freq: 5 }))
  .map(([own, links]): TestRecord => (links ? { ...own, links } : own));
const index = fc.nat({ max: 200 });
/**
 * Records to add, indexes of records to remove, the same for the list, and indexes of pairs that the owner
 * decides on.
 */
const change = fc.record({
  added: fc.array(rowOf, { maxLength: 5 }),
  removed: fc.array(index, { maxLength: 3 }),
  listed: fc.array(record, { maxLength: 2 }),
  isUnlisted: fc.boolean(),
  together: fc.array(fc.tuple(index, index), { maxLength: 2 }),
  apart: fc.array(fc.tuple(index, index), { maxLength: 2 }),
});

const decide = async (left: TestRecord, right: TestRecord): Promise<Decision> => {
  const keys = sql`select cast(${identityKey(left)} as varchar) as l, cast(${identityKey(right)} as varchar) as r`;
  const { l, r } = await engine.row<{ l: string; r: string }>(keys);
  return { left: l, right: r, id: "d", made_at: 1 };
};

const seenAt =
  (seen: number) =>
  (row: TestRecord): TestRecord => ({
    ...row,
    seen,
    ...(row.links && { links: { ...row.links, seen } }),
  });

test("incremental and full resolution agree, whatever records are added and removed", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(rowOf, { maxLength: 8 }),
      fc.array(change, { minLength: 1, maxLength: 3 }),
      async (some, changes) => {
        let records = [...neighbours, ...some.map(seenAt(1))];
        let list: TestRecord[] = [];
        let built = await build(records, null, { list });
        let seen = 1;
        for (const { added, removed, listed, isUnlisted, together, apart } of changes) {
          seen++;
          const removedAt = new Set(removed.map((at) => at % records.length));
          records = [...records.filter((_, at) => !removedAt.has(at)), ...added.map(seenAt(seen))];
          list = [...list.slice(isUnlisted ? 1 : 0), ...listed.map(seenAt(seen))];
          const pairsOf = (places: [number, number][]) =>
            Promise.all(
              places
                .map((pair) => pair.map((at) => records[at % records.length]!))
                .map(([l, r]) => decide(l!, r!)),
            );
          const decisions = { together: await pairsOf(together), apart: await pairsOf(apart) };
          const options = { config: { ...byKeys, decisions }, list };
          const full = await build(records, built, { ...options, isFull: true });
          const incremental = await build(records, built, options);
          expect(isIncremental(full)).toBe(false);
          expect(await resultOf(incremental)).toEqual(await resultOf(full));
          expect(await storedIdentities(incremental)).toBe(await storedIdentities(full));
          built = incremental;
        }
      },
    ),
    { numRuns: 6 },
  );
});

test.each([1, 2])(
  "further rows of known records change counts alone, and whoever comes later is resolved as ever (seed %i)",
  async (seed) => {
    const random = seededRandom(seed);
    const known = neighbours.map((record, i) => ({ ...record, phone: `415 555 2${100 + (i % 70)}` }));
    const counted = (records: readonly TestRecord[]) =>
      records.map((record) => (random() < 0.3 ? { ...record, rows: 1 + Math.floor(random() * 4) } : record));
    let records: TestRecord[] = known;
    let built = await build(records, null);
    for (const isAnyNew of [false, false, true, false, false]) {
      records = counted(records);
      if (isAnyNew) records = [...records, { customer_id: "late", email: "3@example.com", seen: 2 }];
      const full = await build(records, built, { isFull: true });
      const next = await build(records, built);
      expect(await resultOf(next)).toEqual(await resultOf(full));
      expect(isLinked(stateFiles(next.dir).clusters)).toBe(!isAnyNew);
      built = next;
    }
  },
);

const isLinked = (file: string): boolean => statSync(file).nlink > 1;

/** The same change from a stored base, once incremental and once full. */
const bothWays = async (base: readonly TestRecord[], now: readonly TestRecord[], config = byKeys) => {
  const before = await build(base, null, { config });
  const incremental = await build(now, before, { config });
  expect(await resultOf(incremental)).toEqual(
    await resultOf(await build(now, before, { config, isFull: true })),
  );
  return incremental;
};

test("a change in the normalisation of kept records requires a full resolution", async () => {
  const crowd = Array.from(
    { length: 53 },
    (_, i): TestRecord => ({
      person_last_name: `Name ${i}`,
      email: "shop@x.org",
      seen: i < 49 ? 1 : 2,
    }),
  );
  const dated = (birth_date: string, seen: number) => ({ email: `${birth_date}@x.org`, birth_date, seen });
  const base = [...neighbours, ...crowd.slice(0, 49), dated("03/04/1980", 1)];
  expect(isIncremental(await bothWays(base, [...base, ...crowd.slice(49, 50)]))).toBe(true);
  expect(isIncremental(await bothWays(base, [...base, ...crowd.slice(49)]))).toBe(false);
  expect(isIncremental(await bothWays(base, [...base, dated("04/05/1981", 2)]))).toBe(true);
  expect(isIncremental(await bothWays(base, [...base, dated("25/12/1981", 2)]))).toBe(false);
  expect(isIncremental(await bothWays(base, []))).toBe(false);
  expect(isIncremental(await bothWays(base, [...base, { email: "early@x.org", seen: 0 }]))).toBe(false);
});

test("hashes are resolved incrementally, unless an added record reveals a kept one or the other way round", async () => {
  const hashOf = (address: string) => createHash("sha256").update(address).digest("hex");
  const hashed = (address: string, seen: number) => ({ email_hash: hashOf(address), seen });
  const base = [...neighbours, hashed("far@x.org", 1), { email: "near@x.org", seen: 1 }];
  const more = (...added: TestRecord[]) => bothWays(base, [...base, ...added]);
  expect(isIncremental(await more({ email: "new@x.org", seen: 2 }))).toBe(true);
  expect(isIncremental(await more(hashed("new@x.org", 2), { email: "new@x.org", seen: 2 }))).toBe(true);
  expect(isIncremental(await more({ ...hashed("far@x.org", 2), person_first_name: "Ann" }))).toBe(true);
  expect(isIncremental(await more({ email: "Far@x.org", seen: 2 }))).toBe(false);
  expect(isIncremental(await more({ ...hashed("near@x.org", 2), person_first_name: "Ann" }))).toBe(false);

  const without = await build(neighbours, null);
  const first = await build([...neighbours, hashed("late@x.org", 2)], without);
  const records = [...neighbours, hashed("late@x.org", 2), { email: "late@x.org", seen: 3 }];
  expect(isIncremental(first)).toBe(true);
  expect(await resultOf(await build(records, first))).toEqual(
    await resultOf(await build(records, first, { isFull: true })),
  );
  const [, ...left] = base;
  expect(await resultOf(await build(left, await build(base, null)))).toEqual(
    await resultOf(await build(left, await build(base, null), { isFull: true })),
  );
});

test("with a deletion list no state is stored, because it would reveal who is on it", async () => {
  const all = await writeDataset(engine, root, "d", neighbours);
  const list = await writeDataset(engine, root, "list", [neighbours[0]!]);
  const before = await build(neighbours, null);
  const { dir } = await resolveDatasets(engine, root, [all, { ...list, privacy: "delete" }], {
    previousDir: before.dir,
    config: byKeys,
    minIncremental,
  });
  expect(existsSync(path.join(before.dir, "state"))).toBe(true);
  expect(existsSync(path.join(dir, "state"))).toBe(false);
});

test("an incremental build applies the owner's decisions and reverts withdrawn ones", async () => {
  const [one, same, other] = [neighbours[0]!, neighbours[1]!, neighbours[2]!];
  const config = {
    ...byKeys,
    decisions: { apart: [await decide(one, same)], together: [await decide(same, other)] },
  };
  const before = await build(neighbours, null);
  const decided = await build(neighbours, before, { config });
  expect(isIncremental(decided)).toBe(true);
  expect(await resultOf(decided)).toEqual(
    await resultOf(await build(neighbours, before, { config, isFull: true })),
  );
  const takenBack = await build(neighbours, decided);
  const { persons, people, matches } = await resultOf(takenBack);
  expect({ persons, people, matches }).toEqual(await resultOf(before).then(({ result, ...rest }) => rest));
});

test("an incremental build reacts to a new suppression list, and to two records that no longer share a row", async () => {
  const person = { person_first_name: "Ada", person_last_name: "Roe", seen: 1 };
  const [shipping, billing] = [
    { ...person, house_number_and_street: "12 Oak Street", postcode: "62704" },
    { ...person, house_number_and_street: "1 Elm Street", postcode: "62705" },
  ];
  const inOneRow = await writeDataset(engine, root, "d", [...neighbours, { ...shipping, links: billing }]);
  const inTwoRows = await writeDataset(engine, root, "d", [...neighbours, shipping, billing]);
  const other = await writeDataset(engine, root, "other", neighbours.slice(0, 4));
  const suppressed = { ...other, privacy: "suppress" as const };
  const people = async (previous: Built | null, datasets: TestDataset[]) => {
    const options = { previousDir: previous?.dir ?? null, config: byKeys, minIncremental };
    const built = await resolveDatasets(engine, root, datasets, options);
    expect(isIncremental(built)).toBe(previous !== null);
    return { built, count: built.result.people_count };
  };
  const before = await people(null, [inOneRow, other]);
  const [listed, parted] = [
    await people(before.built, [inOneRow, suppressed]),
    await people(before.built, [inTwoRows, other]),
  ];
  expect(before.count - listed.count).toBe(2);
  expect(parted.count - before.count).toBe(1);
  expect((await people(listed.built, [inOneRow, other])).count).toBe(before.count);
});
