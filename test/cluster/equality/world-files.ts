// Files of a world, as the builds of datasets and people write them.

import { mkdir, mkdtemp } from "node:fs/promises";
import path from "node:path";
import type { StreamInput } from "../../../src/builds/stream/input.js";
import type { Engine } from "../../../src/warehouse/engine.js";
import { partFile } from "../../../src/warehouse/layers.js";
import { valuesOf } from "../../../src/warehouse/persons/fixtures.js";
import { propertyColumn } from "../../../src/warehouse/property-columns.js";
import { datasetFiles, peopleFiles, readStateFiles } from "../../../src/warehouse/relations.js";
import { type Sql, type SqlValue, sql } from "../../../src/warehouse/sql/sql.js";
import type { World, WorldDataset, WorldEvent } from "./worlds.js";

export const stream = "buy";
const bigint = sql`bigint`;

/** Writes a world below `root`: the input of a stream's step. */
export const writeWorld = async (engine: Engine, root: string, world: World): Promise<StreamInput> => {
  const dir = await mkdtemp(path.join(root, "world-"));
  const peopleDir = path.join(dir, "people");
  await mkdir(peopleDir);
  await writePersons(engine, peopleDir, world);
  const datasets: StreamInput["datasets"] = [];
  for (const [i, dataset] of world.datasets.entries()) {
    const own = path.join(dir, `dataset-${i}`);
    await writeDataset(engine, own, world, dataset);
    datasets.push({ id: `d${i}`, dir: own, summary: summaryOf(world, dataset) });
  }
  return { name: stream, datasets, peopleDir, version: 1 };
};

const keyOf = (identity: number): bigint =>
  identity === 0 ? 2n ** 63n - 1n : BigInt(identity) * 2n ** 52n + 1n;

const writePersons = async (engine: Engine, dir: string, { persons, later = {} }: World): Promise<void> => {
  const columns = { identity_key: bigint, person_id: bigint, first_seen: bigint, row_count: bigint };
  const rowsOf = (all: [number, bigint | null][]) =>
    all.flatMap(([identity, person]) => (person === null ? [] : [[keyOf(identity), person, 0, 1]]));
  const { persons: file, people } = peopleFiles(dir);
  await engine.writeParquet(valuesOf(columns, rowsOf([...persons.entries()])), file);
  await engine.writeParquet(
    sql`select distinct person_id from ${valuesOf(columns, rowsOf([...persons.entries()]))}`,
    people,
  );
  const traits = { person_id: bigint, trait: sql`varchar`, value: sql`varchar` };
  await engine.writeParquet(valuesOf(traits, []), peopleFiles(dir).traits);
  const layer = Object.entries(later).map(([identity, person]) => [
    keyOf(Number(identity)),
    person,
    0,
    1,
    person === null,
  ]);
  if (layer.length > 0)
    await engine.writeParquet(
      valuesOf({ ...columns, is_gone: sql`boolean` }, layer as SqlValue[][]),
      file.replace(".parquet", ".since.parquet"),
    );
};

const writeDataset = async (
  engine: Engine,
  dir: string,
  world: World,
  dataset: WorldDataset,
): Promise<void> => {
  const files = datasetFiles(dir);
  const owners = readStateFiles(dir).owners(stream);
  await mkdir(path.join(dir, "events", `${stream}.parts`), { recursive: true });
  await mkdir(path.dirname(owners), { recursive: true });
  const { events, added, isHashed } = dataset;
  await engine.writeParquet(eventRows(world, dataset, events, isHashed), files.events(stream));
  if (added)
    await engine.writeParquet(eventRows(world, dataset, added, false), partFile(files.events(stream), 1));
  const hashes = Array.from({ length: 7 }, (_, i) => [hashOf(i), keyOf(i)]);
  if (isHashed)
    await engine.writeParquet(
      valuesOf({ identity_hash: bigint, identity_key: bigint }, hashes),
      files.eventKeys,
    );
  const counts = [...events, ...(added ?? [])].map(({ identity }) => [keyOf(identity), 1]);
  await engine.writeParquet(valuesOf({ identity_key: bigint, events: bigint }, counts), owners);
};

const hashOf = (identity: number): bigint => BigInt(identity) - 3n;

const eventRows = (world: World, { emitted }: WorldDataset, events: WorldEvent[], isHashed: boolean): Sql => {
  const own = emitted.map((i) => world.properties[i]!);
  const columns: Record<string, Sql> = {
    [isHashed ? "key_0" : "identity_key"]: bigint,
    ...(isHashed && { is_met: sql`boolean`, file: sql`integer` }),
    event_time: bigint,
    arrival_time: bigint,
    value: sql`double`,
    ...Object.fromEntries(
      own.map((property) => [
        propertyColumn(property),
        property.type === "number" ? sql`double` : sql`varchar`,
      ]),
    ),
  };
  const rows = events.map(({ identity, time, arrival, value, properties }) => [
    isHashed ? hashOf(identity) : keyOf(identity),
    ...(isHashed ? [true, 0] : []),
    ...[time, arrival, double(value)],
    ...emitted.map((i) =>
      world.properties[i]!.type === "number" ? double(properties[i]!.number) : properties[i]!.text,
    ),
  ]);
  return valuesOf(columns, rows);
};

/** Any double: as a literal it could be no NaN, and no negative zero. */
const double = (value: number | null): Sql =>
  value === null
    ? sql`cast(null as double)`
    : sql`cast(${Object.is(value, -0) ? "-0" : String(value)} as double)`;

const summaryOf = ({ properties }: World, { emitted, events, added = [] }: WorldDataset) => ({
  events: events.length + added.length,
  oldest: null,
  newest: null,
  hasValue: true,
  isDated: true,
  properties: emitted.map((i) => properties[i]!),
  counts: { rows: 1, events: 1, without_customer: 0, customers: 1, repeat_customers: 0 },
});
