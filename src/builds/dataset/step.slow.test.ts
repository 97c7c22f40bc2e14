import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { stepTools } from "../../../test/support/step-tools.js";
import type { DatasetConfig, StreamMapping } from "../../domain/data/dataset.js";
import type { DatasetResult } from "../../domain/proposal/dataset-result.js";
import { type Engine, openEngine, type Row } from "../../warehouse/engine.js";
import { datasetFiles, relation } from "../../warehouse/relations.js";
import { sql } from "../../warehouse/sql/sql.js";
import type { StepInput } from "../kinds.js";
import { buildDataset } from "./step.js";

const now = Date.UTC(2021, 0, 1);
const day = (iso: string): number => Date.parse(iso) / 1000;

let root: string;
let engine: Engine;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "dataset-"));
  engine = await openEngine({ memoryMb: 500, threads: 2, tempDir: root });
});
afterAll(async () => {
  engine.close();
  await rm(root, { recursive: true });
});

type Files = Record<string, string | Buffer>;
type Built = DatasetResult & { files: ReturnType<typeof datasetFiles> };

/** Files arrive in the given order, one second apart; `date` is the date and `id` the person. */
const build = async (
  files: Files,
  config: Partial<DatasetConfig> = {},
  rest: Partial<StepInput<"datasets">> = {},
): Promise<Built> => {
  const dir = await mkdtemp(path.join(root, "build-"));
  const out = path.join(dir, "out");
  const uploaded = Object.entries(files).map(([filename, body], i) => ({
    path: path.join(dir, String(i)),
    filename,
    bytes: body.length,
    arrived_at: (i + 1) * 1000,
  }));
  for (const [i, body] of Object.values(files).entries()) await writeFile(path.join(dir, String(i)), body);
  const order = { config: { ...defaults, ...config }, files: uploaded, ...rest };
  const result = await buildDataset(order, stepTools(engine, out, { now }));
  return { ...result, files: datasetFiles(out) };
};

/** Merges one file each, by its join column. */
const merge = async (files: Files, joins: string[], config: Partial<DatasetConfig>): Promise<Built> => {
  const dir = await mkdtemp(path.join(root, "merge-"));
  const members = Object.entries(files).map(([filename, body], i) => ({
    config: defaults,
    options: { type: "hosted_csv" as const, upload_directory: filename },
    files: [{ path: path.join(dir, filename), filename, bytes: body.length, arrived_at: (i + 1) * 1000 }],
    joinColumn: joins[i]!,
  }));
  for (const [filename, body] of Object.entries(files)) await writeFile(path.join(dir, filename), body);
  return build({}, { ...config, options: { type: "merge", merge: [] } }, { members });
};

const bigints = (_key: string, value: unknown) => (typeof value === "bigint" ? String(value) : value);

const withValueOf = (column_name: string): StreamMapping => ({
  data_map: { datetime: { column_name: "date" }, value: { column_name } },
});
const transactions: StreamMapping = { data_map: { datetime: { column_name: "date" } } };
const withValue: StreamMapping = {
  data_map: { datetime: { column_name: "date" }, value: { column_name: "value" } },
};
const defaults: DatasetConfig = {
  identity_sets: { customer: { customer_id: "id" } },
  options: { type: "hosted_csv", upload_directory: "shop" },
  output_to_streams: { transaction: transactions },
  output_to_traits: {},
};

const read = (file: string): Promise<Row[]> => engine.rows(sql`select * from ${relation(file)}`);
const who = async ({ files }: Built, stream = "transaction"): Promise<unknown[]> => {
  const rows = await engine.rows(sql`select i.customer_id as id from ${relation(files.events(stream))} as e
    inner join ${relation(files.identities)} as i on i.identity_key = e.identity_key order by 1`);
  return rows.map(({ id }) => id);
};
const refusal = (files: Files, config: Partial<DatasetConfig> = {}) =>
  build(files, config).then(
    () => null,
    ({ code, params }) => ({ code, ...params }),
  );

test("dates that stand for none are missing: they are no events, and ends that are none leave a period open", async () => {
  const built = await build(
    {
      "a.csv":
        "id,date,ended\n1,2019-03-01,0000-00-00\n1,2019-04-01,9999-12-31\n2,1970-01-01 00:00:00,2019-05-01\n3,NULL,2019-06-01\n",
    },
    {
      output_to_streams: {
        transaction: transactions,
        cancellation: {
          data_map: { datetime: { column_name: "ended" } },
          conditions: [{ column_name: "ended", _nnull: true }],
        },
      },
    },
  );
  expect(built.streams).toMatchObject({
    transaction: { events: 2, oldest: day("2019-03-01") },
    cancellation: { events: 2, newest: day("2019-06-01") },
  });
  expect(built.rejects.map(({ line, column, value, reason }) => [line, column, value, reason])).toEqual([
    [4, "date", "1970-01-01 00:00:00", "stands for a missing date"],
    [5, "date", "NULL", "stands for a missing date"],
  ]);
});

test("a column of a spreadsheet's day numbers is read as dates where it is said to hold dates", async () => {
  const built = await build({ "a.csv": "id,date\n1,43466\n2,43466.5\n" });
  expect(built.streams.transaction).toMatchObject({
    oldest: day("2019-01-01"),
    newest: day("2019-01-01T12:00Z"),
  });
  expect(built.formats).toEqual({ date: "date_spreadsheet_days" });
});

test("a plain file becomes identities and events", async () => {
  const built = await build(
    { "a.csv": "id,date,value,plan\n1,2020-01-02,3.5,x\n2,2020-01-01,4,y\n1,2020-03-01,,x\n" },
    {
      output_to_streams: {
        transaction: { data_map: { ...withValue.data_map, plan: { column_name: "plan" } } },
      },
    },
  );
  expect(built.funnel).toEqual({ total: 3, parsed: 3, valid: 3, allowed: 3, duplicates: 0 });
  expect(built.streams.transaction).toEqual({
    counts: {
      rows: 3,
      events: 3,
      without_customer: 0,
      customers: 2,
      repeat_customers: 1,
      value_total: 7.5,
      rows_read: 3,
      left_out: 0,
      left_out_by: [],
      months: [
        { month: "2020-01", events: 2, amounts: [{ currency: null, value_total: 7.5 }] },
        { month: "2020-03", events: 1 },
      ],
    },
    files: [
      {
        file: "a.csv",
        arrived_at: 1000,
        rows_read: 3,
        rows: 3,
        events: 3,
        without_customer: 0,
        customers: 2,
        value_total: 7.5,
        left_out_by: [],
      },
    ],
    file_count: 1,
    events: 3,
    oldest: day("2020-01-01"),
    newest: day("2020-03-01"),
    hasValue: true,
    isDated: true,
    properties: [{ name: "plan", type: "text" }],
  });
  expect(await read(built.files.identities)).toMatchObject([
    { first_seen: 1000, row_count: expect.any(Number), customer_id: expect.any(String), email: null },
    { first_seen: 1000 },
  ]);
  const events = await read(built.files.events("transaction"));
  const event = { event_time: day("2020-01-02"), arrival_time: 1000, value: 3.5, p_plan: "x" };
  expect(events).toContainEqual(expect.objectContaining(event));
  expect(built.sample[0]).toEqual({ id: "1", date: "2020-01-02", value: "3.5", plan: "x" });
  expect(built.updates).toEqual([{ datetime: 1000, rows_added: 3 }]);
});

test("spaces around a value do not count, of whatever width, and spaces within it do", async () => {
  const { files } = await build({
    "a.csv":
      "id,date\n c1 ,2020-01-05\n\u00a0c2\u3000,2020-01-05\né 3\u2003,2020-01-06\n \u00a0,2020-01-06\n",
  });
  const rows = await engine.rows(
    sql`select customer_id as id from ${relation(files.identities)} order by id`,
  );
  expect(rows).toEqual([{ id: "c1" }, { id: "c2" }, { id: "é 3" }]);
});

test("types of columns are detected from all values, and codes stay text", async () => {
  const { detected_columns } = await build({
    "a.csv":
      "id,date,n,code,long,flag,empty\n1,2020-01-01,1.5,007,1234567890123456,true,\n2,2020-01-02,,12,2,no,\n",
  });
  expect(detected_columns.map(({ name, data_type, fill_rate }) => [name, data_type, fill_rate])).toEqual([
    ["id", "number", 1],
    ["date", "date", 1],
    ["n", "number", 0.5],
    ["code", "text", 1],
    ["long", "text", 1],
    ["flag", "boolean", 1],
    ["empty", "text", 0],
  ]);
});

test("dates are found and read in the spelling of their language, beside the usual one", async () => {
  const dates = ["5 janvier 2019 10h05", "mar. 6 févr. 2019", "1er août 2019", "2 Aug 2019 12:00", "bientôt"];
  const built = await build({ "a.csv": `id,date\n${dates.map((date, i) => `${i},${date}\n`).join("")}` });
  expect(built.detected_columns[1]).toMatchObject({ name: "date", data_type: "text" });
  expect((await read(built.files.events("transaction"))).map((event) => event.event_time).sort()).toEqual([
    day("2019-01-05") + 10 * 3600 + 5 * 60,
    day("2019-02-06"),
    day("2019-08-01"),
    day("2019-08-02") + 12 * 3600,
  ]);
  const without = await build({ "a.csv": "id,date\n1,5 janvier 2019\n2,2 Aug 2019\n3,NULL\n" });
  expect(without.detected_columns[1]).toMatchObject({ name: "date", data_type: "date" });
});

test("a property of numbers and one word is text", async () => {
  const config = {
    output_to_streams: {
      transaction: { data_map: { ...transactions.data_map, size: { column_name: "size" } } },
    },
  };
  const rows = Array.from({ length: 3000 }, (_, i) => `${i},2020-01-01,${i}`).join("\n");
  const numbers = await build({ "a.csv": `id,date,size\n${rows}\n` }, config);
  expect(numbers.streams.transaction!.properties).toEqual([{ name: "size", type: "number" }]);
  const mixed = await build({ "a.csv": `id,date,size\n${rows}\nx,2020-01-01,large\n` }, config);
  expect(mixed.streams.transaction!.properties).toEqual([{ name: "size", type: "text" }]);
});

test.each([
  ["a byte order mark", "\uFEFFid,date\n1,2020-01-01\n2,2020-01-02\n"],
  ["CR LF", "id,date\r\n1,2020-01-01\r\n\r\n2,2020-01-02\r\n"],
  ["CR alone", "id,date\r1,2020-01-01\r2,2020-01-02\r"],
  ["mixed line breaks", "id,date\r\n1,2020-01-01\n2,2020-01-02\r\n"],
  ["no last line break", "id,date\n1,2020-01-01\n2,2020-01-02"],
  ["semicolons", "id;date\n1;2020-01-01\n2;2020-01-02\n"],
  ["tabs", "id\tdate\n1\t2020-01-01\n2\t2020-01-02\n"],
  ["bars", "id|date\n1|2020-01-01\n2|2020-01-02\n"],
  ["quotes", '"id","date"\n"1","2020-01-01"\n"2", "2020-01-02" \n'],
  ["blank lines first", "\n\nid,date\n1,2020-01-01\n2,2020-01-02\n"],
  ["UTF-16", Buffer.from("\uFEFFid,date\n1,2020-01-01\n2,2020-01-02\n", "utf16le")],
  ["gzip", gzipSync("id,date\n1,2020-01-01\n2,2020-01-02\n")],
  ["a quoted line break", 'id,note,date\n1,"a\nb",2020-01-01\n2,"say ""hi""",2020-01-02\n'],
  ["a quoted line break in the header", 'id,"no\nte",date\n1,,2020-01-01\n2,,2020-01-02\n'],
])("a file with %s is read completely", async (_, body) => {
  const built = await build({ "a.csv": body });
  expect(await who(built)).toEqual(["1", "2"]);
  expect(built.rejected_count).toBe(0);
});

test("files in windows-1252 are read as such", async () => {
  const body = Buffer.from("id,date,city\n1,2020-01-01,K\xf6ln \x80\n", "latin1");
  expect((await build({ "a.csv": body })).sample[0]!.city).toBe("Köln €");
});

test("a byte that is not UTF-8 beyond the sample makes the file windows-1252", async () => {
  const rows = Buffer.from("1,2020-01-01,padding padding padding\n".repeat(30_000));
  const body = Buffer.concat([
    Buffer.from("id,date,city\n"),
    rows,
    Buffer.from("2,2020-01-02,K\xf6ln\n", "latin1"),
  ]);
  const built = await build({ "a.csv": body }, { output_to_traits: { city: { column_name: "city" } } });
  expect(built.funnel.parsed).toBe(30_001);
  expect((await read(built.files.traits)).map(({ value }) => value)).toContain("Köln");
});

test("missing trailing columns are null, and rows that are too wide are rejected with their lines", async () => {
  const built = await build({ "a.csv": "id,date,note\n1,2020-01-01\n\n2,2020-01-02,x,y\n3,2020-01-03,z\n" });
  expect(await who(built)).toEqual(["1", "3"]);
  expect(built.rejects).toEqual([
    {
      file: "a.csv",
      line: 4,
      column: null,
      value: "2,2020-01-02,x,y",
      reason: "the row has 4 columns, the header 3",
    },
  ]);
  expect(built.funnel).toMatchObject({ total: 3, parsed: 2, valid: 2 });
});

test("a row of 3 columns before rows of 30 does not narrow the file", async () => {
  const header = Array.from({ length: 28 }, (_, i) => `c${i}`).join(",");
  const wide = `2,2020-01-02,${Array.from({ length: 28 }, (_, i) => i).join(",")}`;
  const built = await build({ "a.csv": `id,date,${header}\n1,2020-01-01,0\n${wide}\n` });
  expect(built.funnel.parsed).toBe(2);
  expect(built.detected_columns).toHaveLength(30);
});

test("a field of 10 MB rejects its own row only", async () => {
  const body = `id,date,note\n1,2020-01-01,a\n2,2020-01-02,${"x".repeat(10_000_000)}\n3,2020-01-03,b\n`;
  const built = await build({ "a.csv": body });
  expect(await who(built)).toEqual(["1", "3"]);
  expect(built.rejects).toMatchObject([{ line: 3, reason: "the row is longer than 1,900,000 bytes" }]);
});

test("a quote that is never closed rejects its own line only", async () => {
  const body = `id,note,date\n1,a,2020-01-01\n2,"b,2020-01-02\n${"3,c,2020-01-03\n".repeat(200_000)}4,"d",2020-01-04\n`;
  const built = await build({ "a.csv": body });
  expect([...new Set(await who(built))]).toEqual(["1", "3", "4"]);
  expect(built.funnel).toMatchObject({ total: 200_003, parsed: 200_002 });
  expect(built.rejects).toMatchObject([{ line: 3 }]);
});

test("files of a directory are one table, whatever the order of their columns", async () => {
  const built = await build(
    { "a.csv": "id,date,city\n1,2020-01-01,Rome\n", "b.csv": "Date,id,plan\n2020-01-02,2,gold\n" },
    { output_to_traits: { plan: { column_name: "plan" } } },
  );
  expect(await who(built)).toEqual(["1", "2"]);
  expect(built.detected_columns.map(({ name }) => name)).toEqual(["id", "date", "city", "plan"]);
  expect(await read(built.files.traits)).toMatchObject([
    { trait: "plan", value: "gold", arrival_time: 2000 },
  ]);
  expect(built.updates).toEqual([
    { datetime: 1000, rows_added: 1 },
    { datetime: 2000, rows_added: 1 },
  ]);
});

test("only the newest file counts if each file replaces all", async () => {
  const options = { ...defaults.options, replace_all_with_latest_file: true };
  const built = await build(
    { "a.csv": "id,date\n1,2020-01-01\n", "b.csv": "id,date\n2,2020-01-01\n" },
    { options },
  );
  expect(await who(built)).toEqual(["2"]);
});

test("rows above the header row are skipped", async () => {
  const options = { ...defaults.options, header_row: 3, delimiter: ";" };
  const built = await build({ "a.csv": "Report\n\nid;date\n1;2020-01-01\n2;nonsense\n" }, { options });
  expect(await who(built)).toEqual(["1"]);
  expect(built.rejects).toMatchObject([{ line: 5 }]);
});

test("identical rows count once, and the first arrival stays", async () => {
  const built = await build({
    "a.csv": "id,date\n1,2020-01-01\n1,2020-01-01\n",
    "b.csv": "id,date\n1,2020-01-01\n2,2020-01-01\n",
  });
  expect(await who(built)).toEqual(["1", "2"]);
  expect(built.funnel).toMatchObject({ total: 4, valid: 2, duplicates: 2 });
  const events = await read(built.files.events("transaction"));
  expect(events.map(({ arrival_time }) => arrival_time).sort()).toEqual([1000, 2000]);
});

test("among upserted rows the newest file wins, then the last row", async () => {
  const built = await build(
    {
      "a.csv":
        "order,id,date,value\nA,1,2020-01-01,1\nB,2,2020-01-01,2\nB,2,2020-01-01,3\n,3,2020-01-01,4\n,4,2020-01-01,5\n",
      "b.csv": "order,id,date,value\nA,1,2020-01-01,9\n",
    },
    { upsert_columns: ["order"], output_to_streams: { transaction: withValue } },
  );
  const values = (await read(built.files.events("transaction"))).map(({ value }) => value);
  expect(values.sort()).toEqual([3, 4, 5, 9]);
  expect(built.funnel.duplicates).toBe(2);
});

test("rows older than the newest row of earlier files are ignored", async () => {
  const built = await build(
    {
      "a.csv": "id,date,updated\n1,2020-01-01,9\n2,2020-01-01,10\n",
      "b.csv": "id,date,updated\n3,2020-01-01,9\n4,2020-01-01,10\n5,2020-01-01,11\n6,2020-01-01,\n",
    },
    { incremental_column: "updated" },
  );
  expect(await who(built)).toEqual(["1", "2", "4", "5", "6"]);
  expect(built.funnel.duplicates).toBe(1);
});

test("a row with a bad date or value is rejected alone, with the line that it begins on", async () => {
  const built = await build(
    {
      "a.csv":
        'id,note,date,value\n1,"two\nlines",2020-01-01,1\n2,"a\n\nb",2020-13-01,2\n3,,,3\n4,,2020-01-04,abc\n\n5,,2020-01-05,5\n',
      "b.csv": "id,note,date,value\n6,,2020-01-06,6\n\n7,a,b,c,d\n8,,soon,8\n",
    },
    { output_to_streams: { transaction: withValue } },
  );
  expect(await who(built)).toEqual(["1", "5", "6"]);
  expect(
    built.rejects.map(({ file, line, column, value, reason }) => [file, line, column, value, reason]),
  ).toEqual([
    ["a.csv", 4, "date", "2020-13-01", "is not a date of the format date_iso8601"],
    ["a.csv", 7, "date", null, "is empty"],
    ["a.csv", 8, "value", "abc", "is not a number"],
    ["b.csv", 4, null, "7,a,b,c,d", "the row has 5 columns, the header 4"],
    ["b.csv", 5, "date", "soon", "is not a date of the format date_iso8601"],
  ]);
  expect(built.rejected_count).toBe(5);
  expect(built.funnel).toMatchObject({ total: 8, parsed: 7, valid: 3 });
});

test("line numbers are exact among blank, wide and bad rows, by every way of reading the file", async () => {
  const kinds = ["2020-01-01", "?", "2020-01-01,x,y", null];
  const rows = Array.from(
    { length: 20_000 },
    (_, i) => kinds[Math.floor(((i * 7919) % 5003) / 1251)] ?? null,
  );
  const body = rows.map((date, i) => (date === null ? "" : `${i},${date}`)).join("\n");
  const expected = rows
    .flatMap((date, i) => (date === null || date === kinds[0] ? [] : [i + 2]))
    .slice(0, 1000);
  const datetime = { column_name: "date", format: "date_iso8601" as const };
  const config = { output_to_streams: { transaction: { data_map: { datetime } } } };
  const direct = await build({ "a.csv": `id,date\n${body}\n` }, config);
  const tidied = await build({ "a.csv": `id,date\n${body}\n"1","\n"\n` }, config);
  for (const built of [direct, tidied]) expect(built.rejects.map(({ line }) => line)).toEqual(expected);
});

test("at most a thousand rejects are shown, and all are counted", async () => {
  const built = await build({
    "a.csv": `id,date\n${Array.from({ length: 3000 }, (_, i) => `${i},${i < 1600 ? "2020-01-01" : "?"}`).join("\n")}\n`,
  });
  expect(built.rejected_count).toBe(1400);
  expect(built.rejects).toHaveLength(1000);
  expect(built.rejects[0]).toMatchObject({ line: 1602, value: "?" });
});

test("an event in the future counts from its day on, and an event exactly now counts", async () => {
  const built = await build({ "a.csv": "id,date\n1,2021-01-01\n2,2021-01-03\n3,2021-01-02\n" });
  expect(await who(built)).toEqual(["1"]);
  expect(built.rejects).toMatchObject([
    { line: 3, column: "date", value: "2021-01-03", reason: "is in the future" },
    { line: 4 },
  ]);
  expect(built.next_due).toBe(day("2021-01-02"));
});

test("only rows that meet the conditions of the stream are rejected", async () => {
  const conditions = [
    { column_name: "kind", _eq: "buy" },
    { column_name: "n", _gt: 9 },
  ];
  const built = await build(
    { "a.csv": "id,date,kind,n\n1,2020-01-01,buy,10\n2,?,view,10\n3,?,buy,10\n4,2020-01-01,buy,9\n" },
    { output_to_streams: { transaction: { ...transactions, conditions } } },
  );
  expect(await who(built)).toEqual(["1"]);
  expect(built.rejects).toMatchObject([{ line: 4 }]);
});

test("a stream without dates has events without time", async () => {
  const built = await build(
    { "a.csv": "id,date\n1,x\n" },
    {
      output_to_streams: {
        lead: { data_map: {} },
        empty: { data_map: {}, conditions: [{ column_name: "id", _eq: "2" }] },
      },
    },
  );
  expect(built.streams.lead).toMatchObject({ events: 1, isDated: false, hasValue: false, oldest: null });
  expect(await read(built.files.events("lead"))).toMatchObject([{ event_time: null, value: null }]);
  expect(await read(built.files.events("empty"))).toEqual([]);
});

test("a static date is the date of every row", async () => {
  const datetime = { column_name: "2020-05-01", format: "static_date_iso8601" as const };
  const built = await build(
    { "a.csv": "id\n1\n" },
    { output_to_streams: { lead: { data_map: { datetime } } } },
  );
  expect(built.streams.lead).toMatchObject({ events: 1, isDated: true, oldest: day("2020-05-01") });
});

test("an event belongs to the first identity of its row, and the others are linked to it", async () => {
  const built = await build(
    {
      "a.csv":
        "date,bill,ship\n2020-01-01,a@x.com,b@x.com\n2020-01-02,,b@x.com\n2020-01-03,,\n2020-01-04,a@x.com,a@x.com\n",
    },
    { identity_sets: { billing: { email: "bill" }, shipping: { email: "ship" } } },
  );
  const identities = await read(built.files.identities);
  const key = (email: string) => identities.find((row) => row.email === email)!.identity_key;
  expect(identities.map(({ email, row_count }) => [email, row_count]).sort()).toEqual([
    ["a@x.com", 2],
    ["b@x.com", 1],
  ]);
  expect(await read(built.files.links)).toEqual([{ left_key: key("a@x.com"), right_key: key("b@x.com") }]);
  const events = await read(built.files.events("transaction"));
  expect(events.map(({ identity_key, event_time }) => [identity_key, event_time])).toEqual(
    expect.arrayContaining([
      [key("a@x.com"), day("2020-01-01")],
      [key("b@x.com"), day("2020-01-02")],
      [key("a@x.com"), day("2020-01-04")],
    ]),
  );
  expect(built.identities).toBe(2);
});

test("an address of several columns is one value", async () => {
  const built = await build(
    { "a.csv": "date,no,street,zip\n2020-01-01, 12 ,Main St,02134\n2020-01-01,,,\n" },
    { identity_sets: { home: { house_number_and_street: ["no", "street"], postcode: "zip" } } },
  );
  expect(await read(built.files.identities)).toMatchObject([
    { house_number_and_street: "12 Main St", postcode: "02134" },
  ]);
});

test("a log, whose keys are made once for each identity, has the keys, events and rejects of a file with traits", async () => {
  const files = {
    "a.csv":
      "id,mail,date,value,size\nc1,,2020-01-05,1,s\n,a@b.c,2020-01-06,2,m\nc1,a@b.c,2020-01-07,x,l\n,,2020-01-07,3,l\n",
    "b.csv":
      "id,mail,date,value,size\nc1,,2020-01-03,4,\nc1,,2020-01-05,1,s\n,a@b.c,soon,5,m\nc2,,2020-01-02,6,m\n",
  };
  const config: Partial<DatasetConfig> = {
    identity_sets: { customer: { customer_id: "id", email: "mail" } },
    output_to_streams: { transaction: withValue },
  };
  const log = await build(files, config);
  const withTraits = await build(files, { ...config, output_to_traits: { size: { column_name: "size" } } });
  for (const file of ["identities", "links"] as const)
    expect(await read(log.files[file])).toEqual(await read(withTraits.files[file]));
  const [events, others] = await Promise.all(
    [log, withTraits].map(async ({ files }) => (await read(files.events("transaction"))).sort(byTime)),
  );
  expect(events).toEqual(others);
  expect(events).toHaveLength(4);
  expect(log.streams).toEqual(withTraits.streams);
  expect(log.rejects).toEqual(withTraits.rejects);
  expect(log.rejects.map(({ file, line }) => [file, line])).toEqual([
    ["a.csv", 4],
    ["b.csv", 4],
  ]);
});

/** A dataset's events are in any order. */
const byTime = (a: Record<string, unknown>, b: Record<string, unknown>) =>
  Number(a.event_time) - Number(b.event_time);

test("a trait is the newest value, looked up in its table", async () => {
  const built = await build(
    {
      "a.csv": 'id,date,plan,tags\n1,2020-01-01,g,"x, y"\n',
      "b.csv": "id,date,plan,tags\n1,2020-02-01,s,\n",
    },
    {
      output_to_traits: {
        plan: { column_name: "plan", transformation_table: { s: "silver" } },
        tag: { column_name: "tags", format: "list_comma_separated" },
      },
    },
  );
  const traits = await read(built.files.traits);
  expect(traits.map(({ trait, value, arrival_time }) => [trait, value, arrival_time])).toEqual([
    ["plan", "silver", 2000],
    ["tag", "x;y", 1000],
  ]);
  expect(built.trait_sources).toEqual({
    plan: { column_name: "plan" },
    tag: { column_name: "tags", isList: true },
  });
});

test("a lookup table may have a default for other values, and applies to the items of a list", async () => {
  const built = await build(
    { "a.csv": "id,date,plan,tags\n1,2020-01-01,g,b|;a; a ;\n2,2020-01-01,x,\n" },
    {
      output_to_traits: {
        plan: { column_name: "plan", transformation_table: { g: "gold", "*": "other" } },
        tag: {
          column_name: "tags",
          format: "list_semicolon_separated",
          transformation_table: { a: "1st" },
        },
        only: { column_name: "tags", format: "list_single_value" },
      },
    },
  );
  const traits = await read(built.files.traits);
  const values = traits.map(({ trait, value }) => `${trait}=${value}`).sort();
  expect(values).toEqual(["only=b|,a, a ,", "plan=gold", "plan=other", "tag=1st;b|"]);
});

test("all unused columns become traits, and unambiguous dates are recognised", async () => {
  const header = "id,date,Zip,Home Owner,Home-Owner,born,seen,note,key";
  const built = await build(
    { "a.csv": `${header}\n1,2020-01-01,02139,yes,no,1990-05-06 10:00,01/02/2020,x,k1\n` },
    {
      output_all_columns_as_traits: { exclude: ["note"] },
      output_to_traits: { postcode: { column_name: "Zip" } },
      reference_key_columns: ["key"],
    },
  );
  const traits = await read(built.files.traits);
  expect(traits.map(({ trait, value }) => [trait, value])).toEqual([
    ["born", "1990-05-06"],
    ["home_owner", "yes"],
    ["home_owner_2", "no"],
    ["postcode", "02139"],
    ["seen", "01/02/2020"],
  ]);
  expect(built.formats.born).toBe("date_iso8601");
});

test("a property may be a list, and dates of a format become ISO dates", async () => {
  const built = await build(
    { "a.csv": 'id,date,items,due,cents\n1,2020-01-01,"tea, cake,tea",31/12/2020,1250\n' },
    {
      output_to_streams: {
        transaction: {
          data_map: {
            datetime: { column_name: "date" },
            items: { column_name: "items", format: "list_comma_separated" },
            due: { column_name: "due", format: "dd_mm_yyyy_slash" },
            price: { column_name: "cents", format: "currency_cents" },
          },
        },
      },
    },
  );
  expect(await read(built.files.events("transaction"))).toMatchObject([
    { p_items: "cake;tea", p_due: "2020-12-31", p_price: 12.5 },
  ]);
  expect(built.streams.transaction?.properties).toEqual([
    { name: "items", type: "text", isList: true },
    { name: "due", type: "text" },
    { name: "price", type: "number" },
  ]);
});

test("a row whose first identity is too incomplete belongs to its next identity", async () => {
  const identity_sets = {
    home: { person_last_name: "last", city: "city", email: "mail" },
    account: { customer_id: "key" },
  };
  const rows = ["Byron,Here,ada@example.com,k1", "Byron,Here,,k2", ",Here,noreply@shop.com,k3", ",Here,,"];
  const built = await build(
    { "a.csv": `date,last,city,mail,key\n${rows.map((row) => `2020-01-01,${row}`).join("\n")}\n` },
    { identity_sets },
  );
  const found = await engine.rows(sql`select i.customer_id as id, i.city as city
    from ${relation(built.files.events("transaction"))} as e
    inner join ${relation(built.files.identities)} as i on i.identity_key = e.identity_key order by all`);
  expect(found).toEqual([
    { id: "k2", city: null },
    { id: "k3", city: null },
    { id: null, city: "Here" },
    { id: null, city: "Here" },
  ]);
  const counted = await engine.row<{ rows: number }>(
    sql`select sum(row_count)::integer as rows from ${relation(built.files.identities)}`,
  );
  expect(counted.rows).toBe(4);
});

test("a merge joins rows side by side and loses none", async () => {
  const built = await merge(
    {
      "orders.csv":
        "order,who,date,total\n1,a,2020-01-01,5\n2,a,2020-01-02,bad\n3,x,2020-01-03,7\n4,,2020-01-04,9\n",
      "customers.csv": "id,name,date\na,Ada,1999-01-01\nb,Bo,1999-01-01\na,Ada,1999-01-01\n",
    },
    ["who", "id"],
    {
      identity_sets: { customer: { customer_id: "id" } },
      output_to_streams: { transaction: withValueOf("total") },
      output_to_traits: { name: { column_name: "name" } },
    },
  );
  expect(built.funnel).toEqual({ total: 5, parsed: 5, valid: 4, allowed: 4, duplicates: 0 });
  expect(built.rejects).toEqual([
    { file: "orders.csv", line: 3, column: "total", value: "bad", reason: "is not a number" },
  ]);
  expect(await who(built)).toEqual(["a", "b", "x"]);
  expect(await read(built.files.traits)).toMatchObject([{ value: "Ada" }, { value: "Bo" }]);
});

test("a merge by columns that repeat everywhere is refused before it runs", async () => {
  const many = (column: string) =>
    `${column},n\n${[...Array(60).keys()].map((i) => `a,${column}${i}`).join("\n")}\n`;
  const config = { identity_sets: {}, output_to_streams: {} };
  await expect(
    merge({ "a.csv": many("who"), "b.csv": many("id") }, ["who", "id"], config),
  ).rejects.toMatchObject({
    code: "merge-multiplies",
  });
});

test("rows of people who are to be forgotten are left out, whichever identity the row has", async () => {
  const identity_sets = { one: { customer_id: "id" }, two: { email: "mail" } };
  const files = {
    "a.csv": "id,mail,date\n1,a@x.org,2020-01-01\n2,b@x.org,2020-01-01\n,a@x.org,2020-01-02\n",
  };
  const before = await build(files, { identity_sets });
  const erasedFile = path.join(root, "forgotten.parquet");
  await engine.writeParquet(
    sql`select identity_key, identity_key as list_key from ${relation(before.files.identities)} where email = 'a@x.org'`,
    erasedFile,
  );
  const after = await build(files, { identity_sets }, { erasedFile });
  expect(await who(after)).toEqual(["2"]);
  expect(after.funnel).toMatchObject({ valid: 3, allowed: 1 });
  expect(JSON.stringify([after.sample, await read(after.files.identities)], bigints)).not.toContain(
    "a@x.org",
  );
});

test("a preview shows no value of people who are to be forgotten, and files say how many of their rows they hold", async () => {
  const identity_sets = { one: { email: "mail" } };
  const files = {
    "a.csv": "mail,date\na@x.org,2020-01-01\nzz@x.org,2020-01-01\na@x.org,2020-01-01\n",
    "b.csv": "mail,date\na@x.org,2020-01-03\n",
  };
  const before = await build(files, { identity_sets });
  const erasedFile = path.join(root, "forgotten-preview.parquet");
  await engine.writeParquet(
    sql`select identity_key from ${relation(before.files.identities)} where email = 'a@x.org'`,
    erasedFile,
  );
  const preview = await build(files, { identity_sets, preview: true }, { erasedFile });
  expect(JSON.stringify(preview, bigints)).not.toContain('"a@x.org');
  expect(preview.forgotten_rows).toEqual([
    { file: "a.csv", rows: 2 },
    { file: "b.csv", rows: 1 },
  ]);
});

test("a privacy list keeps the line of each row and the identities in it", async () => {
  const identity_sets = { one: { email: "mail" }, two: { phone: "tel" } };
  const quoted = '\n\nmail,tel\na@x.org,8028631234\n\n,\n"b@x.org\n",\na@x.org,8028631234\n';
  const files = { "a.csv": "mail,tel\n\na@x.org,1\n,8028631234\n,\n", "b.csv": quoted };
  const list = await build(files, { identity_sets, output_to_streams: {}, privacy: "delete" });
  const rows = await engine.rows(sql`
    select file, line, count(identity_key) as identities from ${relation(list.files.listRows)}
    group by place, file, line order by place`);
  expect(rows).toEqual([
    { file: "a.csv", line: 3, identities: 2 },
    { file: "a.csv", line: 4, identities: 1 },
    { file: "a.csv", line: 5, identities: 0 },
    { file: "b.csv", line: 4, identities: 2 },
    { file: "b.csv", line: 7, identities: 1 },
  ]);
});

test("an unknown column is refused with a list of the known ones", async () => {
  const files = { "a.csv": "Id ,Datum\n1,2020-01-01\n" };
  expect(await refusal(files)).toEqual({
    code: "column-unknown",
    column: "date",
    used_by: "output_to_streams.transaction.data_map.datetime",
    columns: "Id, Datum",
  });
});

test("a column may differ in case and space", async () => {
  expect(await who(await build({ "a.csv": " ID,Date \n1,2020-01-01\n" }))).toEqual(["1"]);
});

test("a file with only a header has no events", async () => {
  const built = await build({ "a.csv": "id,date\n" });
  expect(built).toMatchObject({
    funnel: { total: 0 },
    streams: { transaction: { events: 0, oldest: null } },
  });
  expect(await read(built.files.identities)).toEqual([]);
});

test.each([
  ["file-empty", ""],
  ["file-empty", "\uFEFF\n \n"],
  ["columns-too-many", `id,date,${Array.from({ length: 999 }, (_, i) => `x${i}`).join(",")}\n`],
  ["columns-too-many", `id,date,${Array<string>(9_999).fill("x").join(",")}\n`],
  ["archive-damaged", Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 1, 2])],
  ["file-binary", Buffer.from("%PDF-1.4 …")],
  ["file-binary", gzipSync("id,date\n1,2020-01-01\n").subarray(0, 20)],
])("a bad file among good ones is named: %s", async (code, body) => {
  expect(await refusal({ "good.csv": "id,date\n1,2020-01-01\n", "bad.csv": body })).toMatchObject({
    code,
    file: "bad.csv",
  });
});

test("files have no more columns together than one may have, and the first that is too much is named", async () => {
  const wide = (name: string) =>
    `id,date,${Array.from({ length: 600 }, (_, i) => `${name}${i}`).join(",")}\n`;
  const files = {
    "a.csv": wide("a"),
    "b.csv": "id,date\n1,2020-01-01\n",
    "c.csv": wide("c"),
    "d.csv": wide("d"),
  };
  expect(await refusal(files)).toMatchObject({ code: "columns-too-many", file: "c.csv", columns: 1202 });
});

test("an archive that is truncated beyond the sample is refused, not read in part", async () => {
  const rows = Array.from({ length: 200_000 }, (_, i) => `${i},2020-01-01`).join("\n");
  const whole = gzipSync(`id,date\n${rows}\n`);
  const cut = whole.subarray(0, whole.length - 2000);
  expect(await refusal({ "a.csv.gz": cut })).toMatchObject({ code: "file-binary", file: "a.csv.gz" });
});

test("a preview detects columns and writes nothing", async () => {
  const built = await build({ "a.csv": "id,date\n1,2020-01-01\n" }, { preview: true });
  expect(built.sample).toHaveLength(1);
  expect(await read(built.files.events("transaction"))).toEqual([]);
  expect(built.identities).toBe(0);
});

test("the same files give the same bytes", async () => {
  const rows = Array.from({ length: 5000 }, (_, i) => `${i % 900},2020-01-0${(i % 9) + 1},${i % 7}`).join(
    "\n",
  );
  const contents = async (): Promise<Buffer[]> => {
    const built = await build({ "a.csv": `id,date,value\n${rows}\n`, "b.csv": `id,date,value\n${rows}\n` });
    const { identities, events, links, traits } = built.files;
    return Promise.all([identities, links, traits, events("transaction")].map((file) => readFile(file)));
  };
  const [one, two] = [await contents(), await contents()];
  expect(one.map((each, i) => each.equals(two[i]!))).toEqual([true, true, true, true]);
});

const orderLines: StreamMapping = {
  data_map: {
    datetime: { column_name: "date" },
    value: { columns: [{ column_name: "n" }, { column_name: "price" }], combine: "product" },
    product: { column_name: "product", aggregate: "list" },
    lines: { column_name: "product", aggregate: "count" },
    favourite: { column_name: "product", aggregate: "top" },
  },
  event_key: ["order"],
};
const eventsOf = async ({ files }: Built, stream = "transaction"): Promise<Row[]> => {
  const rows = await engine.rows(sql`select i.customer_id as id, e.* exclude (identity_key, arrival_time)
    from ${relation(files.events(stream))} as e join ${relation(files.identities)} as i using (identity_key)
    order by e.event_time, e.value`);
  return rows;
};
const linesHeader = "order,id,date,product,n,price,status\n";

test("lines of an order are one event, also two equal lines, a line without a date and one without a person", async () => {
  const lines = [
    "A,1,2020-01-02,tea,2,1.1,paid",
    "A,,,cup,1,5,",
    "A,1,2020-01-02,tea,2,1.1,paid",
    "B,2,2020-01-03,pot,1,9,",
  ];
  const built = await build(
    { "a.csv": `${linesHeader}${lines.join("\n")}\n` },
    { output_to_streams: { transaction: orderLines } },
  );
  expect(await eventsOf(built)).toEqual([
    {
      id: "1",
      event_time: day("2020-01-02"),
      value: 9.4,
      p_product: "cup;tea",
      p_lines: 3,
      p_favourite: "tea",
    },
    { id: "2", event_time: day("2020-01-03"), value: 9, p_product: "pot", p_lines: 1, p_favourite: "pot" },
  ]);
  expect(built.rejected_count).toBe(0);
  expect(built.funnel).toEqual({ total: 4, parsed: 4, valid: 4, allowed: 4, duplicates: 0 });
  expect(built.streams.transaction!.counts).toEqual({
    rows: 4,
    events: 2,
    without_customer: 0,
    customers: 2,
    repeat_customers: 0,
    value_total: 18.4,
    rows_read: 4,
    left_out: 0,
    left_out_by: [],
    of_several_customers: 0,
    months: [{ month: "2020-01", events: 2, amounts: [{ currency: null, value_total: 18.4 }] }],
  });
});

test("of an order in several files, the lines of the newest file count", async () => {
  const built = await build(
    {
      "a.csv": `${linesHeader}A,1,2020-01-02,tea,2,1,open\nA,1,2020-01-02,cup,1,5,open\nB,2,2020-01-03,pot,1,9,open\n`,
      "b.csv": `${linesHeader}A,1,2020-01-02,tea,2,1,paid\n`,
    },
    {
      output_to_streams: {
        transaction: { ...orderLines, event_conditions: [{ column_name: "status", _neq: "draft" }] },
      },
    },
  );
  expect(await eventsOf(built)).toMatchObject([
    { id: "1", value: 2, p_product: "tea" },
    { id: "2", value: 9 },
  ]);
});

test("refunds lower an order whatever their sign, and remove it where nothing is left", async () => {
  const lines = [
    "A,1,2020-01-02,tea,2,5,",
    "A,1,2020-02-02,tea,-1,5,refund",
    "B,2,2020-01-03,pot,1,9,",
    "B,2,2020-01-09,pot,1,9,refund",
  ];
  const built = await build(
    { "a.csv": `${linesHeader}${lines.join("\n")}\n` },
    {
      output_to_streams: {
        transaction: {
          ...orderLines,
          refunds: { conditions: [{ column_name: "status", _eq: "refund" }], as: "reduce" },
        },
      },
    },
  );
  expect(await eventsOf(built)).toMatchObject([{ id: "1", value: 5, event_time: day("2020-01-02") }]);
  expect(built.streams.transaction!.counts).toMatchObject({
    rows: 1,
    events: 1,
    refunds: 2,
    left_out: 1,
    value_total: 5,
  });
});

test("refunds of a stream of their own are events at their own date, of the order's person", async () => {
  const lines = ["A,1,2020-01-02,tea,2,5,", "A,,2020-02-02,tea,-1,5,refund", "A,,2020-02-02,cup,-1,1,refund"];
  const built = await build(
    { "a.csv": `${linesHeader}${lines.join("\n")}\n` },
    {
      output_to_streams: {
        transaction: {
          ...orderLines,
          refunds: { conditions: [{ column_name: "status", _eq: "refund" }], as: "refund" },
        },
      },
    },
  );
  expect(await eventsOf(built)).toMatchObject([{ id: "1", value: 10 }]);
  expect(await eventsOf(built, "refund")).toMatchObject([
    { id: "1", value: 6, event_time: day("2020-02-02"), p_product: "cup;tea" },
  ]);
  expect(built.streams.refund).toMatchObject({ events: 1, hasValue: true });
});

test("a faulty line is rejected with its line, and the order keeps the others; an order without any date is rejected", async () => {
  const lines = ["A,1,2020-01-02,tea,2,5,", "A,1,2020-01-02,cup,x,5,", "B,2,,pot,1,9,", "C,3,soon,pot,1,9,"];
  const built = await build(
    { "a.csv": `${linesHeader}${lines.join("\n")}\n` },
    { output_to_streams: { transaction: orderLines } },
  );
  expect(await eventsOf(built)).toMatchObject([{ id: "1", value: 10, p_product: "tea" }]);
  expect(built.rejects.map(({ line, column, value, reason }) => [line, column, value, reason])).toEqual([
    [3, "n", "x", "is not a number"],
    [4, "date", null, "is empty"],
    [5, "date", "soon", expect.stringContaining("is not a date")],
  ]);
});

test("the lines of a merge are the orders of the file that has them", async () => {
  const built = await merge(
    {
      "customers.csv": "id,city\n1,Bath\n",
      "orders.csv": `${linesHeader}A,1,2020-01-02,tea,2,5,\nA,1,2020-01-02,tea,2,5,\n`,
    },
    ["id", "id"],
    { output_to_streams: { transaction: orderLines } },
  );
  expect(await eventsOf(built)).toMatchObject([{ id: "1", value: 20 }]);
});

test("the end of a subscription is no event while another of the customer runs", async () => {
  const rows = [
    "1,2020-01-01,2020-02-01",
    "1,2020-02-01,2020-03-01",
    "1,2020-05-01,",
    "2,2020-01-01,2020-06-01",
    "2,2020-01-01,2020-06-01",
  ];
  const built = await build(
    { "a.csv": `id,start,end\n${rows.join("\n")}\n` },
    {
      output_to_streams: {
        cancellation: {
          data_map: { datetime: { column_name: "end" } },
          conditions: [{ column_name: "end", _nnull: true }],
          unless_running: { start: "start", end: "end" },
        },
      },
    },
  );
  expect(await eventsOf(built, "cancellation")).toMatchObject([
    { id: "1", event_time: day("2020-03-01") },
    { id: "2", event_time: day("2020-06-01") },
  ]);
});

test("an order of a person to delete goes with all of its lines", async () => {
  const lines = ["A,1,2020-01-02,tea,2,5,", "A,,,cup,1,5,", "B,2,2020-01-03,pot,1,9,"];
  const whole = await build(
    { "a.csv": `${linesHeader}${lines.join("\n")}\n` },
    { output_to_streams: { transaction: orderLines } },
  );
  const erasedFile = path.join(root, "forgotten-lines.parquet");
  await engine.writeParquet(
    sql`select identity_key from ${relation(whole.files.identities)} where customer_id = '1'`,
    erasedFile,
  );
  const built = await build(
    { "a.csv": `${linesHeader}${lines.join("\n")}\n` },
    { output_to_streams: { transaction: orderLines } },
    { erasedFile },
  );
  expect(await eventsOf(built)).toMatchObject([{ id: "2", value: 9 }]);
  expect(built.streams.transaction!.counts).toMatchObject({ rows: 1, events: 1, without_customer: 0 });
  expect(built.rejected_count).toBe(0);
});
