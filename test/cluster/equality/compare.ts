// Comparison of what two engines make of a world: the stream, its summary and a cohort, each by its step,
// once by DuckDB alone and once with a cluster. Values are compared without tolerance.

import { mkdtemp } from "node:fs/promises";
import path from "node:path";
import { expect } from "vitest";
import { buildCohort } from "../../../src/builds/cohort/step.js";
import type { AccountSnapshot } from "../../../src/builds/kind/snapshot.js";
import type { StreamInput } from "../../../src/builds/stream/input.js";
import { buildStream } from "../../../src/builds/stream/step.js";
import type { CohortConfig } from "../../../src/domain/cohort/cohort.js";
import type { ResultOf } from "../../../src/domain/kinds/kinds.js";
import { resolution } from "../../../src/domain/people/fixtures.js";
import { secondsPerDay } from "../../../src/domain/resource/resource.js";
import { Refusal } from "../../../src/errors/refusal.js";
import type { Cluster } from "../../../src/warehouse/cluster/cluster.js";
import type { Engine } from "../../../src/warehouse/engine.js";
import { partsOf } from "../../../src/warehouse/layers.js";
import { cohortFiles, streamFiles } from "../../../src/warehouse/relations.js";
import { ident, join, parquet, type Sql, sql } from "../../../src/warehouse/sql/sql.js";
import { stepTools } from "../../support/step-tools.js";
import { stream, writeWorld } from "./world-files.js";
import type { World, WorldCohort } from "./worlds.js";

export interface Engines {
  engine: Engine;
  cluster: Cluster;
  dir: string;
}

interface Built<Result> {
  dir: string;
  result: Result;
}

const now = 1_700_100_000;

export const compareWorld = async (engines: Engines, world: World, cohort: WorldCohort): Promise<void> => {
  const { engine, dir, cluster } = engines;
  const input = await writeWorld(engine, dir, world);
  const [own, pushed] = [await streamOf(engines, input), await streamOf(engines, input, cluster)];
  await expectSameRows(engine, partsOf(streamFiles(own.dir).events), partsOf(streamFiles(pushed.dir).events));
  await expectSameRows(engine, [streamFiles(own.dir).summary], [streamFiles(pushed.dir).summary]);
  expect(pushed.result).toEqual(own.result);
  const config = configOf(cohort, world);
  const members = await Promise.all([
    settled(membersOf(engines, config, snapshotOf(own, input))),
    settled(membersOf(engines, config, snapshotOf(pushed, input), cluster)),
  ]);
  expect(members[1]).toEqual(members[0]);
};

const streamOf = async ({ engine, dir }: Engines, input: StreamInput, cluster?: Cluster) => {
  const own = await mkdtemp(path.join(dir, "stream-"));
  const tools = stepTools(engine, own);
  return { dir: own, result: await buildStream(input, { ...tools, ...(cluster && { cluster }) }) };
};

const membersOf = async (
  { engine, dir }: Engines,
  config: CohortConfig,
  account: AccountSnapshot,
  cluster?: Cluster,
) => {
  const own = await mkdtemp(path.join(dir, "cohort-"));
  const tools = stepTools(engine, own);
  const result = await buildCohort({ config, account }, { ...tools, ...(cluster && { cluster }) });
  const rows = await engine.rows(sql`select person_id from ${parquet(cohortFiles(own).members)}`);
  return { result, rows };
};

/** A cohort may be refused, by both engines alike. */
const settled = <T>(work: Promise<T>): Promise<T | string> =>
  work.catch((error: unknown) => {
    if (error instanceof Refusal) return error.code;
    throw error;
  });

const configOf = ({ bounds, conditions }: WorldCohort, { properties }: World): CohortConfig => ({
  stream_name: stream,
  ...bounds,
  stream_conditions: conditions.map(({ property, ...condition }) => ({
    ...condition,
    property: typeof property === "number" ? properties[property]!.name : property,
  })),
});

const snapshotOf = (
  { dir, result }: Built<ResultOf<"streams">>,
  { peopleDir }: StreamInput,
): AccountSnapshot => ({
  dataThrough: now,
  peopleDir,
  people: { people_count: 1, data_through: now, datasets: {}, traits: [], resolution },
  // The chart of members would otherwise have a day for each since the year 1.
  streams: [{ name: stream, dir, result: { ...result, oldest: now - 40 * secondsPerDay } }],
  places: [],
});

/** The same rows in the same order. */
const expectSameRows = async (engine: Engine, one: readonly string[], other: readonly string[]) => {
  const found = await engine.rows<{ column_name: string }>(sql`describe select * from ${parquet(one)}`);
  await numbered(engine, "one", one);
  await numbered(engine, "other", other);
  const tests = found.map(
    ({ column_name: name }) => sql`${ident("one", name)} is distinct from ${ident("other", name)}`,
  );
  const apart = await engine.rows(
    textsOf(sql`
    select * from one full join other on one.place = other.place
    where one.place is null or other.place is null or ${join(tests, " or ")} limit 3`),
  );
  expect(apart).toEqual([]);
};

const numbered = async (engine: Engine, name: string, files: readonly string[]): Promise<void> => {
  await engine.run(sql`set preserve_insertion_order = true`);
  await engine.run(sql`create or replace table ${ident(name)} as
    select row_number() over () as place, r.* from ${parquet(files)} as r`);
  await engine.run(sql`set preserve_insertion_order = false`);
};

const textsOf = (rows: Sql): Sql => sql`select cast(r as varchar) as row from (${rows}) as r`;
