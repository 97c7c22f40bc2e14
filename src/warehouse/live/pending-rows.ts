// Arrived rows: rows of a dataset that came after its last build, as its records, so that the SQL by which that build
// made events of rows makes the same of these.

import type { ColumnType, StreamProperty } from "../../domain/data/dataset-findings.js";
import type { EpochMs, EpochSeconds } from "../../domain/resource/resource.js";
import type { Engine } from "../engine.js";
import { columnSql } from "../ingest/columns.js";
import { sampledRows, sampleStride } from "../ingest/dates.js";
import { type EventColumns, rowEvents } from "../ingest/events.js";
import type { IdentityColumns } from "../ingest/identities.js";
import { isOfCountedType } from "../ingest/profile.js";
import { type ColumnCount, type DerivedColumns, type Records, trimmed } from "../ingest/read.js";
import { withParts } from "../layers.js";
import { resultOf } from "../rows.js";
import { ident, join, parquet, type Relation, type Sql, sql } from "../sql/sql.js";
import { personEvents } from "../streams.js";

export interface ArrivedRow {
  arrivedAt: EpochMs;
  /** Text of each column, in the dataset's order; empty where there is none. */
  cells: string[];
}

const valueColumn = (column: number): string => `f${column}`;

/** The rows as a view of records, with the columns of `readFiles`; replaced by the next. */
export const stageArrived = async (
  engine: Engine,
  rows: readonly ArrivedRow[],
  width: number,
  derived: DerivedColumns,
): Promise<Relation> => {
  const columns = [...Array(width).keys()];
  await engine.createTableOf("arrived texts", {
    seq: BigInt64Array.from(rows, (_, i) => BigInt(i)),
    arrival_time: BigInt64Array.from(rows, ({ arrivedAt }) => BigInt(arrivedAt)),
    ...Object.fromEntries(columns.map((i) => [valueColumn(i), rows.map(({ cells }) => cells[i] ?? "")])),
  });
  const texts = columns.map((i) => sql`, ${trimmed(ident("t", valueColumn(i)))} as ${columnSql(i)}`);
  const made = Object.entries(derived).map(([name, own]) => sql`, ${own} as ${ident(name)}`);
  return engine.createTable(
    "arrived rows",
    sql`select u.*${join(made, "")} from (
      select t.seq, 0 as file, t.seq as ordinal, cast(null as bigint) as line, t.arrival_time${join(texts, "")}
      from ${ident("arrived texts")} as t) as u`,
  );
};

/** No rows, with what the last build found of those that it read, so that it reads new ones as these. */
export const recordsBefore = (
  relation: Relation,
  rows: number,
  sampleFile: string,
  counts: readonly ColumnCount[],
): Records => ({
  relation,
  rows,
  sample: { relation: parquet(sampleFile), every: sampleStride(rows, sampledRows) },
  earlier: counts,
  filenames: [],
});

/** The keys of rows, with their seq. */
export const keysOf = async (
  engine: Engine,
  rows: Relation,
): Promise<{ seq: BigInt64Array; key: BigInt64Array }> => {
  const { columns } = await engine.columns(sql`select r.seq, r.row_key from ${rows} as r order by r.seq`);
  return { seq: columns.seq as BigInt64Array, key: columns.row_key as BigInt64Array };
};

/** The keys of the rows that the last build counts, ascending. */
export const keysBefore = async (engine: Engine, keysFile: string): Promise<BigInt64Array> => {
  const { columns } = await engine.columns(
    sql`select k.row_key from ${withParts(keysFile)} as k where k.row_key is not null`,
  );
  return (columns.row_key as BigInt64Array).sort();
};

/** Those rows whose seq is among these. */
export const rowsWithSeq = async (
  engine: Engine,
  rows: Relation,
  seqs: readonly bigint[],
): Promise<Relation> => {
  const kept = await engine.createTableOf("arrived seqs", { seq: BigInt64Array.from(seqs) });
  return resultOf(sql`select r.* from ${rows} as r semi join ${kept} as k on k.seq = r.seq`);
};

/**
 * The stream with the date as the service writes it, in ISO 8601 with milliseconds, where its format is that: the SQL for
 * any spelling takes the engine longer to plan than all else. Null for another format.
 */
export const withWrittenDates = (stream: EventColumns): EventColumns | null => {
  if (!stream.isDated || stream.timeColumn === null) return stream;
  if (stream.timeFormat !== "date_iso8601") return null;
  return {
    ...stream,
    time: sql`cast(epoch(try_cast(left(${stream.timeColumn.sql}, 19) as timestamp)) as bigint)`,
  };
};

/** BOOLEAN over a row: whether its date is not written so, or so early or late that it may stand for none. */
const isStrangeDate = ({ sql: text }: { sql: Sql }): Sql =>
  sql`not coalesce(${text} like '____-__-__T__:__:__.___Z' and ${text} >= '1971' and ${text} < '2038', false)`;

/** The number of values that are not of the type that their column had in the last build, and of strange dates. */
export const strangeValues = async (
  engine: Engine,
  rows: Relation,
  types: readonly ColumnType[],
  streams: readonly EventColumns[],
): Promise<number> => {
  const strange = types.flatMap((type, i) => {
    const text = columnSql(i);
    const isOfType = isOfCountedType(text, type);
    return isOfType
      ? [sql`count(*) filter (where ${text} is not null and not coalesce(${isOfType}, false))`]
      : [];
  });
  for (const { timeColumn } of streams)
    if (timeColumn) strange.push(sql`count(*) filter (where ${isStrangeDate(timeColumn)})`);
  if (strange.length === 0) return 0;
  const { found } = await engine.row<{ found: number }>(
    sql`select ${join(strange, " + ")} as found from ${rows}`,
  );
  return found;
};

/** The events of rows that are events now: identity_key, event_time, arrival_time, value, p_<property>. */
export const stageArrivedEvents = (
  engine: Engine,
  rows: Relation,
  sets: readonly IdentityColumns[],
  stream: EventColumns,
  now: EpochSeconds,
): Promise<Relation> => engine.createTable("arrived events", rowEvents(rows, sets, stream, now, null));

/** The rows whose date has not come: their seq. */
export const futureRows = async (
  engine: Engine,
  rows: Relation,
  stream: EventColumns,
  now: EpochSeconds,
): Promise<bigint[]> => {
  if (!stream.isDated) return [];
  const { columns } = await engine.columns(
    sql`select r.seq from ${rows} as r where ${stream.time} > ${now} order by r.seq`,
  );
  return [...(columns.seq as BigInt64Array)];
};

/** Events with the columns of their stream. `owners`: identity_key, person_id. */
export const stageStreamEvents = (
  engine: Engine,
  events: Relation,
  emitted: readonly StreamProperty[],
  properties: readonly StreamProperty[],
  owners: Relation,
): Promise<Relation> =>
  engine.createTable(
    "arrived stream",
    sql`select * from ${personEvents([{ events, properties: emitted }], properties, owners)}`,
  );

/** The number of events of each person. */
export const countArrived = async (
  engine: Engine,
  events: Relation,
): Promise<{ people: BigInt64Array; events: Float64Array }> => {
  const { columns } = await engine.columns(
    sql`select e.person_id, cast(count(*) as double) as events from ${events} as e group by e.person_id`,
  );
  return { people: columns.person_id as BigInt64Array, events: columns.events as Float64Array };
};

/** The time of the newest event; -Infinity without any. */
export const newestOf = async (engine: Engine, events: Relation): Promise<EpochSeconds> => {
  const { newest } = await engine.row<{ newest: number | null }>(
    sql`select max(e.event_time) as newest from ${events} as e`,
  );
  return newest ?? Number.NEGATIVE_INFINITY;
};
