// Parquet files of pyarrow, written in the ways that other tools write them, as a dataset reads them.

import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { builtDataset, type FileBodies, uploadedFiles } from "../../src/builds/dataset/fixtures.js";
import { buildDataset } from "../../src/builds/dataset/step.js";
import type { DatasetConfig } from "../../src/domain/data/dataset.js";
import { type Engine, openEngine } from "../../src/warehouse/engine.js";
import { skipWithout } from "../run/needs.js";
import { pythonEnvironment } from "../support/python-environment.js";

const run = promisify(execFile);
const script = path.join(import.meta.dirname, "write_parquet.py");
const ways = ["usual", "spark", "zoned", "delta", "categories", "bytes"];

let root: string;
let engine: Engine;
let isWritten = false;

const text = fc.oneof(
  fc.constantFrom(null, "", " x ", "007", "1,5", 'a "b"', "Zoë", "null", "NaN", "2024-01-02", "true", "x\ny"),
  fc.string({ unit: "grapheme" }).map((value) => value.replace(/[\0\r]/g, "")),
);
const row = fc.record({
  id: fc.option(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String)),
  code: text,
  seconds: fc.option(fc.integer({ min: 0, max: 1_790_000_000 })),
  amount: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
  cents: fc.option(fc.integer({ min: -100_000, max: 100_000_000 })),
  is: fc.option(fc.boolean()),
});
type Row = typeof row extends fc.Arbitrary<infer R> ? R : never;

const seed = Date.now() % 2 ** 31;
// JSON writes this amount without a point, and Python reads it as an integer of more than 64 bits.
const beyondIntegers: Row = { id: "1", code: "a", seconds: 0, amount: 1e20, cents: 0, is: true };
const tables = [
  [beyondIntegers],
  ...fc.sample(fc.array(row, { minLength: 1, maxLength: 40 }), { seed, numRuns: 12 }),
];

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "parquet-writers-"));
  engine = await openEngine({ memoryMb: 500, threads: 2, tempDir: root });
  const programs = await pythonEnvironment("pyarrow", ["pyarrow==21.0.0"]);
  if (programs === undefined) return;
  const written = run(path.join(programs, "python"), [script, root]);
  written.child.stdin!.end(JSON.stringify(tables));
  await written;
  isWritten = true;
});
afterAll(async () => {
  engine.close();
  await rm(root, { recursive: true });
});

beforeEach((context) => {
  if (!isWritten) skipWithout("Python's packages", context);
});

const made = (name: string): Promise<Buffer> => readFile(path.join(root, `${name}.parquet`));

const config: DatasetConfig = {
  options: { type: "hosted_csv", upload_directory: "shop" },
  identity_sets: { customer: { customer_id: "id" }, other: { customer_id: "code" } },
  output_to_streams: {
    transaction: {
      data_map: {
        datetime: { column_name: "at", format: "date_iso8601" },
        value: { column_name: "amount" },
        price: { column_name: "price" },
        code: { column_name: "code" },
      },
    },
  },
  output_to_traits: { code: { column_name: "code" }, is: { column_name: "is" } },
};
const previewConfig = {
  ...config,
  preview: true,
  identity_sets: {},
  output_to_streams: {},
  output_to_traits: {},
};

const build = async (files: FileBodies, changed = config) => {
  const input = { config: changed, files: await uploadedFiles(root, files) };
  const built = await builtDataset(engine, root, input, buildDataset).catch(
    ({ code, params: { file: _, ...params } }) => ({
      code,
      params,
    }),
  );
  if (!built || "code" in built) return built;
  const { funnel, rejects, detected_columns, sample } = built.result;
  return { relations: built.relations, funnel, detected_columns, sample, rejects: rejects.length };
};

/** As CSV says it: digits alone would be read as an identifier where they are many. */
const amountText = (amount: number): string =>
  Number.isInteger(amount) && Math.abs(amount) >= 1e15 ? amount.toExponential() : String(amount);

const csvOf = (rows: readonly Row[]): string => {
  const lines = rows.map(({ id, code, seconds, amount, cents, is }) =>
    [
      id,
      code === null ? null : `"${code.replaceAll('"', '""')}"`,
      seconds === null ? null : new Date(seconds * 1000).toISOString().slice(0, 19).replace("T", " "),
      amount === null ? null : amountText(amount),
      cents === null ? null : (cents / 100).toFixed(2),
      is,
    ].join(","),
  );
  return ["id,code,at,amount,price,is", ...lines, ""].join("\n");
};

const withoutSample = <T>(built: T): Omit<T, "sample"> => {
  const { sample: _, ...rest } = built as T & { sample?: unknown };
  return rest;
};

test.each(ways)("tables are the same as CSV and in the way %s", async (way) => {
  for (const [i, rows] of tables.entries())
    expect(
      withoutSample(await build({ "a.parquet": await made(`${i}-${way}`) })),
      `seed ${seed}, table ${i}`,
    ).toEqual(withoutSample(await build({ "a.csv": csvOf(rows) })));
});

test("names that differ in case alone, or are empty, are columns of their own", async () => {
  expect(await build({ "a.parquet": await made("names") }, previewConfig)).toMatchObject({
    sample: [{ ID: "0", id: "1", Id: "2", column_4: "3", note: "4", note_2: "5" }, { ID: "1" }],
  });
});

test("keys that became floats for want of a value, and lists", async () => {
  expect(await build({ "a.parquet": await made("floats") }, previewConfig)).toMatchObject({
    sample: [{ id: "1" }, { id: null }, { id: "3" }],
  });
  expect(await build({ "a.parquet": await made("nested") }, previewConfig)).toMatchObject({
    sample: [{ id: "1", lines: '[{"pieces":2,"sku":"a"},{"pieces":null,"sku":"b"}]' }],
  });
});

test("encrypted files, and files of which some columns are encrypted, are refused", async () => {
  for (const name of ["encrypted", "encrypted-columns"])
    expect(await build({ "a.parquet": await made(name) })).toMatchObject({ code: "parquet-encrypted" });
});
