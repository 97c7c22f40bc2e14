// Pending decisions show at once what the next build makes of them.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { merge, noDecisions, split, withdraw } from "../../domain/people/decisions.js";
import type { Decisions } from "../../domain/people/people.js";
import { type Engine, openEngine } from "../../warehouse/engine.js";
import {
  identityKey,
  type TestDataset,
  type TestRecord,
  writeDataset,
} from "../../warehouse/persons/fixtures.js";
import { datasetFiles, peopleFiles, relation } from "../../warehouse/relations.js";
import { join, parquet, type Relation, sql } from "../../warehouse/sql/sql.js";
import { resolveDatasets } from "./fixtures.js";
import { stagePeople } from "./pending.js";

let engine: Engine;
const root = mkdtempSync(path.join(tmpdir(), "pending-"));
beforeAll(async () => {
  engine = await openEngine({ memoryMb: 500, threads: 1, tempDir: root });
});
afterAll(() => {
  engine.close();
  rmSync(root, { recursive: true });
});

const firsts = "Ada Boris Cleo Dora Emil Fay Gus Hana Ivo Jo Karl Lola Mina".split(" ");
const lasts = "Abbott Becker Castro Dunn Engel Farr Gray Holt Ivers Jansen Krause".split(" ");
const streets = "Ash Birch Cedar Dogwood Fir Hazel Juniper Larch Maple".split(" ");
const neighbours: TestRecord[] = Array.from({ length: 120 }, (_, i) => ({
  person_first_name: firsts[i % firsts.length]!,
  person_last_name: lasts[i % lasts.length]!,
  house_number_and_street: `${i + 20} ${streets[i % streets.length]} Street`,
  postcode: i % 3 ? "62704" : "19901",
  seen: 10 + i,
}));
const kate = (first: string, seen: number, rest: TestRecord = {}): TestRecord => ({
  person_first_name: first,
  person_last_name: "Kowalski",
  house_number_and_street: "12 Oak Street",
  postcode: "62704",
  email: "kate@example.com",
  seen,
  ...rest,
});
const kates = [
  kate("Katherine", 1),
  kate("Kate", 2, { phone: "415 555 2671" }),
  kate("Katherine", 3, { customer_id: "17" }),
  kate("K", 4),
];
const peter: TestRecord = {
  person_first_name: "Peter",
  person_last_name: "Brandt",
  email: "peter@example.com",
  seen: 5,
};
const records = [...kates, peter, ...neighbours];

let dataset: TestDataset;
let keys: string[];
beforeAll(async () => {
  dataset = await writeDataset(engine, root, "d", records);
  keys = [];
  for (const record of records.slice(0, 5))
    keys.push(
      (await engine.row<{ key: string }>(sql`select cast(${identityKey(record)} as varchar) as key`)).key,
    );
});

const stamp = (id: string, made_at: number) => ({ id, made_at });
const at = (...places: number[]) => places.map((place) => keys[place]!);

/** All rows, but the times of links. */
const rowsOf = async (found: Record<"persons" | "people" | "matches" | "aliases", Relation | null>) => {
  const read = async (rows: Relation | null) =>
    JSON.stringify(
      await engine.rows(sql`select cast(own as varchar) as row from ${rows!} as own order by all`),
    );
  return {
    persons: await read(found.persons),
    people: await read(found.people),
    matches: await read(sql`(select * exclude (made_at) from ${found.matches!})`),
    aliases: await read(found.aliases),
  };
};

const expectSame = async (before: Decisions, now: Decisions, minIncremental?: number) => {
  const options = { now: 1, ...(minIncremental !== undefined && { minIncremental }) };
  const built = await resolveDatasets(engine, root, [dataset], { ...options, config: { decisions: before } });
  const identities = [relation(datasetFiles(dataset.dir).identities)];
  const shown = await stagePeople(engine, { dir: built.dir, identities, decisions: now });
  expect(shown.pending).not.toBeNull();
  const pending = await rowsOf(shown);
  const next = await resolveDatasets(engine, root, [dataset], {
    ...options,
    config: { decisions: now },
    previousDir: built.dir,
    previousResult: built.result,
  });
  const files = peopleFiles(next.dir);
  const made = await rowsOf({
    persons: relation(files.persons),
    people: relation(files.people),
    matches: relation(files.matches),
    aliases: parquet(files.aliases),
  });
  expect(pending).toEqual(made);
  expect(pending.persons).not.toBe((await rowsOf(await unpended(built.dir))).persons);
};

const unpended = async (dir: string) => {
  const files = peopleFiles(dir);
  return {
    persons: relation(files.persons),
    people: relation(files.people),
    matches: relation(files.matches),
    aliases: parquet(files.aliases),
  };
};

const cases: [string, () => [before: Decisions, now: Decisions]][] = [
  ["a merge", () => [noDecisions, merge(noDecisions, at(0), at(4), stamp("m", 5))]],
  ["a split", () => [noDecisions, split(noDecisions, at(1), at(0, 2, 3), stamp("s", 5))]],
  [
    "a split from the earliest record",
    () => [noDecisions, split(noDecisions, at(0), at(1, 2, 3), stamp("s", 5))],
  ],
  [
    "the end of a split",
    () => {
      const before = split(noDecisions, at(0), at(1, 2, 3), stamp("s", 5));
      return [before, withdraw(before, "s")];
    },
  ],
  [
    "the end of a merge",
    () => {
      const before = merge(noDecisions, at(4), at(0), stamp("m", 5));
      return [before, withdraw(before, "m")];
    },
  ],
  [
    "a merge and a split of a person who was split before",
    () => {
      const before = split(noDecisions, at(1), at(0, 2, 3), stamp("s", 5));
      const merged = merge(before, at(1), at(4), stamp("m", 6));
      return [before, split(merged, at(2), at(0, 3), stamp("t", 7))];
    },
  ],
];

test.each(cases)("%s shows at once as the next build makes it", async (_, decide) => {
  await expectSame(...decide());
});

test("so it does where builds are incremental", async () => {
  const before = split(noDecisions, at(1), at(0, 2, 3), stamp("s", 5));
  await expectSame(before, merge(before, at(1), at(4), stamp("m", 6)), 0);
});

test("so it does where records took the place of others, also of those that a decision names", async () => {
  const own = dataset;
  const gone = "12345";
  dataset = await writeDataset(engine, root, "replaced", records);
  const origins = [1, 4].map((place, i) => sql`(${BigInt(keys[place]!)}, ${BigInt(gone) + BigInt(i)}, 0)`);
  await engine.writeParquet(
    sql`select cast(identity_key as bigint) as identity_key, cast(origin as bigint) as origin, cast(since as bigint) as since
      from (values ${join(origins)}) as own(identity_key, origin, since)`,
    datasetFiles(dataset.dir).origins,
  );
  const merged = merge(noDecisions, [gone], at(4), stamp("m", 5));
  await expectSame(noDecisions, merged);
  await expectSame(merged, split(noDecisions, at(1), at(0, 2, 3), stamp("s", 6)));
  dataset = own;
});

test("without a new decision, people are those of the build", async () => {
  const decisions = merge(noDecisions, at(0), at(4), stamp("m", 5));
  const built = await resolveDatasets(engine, root, [dataset], { config: { decisions } });
  const identities = [relation(datasetFiles(dataset.dir).identities)];
  expect((await stagePeople(engine, { dir: built.dir, identities, decisions })).pending).toBeNull();
});
