// Rows that are older than a dataset keeps are as if no file had them, whatever way rows are read and become
// events.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { DatasetConfig } from "../../domain/data/dataset.js";
import { secondsPerDay } from "../../domain/resource/resource.js";
import { type Engine, openEngine } from "../../warehouse/engine.js";
import { builtBy, builtDataset, type FileBodies, uploadedFiles } from "./fixtures.js";
import type { Strategy } from "./reading/strategy.js";
import { text } from "./reading/text.js";
import { typed } from "./reading/typed.js";

let root: string;
let engine: Engine;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "age-limit-"));
  engine = await openEngine({ memoryMb: 300, threads: 1, tempDir: root });
});
afterAll(async () => {
  engine.close();
  await rm(root, { recursive: true });
});

const keptSince = Date.UTC(2026, 0, 1) / 1000;

const log: DatasetConfig = {
  identity_sets: { buyer: { customer_id: "customer" } },
  options: { type: "hosted_csv", upload_directory: "orders" },
  output_to_streams: {
    transaction: { data_map: { datetime: { column_name: "date" }, value: { column_name: "amount" } } },
  },
  output_to_traits: {},
  keep_months: 12,
};
const orders: DatasetConfig = {
  ...log,
  identity_sets: { buyer: { customer_id: "customer", email: "email" } },
  output_to_streams: {
    transaction: { ...log.output_to_streams.transaction!, event_key: ["order"] },
  },
  output_to_traits: { email: { column_name: "email" } },
};
const upserted: DatasetConfig = { ...log, upsert_columns: ["line"] };

interface Line {
  file: "a.csv" | "b.csv";
  /** From the first day that is kept. */
  day: number;
  text: string;
}

/** Orders of two lines by fifty customers, from 300 days before the limit to 300 days after it. */
const lines: Line[] = Array.from({ length: 600 }, (_, i) => {
  const order = i >> 1;
  const [day, customer] = [((order * 7) % 601) - 300, (order * 13) % 50];
  const date = new Date(1000 * (keptSince + day * secondsPerDay)).toISOString().slice(0, 10);
  const text = [i, `o${order}`, `c${customer}`, `c${customer}@example.com`, date, `${i % 40}.50`].join(",");
  return { file: order % 3 ? "a.csv" : "b.csv", day, text };
});
const isKept = ({ day }: Line): boolean => day >= 0;

const filesOf = (of: readonly Line[]): FileBodies => {
  const body = (name: string) => of.filter(({ file }) => file === name).map((line) => line.text);
  const file = (name: string) => ["line,order,customer,email,date,amount", ...body(name)].join("\n");
  return { "a.csv": file("a.csv"), "b.csv": file("b.csv") };
};

const build = async (config: DatasetConfig, files: FileBodies, strategy: Strategy, isLimited = true) => {
  const input = { config, files: await uploadedFiles(root, files), ...(isLimited && { keptSince }) };
  return (await builtDataset(engine, root, input, builtBy(strategy)))!;
};

describe.each([
  ["rows of a log, typed", log, typed],
  ["rows of a log, as text", log, text],
  ["lines of orders", orders, text],
  ["rows with a key", upserted, text],
])("%s", (_, config, strategy) => {
  test("people, traits and events are those of the files without old rows", async () => {
    const limited = await build(config, filesOf(lines), strategy);
    const without = await build(config, filesOf(lines.filter(isKept)), strategy, false);
    expect(limited.relations).toEqual(without.relations);
    expect(limited.relations.transaction!.length).toBeGreaterThan(100);
  });

  test("each old row is counted, and the sums of each file close", async () => {
    const { result } = await build(config, filesOf(lines), strategy);
    const { counts, files } = result.streams.transaction!;
    const old = lines.filter((line) => !isKept(line));
    const rowsOf = (by: typeof counts.left_out_by) => by!.find(({ reason }) => reason === "too_old")!.rows;
    expect([counts.rows_read, rowsOf(counts.left_out_by)]).toEqual([lines.length, old.length]);
    const { total, valid, allowed } = result.funnel;
    expect([total, valid, allowed]).toEqual([lines.length, lines.length, lines.length - old.length]);
    for (const { file, left_out_by } of files!)
      expect(rowsOf(left_out_by)).toBe(old.filter((line) => line.file === file).length);
  });
});

const subscriptions: DatasetConfig = {
  ...log,
  identity_sets: { buyer: { customer_id: "customer" } },
  output_to_streams: {
    subscription: {
      data_map: { datetime: { column_name: "started" }, value: { column_name: "price" } },
      recurring: { is: "month", end: "ended" },
    },
    cancellation: {
      data_map: { datetime: { column_name: "ended" } },
      conditions: [{ column_name: "ended", _nnull: true }],
      unless_running: { start: "started", end: "ended" },
    },
  },
};

test.each([
  ["with ends as events", subscriptions],
  [
    "without",
    { ...subscriptions, output_to_streams: { subscription: subscriptions.output_to_streams.subscription! } },
  ],
])("a subscription that runs is not too old, however long ago it began: %s", async (_, config) => {
  const files = {
    "a.csv": [
      "customer,started,ended,price",
      "runs,2023-02-01,,9.00",
      "ended long ago,2023-02-01,2024-05-01,9.00",
      "began lately,2026-01-05,,9.00",
    ].join("\n"),
  };
  const { relations, result } = await build(config, files, text);
  expect(relations.subscription).toMatchObject([
    { event_time: Date.UTC(2023, 1, 1) / 1000 },
    { event_time: Date.UTC(2026, 0, 5) / 1000 },
  ]);
  expect(result.funnel).toMatchObject({ total: 3, too_old: 1 });
  expect(result.old_rows).toMatchObject([{ rows: 1, of: 3, too_old_from: null, found_at: null }]);
});

test("of the rows with a key the newest says how old they are", async () => {
  const row = (order: string, day: number): Line => {
    const date = new Date(1000 * (keptSince + day * secondsPerDay)).toISOString().slice(0, 10);
    return { file: "a.csv", day, text: [order, order, "c1", "c1@example.com", date, "5.00"].join(",") };
  };
  const rows = [row("dated back", 40), row("dated forward", -40)];
  const corrected = [row("dated back", -40), row("dated forward", 40)].map(
    (line): Line => ({ ...line, file: "b.csv" }),
  );
  const { relations, result } = await build(upserted, filesOf([...rows, ...corrected]), text);
  expect(relations.transaction).toMatchObject([{ event_time: keptSince + 40 * secondsPerDay }]);
  expect(result.streams.transaction!.counts.left_out_by).toEqual([
    expect.objectContaining({ reason: "too_old", rows: 3 }),
  ]);
});

test("a file stays as long as a row of it replaces one that is not too old itself", async () => {
  const file = (day: string) => `line,order,customer,email,date,amount\n1,o1,c1,c1@example.com,${day},5.00\n`;
  const files = { "first.csv": file("2026-03-05"), "dated-back.csv": file("2025-11-30") };
  const { relations, result } = await build(upserted, files, text);
  expect(relations.transaction).toEqual([]);
  const april = Date.UTC(2027, 3, 1) / 1000;
  expect(result.old_rows).toMatchObject([
    { file: "first.csv", rows: 1, of: 1, too_old_from: april, found_at: null },
    { file: "dated-back.csv", rows: 1, of: 1, too_old_from: april, found_at: null },
  ]);
  expect(result.funnel).toMatchObject({ total: 2, valid: 2, too_old: 2, allowed: 0 });
});

test("a file names its old rows, and the day on which it has no other any more", async () => {
  const files = {
    "old.csv": "line,order,customer,email,date,amount\n1,o1,c1,c1@example.com,2025-12-31,5.00\n",
    "both.csv":
      "line,order,customer,email,date,amount\n2,o2,c1,c1@example.com,2025-11-30,5.00\n3,o3,c2,c2@example.com,2026-03-05,5.00\n",
    "undated.csv":
      "line,order,customer,email,date,amount\n4,o4,c1,c1@example.com,2025-11-30,5.00\n5,o5,c2,c2@example.com,,5.00\n",
    "new.csv": "line,order,customer,email,date,amount\n6,o6,c1,c1@example.com,2026-01-01,5.00\n",
  };
  const { result } = await build(log, files, text);
  const january = (year: number) => Date.UTC(year, 0, 1) / 1000;
  expect(result.old_rows).toEqual([
    {
      file: "old.csv",
      arrived_at: 1000,
      rows: 1,
      of: 1,
      too_old_from: january(2027),
      found_at: january(2027) * 1000,
    },
    {
      file: "both.csv",
      arrived_at: 2000,
      rows: 1,
      of: 2,
      too_old_from: Date.UTC(2027, 3, 1) / 1000,
      found_at: null,
    },
    { file: "undated.csv", arrived_at: 3000, rows: 1, of: 2, too_old_from: null, found_at: null },
  ]);
  expect([result.kept_since, result.next_due]).toEqual([keptSince, Date.UTC(2027, 1, 1) / 1000]);
});
