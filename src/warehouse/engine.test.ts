import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Engine, openEngine } from "./engine.js";
import { EngineError } from "./engine-error.js";
import { parquet, type Sql, sql } from "./sql/sql.js";

let engine: Engine;
let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "engine-"));
  engine = await openEngine({ memoryMb: 256, threads: 2, tempDir: dir });
});
afterAll(() => engine.close());

test("columns that span many chunks are complete, with nulls as NaN", async () => {
  const { rows, columns } = await engine.columns(
    sql`select i::bigint as key, case when i % 2 = 0 then i::integer end as x from range(10000) t(i) order by i`,
  );
  expect(rows).toBe(10_000);
  expect(columns.key?.[9_999]).toBe(9_999n);
  expect([columns.x?.[9_998], columns.x?.[9_999]]).toEqual([9_998, Number.NaN]);
});

test("a cleared engine has no table and no view, and goes on", async () => {
  const own = await openEngine({ memoryMb: 256, threads: 1, tempDir: dir });
  await own.createTable("Odd name", sql`select 1 as one`);
  await own.run(sql`create view seen as select * from "Odd name"`);
  await own.clear();
  expect(await own.rows(sql`show tables`)).toEqual([]);
  await own.createTable("Odd name", sql`select 2 as two`);
  own.close();
});

test("an empty result has all its columns with their types", async () => {
  const { rows, columns } = await engine.columns(sql`select 1::double as x, 1::bigint as key where false`);
  expect(rows).toBe(0);
  expect(columns).toEqual({ x: new Float64Array(), key: new BigInt64Array() });
});

test("a null key is reported as a bug instead of read as zero", async () => {
  await expect(engine.columns(sql`select null::bigint as key`)).rejects.toThrow("null BIGINT");
});

test("typed arrays appended in several calls read back unchanged", async () => {
  const key = BigInt64Array.from({ length: 5_000 }, (_, i) => BigInt(i) << 50n);
  const x = Float64Array.from({ length: 5_000 }, (_, i) => i / 3);
  const table = await engine.appendColumns("appended", {
    key: key.subarray(0, 3_000),
    x: x.subarray(0, 3_000),
  });
  await engine.appendColumns("appended", { key: key.subarray(3_000), x: x.subarray(3_000) });
  const { columns } = await engine.columns(sql`select * from ${table} order by key`);
  expect(columns).toEqual({ key, x });
});

test("texts can be appended together with numbers", async () => {
  const texts = Array.from({ length: 3_000 }, (_, i) => `“${i}” and more than sits within a vector itself`);
  const x = Float64Array.from(texts.keys());
  const table = await engine.createTableOf("texts", { x, said: texts });
  const rows = await engine.rows<{ said: string }>(sql`select t.said from ${table} as t order by t.x`);
  expect(rows.filter(({ said }, i) => said !== texts[i])).toEqual([]);
  expect(rows).toHaveLength(3_000);
});

test("a Parquet file that was written can be read as a relation", async () => {
  const file = path.join(dir, "t.parquet");
  expect(await engine.writeParquet(sql`select 'é' as name union all select null`, file)).toBe(2);
  expect(await engine.row(sql`select count(*) as n, max(name) as name from ${parquet(file)}`)).toEqual({
    n: 2,
    name: "é",
  });
});

test("a file in the place of another of the same size and second is read, not the other", async () => {
  const file = path.join(dir, "replaced.parquet");
  const largest = (from: Sql) => engine.row(sql`select max(r.a) as a, max(r.b) as b from ${from} as r`);
  const texts = sql`
    select left(md5(cast(n as varchar)), 12) as a, right(md5(cast(-n as varchar)), 20) as b from range(200) as t(n)`;
  for (const isSwapped of [false, true, false, true, false, true]) {
    const rows = isSwapped ? sql`(select t.b as a, t.a as b from (${texts}) as t)` : sql`(${texts})`;
    await engine.writeScratch(sql`select * from ${rows} as r`, file);
    await engine.run(
      sql`create or replace view replaced as select * from read_parquet([${file}], union_by_name = true)`,
    );
    expect(await largest(await engine.createTable("kept", sql`from replaced`))).toEqual(await largest(rows));
    await rm(file);
  }
  await engine.run(sql`drop view replaced`);
});

test("a long statement is planned without a search for what its columns have in common", async () => {
  const settingOf = (length: number) =>
    engine.row(sql`select current_setting('disabled_optimizers') as disabled, ${"x".repeat(length)} as text`);
  expect(await settingOf(120_000)).toMatchObject({ disabled: "common_subexpressions" });
  expect(await settingOf(10)).toMatchObject({ disabled: "" });
});

test("an error contains the failing statement", async () => {
  const failure = await engine.run(sql`select nonsense from nowhere`).catch((error) => error);
  expect(failure).toBeInstanceOf(EngineError);
  expect(failure.message).toContain("select nonsense from nowhere");
});
