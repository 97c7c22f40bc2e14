// Groupings of rows by keys of which few or most repeat: both count the same.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { DetectedColumn } from "../../domain/data/dataset-findings.js";
import { type Engine, openEngine } from "../engine.js";
import { ident, sql } from "../sql/sql.js";
import { countGroupings } from "./groupings.js";

let root: string;
let engine: Engine;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "groupings-"));
  engine = await openEngine({ memoryMb: 300, threads: 1, tempDir: root });
});
afterAll(async () => {
  engine.close();
  await rm(root, { recursive: true });
});

const columns = [
  { name: "key", data_type: "text" },
  { name: "amount", data_type: "number", examples: ["-1"], min: -9 },
  { name: "day", data_type: "text" },
] as DetectedColumn[];

/** Orders A and B of two rows, C of one below zero, and so many others of one row. */
const grouped = async (others: number) => {
  await engine.run(sql`create or replace table orders as
    select * from (values ('A', '10', '1'), ('a ', '-2', '1'), ('B', '5', '1'), ('B', null, '2'), ('C', '-3', '1'),
      (null, '-9', '1')) as o (c0, c1, c2)
    union all select 'K' || range, '1', '1' from range(${others})`);
  const [found] = await countGroupings(engine, ident("orders"), columns, [["key"]]);
  return found!;
};

test.each([0, 50])(
  "groups of several rows are looked at, and signs of all, beside %i others",
  async (others) => {
    expect(await grouped(others)).toEqual({
      by: ["key"],
      groups: 3 + others,
      repeated: 2,
      constant: { key: 0.5, amount: 0.5, day: 0.5 },
      once: { key: 0, amount: 0.5, day: 0 },
      uniform: { amount: 0.5 },
      alike: {},
      doubled: {},
      signs: { amount: { negative: 1, mixed: 1 } },
    });
  },
);

test("amounts above zero that all rows of a group have are alike, whatever is below", async () => {
  await engine.run(sql`create or replace table lines as
    select 'K' || n.range as c0, a.amount as c1, '1' as c2 from range(6) as n, (values ('7'), ('7'), ('-2')) as a (amount)
    union all select 'K0', '8', '1'`);
  const [found] = await countGroupings(engine, ident("lines"), columns, [["key"]]);
  expect(found).toMatchObject({ constant: { amount: 0 }, alike: { amount: 5 / 6 } });
});
