// Parquet files of a dataset: what becomes of their types, and that they give what the same rows give as CSV.

import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { zipOf } from "../../../test/support/zip.js";
import type { DatasetConfig } from "../../domain/data/dataset.js";
import type { HostedCsvOptions } from "../../domain/data/dataset-options.js";
import { type Engine, openEngine } from "../../warehouse/engine.js";
import { ident, join, literal, type Sql, sql } from "../../warehouse/sql/sql.js";
import {
  type BuiltDataset,
  builtBy,
  builtDataset,
  type DatasetStep,
  type FileBodies,
  uploadedFiles,
} from "./fixtures.js";
import type { DatasetInput, UploadedFile } from "./input.js";
import { added } from "./reading/added.js";
import { text as readText } from "./reading/text.js";
import { typed } from "./reading/typed.js";
import { buildDataset } from "./step.js";

let root: string;
let engine: Engine;
let count = 0;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "parquet-"));
  engine = await openEngine({ memoryMb: 500, threads: 2, tempDir: root });
  await engine.run(sql`set TimeZone = 'UTC'`);
});
afterAll(async () => {
  engine.close();
  await rm(root, { recursive: true });
});

/** The rows of a query as a file. */
const fileOf = async (query: Sql, options: Sql): Promise<Buffer> => {
  const file = path.join(root, `made-${count++}`);
  await engine.run(sql`copy (${query}) to ${file} (${options})`);
  return readFile(file);
};
const parquetOf = (query: Sql, options = sql`compression zstd`) =>
  fileOf(query, sql`format parquet, ${options}`);
const csvOf = (query: Sql) => fileOf(query, sql`format csv, header true`);

const config: Omit<DatasetConfig, "options"> = {
  identity_sets: { customer: { customer_id: "id" } },
  output_to_streams: {
    transaction: { data_map: { datetime: { column_name: "day" }, value: { column_name: "amount" } } },
  },
  output_to_traits: {},
};

const inputOf = (
  files: UploadedFile[],
  { changes = {}, options = {} }: { changes?: Partial<DatasetConfig>; options?: Partial<HostedCsvOptions> },
): DatasetInput => ({
  config: { ...config, options: { type: "hosted_csv", upload_directory: "shop", ...options }, ...changes },
  files,
});

const buildInput = (input: DatasetInput, step: DatasetStep = buildDataset): Promise<BuiltDataset | null> =>
  builtDataset(engine, root, input, step);

const build = async (files: FileBodies, changes: Partial<DatasetConfig> = {}): Promise<BuiltDataset> =>
  (await buildInput(inputOf(await uploadedFiles(root, files), { changes })))!;

const preview = (files: FileBodies) =>
  build(files, { preview: true, identity_sets: {}, output_to_streams: {} });

const refusal = (files: FileBodies) =>
  build(files).then(
    () => null,
    ({ code, params }) => ({ code, ...params }),
  );

const idsOf = ({ relations }: BuiltDataset): unknown[] =>
  relations.identities!.map((row) => row.customer_id).sort();
const timesOf = ({ relations }: BuiltDataset): string[] =>
  relations.transaction!.map((row) => new Date(Number(row.event_time) * 1000).toISOString()).sort();

const orders = sql`select * from (values
  (1, date '2024-07-09', 19.5::double, 'Rome'), (2, date '2024-07-10', 20::double, null)) as t(id, day, amount, city)`;
const csv = "id,day,amount,city\n1,2024-07-09,19.5,Rome\n2,2024-07-10,20,\n";

test("a file is read as Parquet by its content", async () => {
  const [text, stored] = [await build({ "a.csv": csv }), await build({ "a.csv": await parquetOf(orders) })];
  expect(stored.relations).toEqual(text.relations);
  expect(stored.result.detected_columns).toEqual(text.result.detected_columns);
  expect(stored.result.sample).toEqual(text.result.sample);
  expect(stored.result.funnel).toEqual(text.result.funnel);
});

test("a log of Parquet files is read straight into typed columns", async () => {
  const files = await uploadedFiles(root, {
    "a.parquet": await parquetOf(orders),
    "b.csv": csv.replaceAll("2024", "2025"),
  });
  const [log, text] = [
    await buildInput(inputOf(files, {}), builtBy(typed)),
    await buildInput(inputOf(files, {}), builtBy(readText)),
  ];
  expect(log).not.toBeNull();
  expect(log!.relations).toEqual(text!.relations);
  expect(log!.result).toEqual(text!.result);
});

test("each type keeps its values", async () => {
  const values: [string, Sql, string | null][] = [
    ["bigint", sql`9223372036854775807::bigint`, "9223372036854775807"],
    ["beyond_doubles", sql`9007199254740993::bigint`, "9007199254740993"],
    ["unsigned", sql`18446744073709551615::ubigint`, "18446744073709551615"],
    ["decimal", sql`12345678901234567890.10::decimal(38, 2)`, "12345678901234567890.10"],
    ["key_as_double", sql`12345::double`, "12345"],
    ["double", sql`0.1::double`, "0.1"],
    ["float", sql`0.1::float`, "0.1"],
    ["large_double", sql`1234567890123456::double`, "1.2345678901234560e+15"],
    ["not_a_number", sql`'nan'::double`, null],
    ["is", sql`true`, "true"],
    ["date", sql`date '1969-12-31'`, "1969-12-31"],
    ["millis", sql`timestamp_ms '2024-01-02 03:04:05.678'`, "2024-01-02 03:04:05.678"],
    ["micros", sql`timestamp '2024-01-02 03:04:05.678901'`, "2024-01-02 03:04:05.678901"],
    ["nanos", sql`timestamp_ns '2024-01-02 03:04:05.678901234'`, "2024-01-02 03:04:05.678901234"],
    ["zoned", sql`timestamptz '2024-01-02 03:04:05+02'`, "2024-01-02 01:04:05"],
    ["time", sql`time '10:11:12'`, "10:11:12"],
    ["uuid", sql`'1b4e28ba-2fa1-11d2-883f-0016d3cca427'::uuid`, "1b4e28ba-2fa1-11d2-883f-0016d3cca427"],
    ["list", sql`[1, null, 3]`, "[1,null,3]"],
    [
      "struct",
      sql`{'a': 1, 'at': date '2024-01-02', 'd': 12345678901234567.89::decimal(20, 2)}`,
      '{"a":1,"at":"2024-01-02","d":12345678901234567.89}',
    ],
    ["map", sql`map {'Rome': 5}`, '{"Rome":5}'],
    ["bytes", sql`'\\xAB\\x00\\xFF'::blob`, "ab00ff"],
    ["text_as_bytes", sql`encode('Zoë')`, "Zoë"],
    ["empty", sql`''`, null],
    ["missing", sql`null::integer`, null],
    ["text", sql`'  007 '`, "007"],
    ["quoted", sql`'say "hi", then; go' || chr(10) || 'home'`, 'say "hi", then; go\nhome'],
  ];
  const columns = values.map(([name, value]) => sql`${value} as ${ident(name)}`);
  const { result } = await preview({ "a.parquet": await parquetOf(sql`select ${join(columns)}`) });
  expect(result.sample).toEqual([Object.fromEntries(values.map(([name, , text]) => [name, text]))]);
  expect(result.dialect).toMatchObject({ format: "parquet" });
  expect(result).not.toHaveProperty("proposed_options");
});

test("keys beyond 2^53 stay apart", async () => {
  const keys = sql`select 9007199254740992 + i as id, date '2024-07-09' as day, 1 as amount from range(3) t(i)`;
  expect(idsOf(await build({ "a.parquet": await parquetOf(keys) }))).toEqual([
    "9007199254740992",
    "9007199254740993",
    "9007199254740994",
  ]);
});

test.each<[string, Sql, string]>([
  ["milliseconds", sql`timestamp_ms '2024-01-02 03:04:05.999'`, "2024-01-02T03:04:05.000Z"],
  ["microseconds", sql`timestamp '2024-01-02 03:04:05.999999'`, "2024-01-02T03:04:05.000Z"],
  ["nanoseconds", sql`timestamp_ns '2024-01-02 03:04:05.999999999'`, "2024-01-02T03:04:05.000Z"],
  ["seconds before 1970", sql`timestamp '1969-12-31 23:59:58.5'`, "1969-12-31T23:59:58.000Z"],
  ["a time zone", sql`timestamptz '2024-01-02 03:04:05+05:30'`, "2024-01-01T21:34:05.000Z"],
  ["days", sql`date '2024-02-29'`, "2024-02-29T00:00:00.000Z"],
  ["whole numbers since 1970", sql`1704164645678::bigint`, "2024-01-02T03:04:05.000Z"],
])("times in %s are the right instants", async (_, time, instant) => {
  const rows = sql`select i as id, ${time} as day, 1 as amount from range(3) t(i)`;
  expect(timesOf(await build({ "a.parquet": await parquetOf(rows) }))).toEqual([instant, instant, instant]);
});

test("numbers that are stored as such have no decimal comma", async () => {
  const rows = sql`select i as id, date '2024-07-09' as day, [1.234, 12.345, 5][i]::double as amount from range(1, 4) t(i)`;
  const { relations } = await build({ "a.parquet": await parquetOf(rows) });
  expect(relations.transaction!.map(({ value }) => value).sort()).toEqual([1.234, 12.345, 5]);
});

test("columns may have any names", async () => {
  const names = ["Größe", "id", 'a "b"', "x.y", "select", "file_row_number", "日付"];
  const file = await parquetOf(sql`select ${join(names.map((name, i) => sql`${i} as ${ident(name)}`))}`);
  const { result } = await preview({ "a.parquet": file });
  expect(result.detected_columns.map(({ name }) => name)).toEqual(names);
});

test("a directory has files of both formats, whose columns stand in other orders or are absent", async () => {
  const both = await build({
    "a.csv": csv,
    "b.parquet": await parquetOf(
      sql`select 'Oslo' as city, 3::double as amount, '3' as "ID", timestamp '2024-08-01 10:00:00' as day`,
    ),
    "c.parquet": await parquetOf(sql`select 4 as id, date '2024-08-02' as day`),
  });
  expect(idsOf(both)).toEqual(["1", "2", "3", "4"]);
  expect(both.relations.transaction).toHaveLength(4);
  expect(both.result).toMatchObject({ rejected_count: 0, funnel: { total: 4, parsed: 4 } });
  expect(both.result.detected_columns.map(({ name }) => name)).toEqual(["id", "day", "amount", "city"]);
});

test("the same row in a file of each format counts once", async () => {
  const { result } = await build({ "a.csv": csv, "b.parquet": await parquetOf(orders) });
  expect(result.funnel).toMatchObject({ total: 4, duplicates: 2, valid: 2 });
});

test("a rejected row is named by its number in the file", async () => {
  const rows = sql`select i as id, case when i = 17000 then 'soon' else '2024-07-09' end as day, i as amount
    from range(1, 20001) t(i)`;
  const { result } = await build({ "a.csv": csv, "b.parquet": await parquetOf(rows) });
  expect(result.rejects).toMatchObject([{ file: "b.parquet", line: 17000, column: "day", value: "soon" }]);
});

test("files of an archive may be Parquet", async () => {
  const member = await parquetOf(orders);
  const archive = zipOf({ "a.parquet": member, "b.csv": csv.replaceAll("2024", "2025"), "notes.txt": "x" });
  const built = await build({ "all.zip": archive });
  expect(built.relations.transaction).toHaveLength(4);
  expect(built.result.updates).toHaveLength(2);
  const people = await parquetOf(sql`select 1 as id, 'Ann' as name`);
  expect(
    await refusal({ "all.zip": zipOf({ "a.parquet": member, "people.parquet": people }) }),
  ).toMatchObject({
    code: "archive-mixed",
    kinds: "a.parquet; people.parquet",
  });
});

test("a file without rows is read as such", async () => {
  const { result } = await preview({ "a.parquet": await parquetOf(sql`select 1 as id where false`) });
  expect(result).toMatchObject({ funnel: { total: 0 }, detected_columns: [{ name: "id" }] });
});

test.each<[string, (file: Buffer) => Buffer, string]>([
  ["that is cut short", (file) => file.subarray(0, -20), "parquet-cut-short"],
  ["of which only the beginning is there", (file) => file.subarray(0, 5), "parquet-cut-short"],
  [
    "whose footer is damaged",
    (file) => filled(file, file.length - 200, file.length - 20),
    "parquet-unreadable",
  ],
  [
    "whose footer is encrypted",
    (file) => Buffer.concat([file.subarray(0, -4), Buffer.from("PARE")]),
    "parquet-encrypted",
  ],
  ["whose length is made up", (file) => filled(file, file.length - 8, file.length - 5), "parquet-unreadable"],
])("a file %s is refused", async (_, damage, code) => {
  expect(await refusal({ "a.parquet": damage(await parquetOf(orders)) })).toMatchObject({
    code,
    file: "a.parquet",
  });
});

const filled = (file: Buffer, from: number, to: number): Buffer => Buffer.from(file).fill(0xff, from, to);

test("a codec that the engine does not have is refused by its name", async () => {
  const file = await parquetOf(orders, sql`compression snappy`);
  // In the footer a codec stands between the path of a column and its number of values: Snappy is 1, LZO is
  // 3, as zigzags.
  const [snappy, lzo] = [Buffer.from([0x15, 0x02, 0x16]), Buffer.from([0x15, 0x06, 0x16])];
  for (let at = file.indexOf(snappy); at >= 0; at = file.indexOf(snappy, at + 1)) lzo.copy(file, at);
  expect(await refusal({ "a.parquet": file })).toMatchObject({
    code: "parquet-unreadable",
    detail: expect.stringMatching(/codec "LZO"/),
  });
});

test("a damaged page is refused with its column", async () => {
  const rows = sql`select i as id, date '2024-07-09' as day, hash(i)::varchar as amount from range(20000) t(i)`;
  const file = await parquetOf(rows);
  const { at } = await engine.row<{ at: number }>(sql`select cast(max(data_page_offset) as integer) as at
    from parquet_metadata(${(await uploadedFiles(root, { "whole.parquet": file }))[0]!.path}) where path_in_schema = 'amount'`);
  const damaged = await refusal({ "a.parquet": filled(file, at + 5000, at + 50000) });
  expect(damaged).toMatchObject({
    code: "parquet-unreadable",
    detail: expect.stringMatching(/\(column amount\)$/),
  });
  expect(damaged.detail).not.toContain(root);
});

test("damage anywhere is refused or harmless", async () => {
  const file = await parquetOf(
    sql`select i as id, date '2024-07-09' + (i % 9)::integer as day, i / 4 as amount, 'c' || i as city from range(500) t(i)`,
  );
  await fc.assert(
    fc.asyncProperty(fc.nat(file.length - 1), fc.integer({ min: 1, max: 40 }), async (at, bytes) => {
      const damaged = { "a.parquet": filled(file, at, Math.min(file.length, at + bytes)) };
      const fault = await build(damaged).then(
        () => null,
        ({ code, message }) => code ?? message,
      );
      // A damaged length may ask for more memory than a build has, which is no refusal of the file.
      if (fault !== null)
        expect(fault).toMatch(/^(parquet-|file-|column-|date-|archive-too-large)|failed to allocate/);
    }),
    { numRuns: 8 },
  );
});

test("a text that a few bytes stand for a million times is refused", async () => {
  const bomb = sql`select 1 as id, repeat('x', 2000) as note from range(100000)`;
  const file = await parquetOf(bomb, sql`compression zstd`);
  expect(file.length).toBeLessThan(1_000_000);
  expect(await refusal({ "a.parquet": file })).toMatchObject({
    code: "archive-too-large",
    limit: "more than 100 times as large once it is unpacked",
  });
});

test("more columns than a file may have are refused, before bytes among them are read", async () => {
  const columns = Array.from({ length: 1001 }, (_, i) => sql`'a'::blob as ${ident(`c${i}`)}`);
  const file = await parquetOf(sql`select ${join(columns)}`);
  expect(await refusal({ "a.parquet": file })).toMatchObject({ code: "columns-too-many", columns: 1001 });
});

test("columns nested as deep as they may be are read, and ten times as deep refused before a value is read", async () => {
  const nested = (open: Sql, levels: number, close: Sql) =>
    sql`select 'a' as id, ${Array.from({ length: levels }, () => open).reduce((all, one) => sql`${all}${one}`)}1${Array.from({ length: levels }, () => close).reduce((all, one) => sql`${all}${one}`)} as deep`;
  const lists = (levels: number) => nested(sql`[`, levels, sql`]`);
  const structs = (levels: number) => nested(sql`{'a':`, levels, sql`}`);
  for (const rows of [lists(16), structs(32)])
    expect((await preview({ "a.parquet": await parquetOf(rows) })).result.sample).toHaveLength(1);
  const refused = { code: "parquet-nested", file: "a.parquet", column: "deep", most: 32 };
  for (const [rows, depth] of [
    [lists(17), 34],
    [lists(160), 320],
    [structs(33), 33],
    [structs(320), 320],
  ] as const)
    expect(await refusal({ "a.parquet": await parquetOf(rows) })).toEqual({ ...refused, depth });
}, 300_000);

test("files that come later are read alone", async () => {
  const [first] = await uploadedFiles(root, { "a.parquet": await parquetOf(orders) });
  const before = (await buildInput(inputOf([first!], {})))!;
  const later = await uploadedFiles(
    root,
    {
      "b.parquet": await parquetOf(sql`select 3 as id, date '2024-09-01' as day, 7::double as amount`),
      "c.csv": csv.replaceAll("2024", "2025"),
    },
    5000,
  );
  const history = {
    replaced: [],
    known: null,
    arrivalsThrough: 6000,
    previous: { dir: before.dir, through: 1000, isIntact: true },
  };
  const input = inputOf([first!, ...later], {});
  await rm(first!.path);
  const continued = await buildInput({ ...input, history }, builtBy(added));
  expect(continued).not.toBeNull();
  const [again] = await uploadedFiles(root, { "a.parquet": await parquetOf(orders) });
  const whole = await buildInput({
    ...inputOf([again!, ...later], {}),
    history: { ...history, previous: null },
  });
  expect(continued!.relations).toEqual(whole!.relations);
});

const text = fc.oneof(
  fc.constantFrom(null, "", " x ", "007", "1,5", 'a "b"', "Zoë", "null", "NaN", "2024-01-02", "true", "x\ny"),
  fc.string({ unit: "grapheme" }).map((value) => value.replace(/[\0\r]/g, "")),
);
const table = fc.array(
  fc.record({
    id: fc.option(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })),
    code: text,
    seconds: fc.option(fc.integer({ min: 0, max: 1_790_000_000 })),
    // Not any number: a CSV file with 1.3e-102 has a text there, where a Parquet file still has a number.
    amount: fc.option(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }).map((mills) => mills / 1000)),
    cents: fc.option(fc.integer({ min: -100_000, max: 100_000_000 })),
    is: fc.option(fc.boolean()),
  }),
  { minLength: 1, maxLength: 40 },
);

test("a table gives the same as CSV and as Parquet", async () => {
  const changes: Partial<DatasetConfig> = {
    identity_sets: { customer: { customer_id: "id" }, other: { customer_id: "code" } },
    output_to_streams: {
      transaction: {
        data_map: {
          datetime: { column_name: "at", format: "date_iso8601" },
          value: { column_name: "amount" },
          price: { column_name: "price" },
          is: { column_name: "is" },
          code: { column_name: "code" },
        },
      },
    },
    output_to_traits: {
      code: { column_name: "code" },
      is: { column_name: "is" },
      price: { column_name: "price" },
    },
  };
  await fc.assert(
    fc.asyncProperty(table, async (rows) => {
      const values = rows.map(
        ({
          id,
          code,
          seconds,
          amount,
          cents,
          is,
        }) => sql`(${literal(id)}::bigint, ${literal(code)}::varchar, make_timestamp(${literal(seconds)}::bigint * 1000000),
          ${literal(amount)}::double, (${literal(cents)} / 100)::decimal(12, 2), ${literal(is)}::boolean)`,
      );
      const rowsSql = sql`select * from (values ${join(values)}) as t(id, code, "at", amount, price, "is")`;
      const found = (files: FileBodies) =>
        build(files, changes).then(
          ({ relations, result: { funnel, rejects, detected_columns } }) => ({
            relations,
            funnel,
            detected_columns,
            rejects: rejects.length,
          }),
          ({ code, params: { file: _, ...params } }) => ({ code, params }),
        );
      expect(await found({ "a.parquet": await parquetOf(rowsSql) })).toEqual(
        await found({ "a.csv": await csvOf(rowsSql) }),
      );
    }),
    { numRuns: 8 },
  );
});
