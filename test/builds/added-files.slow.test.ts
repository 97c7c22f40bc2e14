// Files that are added one after the other: each build continues from the one before, and makes what a build
// of all files makes.

import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { DatasetInput, UploadedFile } from "../../src/builds/dataset/input.js";
import { readFacts } from "../../src/builds/dataset/read-facts.js";
import { buildDataset } from "../../src/builds/dataset/step.js";
import type { DatasetConfig } from "../../src/domain/data/dataset.js";
import type { EventSummary } from "../../src/domain/data/dataset-findings.js";
import { fileMark } from "../../src/domain/machine/stored-file.js";
import type { DatasetResult } from "../../src/domain/proposal/dataset-result.js";
import { seededRandom } from "../../src/model/numeric/random.js";
import { type Engine, openEngine, type Row } from "../../src/warehouse/engine.js";
import { withParts } from "../../src/warehouse/layers.js";
import { datasetFiles, readStateFiles, relation } from "../../src/warehouse/relations.js";
import { ident, join, type Relation, sql } from "../../src/warehouse/sql/sql.js";
import { stepTools } from "../support/step-tools.js";
import { type Arrival, orderFile } from "./added-files.js";

const now = Date.UTC(2022, 0, 1);

let root: string;
let engine: Engine;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "added-files-"));
  engine = await openEngine({ memoryMb: 500, threads: 2, tempDir: root });
});
afterAll(async () => {
  engine.close();
  await rm(root, { recursive: true });
});

const config = {
  identity_sets: { account: { customer_id: "id", email: "email" }, mail: { email: "email" } },
  options: { type: "hosted_csv", upload_directory: "orders" },
  output_to_streams: {
    order: {
      data_map: {
        datetime: { column_name: "date" },
        value: { column_name: "total" },
        category: { column_name: "category" },
        total: { column_name: "total" },
      },
    },
    hat: {
      data_map: { datetime: { column_name: "date" } },
      conditions: [{ column_name: "category", values: ["hats"] }],
    },
  },
  output_to_traits: { city: { column_name: "city", transformation_table: { Bern: "" } } },
  reference_key_columns: ["id"],
} as unknown as DatasetConfig;

const log = {
  ...config,
  identity_sets: { account: { customer_id: "id" } },
  output_to_traits: {},
  reference_key_columns: undefined,
} as unknown as DatasetConfig;

interface Built {
  dir: string;
  result: DatasetResult;
  /** Builds since all files were read. */
  parts: number;
}

const uploaded = async (arrivals: readonly Arrival[]): Promise<UploadedFile[]> => {
  const dir = await mkdtemp(path.join(root, "files-"));
  return Promise.all(
    arrivals.map(async ({ filename, text }, i) => {
      const file = path.join(dir, filename);
      await writeFile(file, text);
      return { path: file, filename, bytes: text.length, sha256: text, arrived_at: (i + 1) * 1000 };
    }),
  );
};

/** The files, of which the first ones after the base are one. */
const withMerged = async (files: UploadedFile[], count: number): Promise<UploadedFile[]> => {
  if (count === 0) return files;
  const parts = files.slice(1, 1 + count);
  const last = parts.at(-1)!;
  const [header] = parts[0]!.sha256!.split("\n");
  const rows = parts.flatMap(({ sha256 }) => sha256!.trimEnd().split("\n").slice(1));
  const text = [header, ...rows].join("\n");
  const file = path.join(path.dirname(last.path), "merged.csv");
  await writeFile(file, text);
  const mergedFrom = parts.map((part) => fileMark({ sha256: part.sha256!, created_at: part.arrived_at }));
  const whole = { ...last, path: file, filename: "merged.csv", bytes: text.length, sha256: text, mergedFrom };
  return [files[0]!, whole, ...files.slice(1 + count)];
};

const build = async (
  config: DatasetConfig,
  arrivals: readonly Arrival[],
  previous: Built | null,
  rest: { isIntact?: boolean; now?: number; merged?: number } = {},
): Promise<Built> => {
  const dir = await mkdtemp(path.join(root, "dataset-"));
  const files = await withMerged(await uploaded(arrivals), rest.merged ?? 0);
  const history = {
    replaced: [],
    known: null,
    arrivalsThrough: arrivals.length * 1000,
    previous: previous && {
      dir: previous.dir,
      through: previous.result.arrivals_through!,
      isIntact: rest.isIntact ?? true,
    },
  };
  const input: DatasetInput = { config, files, history, version: 1 };
  const tools = stepTools(engine, dir, { now: rest.now ?? now });
  const result = await buildDataset(input, tools);
  return { dir, result, parts: (await readFacts(dir))?.parts.length ?? 0 };
};

const rowsOf = (relation: Relation): Promise<Row[]> =>
  engine.rows(sql`select * from ${relation} as r order by all`);

const eventsOf = (file: string, { properties }: EventSummary): Relation => {
  const names = [
    "identity_key",
    "event_time",
    "arrival_time",
    "value",
    ...properties.map(({ name }) => `p_${name}`),
  ];
  return sql`(select ${join(names.map((name) => ident(name)))} from ${relation(file)})`;
};

/** Everything that a build hands to the next steps, and to the next build. */
const contentsOf = async ({ dir }: Built, { streams }: DatasetResult) => {
  const [files, kept] = [datasetFiles(dir), readStateFiles(dir)];
  const all: Record<string, Row[]> = {};
  for (const file of [files.identities, files.links, files.traits, files.origins])
    all[path.basename(file)] = await rowsOf(relation(file));
  for (const name of Object.keys(streams)) {
    all[name] = await rowsOf(eventsOf(files.events(name), streams[name]!));
    all[`owners of ${name}`] = await rowsOf(
      sql`(select identity_key, sum(events)::bigint as events, cast(sum(value_micros) as varchar) as value_micros,
        min(oldest) as oldest, max(newest) as newest from ${withParts(kept.owners(name))} group by identity_key)`,
    );
  }
  all.keys = await rowsOf(sql`(select row_key from ${withParts(kept.keys)})`);
  all.sample = await rowsOf(withParts(kept.sample));
  return all;
};

test("files are added to rows that are the events as they were read", async () => {
  const file = (from: number): string =>
    `id,date,total,category\n${[...Array(50).keys()].map((i) => `c${(from + i) % 30},2020-01-${10 + (i % 9)} 0${i % 7}:00:00,${from + i}.5,x\n`).join("")}`;
  const arrivals: Arrival[] = [{ filename: "0.csv", text: file(0) }];
  const { order } = log.output_to_streams;
  const orderLog = { ...log, output_to_streams: { order: order! } };
  const first = await build(orderLog, arrivals, null);
  expect(existsSync(datasetFiles(first.dir).eventKeys)).toBe(true);
  arrivals.push({ filename: "1.csv", text: file(40) });
  const continued = await build(orderLog, arrivals, first);
  const whole = await build(orderLog, arrivals, first, { isIntact: false });
  expect([continued.parts, whole.parts]).toEqual([2, 1]);
  expect(continued.result).toEqual(whole.result);
  expect(await contentsOf(continued, continued.result)).toEqual(await contentsOf(whole, whole.result));
});

const smallFile = (i: number): string =>
  `id,date,total,category\nc${i % 7},2020-01-${10 + (i % 9)} 0${i % 7}:00:00,${i}.5,x\nc${i + 1},2020-02-01,1,y\n`;

test("files that are merged are not read again, and their events keep their arrivals", async () => {
  const arrivals = [...Array(5).keys()].map((i) => ({ filename: `${i}.csv`, text: smallFile(i) }));
  const { order } = log.output_to_streams;
  const orderLog = { ...log, output_to_streams: { order: order! } };
  const first = await build(orderLog, arrivals.slice(0, 1), null);
  const read = await build(orderLog, arrivals, first);
  const merged = await build(orderLog, arrivals, read, { merged: 3 });
  expect(merged.parts).toBe(2);
  arrivals.push({ filename: "5.csv", text: smallFile(5) });
  const continued = await build(orderLog, arrivals, merged, { merged: 3 });
  const atOnce = await build(orderLog, arrivals, read, { merged: 3 });
  const unread = await build(orderLog, arrivals, first, { merged: 3, isIntact: false });
  const whole = await build(orderLog, arrivals, first, { isIntact: false });
  expect([continued.parts, atOnce.parts, unread.parts, whole.parts]).toEqual([3, 3, 1, 1]);
  for (const each of [continued, atOnce]) {
    expect(each.result).toEqual(whole.result);
    expect(await contentsOf(each, each.result)).toEqual(await contentsOf(whole, whole.result));
  }
});

test("a file that stands for others of which one was not read is read, with all others", async () => {
  const arrivals = [...Array(4).keys()].map((i) => ({ filename: `${i}.csv`, text: smallFile(i) }));
  const first = await build(log, arrivals.slice(0, 3), null);
  const merged = await build(log, arrivals, first, { merged: 3 });
  expect(merged.parts).toBe(1);
  expect(merged.result.streams.order!.counts.events).toBe(8);
});

test("many files make few parts, and what all files make", async () => {
  const arrivals: Arrival[] = [{ filename: "0.csv", text: smallFile(0) }];
  let continued = await build(log, arrivals, null);
  const parts: number[] = [];
  for (let i = 1; i < 60; i++) {
    arrivals.push({ filename: `${i}.csv`, text: smallFile(i) });
    continued = await build(log, arrivals, continued);
    parts.push(continued.parts);
  }
  expect(Math.max(...parts)).toBe(48);
  expect(Math.min(...parts.slice(-3))).toBeGreaterThan(1);
  const whole = await build(log, arrivals, continued, { isIntact: false });
  expect(whole.parts).toBe(1);
  expect(continued.result).toEqual(whole.result);
  expect(await contentsOf(continued, continued.result)).toEqual(await contentsOf(whole, whole.result));
});

const seeds = [1, 2];
test.each(seeds.flatMap((seed) => [["a log", seed, log] as const, ["customers", seed, config] as const]))(
  "%s: files that are added make what all files make (seed %i)",
  async (_, seed, config) => {
    const random = seededRandom(seed);
    const arrivals: Arrival[] = [{ filename: "0.csv", text: orderFile(random, []) }];
    let continued = await build(config, arrivals, null);
    let continuations = 0;
    for (let i = 1; i < 5; i++) {
      const several = random() < 0.3 ? 2 : 1;
      for (let n = 0; n < several; n++)
        arrivals.push({
          filename: `${i}-${n}.csv`,
          text: orderFile(random, arrivals, { people: 40 + 10 * i }),
        });
      const whole = await build(config, arrivals, continued, { isIntact: false });
      continued = await build(config, arrivals, continued);
      continuations += continued.parts > 1 ? 1 : 0;
      expect(whole.parts).toBe(1);
      expect(continued.result).toEqual(whole.result);
      expect(await contentsOf(continued, continued.result)).toEqual(await contentsOf(whole, whole.result));
    }
    expect(continuations).toBeGreaterThan(1);
  },
);
