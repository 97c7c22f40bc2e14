// Rejected rows of JSON files by their place in the file of the owner, and not in the table that is made of it.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { DatasetConfig } from "../../domain/data/dataset.js";
import type { RejectedRow } from "../../domain/data/dataset-findings.js";
import { type Engine, openEngine } from "../../warehouse/engine.js";
import { builtDataset, uploadedFiles } from "./fixtures.js";
import { buildDataset } from "./step.js";

let root: string;
let engine: Engine;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "json-rejects-"));
  engine = await openEngine({ memoryMb: 500, threads: 2, tempDir: root });
});
afterAll(async () => {
  engine.close();
  await rm(root, { recursive: true });
});

const config: DatasetConfig = {
  identity_sets: { customer: { customer_id: "id" } },
  options: { type: "hosted_csv", upload_directory: "shop" },
  output_to_streams: {
    transaction: { data_map: { datetime: { column_name: "day" }, value: { column_name: "lines.price" } } },
  },
  output_to_traits: {},
};

const built = async (filename: string, body: string) => {
  const files = await uploadedFiles(root, { [filename]: body });
  return (await builtDataset(engine, root, { config, files }, buildDataset))!;
};

const rejected = async (filename: string, body: string) => {
  const { result } = await built(filename, body);
  return result.rejects.map(({ line, is_record, value }) => ({ line, is_record, value }));
};

/** Two lines of an order, and a text with a line break. */
const records = [
  { id: 1, day: "2026-01-01", note: "a\nb", lines: [{ price: 1 }, { price: 2 }] },
  { id: 2, day: "2026-01-02", lines: [{ price: 3 }, { price: "much" }] },
  { id: 3, day: "2026-01-03", lines: [{ price: 4 }] },
  { id: 4, day: "2026-01-04", lines: [{ price: "more" }] },
];

test("rows of JSON Lines are named by their line, also below an empty one", async () => {
  const body = records.map((record) => JSON.stringify(record)).join("\n\n");
  expect(await rejected("orders.jsonl", body)).toEqual([
    { line: 3, is_record: undefined, value: "much" },
    { line: 7, is_record: undefined, value: "more" },
  ]);
});

test("rows of a JSON array are named by the number of their record, however it is written", async () => {
  const places = [
    { line: 2, is_record: true, value: "much" },
    { line: 4, is_record: true, value: "more" },
  ];
  expect(await rejected("orders.json", JSON.stringify(records))).toEqual(places);
  expect(await rejected("orders.json", JSON.stringify(records, null, 2))).toEqual(places);
  expect(await rejected("orders.json", JSON.stringify({ orders: records }))).toEqual(places);
});

const places = (rows: readonly RejectedRow[]) =>
  rows.map(({ line, is_record, value }) => ({ line, is_record, value: value?.slice(0, 20) }));

test.each([
  ["is cut off", '{"id": 2, "day": "2026-0'],
  ["is no object", '[{"id": 2}]x'],
  ["is text", "Fatal error: out of memory"],
  ["has an unclosed text", '{"id": "2}'],
])("a line of JSON Lines that %s is rejected with its line, and the others are read", async (_, line) => {
  const lines = [...records.slice(0, 1), ...records.slice(2, 3)].map((record) => JSON.stringify(record));
  for (const [body, at] of [
    [`${lines[0]}\n${line}\r\n\n${lines[1]}`, 2],
    [`${lines[0]}\n${lines[1]}\n${line}`, 3],
  ] as const) {
    const { result, relations } = await built("orders.jsonl", body);
    expect(places(result.rejects)).toEqual([{ line: at, is_record: undefined, value: line.slice(0, 20) }]);
    expect(relations.transaction!.map(({ value }) => value)).toEqual([1, 2, 4]);
  }
});

test("a record of an array whose brackets match is rejected by its number, and one cut off fails the build", async () => {
  const [one, three] = [records[0], records[2]].map((record) => JSON.stringify(record));
  const { result, relations } = await built("orders.json", `[${one},{"id":2,"day":oops},${three}]`);
  expect(places(result.rejects)).toEqual([{ line: 2, is_record: true, value: '{"id":2,"day":oops}' }]);
  expect(relations.transaction).toHaveLength(3);
  await expect(built("orders.json", `[${one},{"id":2`)).rejects.toMatchObject({ code: "file-unreadable" });
});

test("NaN is no value, as Python writes it, and a text of that name stays", async () => {
  const text =
    '{"id":1,"day":"2026-01-01","lines.price":NaN}\n{"id":"NaN","day":"2026-01-02","lines.price":-1}\n';
  const { result, relations } = await built("orders.jsonl", text);
  expect(result.rejects).toEqual([]);
  expect(relations.transaction!.map(({ value }) => value)).toEqual([null, -1]);
  expect(relations.identities!.map(({ customer_id }) => customer_id)).toContain("NaN");
});

test("a line with more bytes than a record may have is rejected, and costs no more memory than one", async () => {
  const [one, three] = [records[0], records[2]].map((record) => JSON.stringify(record));
  const { result, relations } = await built(
    "orders.jsonl",
    `${one}\n{"id":"${"x".repeat(17 << 20)}"}\n${three}\n`,
  );
  expect(result.rejects).toMatchObject([{ line: 2, reason: "the line has more than 16777216 bytes" }]);
  expect(relations.transaction).toHaveLength(3);
});
