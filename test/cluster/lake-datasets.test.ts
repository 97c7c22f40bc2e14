// Datasets of tables in a lake: a real Spark with real Delta, Iceberg and Parquet tables, which are read
// whole, and by the rows that came since.

import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildDataset } from "../../src/builds/dataset/step.js";
import { writeLakeTable } from "../../src/builds/target/lake-table.js";
import type { DatasetConfig } from "../../src/domain/data/dataset.js";
import type { DatasetResult } from "../../src/domain/proposal/dataset-result.js";
import { type Cluster, openCluster } from "../../src/warehouse/cluster/cluster.js";
import { type Engine, openEngine, type Row } from "../../src/warehouse/engine.js";
import { withParts } from "../../src/warehouse/layers.js";
import { datasetFiles, relation } from "../../src/warehouse/relations.js";
import { ident, type Sql, sql } from "../../src/warehouse/sql/sql.js";
import { stepTools } from "../support/step-tools.js";
import type { Engine as Spark } from "./support/engine.js";
import { startLakeSpark } from "./support/lake-spark.js";

let root: string;
let engine: Engine;
let spark: Spark;
let cluster: Cluster;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "lake-"));
  spark = await startLakeSpark();
  ({ engine, cluster } = await openTools());
  for (const schema of ["spark_catalog.sales", "spark_catalog.scores", "ice.sales", "ice.scores"])
    await run(`create schema ${schema}`);
});
afterAll(async () => {
  for (const own of opened) {
    await own.cluster.close();
    own.engine.close();
  }
  await spark?.stop();
  await rm(root, { recursive: true, force: true });
});

interface Tools {
  engine: Engine;
  cluster: Cluster;
}

const opened: Tools[] = [];
/**
 * One for all: Spark keeps the list of a table's files for a session, so another session would not see what
 * this test inserts.
 */
const session = randomUUID();

const openTools = async (): Promise<Tools> => {
  const own = await openEngine({ memoryMb: 500, threads: 2, tempDir: root });
  const exchangeDir = path.join(root, "exchange", String(opened.length));
  const options = { url: spark.url, session, exchangeDir, fromEvents: 0, readsTables: true };
  const tools = { engine: own, cluster: openCluster(options, own) };
  opened.push(tools);
  return tools;
};

/** Tools of each dataset: builds that run at the same time name their relations alike. */
const toolsOf = new Map<string, Promise<Tools>>();

const run = (statement: string): Promise<void> => cluster.run(textSql(statement));

/** A statement of the test itself, in Spark's words. */
const textSql = (text: string): Sql => sql([text] as unknown as TemplateStringsArray);

const granted = { read: ["spark_catalog.sales", "ice.sales"], write: [] };
const day = (iso: string): number => Date.parse(iso) / 1000;

interface Built {
  dir: string;
  result: DatasetResult;
}

const builds = new Map<string, Built>();
let clock = Date.UTC(2026, 0, 1);

/** Builds the dataset of the table, after its build before, an hour later. */
const build = async (table: string, config: Partial<DatasetConfig> = {}): Promise<Built> => {
  const dir = await mkdtemp(path.join(root, "build-"));
  const before = builds.get(table);
  const own = await (toolsOf.get(table) ?? toolsOf.set(table, openTools()).get(table)!);
  clock += 3_600_000;
  const result = await buildDataset(
    {
      config: { ...orders, ...config, options: { type: "spark_table", table_name: table } },
      files: [],
      version: 1,
      table: { granted, hours: 24 },
      history: {
        replaced: [],
        arrivalsThrough: before?.result.arrivals_through ?? 0,
        previous: before
          ? { dir: before.dir, through: before.result.arrivals_through ?? 0, isIntact: true }
          : null,
        known: null,
      },
    },
    stepTools(own.engine, dir, { cluster: own.cluster, now: clock }),
  );
  builds.set(table, { dir, result });
  return { dir, result };
};

const orders: DatasetConfig = {
  identity_sets: { customer: { customer_id: "customer" } },
  options: { type: "spark_table", table_name: "" },
  output_to_streams: {
    transaction: {
      data_map: {
        datetime: { column_name: "ordered_at" },
        value: { column_name: "total" },
        tags: { column_name: "tags", format: "list_json" },
        order: { column_name: "order_id" },
      },
    },
  },
  output_to_traits: {},
};

const eventsOf = ({ dir }: Built): Promise<Row[]> =>
  engine.rows(sql`select e.event_time as moment, e.value, e.p_order as ordinal, e.p_tags as tags
    from ${withParts(datasetFiles(dir).events("transaction"))} as e order by ordinal, moment`);

const customersOf = async ({ dir }: Built): Promise<Row[]> =>
  engine.rows(sql`select customer_id, first_seen from ${relation(datasetFiles(dir).identities)} order by 1`);

const columns = `order_id bigint, customer string, ordered_at timestamp, total decimal(12,2), tags array<string>,
  paid boolean, note string, address struct<city: string>`;
const row = (id: string | number, customer: string, total: number, date = "2024-03-01 10:00:00") =>
  `(${id}, '${customer}', timestamp '${date}', ${total}, array('a', 'b'), true, null, named_struct('city', 'Bern'))`;

// Each has a table of its own, and waits more than it computes.
test.concurrent.each(["spark_catalog.sales.delta_orders", "ice.sales.orders"])(
  "of %s, rows that came are read alone, an unchanged table is not read, and after a deletion all rows are",
  async (table) => {
    await run(`create table ${table} (${columns}) using ${table.startsWith("ice") ? "iceberg" : "delta"}`);
    await run(`insert into ${table} values ${row("9007199254740993", "ann", 10.5)}, ${row(2, "bob", 20)}`);
    const first = await build(table);
    expect(first.result.table_version).toMatchObject({ read: "all", rows: 2, left_out_columns: ["address"] });
    expect(first.result.table_version!.unread_columns).toEqual([
      { name: "paid", data_type: "boolean" },
      { name: "note", data_type: "text" },
    ]);
    expect(await eventsOf(first)).toMatchObject([
      { moment: day("2024-03-01T10:00:00Z"), value: 20 },
      { moment: day("2024-03-01T10:00:00Z"), value: 10.5 },
    ]);
    expect(first.result.detected_columns.map(({ name }) => name)).toEqual([
      "order_id",
      "customer",
      "ordered_at",
      "total",
      "tags",
    ]);

    const same = await build(table);
    expect(same.result.table_version).toMatchObject({ read: "nothing", id: first.result.table_version!.id });
    expect(same.result.content).toBe(first.result.content);
    expect(await eventsOf(same)).toEqual(await eventsOf(first));

    await run(`insert into ${table} values ${row(3, "ann", 30)}, ${row(4, "cy", 40, "2024-03-02 00:00:00")}`);
    await run(`insert into ${table} values ${row(5, "cy", 50)}`);
    const added = await build(table);
    expect(added.result.table_version).toMatchObject({ read: "added", rows: 3 });
    expect(added.result.content).not.toBe(first.result.content);
    expect((await eventsOf(added)).map(({ value }) => value).sort()).toEqual([10.5, 20, 30, 40, 50]);
    expect(added.result.funnel).toMatchObject({ total: 5, parsed: 5, valid: 5 });

    await run(`delete from ${table} where customer = 'bob'`);
    const after = await build(table);
    expect(after.result.table_version).toMatchObject({ read: "all", rows: 4 });
    expect((await eventsOf(after)).map(({ value }) => value).sort()).toEqual([10.5, 30, 40, 50]);
    const known = await customersOf(added);
    expect(await customersOf(after)).toEqual(known.filter(({ customer_id }) => customer_id !== "bob"));
  },
);

test.concurrent("a Parquet table is read whole when its files change, a view each time", async () => {
  const table = "spark_catalog.sales.parquet_orders";
  await run(`create table ${table} using parquet as select * from values ${row(1, "ann", 10)} as t(
    order_id, customer, ordered_at, total, tags, paid, note, address)`);
  expect((await build(table)).result.table_version).toMatchObject({
    format: "parquet",
    read: "all",
    rows: 1,
  });
  expect((await build(table)).result.table_version).toMatchObject({ read: "nothing" });
  await run(`insert into ${table} values ${row(2, "bob", 20)}`);
  expect((await build(table)).result.table_version).toMatchObject({ read: "all", rows: 2 });

  const view = "spark_catalog.sales.cities";
  await run(
    `create view ${view} as select customer, address.city, ordered_at, total, tags, order_id from ${table}`,
  );
  expect((await build(view)).result.table_version).toMatchObject({
    format: "",
    id: null,
    read: "all",
    rows: 2,
  });
  expect((await build(view)).result.table_version).toMatchObject({ read: "all", rows: 2 });
});

test.concurrent("rows that differ in a column that is not mapped are rows of their own, and equal ones count once", async () => {
  const table = "ice.sales.lines";
  await run(`create table ${table} (customer string, ordered_at timestamp, line int) using iceberg`);
  const at = "timestamp '2024-03-01 10:00:00'";
  await run(`insert into ${table} values ('ann', ${at}, 1), ('ann', ${at}, 2), ('ann', ${at}, 2)`);
  const output_to_streams = { transaction: { data_map: { datetime: { column_name: "ordered_at" } } } };
  const { result } = await build(table, { output_to_streams });
  expect(result.funnel).toMatchObject({ total: 3, valid: 2, duplicates: 1 });
  expect(JSON.stringify([result.detected_columns, result.sample])).not.toMatch(/hash|line/);
});

test("a preview proposes a mapping from all columns, without a key of rows", async () => {
  const { result } = await build("ice.sales.lines", {
    preview: true,
    output_to_streams: {},
    identity_sets: {},
  });
  expect(result.detected_columns.map(({ name }) => name)).toEqual(["customer", "ordered_at", "line"]);
  expect(result.proposal).toMatchObject({
    output_to_streams: { lines: { data_map: { datetime: { column_name: "ordered_at" } } } },
  });
  expect(result.proposal).not.toHaveProperty("upsert_columns");
  expect(result).not.toHaveProperty("dialect");
});

test.each([
  ["spark_catalog.hr.people", {}, "table-not-granted", /may not read spark_catalog\.hr\.people/],
  ["spark_catalog.sales.nothing", {}, "lake-table-unreadable", /cannot read .*nothing: .* cannot be found/],
  [
    "spark_catalog.sales.delta_orders",
    { output_to_traits: { city: { column_name: "address" } } },
    "lake-column-nested",
    /address of spark_catalog\.sales\.delta_orders cannot be read/,
  ],
  [
    "spark_catalog.sales.delta_orders",
    { output_to_traits: { city: { column_name: "town" } } },
    "column-unknown",
    /town.*Columns: order_id, customer, .*note, address/,
  ],
])("%s with %j is refused as %s", async (table, config, code, message) => {
  await expect(build(table, config)).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
});

const deliver = (table_name: string, table_format: "delta" | "iceberg", rows: Sql, targetId = "mine") =>
  writeLakeTable({ engine, cluster, dir: root }, rows, {
    config: { options: { type: "spark_table", table_name, table_format } },
    lake: { granted: { read: [], write: ["spark_catalog.scores", "ice.scores"] }, targetId },
  } as never);

const scores = (rows: number) =>
  sql`select 'p' || i as person, i / 8.0 as chance, i::integer as percentile, i > 1 as is_member, null::varchar as note
    from range(1, ${rows + 1}) as t(i) order by i`;

test.each([
  ["spark_catalog.scores.mine", "delta"],
  ["ice.scores.mine", "iceberg"],
] as const)("a target writes %s, replaces it whole, and no other's", async (table, format) => {
  const read = () => cluster.rows(textSql(`select * from ${table} order by person`));
  await deliver(table, format, scores(3));
  await deliver(table, format, scores(2));
  expect(await read()).toEqual([
    { person: "p1", chance: 0.125, percentile: 1, is_member: false, note: null },
    { person: "p2", chance: 0.25, percentile: 2, is_member: true, note: null },
  ]);
  const foreign = deliver(table, format, scores(1), "other");
  await expect(foreign).rejects.toMatchObject({ code: "lake-table-foreign" });
  expect(await read()).toHaveLength(2);
});

test("a target writes no table without a grant, and says what the cluster does not take", async () => {
  await expect(deliver("ice.sales.orders", "iceberg", scores(1))).rejects.toMatchObject({
    code: "table-not-granted",
  });
  const spaced = deliver("spark_catalog.scores.spaced", "delta", sql`select 1 as ${ident("a b")}`);
  await expect(spaced).rejects.toMatchObject({ code: "lake-table-unwritable" });
});
