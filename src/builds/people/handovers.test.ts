// Handovers of ids where new data part people: most of the records keep the id.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PeopleResult } from "../../domain/people.js";
import { type Engine, openEngine } from "../../warehouse/engine.js";
import { type TestRecord, writeDataset } from "../../warehouse/persons/fixtures.js";
import { peopleFiles } from "../../warehouse/relations.js";
import { parquet, sql } from "../../warehouse/sql/sql.js";
import { personsIn, resolveDatasets } from "./fixtures.js";

let engine: Engine;
const root = mkdtempSync(path.join(tmpdir(), "handovers-"));
beforeAll(async () => {
  engine = await openEngine({ memoryMb: 500, threads: 1, tempDir: root });
});
afterAll(() => {
  engine.close();
  rmSync(root, { recursive: true });
});

const earliest: TestRecord = { customer_id: "17", seen: 1 };
const bridge: TestRecord = { customer_id: "17", email: "ada@example.com", seen: 2 };
const later: TestRecord[] = [
  { email: "ada@example.com", phone: "802-863-1234", seen: 3 },
  { email: "ada@example.com", phone: "802-863-1235", seen: 4 },
];
const stranger: TestRecord = { email: "boris@example.com", seen: 5 };

/** Builds one after the other; the people of the records of each. */
const buildAll = async (files: readonly (readonly TestRecord[])[], minIncremental?: number) => {
  let previous: { dir: string; result: PeopleResult } | null = null;
  const people: (string | null)[][] = [];
  for (const [i, records] of files.entries()) {
    const dataset = await writeDataset(engine, root, "d", [...records, stranger]);
    previous = await resolveDatasets(engine, root, [dataset], {
      ...(previous && { previousDir: previous.dir, previousResult: previous.result }),
      ...(minIncremental !== undefined && { minIncremental }),
      now: i,
    });
    people.push(await personsIn(engine, previous.dir, records));
  }
  return { people, dir: previous!.dir };
};

test.each([
  ["full", undefined],
  ["incremental", 1],
])("where data part a person, most of the records keep the id: %s builds", async (_, minIncremental) => {
  const whole = [earliest, bridge, ...later];
  const parted = [earliest, ...later];
  const { people } = await buildAll([whole, parted, parted, whole, parted], minIncremental);
  const [first, split, same, joined, again] = people;
  const id = first![0]!;
  expect(first).toEqual([id, id, id, id]);
  const [left, ...most] = split!;
  expect(most).toEqual([id, id]);
  expect(left).not.toBe(id);
  expect(same).toEqual(split);
  expect(joined).toEqual(first);
  expect(again).toEqual(split);
});

test("with the earliest record gone, the others keep the id, and it is nobody's former one", async () => {
  const { people, dir } = await buildAll([
    [earliest, bridge, ...later],
    [bridge, ...later],
  ]);
  const id = people[0]![0]!;
  expect(people[1]).toEqual([id, id, id]);
  const { aliases } = await engine.row<{ aliases: number }>(
    sql`select count(*) as aliases from ${parquet(peopleFiles(dir).aliases)}`,
  );
  expect(aliases).toBe(0);
});

test("a record that joins another person leaves the id to those who stay", async () => {
  const other: TestRecord = { email: "eve@example.com", customer_id: "23", seen: 2 };
  const [own, moving]: TestRecord[] = [
    { customer_id: "17", phone: "802-863-7777", seen: 1 },
    { phone: "802-863-7777", email: "mo@example.com", seen: 3 },
  ];
  const tie: TestRecord = { email: "mo@example.com", customer_id: "23", seen: 6 };
  const { people } = await buildAll([
    [own!, moving!, other],
    [own!, other, { ...moving!, phone: "" }, tie],
  ]);
  const [before, after] = people;
  expect(after![0]).toBe(before![0]);
  expect(after![1]).toBe(before![2]);
});
