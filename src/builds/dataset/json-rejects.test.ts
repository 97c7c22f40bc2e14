// Rejected rows of JSON files by their place in the file of the owner, and not in the table that is made of it.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { DatasetConfig } from "../../domain/data/dataset.js";
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

const rejected = async (filename: string, body: string) => {
  const files = await uploadedFiles(root, { [filename]: body });
  const { result } = (await builtDataset(engine, root, { config, files }, buildDataset))!;
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
