import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Engine, openEngine } from "../engine.js";
import { type Relation, type Sql, sql } from "../sql/sql.js";
import { findResolution, peopleByDataset, personSizes, type Resolved } from "./findings.js";
import { valuesOf } from "./fixtures.js";

let engine: Engine;
beforeAll(async () => {
  const tempDir = await mkdtemp(path.join(tmpdir(), "findings-"));
  engine = await openEngine({ memoryMb: 256, threads: 1, tempDir });
});
afterAll(() => engine.close());

const [bigint, integer, text, double] = [sql`bigint`, sql`integer`, sql`varchar`, sql`double`];

/** Keys count from 1, nodes from 0. */
const personsOf = (rows: [key: number, person: number, rows?: number, household?: number][]): Relation =>
  valuesOf(
    { node: integer, identity_key: bigint, person_id: bigint, row_count: bigint, household: sql`ubigint` },
    rows.map(([key, person, count = 1, household = null]) => [key - 1, key, person, count, household]),
  );

/** Three people, two of them in one household: {1, 2, 3}, {4} and {5}. Record 6 identifies nobody. */
const records = {
  persons: personsOf([
    [1, 1, 10, 100],
    [2, 1, 1, 200],
    [3, 1],
    [4, 4, 1, 200],
    [5, 5, 2, 100],
  ]),
  held: valuesOf({ source: integer, identity_key: bigint, row_count: bigint }, [
    [0, 1, 10],
    [0, 2, 1],
    [0, 4, 1],
    [0, 6, 4],
    [1, 3, 1],
    [1, 5, 2],
  ]),
};

const matchesOf = (rows: [left: number, right: number, kind: string, logOdds: number | null][]): Sql =>
  valuesOf({ left_key: bigint, right_key: bigint, kind: text, log_odds: double }, rows);

const coverage = {
  shop: { identified_count: 2, matched_count: 1, unidentified_rows: 4 },
  app: { identified_count: 2, matched_count: 1, unidentified_rows: 0 },
  none: { identified_count: 0, matched_count: 0, unidentified_rows: 0 },
};

const findingsOf = (changed: Partial<Pick<Resolved, "matches" | "changing" | "persons">> = {}) => {
  const { persons, held, matches, changing } = {
    ...records,
    matches: matchesOf([]),
    changing: null,
    ...changed,
  };
  const sizes = sql`(${personSizes(persons)})`;
  const known = sql`(${peopleByDataset(held, persons, sizes)})`;
  return findResolution(
    engine,
    { sizes, datasetPeople: known, persons, matches, changing },
    "standard",
    coverage,
  );
};

test("shares count rows and people of the dataset, and are null without any", async () => {
  const { datasets } = await findingsOf();
  expect(datasets).toEqual({
    shop: { match_rate: 12 / 16, overlap: 0.5, household_share: 1 },
    app: { match_rate: 1, overlap: 0.5, household_share: 0.5 },
    none: { match_rate: null, overlap: null, household_share: null },
  });
});

test("a person who moved shares the new residence only", async () => {
  const moved = sql`(
    select * replace (case when node = 1 then 900 else household end as household) from ${records.persons})`;
  expect((await findingsOf({ persons: moved })).datasets.shop!.household_share).toBe(0);
});

test("every person is in one range of sizes, and the largest come first", async () => {
  const { cluster_sizes, largest } = await findingsOf();
  expect(cluster_sizes.filter(({ people }) => people > 0)).toEqual([
    { min: 1, max: 1, people: 2 },
    { min: 3, max: 3, people: 1 },
  ]);
  expect(cluster_sizes.at(-1)).toEqual({ min: 51, max: null, people: 0 });
  expect(largest).toEqual([
    { person_id: "1", records: 3, rows: 12 },
    { person_id: "5", records: 1, rows: 2 },
    { person_id: "4", records: 1, rows: 1 },
  ]);
});

test("only matched links have a probability, and the least certain come first", async () => {
  const matches = matchesOf([
    [1, 2, "match", Math.log(0.97 / 0.03)],
    [2, 3, "match", Math.log(0.81 / 0.19)],
    [1, 3, "match", 5000],
    [1, 2, "key", null],
    [2, 3, "owner", null],
  ]);
  const { link_probabilities, least_sure } = await findingsOf({ matches });
  expect(link_probabilities).toHaveLength(10);
  expect(link_probabilities.filter(({ links }) => links > 0)).toEqual([
    { min: 0.8, max: 0.85, links: 1 },
    { min: 0.95, max: 1, links: 2 },
  ]);
  expect(least_sure.map(({ left, right }) => [left, right])).toEqual([
    ["2", "3"],
    ["1", "2"],
    ["1", "3"],
  ]);
  expect(least_sure[0]).toMatchObject({ person_id: "1", probability: expect.closeTo(0.81, 9) });
});

test("a first build has no changes; a later one counts people merged, split, added and gone", async () => {
  expect((await findingsOf()).changes).toBeNull();
  const before = personsOf([
    [1, 1],
    [2, 2],
    [3, 3],
    [4, 3],
    [9, 9],
  ]);
  const changing = { persons: records.persons, previous: before };
  expect((await findingsOf({ changing })).changes).toEqual({
    merged: 2,
    split: 1,
    added: 1,
    gone: 1,
  });
});
