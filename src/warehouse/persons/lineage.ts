// Lineage of records: the records that a record superseded, one after the other, back to its origin. Builds
// of people keep it for all datasets.

import { existsSync } from "node:fs";
import type { EpochMs } from "../../domain/resource/resource.js";
import type { Engine } from "../engine.js";
import { noPredecessors, predecessorsOfAll } from "../ingest/predecessors.js";
import { datasetFiles, peopleFiles, relationOr } from "../relations.js";
import { parquet, type Relation, type Sql, sql } from "../sql/sql.js";

/**
 * One row per record and record that it superseded: identity_key, former_key, until. `predecessors`,
 * `origins`: as in the files of these names.
 */
export const lineageOf = (predecessors: Relation, origins: Relation): Relation => sql`(
  select own.identity_key, own.former_key, own.until from ${predecessors} as own
  union all
  select own.identity_key, own.origin, 0 from ${origins} as own where own.origin <> own.identity_key)`;

/** Stages the predecessors of the `numbered` identities in the datasets with these directories. */
export const stagePredecessors = (
  engine: Engine,
  dirs: readonly string[],
  numbered: Relation,
): Promise<Relation> => {
  const files = dirs.map((dir) => datasetFiles(dir).predecessors).filter((file) => existsSync(file));
  return engine.createTable("predecessor", predecessorsOfAll(files.map(parquet), numbered));
};

/** Predecessors in a build of people; without rows for no build. */
export const predecessorsIn = (dir: string | null): Relation =>
  relationOr(dir && peopleFiles(dir).predecessors, noPredecessors);

/** The last moment when one of these records was superseded: see `Decision.heirs_until`. */
export const heirsUntil = async (
  engine: Engine,
  dir: string,
  records: readonly string[],
): Promise<EpochMs | null> => {
  const named = await engine.createTableOf("named_record", {
    identity_key: BigInt64Array.from(records, BigInt),
  });
  const { until } = await engine.row<{ until: EpochMs | null }>(lastSuperseded(predecessorsIn(dir), named));
  return until;
};

/** One row: until, the last moment when one of these records (identity_key) was superseded; null for none. */
const lastSuperseded = (predecessors: Relation, records: Relation): Sql => sql`
  select max(own.until) as until
  from ${predecessors} as own semi join ${records} as named on named.identity_key = own.former_key`;
