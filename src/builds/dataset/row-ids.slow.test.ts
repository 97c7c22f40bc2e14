// Rows with an id of their own, as the events that programs send: the first of an id counts, in one file or in
// several, and files that are added are read alone.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { DatasetConfig } from "../../domain/data/dataset.js";
import { eventsDataset } from "../../domain/data/events-dataset.js";
import { type Engine, openEngine } from "../../warehouse/engine.js";
import { type BuiltDataset, builtBy, builtDataset, type FileBodies, uploadedFiles } from "./fixtures.js";
import type { DatasetInput } from "./input.js";
import { added } from "./reading/added.js";
import { buildDataset } from "./step.js";

let root: string;
let engine: Engine;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "row-ids-"));
  engine = await openEngine({ memoryMb: 256, threads: 1, tempDir: root });
});
afterAll(async () => {
  engine.close();
  await rm(root, { recursive: true });
});

const fields = { columns: ["email", "value", "channel"], lists: new Set<string>() };
const config = eventsDataset("transaction", fields);

const header = "event_id,datetime,email,value,channel";
const bodies: FileBodies = {
  "1.csv": `${header}\na,2026-01-01T10:00:00.000Z,ada@example.com,10,web\nb,2026-01-02T10:00:00.000Z,bob@example.com,20,\n`,
  "2.csv": `${header}\na,2026-01-05T10:00:00.000Z,ada@example.com,99,web\nc,2026-01-03T10:00:00.000Z,ada@example.com,30,shop\nc,2026-01-03T10:00:00.000Z,ada@example.com,31,shop\n`,
  "3.csv": `${header}\nb,2026-01-02T10:00:00.000Z,bob@example.com,20,\nd,2026-01-04T10:00:00.000Z,cy@example.com,40,web\n`,
};

const valuesOf = ({ relations }: BuiltDataset) =>
  relations.transaction!.map(({ value }) => Number(value)).sort((a, b) => a - b);

const inputOf = async (more: Partial<DatasetConfig> = {}): Promise<DatasetInput> => ({
  config: { ...config, ...more },
  files: await uploadedFiles(root, bodies),
  version: 1,
});

test("the first row of an id counts, whatever the others say", async () => {
  const built = (await builtDataset(engine, root, await inputOf(), buildDataset))!;
  expect(valuesOf(built)).toEqual([10, 20, 30, 40]);
  expect(built.result.funnel).toMatchObject({ total: 7, duplicates: 3 });
});

test("a file that is added is read alone, and repeats nothing", async () => {
  const { files, ...input } = await inputOf();
  const whole = (await builtDataset(engine, root, { ...input, files }, buildDataset))!;
  let before = (await builtDataset(engine, root, { ...input, files: files.slice(0, 1) }, buildDataset))!;
  for (const count of [2, 3]) {
    const through = files[count - 2]!.arrived_at;
    const previous = { dir: before.dir, through, isIntact: true };
    const history = { replaced: [], arrivalsThrough: through, previous, known: null };
    const next = { ...input, files: files.slice(0, count), history };
    before = (await builtDataset(engine, root, next, builtBy(added)))!;
    expect(before, "only the added file is read").not.toBeNull();
  }
  expect(valuesOf(before)).toEqual(valuesOf(whole));
});

test("with an event key, a row that was sent twice is one line", async () => {
  const streams = {
    transaction: {
      ...config.output_to_streams.transaction!,
      event_key: ["email"],
      data_map: {
        ...config.output_to_streams.transaction!.data_map,
        value: { column_name: "value", aggregate: "sum" as const },
      },
    },
  };
  const { files, ...input } = await inputOf({ output_to_streams: streams });
  const built = (await builtDataset(engine, root, { ...input, files: files.slice(1, 2) }, buildDataset))!;
  expect(valuesOf(built)).toEqual([129]);
});
