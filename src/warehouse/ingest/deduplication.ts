// Deduplication of records. Of the rows with one key a single one counts: the earliest of identical rows, the
// newest of upserted ones. With an incremental column there is no key; rows older than the newest value of
// earlier files are ignored.

import type { DatasetConfig } from "../../domain/data/dataset.js";
import type { DetectedColumn } from "../../domain/data/dataset-findings.js";
import type { Engine } from "../engine.js";
import { allRows, resultOf, rowsWithout } from "../rows.js";
import { ident, join, type Relation, type Sql, sql } from "../sql/sql.js";
import { repeatedBefore } from "./added-rows.js";
import { type Column, columnSql, findColumn } from "./columns.js";
import { chooseDateFormat, dateSql } from "./dates.js";
import { rowKeyOf } from "./identities.js";
import { numberSql } from "./numbers.js";
import type { Records } from "./read.js";
import { bytesOfKey, repeatedKeys } from "./repeated-keys.js";

/** Without `options`, for rows of files that are joined, nothing but all values says which row it is. */
export type KeyedBy = Pick<DatasetConfig, "upsert_columns" | "incremental_column"> &
  Partial<Pick<DatasetConfig, "options">>;

/** Rows without any value of a key. */
export interface Keyless {
  /** The first of the key. */
  column: Column;
  /** BOOLEAN over a row. */
  is: Sql;
}

/** Null without a key. */
export const keyless = ([column, ...others]: readonly Column[]): Keyless | null =>
  column === undefined
    ? null
    : { column, is: sql`(coalesce(${join([column, ...others].map((each) => each.sql))}) is null)` };

/** The columns that say which row it is. */
export const upsertKey = ({ upsert_columns: columns = [] }: KeyedBy, names: readonly string[]): Column[] =>
  columns.map((name) => findColumn(names, name, "upsert_columns"));

/** The column of the row's id, by which the first row counts; none with an upsert key. */
const rowIdOf = ({ options, upsert_columns }: KeyedBy): string | undefined =>
  options !== undefined && "row_id_column" in options && !upsert_columns?.length
    ? options.row_id_column
    : undefined;

/**
 * BIGINT key of a row; null with an incremental column. A row without an upsert key or an id is identified by
 * all of its values.
 */
export const rowKey = (config: KeyedBy, names: readonly string[]): Sql => {
  if (config.incremental_column !== undefined) return sql`cast(null as bigint)`;
  const whole = rowKeyOf(names.map((_, i) => columnSql(i)));
  const rowId = rowIdOf(config);
  const own =
    rowId === undefined ? upsertKey(config, names) : [findColumn(names, rowId, "options.row_id_column")];
  if (own.length === 0) return whole;
  const key = own.map((column) => column.sql);
  return sql`case when coalesce(${join(key)}) is not null then ${rowKeyOf(key)} else ${whole} end`;
};

/** The records that count, with the columns of `records`. */
export const keptRecords = async (
  engine: Engine,
  records: Records,
  columns: readonly DetectedColumn[],
  config: KeyedBy,
): Promise<Sql> => {
  if (config.incremental_column !== undefined) {
    const names = columns.map(({ name }) => name);
    const column = findColumn(names, config.incremental_column, "incremental_column");
    return notOlder(engine, records, await progressSql(engine, records, column, columns));
  }
  const repeated = await stageRepeated(engine, "repeated", records, Boolean(config.upsert_columns?.length));
  return repeated === null
    ? sql`select r.* from ${records.relation} as r`
    : onePerKey(records.relation, repeated);
};

/**
 * Stages the records that count, as a view. `keysFile`: the keys of records of earlier builds, which count
 * before those of later files; null for none.
 */
export const stageKept = async (
  engine: Engine,
  records: Records,
  columns: readonly DetectedColumn[],
  config: KeyedBy,
  keysFile: string | null,
): Promise<Relation> => {
  let kept = await keptRecords(engine, records, columns, config);
  if (keysFile !== null) {
    const repeated = await engine.createTable("repeated_before", repeatedBefore(keysFile, records.relation));
    kept = allRows(rowsWithout(resultOf(kept), repeated, "row_key"));
  }
  await engine.run(sql`create or replace view kept as ${kept}`);
  return ident("kept");
};

/** No row, with the columns of these. */
export const noneOf = (rows: Relation): Relation => sql`(select * from ${rows} where false)`;

/**
 * The same for rows that may be lines of an event: identical rows of one file are different lines, and those
 * of the newest file count.
 */
export const keptLines = async (
  engine: Engine,
  records: Records,
  columns: readonly DetectedColumn[],
  config: KeyedBy,
): Promise<Sql> => {
  if (!areLinesKept(config)) return keptRecords(engine, records, columns, config);
  const repeated = await stageRepeated(engine, "repeated_line", records, false);
  if (repeated === null) return sql`select r.* from ${records.relation} as r`;
  return sql`select r.* from ${records.relation} as r left join ${repeated} as d on d.row_key = r.row_key
  where d.newest_file is null or d.newest_file = r.file`;
};

/** The same as a relation. */
export const lineRows = async (...of: Parameters<typeof keptLines>): Promise<Relation> =>
  sql`(${await keptLines(...of)})`;

/** With a key of rows, or one that says how far they were read, no row is there twice. */
export const areLinesKept = (config: KeyedBy): boolean =>
  !config.upsert_columns?.length && config.incremental_column === undefined && rowIdOf(config) === undefined;

/**
 * Stages one row per key of several records: row_key, kept_seq of the record that counts, and newest_file,
 * the last file with it. Null where every record has a key of its own.
 */
const stageRepeated = async (
  engine: Engine,
  name: string,
  records: Records,
  newestWins: boolean,
): Promise<Relation | null> => {
  const { relation } = records;
  const keys = await stageRepeatedKeys(engine, `${name}_key`, records);
  if ((await engine.count(keys)) === 0) return null;
  const kept = newestWins ? sql`max(r.seq)` : sql`min(r.seq)`;
  return engine.createTable(
    name,
    sql`select r.row_key, ${kept} as kept_seq, max(r.file) as newest_file
    from ${relation} as r semi join ${keys} as k on k.row_key = r.row_key group by r.row_key`,
  );
};

/** Share of the engine's memory that keys may take outside of it. */
const keysShare = 0.25;

/** One row per key of several records: row_key. */
const stageRepeatedKeys = async (
  engine: Engine,
  name: string,
  { relation, rows }: Records,
): Promise<Relation> => {
  if (rows * bytesOfKey > keysShare * engine.memoryMb * 2 ** 20)
    return engine.createTable(
      name,
      sql`select r.row_key from ${relation} as r group by r.row_key having count(*) > 1`,
    );
  const { columns } = await engine.columns(sql`select r.row_key from ${relation} as r`);
  return engine.createTableOf(name, { row_key: repeatedKeys(columns.row_key as BigInt64Array) });
};

/** One row per record that counts. */
const onePerKey = (records: Relation, repeated: Relation): Sql => sql`select r.* from ${records} as r
  left join ${repeated} as d on d.row_key = r.row_key where d.kept_seq is null or d.kept_seq = r.seq`;

/** The value of the incremental column by which rows are ordered: a number, a date, or a text. */
const progressSql = async (
  engine: Engine,
  records: Records,
  column: Column,
  columns: readonly DetectedColumn[],
): Promise<Sql> => {
  const type = columns[column.index]!.data_type;
  if (type === "number") return numberSql(column.sql);
  if (type === "date") return dateSql(column.sql, await chooseDateFormat(engine, records, column));
  return column.sql;
};

/** One row per record that is not older than the newest value in the files before its own. */
const notOlder = async (engine: Engine, { relation }: Records, progress: Sql): Promise<Sql> => {
  const newest = await engine.rows<{ file: number; reached: string | number | null }>(
    sql`select r.file, max(${progress}) as reached from ${relation} as r group by r.file order by r.file`,
  );
  const floors: Sql[] = [];
  let floor: string | number | null = null;
  for (const { file, reached } of newest) {
    if (floor !== null) floors.push(sql`(r.file = ${file} and ${progress} < ${floor})`);
    if (reached !== null && (floor === null || reached > floor)) floor = reached;
  }
  const isOlder = join(floors, " or ", "false");
  return sql`select r.* from ${relation} as r where not coalesce(${isOlder}, false)`;
};
