// Lineage of a dataset's records: the origins and predecessors that the previous build knew, and those that
// records inherit from the records they supersede. Both are staged as tables, because several changes are
// replayed in order.

import { existsSync } from "node:fs";
import { identityFields } from "../../domain/data/dataset.js";
import type { EpochMs } from "../../domain/resource/resource.js";
import type { Engine } from "../engine.js";
import type { datasetFiles } from "../relations.js";
import { allRows, orderedBy, unionOf } from "../rows.js";
import { ident, join, parquet, type Relation, type Sql, sql } from "../sql/sql.js";
import { type IdentityColumns, identities } from "./identities.js";
import { endsAt, inheritedOrigins, noOrigins, originRows, withoutErasedOrigins } from "./origins.js";
import {
  inheritedPredecessors,
  noPredecessors,
  predecessorRows,
  withoutErasedPredecessors,
} from "./predecessors.js";
import { addedSuperseding, comparableRecords, remainingSuperseding } from "./superseding-records.js";
import { addedRecords } from "./validity-intervals.js";

export interface Lineage {
  /** See `origins.ts`. */
  origins: Relation;
  /** See `predecessors.ts`. */
  predecessors: Relation;
}

type LineageFiles = Pick<ReturnType<typeof datasetFiles>, "origins" | "predecessors">;

/** Stages the lineage in the files of a build, without people to delete; empty for null or a missing file. */
export const stageLineage = async (
  engine: Engine,
  files: LineageFiles | null,
  erasedFile: string | null,
): Promise<Lineage> => {
  const rows = (file: string | undefined, none: Sql, without: typeof withoutErasedOrigins) =>
    file !== undefined && existsSync(file) ? sql`select * from ${without(parquet(file), erasedFile)}` : none;
  return {
    origins: await engine.createTable("origin", rows(files?.origins, noOrigins, withoutErasedOrigins)),
    predecessors: await engine.createTable(
      "predecessor",
      rows(files?.predecessors, noPredecessors, withoutErasedPredecessors),
    ),
  };
};

/**
 * Adds the lineage of people whose records are older than the dataset: it may have been created again.
 * `before`: only of records that ended or were first seen earlier; null: of all.
 */
export const addKnownLineage = async (
  engine: Engine,
  { origins, predecessors }: Lineage,
  files: LineageFiles,
  before: EpochMs | null,
): Promise<void> => {
  const isEarlier = (time: Sql) => (before === null ? sql`true` : sql`${time} < ${before}`);
  if (existsSync(files.origins)) {
    const known: Relation = sql`(
      select own.* from ${parquet(files.origins)} as own where ${isEarlier(sql`own.since`)})`;
    await engine.run(
      sql`delete from ${origins} where identity_key in (select known.identity_key from ${known} as known)`,
    );
    await engine.insert(origins, allRows(known));
  }
  if (!existsSync(files.predecessors)) return;
  await engine.run(sql`
    insert into ${predecessors}
    select own.* from ${parquet(files.predecessors)} as own
    anti join ${predecessors} as found on found.identity_key = own.identity_key and found.former_key = own.former_key
    where ${isEarlier(sql`own.until`)}`);
};

/** Records that were removed and added. */
export interface Changes {
  removed: Relation;
  intervals: Relation;
  /** See `recordFields`. */
  records: Relation;
}

/** Passes the lineage of removed records on to those that supersede them, moment by moment. */
export const inheritLineage = async (
  engine: Engine,
  { origins, predecessors }: Lineage,
  changes: Changes,
): Promise<void> => {
  const { removed, intervals } = changes;
  const superseding = await stageSuperseding(engine, changes);
  const moments = await engine.rows<{ moment: number }>(
    sql`select distinct removed.moment from ${removed} as removed order by removed.moment`,
  );
  for (const { moment } of moments) {
    const at = { moment, removed, superseding, intervals };
    const pass = async (name: string, rows: Relation, inherited: Sql): Promise<void> => {
      const staged = await engine.createTable(name, inherited);
      await engine.run(sql`delete from ${rows} where ${endsAt(staged, at)}`);
      await engine.insert(rows, allRows(staged));
    };
    await pass("inherited_origin", origins, inheritedOrigins(origins, at));
    await pass("inherited_predecessor", predecessors, inheritedPredecessors(predecessors, at));
  }
};

/** One row per record that supersedes another: superseded_key, superseding_key, moment. */
const stageSuperseding = async (
  engine: Engine,
  { removed, intervals, records }: Changes,
): Promise<Relation> => {
  const added = await engine.createTable("added_record", addedRecords(intervals, removed));
  const moved: Relation = sql`(
    select record.* from ${records} as record
    semi join (select identity_key from ${removed} union select identity_key from ${added}) as moved using (identity_key))`;
  const comparable = await engine.createTable("comparable_record", comparableRecords(moved));
  const changes = { removed, added, intervals, comparable };
  const superseding = await engine.createTable("superseding", addedSuperseding(changes));
  const left = await engine.createTable(
    "not_superseded",
    sql`select removed.* from ${removed} as removed
      anti join ${superseding} as pair on pair.superseded_key = removed.identity_key and pair.moment = removed.moment`,
  );
  if ((await engine.count(left)) > 0) {
    const all = await engine.createTable("comparable_all", comparableRecords(records));
    const remaining = remainingSuperseding({ removed: left, intervals, comparable: all });
    await engine.insert(superseding, remaining);
    await engine.drop(all);
  }
  return superseding;
};

/**
 * One row per record of identities, of file `versions` (see `readVersion`) and of `upserted` rows:
 * identity_key and the identity fields. Keys are hashes of the fields, so any row with a key will do.
 */
export const recordFields = (
  held: readonly Relation[],
  versions: readonly Relation[],
  upserted: readonly Relation[],
  sets: readonly IdentityColumns[],
): Relation => {
  const numbered = versions.map(
    (version): Relation =>
      sql`(select v.*, v.file * 1099511627776 + v.file_row_number as seq from ${version} as v)`,
  );
  const read = [...numbered, ...upserted].map((rows) => sql`(${identities(rows, sets)})`);
  const all = [...held, ...read];
  if (all.length === 1) return all[0]!;
  const fields = join(
    identityFields.map((field) => sql`any_value(${ident("own", field)}) as ${ident(field)}`),
  );
  return sql`(select own.identity_key, ${fields} from ${unionOf(...all)} as own group by own.identity_key)`;
};

/** Writes the lineage of records that count (`held`: identity_key, first_seen); null: of all. */
export const writeLineageFiles = async (
  engine: Engine,
  { origins, predecessors }: Lineage,
  files: LineageFiles,
  held: Relation | null,
): Promise<void> => {
  await engine.writeParquet(
    held ? originRows(origins, held) : orderedBy("identity_key", origins),
    files.origins,
  );
  await engine.writeParquet(
    held ? predecessorRows(predecessors, held) : sql`select * from ${predecessors} order by all`,
    files.predecessors,
  );
};
