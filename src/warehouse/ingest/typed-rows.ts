// Typed rows of a log (see `hashedRecordColumns`): each file is read once, into what its events need, where
// the SQL of these is known from a sample of lines. As text stay what identifies people, and the values that
// cannot be used, which are shown. Whether all rows are as the sample says is only known then.

import path from "node:path";
import type { ColumnType } from "../../domain/data/dataset-findings.js";
import type { EpochSeconds } from "../../domain/resource/resource.js";
import type { Engine } from "../engine.js";
import { micros } from "../features/arithmetic.js";
import { propertyColumn } from "../property-columns.js";
import { ident, join, parquet, type Relation, type Sql, sql } from "../sql/sql.js";
import { columnSql, type Source } from "./columns.js";
import type { Keyless } from "./deduplication.js";
import type { EventColumns } from "./events.js";
import { type IdentityColumns, keyColumn } from "./identities.js";
import { isOfCountedType } from "./profile.js";
import { AllRowsNeeded, type ColumnCount, type DerivedColumns, type FileRead, readColumns } from "./read.js";

export interface LogPlan {
  stream: EventColumns;
  set: IdentityColumns;
  /** See `rowKey` and `hashedRecordColumns`. */
  keys: DerivedColumns;
  /** BOOLEAN over a row, see `Keyless`; null without a key of rows. */
  isKeyless: Sql | null;
  /** Types of the sample, for each column. */
  types: readonly ColumnType[];
  now: EpochSeconds;
}

/** The rows of a log. */
export interface TypedRows {
  /** seq, file, ordinal, line (null) and arrival_time as in `readFiles`, and the columns of `typed`. */
  relation: Relation;
  rows: number;
  counts: ColumnCount[];
  files: FileRead[];
  /** Columns that the relation reads, in order. */
  stored: string[];
  /** The stream and the identity set over these rows. */
  stream: EventColumns;
  set: IdentityColumns;
}

/**
 * Reads the files into `scratch`; `rows`: how many each file has by its lines. Throws `AllRowsNeeded` where a
 * line is no row, or the engine does not read a file directly.
 */
export const readTyped = async (
  engine: Engine,
  sources: readonly Source[],
  plan: LogPlan,
  rows: readonly number[],
  scratch: string,
  onFile: (read: number) => void,
): Promise<TypedRows> => {
  const [files, stored]: [FileRead[], string[]] = [[], []];
  const table = { width: plan.types.length, derived: derivedColumns(plan) };
  for (const [i, source] of sources.entries()) {
    const target = path.join(scratch, `${source.index}.parquet`);
    const file = await readColumns(engine, source, table, (all) => typed(all, plan), target);
    if (file === null || file.malformed.count > 0 || file.rows !== rows[i]) throw new AllRowsNeeded();
    files.push(file);
    stored.push(target);
    onFile(files.length);
  }
  await engine.run(sql`create or replace view records as
    select s.file * 1099511627776 + s.file_row_number as seq, s.file_row_number as ordinal, cast(null as bigint) as line, s.*
    from ${parquet(stored)} as s`);
  const relation = ident("records");
  return {
    relation,
    files,
    stored,
    stream: overTyped(plan.stream),
    set: typedSet(plan.set),
    rows: files.reduce((sum, file) => sum + file.rows, 0),
    counts: await countsOf(engine, relation, plan.types),
  };
};

const identityText = (field: string): string => `identity_${field}`;
const amountText = (part: number): Sql => ident(`amount_text_${part}`);
/** Two bits for each column: whether a row has a value, and whether it is of the column's type. */
const kindsColumn = (first: number): Sql => ident(`kinds_${first}`);
const columnsOfKinds = 25;

const keylessColumn = "is_keyless";

/** The same rows without a key, over typed rows. */
export const typedKeyless = (without: Keyless): Keyless => ({ ...without, is: ident(keylessColumn) });

const derivedColumns = ({ stream, set, keys, isKeyless, types }: LogPlan): DerivedColumns => ({
  ...keys,
  ...(isKeyless && { [keylessColumn]: isKeyless }),
  ...Object.fromEntries(Object.entries(set).map(([field, text]) => [identityText(field), text])),
  is_met: sql`coalesce(${stream.condition}, false)`,
  event_time: stream.time,
  time_text: sql`cast(${stream.timeColumn?.sql ?? null} as varchar)`,
  value: stream.ownValue,
  ...(stream.currency && { currency: stream.currency.code, other_amount: stream.currency.other }),
  ...(hasConditions(stream) && { unmet: stream.unmet }),
  ...Object.fromEntries(
    stream.value.parts.map(({ column, isFaulty }, i) => [
      `amount_text_${i}`,
      sql`case when ${isFaulty} then ${column.sql} end`,
    ]),
  ),
  ...Object.fromEntries(stream.properties.map((property) => [propertyColumn(property), property.sql])),
  ...Object.fromEntries(groupsOf(types).map((group) => [`kinds_${group[0]}`, kindsOf(group, types)])),
});

const hasConditions = ({ condition }: EventColumns): boolean => condition.text !== "true";

const groupsOf = (types: readonly ColumnType[]): number[][] => {
  const all = [...types.keys()];
  return all.filter((i) => i % columnsOfKinds === 0).map((first) => all.slice(first, first + columnsOfKinds));
};

const kindsOf = (columns: readonly number[], types: readonly ColumnType[]): Sql => {
  const bits = columns.flatMap((column, i) => {
    const text = columnSql(column);
    const isOfType = isOfCountedType(text, types[column]!);
    return [
      sql`case when ${text} is not null then cast(${2 ** (2 * i)} as bigint) else 0 end`,
      ...(isOfType ? [sql`case when ${isOfType} then cast(${2 ** (2 * i + 1)} as bigint) else 0 end`] : []),
    ];
  });
  return join(bits, " + ");
};

/** One row per row: its file, arrival and keys, what identifies people, and its event. */
const typed = (rows: Relation, { stream, set, keys, isKeyless, types, now }: LogPlan): Sql => {
  const columns = [
    ...(isKeyless ? [keylessColumn] : []),
    ...["file", "arrival_time", ...Object.keys(keys), ...Object.keys(set).map(identityText)],
    ...["is_met", "event_time", "value"],
    ...(stream.currency ? ["currency", "other_amount"] : []),
    ...(hasConditions(stream) ? ["unmet"] : []),
    ...stream.value.parts.map((_, i) => `amount_text_${i}`),
    ...stream.properties.map(propertyColumn),
    ...groupsOf(types).map((group) => `kinds_${group[0]}`),
  ];
  return sql`select ${join(columns.map((name) => ident("t", name)))},
    case when t.event_time is null or t.event_time > ${now} then t.time_text end as time_text from ${rows} as t`;
};

const overTyped = (stream: EventColumns): EventColumns => ({
  ...stream,
  time: ident("event_time"),
  timeColumn: stream.timeColumn && { ...stream.timeColumn, sql: ident("time_text") },
  condition: ident("is_met"),
  unmet: hasConditions(stream) ? ident("unmet") : stream.unmet,
  ownValue: ident("value"),
  currency: stream.currency && { ...stream.currency, code: ident("currency"), other: ident("other_amount") },
  value: {
    value: ident("value"),
    parts: stream.value.parts.map(({ column }, i) => ({
      column: { ...column, sql: amountText(i) },
      isFaulty: sql`(${amountText(i)} is not null)`,
    })),
  },
  properties: stream.properties.map((property) => ({
    ...property,
    sql: ident(propertyColumn(property)),
  })),
});

const typedSet = (set: IdentityColumns): IdentityColumns =>
  Object.fromEntries(Object.keys(set).map((field) => [field, ident(identityText(field))]));

/** BOOLEAN: whether a typed row of a known person is an event. */
const isEvent = ({ isDated, value }: EventColumns, now: EpochSeconds): Sql => {
  const isPast = isDated ? sql`event_time <= ${now}` : sql`true`;
  const isWhole = value.parts.map(({ isFaulty }) => sql` and not ${isFaulty}`);
  return sql`coalesce(is_met and ${isPast}${join(isWhole, "")}, false)`;
};

/** One row: events, how many typed rows are events of known people. */
export const eventCount = ({ relation, stream }: TypedRows, now: EpochSeconds): Sql => sql`
  select count(*) as events from ${relation} where ${isEvent(stream, now)} and ${keyColumn(0)} is not null`;

/**
 * One row per identity of typed rows: key_0, place (seq of its first row), row_count, and its fields; with
 * `areEvents`, where all rows are events, also events, value_micros, oldest and newest as `ownersOf` makes
 * them.
 */
export const holders = (rows: Relation, set: IdentityColumns, areEvents: boolean): Sql => {
  const fields = Object.values(set).map((field) => sql`, any_value(${field}) as ${field}`);
  const owned = areEvents
    ? sql`, count(*) as events, sum(${micros(sql`r.value`)}) as value_micros, min(r.event_time) as oldest, max(r.event_time) as newest`
    : sql``;
  return sql`select r.${keyColumn(0)}, min(r.seq) as place, count(*) as row_count${join(fields, "")}${owned}
    from ${rows} as r where r.${keyColumn(0)} is not null group by r.${keyColumn(0)}`;
};

const countsOf = async (
  engine: Engine,
  rows: Relation,
  types: readonly ColumnType[],
): Promise<ColumnCount[]> => {
  const counts: ColumnCount[] = types.map((type) => ({ type, values: 0, ofType: 0 }));
  for (const group of groupsOf(types)) {
    const kinds = kindsColumn(group[0]!);
    const bits = group.flatMap((column, i) => [
      sql`cast(sum(k.count * (k.kinds >> ${2 * i} & 1)) as bigint) as ${ident(`values_${column}`)}`,
      sql`cast(sum(k.count * (k.kinds >> ${2 * i + 1} & 1)) as bigint) as ${ident(`of_${column}`)}`,
    ]);
    const found = await engine.row<Record<string, number | null>>(sql`select ${join(bits)}
      from (select r.${kinds} as kinds, count(*) as count from ${rows} as r group by r.${kinds}) as k`);
    for (const column of group) {
      counts[column]!.values = found[`values_${column}`] ?? 0;
      counts[column]!.ofType = found[`of_${column}`] ?? 0;
    }
  }
  return counts;
};
