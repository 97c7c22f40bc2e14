// Going on from what is remembered comes to the same as finding everything anew. That it does for records that are compared,
// but for a model that is fitted to a few records more, is in `test/people/incremental.test.ts`.

import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Decision, PeopleConfig } from "../../../domain/people.js";
import { type Engine, openEngine } from "../../../warehouse/engine.js";
import { withAdded } from "../../../warehouse/layers.js";
import {
  identityKey,
  type TestDataset,
  type TestRecord,
  writeDataset,
} from "../../../warehouse/persons/fixtures.js";
import { peopleFiles, relation } from "../../../warehouse/relations.js";
import { sql } from "../../../warehouse/sql/sql.js";
import { resolveDatasets } from "../fixtures.js";
import { stateFiles } from "../state.js";

let engine: Engine;
const root = mkdtempSync(path.join(tmpdir(), "onwards-"));
beforeAll(async () => {
  engine = await openEngine({ memoryMb: 500, threads: 1, tempDir: root });
});
afterAll(() => {
  engine.close();
  rmSync(root, { recursive: true });
});

const byKeys: PeopleConfig = { identity_resolution: { mode: "exact" } };

type Built = Awaited<ReturnType<typeof resolveDatasets>>;

interface Asked {
  config?: PeopleConfig;
  isAnew?: boolean;
  /** Records of a suppression list; without one there is none. */
  list?: readonly TestRecord[];
}

/** From the people of `previous`, by what is remembered or anew. */
const build = async (
  records: readonly TestRecord[],
  previous: Built | null,
  { config = byKeys, isAnew = false, list }: Asked = {},
): Promise<Built> => {
  const datasets = [await writeDataset(engine, root, "d", records)];
  if (list) datasets.push({ ...(await writeDataset(engine, root, "list", list)), privacy: "suppress" });
  return resolveDatasets(engine, root, datasets, {
    previousDir: previous?.dir ?? null,
    config,
    fewest: isAnew ? Number.POSITIVE_INFINITY : 1,
  });
};

/** Where nobody is gone. */
const wentOn = ({ dir }: Built): boolean => existsSync(path.join(dir, "remembered", "spelled.added.parquet"));

/** All that a build says of people, in a form that can be compared. */
const saidBy = async ({ dir, result }: Built) => {
  const files = peopleFiles(dir);
  const rows = (file: string, columns = "*") =>
    engine.rows(
      sql`select cast(told as varchar) as said from (select ${columnsOf(columns)} from ${relation(file)}) as told order by said`,
    );
  return {
    persons: await rows(files.persons),
    people: await rows(files.people),
    matches: await rows(files.matches, "matches"),
    result,
  };
};
const columnsOf = (what: string) => (what === "*" ? sql`*` : sql`left_key, right_key, kind, pattern`);

/** How many identities are remembered: nothing is left of those who are gone. */
const remembered = async ({ dir }: Built): Promise<number> => {
  const kept = withAdded(stateFiles(dir).spelled);
  return (await engine.row<{ kept: number }>(sql`select count(*) as kept from ${kept}`)).kept;
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
const place = fc.nat({ max: 200 });
/** Records that come, and the places of those that go; the same of the list; and the places of pairs that the owner decides of. */
const change = fc.record({
  come: fc.array(rowOf, { maxLength: 5 }),
  go: fc.array(place, { maxLength: 3 }),
  listed: fc.array(record, { maxLength: 2 }),
  isUnlisted: fc.boolean(),
  together: fc.array(fc.tuple(place, place), { maxLength: 2 }),
  apart: fc.array(fc.tuple(place, place), { maxLength: 2 }),
});

const said = async (left: TestRecord, right: TestRecord): Promise<Decision> => {
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

test("whatever comes and goes, going on says what finding anew says", { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(rowOf, { maxLength: 8 }),
      fc.array(change, { minLength: 1, maxLength: 3 }),
      async (some, changes) => {
        let records = [...neighbours, ...some.map(seenAt(1))];
        let list: TestRecord[] = [];
        let built = await build(records, null, { list });
        let seen = 1;
        for (const { come, go, listed, isUnlisted, together, apart } of changes) {
          seen++;
          const gone = new Set(go.map((at) => at % records.length));
          records = [...records.filter((_, at) => !gone.has(at)), ...come.map(seenAt(seen))];
          list = [...list.slice(isUnlisted ? 1 : 0), ...listed.map(seenAt(seen))];
          const pairsOf = (places: [number, number][]) =>
            Promise.all(
              places
                .map((pair) => pair.map((at) => records[at % records.length]!))
                .map(([l, r]) => said(l!, r!)),
            );
          const decisions = { together: await pairsOf(together), apart: await pairsOf(apart) };
          const asked = { config: { ...byKeys, decisions }, list };
          const anew = await build(records, built, { ...asked, isAnew: true });
          const onwards = await build(records, built, asked);
          expect(wentOn(anew)).toBe(false);
          expect(await saidBy(onwards)).toEqual(await saidBy(anew));
          expect(await remembered(onwards)).toBe(await remembered(anew));
          built = onwards;
        }
      },
    ),
    { numRuns: 6 },
  );
});

/** From a base that is remembered, the same change once by what is remembered and once anew. */
const bothWays = async (base: readonly TestRecord[], now: readonly TestRecord[], config = byKeys) => {
  const before = await build(base, null, { config });
  const onwards = await build(now, before, { config });
  expect(await saidBy(onwards)).toEqual(await saidBy(await build(now, before, { config, isAnew: true })));
  return onwards;
};

test("what would change what is known of old records is found anew", { timeout: 120_000 }, async () => {
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
  expect(wentOn(await bothWays(base, [...base, ...crowd.slice(49, 50)]))).toBe(true);
  expect(wentOn(await bothWays(base, [...base, ...crowd.slice(49)]))).toBe(false);
  expect(wentOn(await bothWays(base, [...base, dated("04/05/1981", 2)]))).toBe(true);
  expect(wentOn(await bothWays(base, [...base, dated("25/12/1981", 2)]))).toBe(false);
  expect(wentOn(await bothWays(base, []))).toBe(false);
  expect(wentOn(await bothWays(base, [...base, { email: "early@x.org", seen: 0 }]))).toBe(false);
});

test("hashes go on, unless one is told by a record of the other time", { timeout: 120_000 }, async () => {
  const hashOf = (address: string) => createHash("sha256").update(address).digest("hex");
  const hashed = (address: string, seen: number) => ({ email_hash: hashOf(address), seen });
  const base = [...neighbours, hashed("far@x.org", 1), { email: "near@x.org", seen: 1 }];
  const more = (...come: TestRecord[]) => bothWays(base, [...base, ...come]);
  expect(wentOn(await more({ email: "new@x.org", seen: 2 }))).toBe(true);
  expect(wentOn(await more(hashed("new@x.org", 2), { email: "new@x.org", seen: 2 }))).toBe(true);
  expect(wentOn(await more({ ...hashed("far@x.org", 2), person_first_name: "Ann" }))).toBe(true);
  expect(wentOn(await more({ email: "Far@x.org", seen: 2 }))).toBe(false);
  expect(wentOn(await more({ ...hashed("near@x.org", 2), person_first_name: "Ann" }))).toBe(false);

  const without = await build(neighbours, null);
  const first = await build([...neighbours, hashed("late@x.org", 2)], without);
  const records = [...neighbours, hashed("late@x.org", 2), { email: "late@x.org", seen: 3 }];
  expect(wentOn(first)).toBe(true);
  expect(await saidBy(await build(records, first))).toEqual(
    await saidBy(await build(records, first, { isAnew: true })),
  );
  const [, ...left] = base;
  expect(await saidBy(await build(left, await build(base, null)))).toEqual(
    await saidBy(await build(left, await build(base, null), { isAnew: true })),
  );
});

test("with a deletion list nothing is remembered, for it would tell who is on it", async () => {
  const all = await writeDataset(engine, root, "d", neighbours);
  const list = await writeDataset(engine, root, "list", [neighbours[0]!]);
  const before = await build(neighbours, null);
  const { dir } = await resolveDatasets(engine, root, [all, { ...list, privacy: "delete" }], {
    previousDir: before.dir,
    config: byKeys,
    fewest: 1,
  });
  expect(existsSync(path.join(before.dir, "remembered"))).toBe(true);
  expect(existsSync(path.join(dir, "remembered"))).toBe(false);
});

test("the owner's word is heard when going on, too", { timeout: 60_000 }, async () => {
  const [one, same, other] = [neighbours[0]!, neighbours[1]!, neighbours[2]!];
  const config = {
    ...byKeys,
    decisions: { apart: [await said(one, same)], together: [await said(same, other)] },
  };
  const before = await build(neighbours, null);
  const heard = await build(neighbours, before, { config });
  expect(wentOn(heard)).toBe(true);
  expect(await saidBy(heard)).toEqual(
    await saidBy(await build(neighbours, before, { config, isAnew: true })),
  );
  const takenBack = await build(neighbours, heard);
  const { persons, people, matches } = await saidBy(takenBack);
  expect({ persons, people, matches }).toEqual(await saidBy(before).then(({ result, ...said }) => said));
});

test("so is that a file has become a suppression list, and that two records stand in one row no more", {
  timeout: 60_000,
}, async () => {
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
    const asked = { previousDir: previous?.dir ?? null, config: byKeys, fewest: 1 };
    const built = await resolveDatasets(engine, root, datasets, asked);
    expect(wentOn(built)).toBe(previous !== null);
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
