// Events of a stream: the records that meet its conditions, with their time, value and properties. Faulty records are not events.
// The mapping is resolved against the header before anything is read, so that a misspelled column is refused at once.

import type { ColumnFormat, FieldMapping, StreamMapping } from "../../domain/dataset.js";
import type { DetectedColumn } from "../../domain/dataset-findings.js";
import type { EpochSeconds } from "../../domain/resource.js";
import { hasColumns, isStaticDate } from "../../domain/stream-mapping.js";
import { refuse } from "../../errors/refusal.js";
import { checkPatterns, conditionSql } from "../conditions.js";
import type { Engine } from "../engine.js";
import { propertyColumn, withOwnColumns } from "../property-columns.js";
import { ident, join, type Relation, type Sql, sql } from "../sql/sql.js";
import { type Column, findColumn } from "./columns.js";
import { sampledRows, spreadSample, unambiguousDateFormat } from "./dates.js";
import {
  type Amount,
  amountOf,
  checkPartPatterns,
  firstOf,
  joinedColumn,
  lastOf,
  type MappedField,
  type MappedPart,
  mapField,
  type PropertyColumns,
  propertyOf,
  sumOf,
  withDecimalCommas,
} from "./fields.js";
import {
  type DatesRead,
  filledDate,
  findMissingDates,
  readDates,
  standsForNoDate,
  timeSql,
} from "./missing-dates.js";
import { numberSql } from "./numbers.js";
import type { Records } from "./read.js";

const timeFaults = ["no date", "not a date", "in the future"] as const;
/** The index of the first fault of the value. */
export const amountFault = timeFaults.length;

export interface EventFault {
  of: (typeof timeFaults)[number] | "not a number";
  column: Column | null;
}

/** The faults of a record, in the order of their indexes. */
export const faultsOf = ({ timeColumn, value, refund }: EventColumns): EventFault[] => [
  ...timeFaults.map((of) => ({ of, column: timeColumn })),
  ...[...value.parts, ...(refund?.parts ?? [])].map(({ column }) => ({
    of: "not a number" as const,
    column,
  })),
];

/**
 * One row per event with an identity, in the order of the files: identity_key, event_time, arrival_time, value, p_<property>. `owner`:
 * the identity of a row `r`. Streams sort them, by person.
 */
export const events = (records: Relation, stream: EventColumns, owner: Sql, now: EpochSeconds): Sql => {
  const properties = stream.properties.map(
    (property) => sql`, ${property.sql} as ${ident(propertyColumn(property))}`,
  );
  const isWhole = stream.value.parts.map(({ isFaulty }) => sql` and not ${isFaulty}`);
  // The engine (1.5) reads a time again for each mention of it in a condition.
  const isPast = stream.isDated ? sql`e.event_time <= ${now}` : sql`true`;
  // In order of the rows, so that the same files give the same bytes whatever thread is first.
  return sql`select e.* exclude (seq)
  from (select r.seq, ${owner} as identity_key, ${stream.time} as event_time, r.arrival_time,
    ${stream.value.value} as value${join(properties, "")}
    from ${records} as r where ${stream.condition}${join(isWhole, "")}) as e
  where ${isPast} and e.identity_key is not null
  order by e.seq`;
};

/** One row per faulty record that meets the conditions: seq, event_time, fault (an index of `faults`). */
export const faultyEvents = (records: Relation, stream: EventColumns, now: EpochSeconds): Sql => sql`
  select f.* from (
    select e.seq, e.event_time, coalesce(${faultOfTime(stream, now)}, e.faulty_value) as fault
    from (select r.seq, ${stream.time} as event_time, ${stream.timeColumn?.sql ?? null} as time_text,
      ${faultOfAmount(stream.value, amountFault)} as faulty_value
      from ${records} as r where ${stream.condition}) as e) as f
  where f.fault is not null`;

/** The fault of `e.event_time`, read from `e.time_text`; null for none. */
export const faultOfTime = ({ isDated, dates }: EventColumns, now: EpochSeconds): Sql =>
  isDated
    ? sql`case when e.event_time is null and ${isMissing(sql`e.time_text`, dates)} then ${timeFaults.indexOf("no date")}
    when e.event_time is null then ${timeFaults.indexOf("not a date")}
    when e.event_time > ${now} then ${timeFaults.indexOf("in the future")} end`
    : sql`cast(null as integer)`;

const isMissing = (text: Sql, dates: DatesRead | null): Sql =>
  dates ? sql`(${text} is null or ${standsForNoDate(text, dates)})` : sql`${text} is null`;

/** The fault of the first column of an amount that is not a number; `first` is its index. */
export const faultOfAmount = ({ parts }: Amount, first: number): Sql =>
  parts.length === 0
    ? sql`cast(null as integer)`
    : sql`case ${join(
        parts.map(({ isFaulty }, i) => sql`when ${isFaulty} then ${first + i}`),
        " ",
      )} end`;

export interface MappedStream {
  name: string;
  /** A number: the same instant for every row; null: a stream without dates. */
  datetime: MappedField | EpochSeconds | null;
  value: MappedField | null;
  properties: (MappedField & { name: string })[];
  conditions: Conditions;
  /** Null: each row is an event. */
  key: Column[] | null;
  eventConditions: Conditions;
  refunds: { conditions: Conditions; as: string; value: MappedField | null } | null;
  running: { start: Column; end: Column } | null;
}
type Conditions = NonNullable<StreamMapping["conditions"]>;

/** Refuses `column-unknown`. */
export const mapStream = (name: string, mapping: StreamMapping, names: readonly string[]): MappedStream => {
  const { conditions = [], event_conditions = [], event_key, refunds, unless_running } = mapping;
  const at = (field: string) => `output_to_streams.${name}.${field}`;
  const columnAt = (field: string) => (column: string) => findColumn(names, column, at(field));
  const mapped = (key: string, field: FieldMapping) => mapField(field, names, at(`data_map.${key}`));
  for (const { column_name } of conditions) columnAt("conditions")(column_name);
  for (const { column_name } of event_conditions) columnAt("event_conditions")(column_name);
  for (const { column_name } of refunds?.conditions ?? []) columnAt("refunds.conditions")(column_name);
  const { datetime, value, ...properties } = mapping.data_map;
  return {
    name,
    datetime: datetime ? (staticDate(datetime) ?? mapped("datetime", datetime)) : null,
    value: value ? mapped("value", value) : null,
    properties: Object.entries(properties).map(([key, property]) => ({
      name: key,
      ...mapped(key, property),
    })),
    conditions,
    key: event_key?.map(columnAt("event_key")) ?? null,
    eventConditions: event_conditions,
    refunds: refunds
      ? { ...refunds, value: refunds.value ? mapField(refunds.value, names, at("refunds.value")) : null }
      : null,
    running: unless_running
      ? {
          start: columnAt("unless_running.start")(unless_running.start),
          end: columnAt("unless_running.end")(unless_running.end),
        }
      : null,
  };
};

/** Null for a column. */
const staticDate = (field: FieldMapping): EpochSeconds | null => {
  if (hasColumns(field) || !isStaticDate(field)) return null;
  const { column_name: date } = field;
  const ms = Date.parse(date);
  if (Number.isNaN(ms))
    throw refuse("format-mismatch", { column: date, format: "static_date_iso8601", example: date });
  return Math.floor(ms / 1000);
};

/** A mapped stream as SQL over a record, with the detected formats. */
export interface EventColumns {
  name: string;
  /** BIGINT epoch seconds. */
  time: Sql;
  timeFormat: ColumnFormat | null;
  timeColumn: Column | null;
  /** Null for a static date, and without one. */
  dates: DatesRead | null;
  isDated: boolean;
  hasValue: boolean;
  value: Amount;
  /** What the rows of an event make of the value. */
  valueOfLines: PropertyColumns["ofLines"];
  properties: PropertyColumns[];
  condition: Sql;
  /** How conditions read a column: a date that is missing is no value. */
  read(column: Column): Sql;
  /** Of a refund; null without refunds. */
  refund: Amount | null;
}

const noAmount: Amount = { value: sql`cast(null as double)`, parts: [] };

/** Refuses what `chooseDateFormat` refuses, and `condition-invalid`. */
export const eventColumns = async (
  engine: Engine,
  records: Records,
  columns: readonly DetectedColumn[],
  stream: MappedStream,
): Promise<EventColumns> => {
  const { name, datetime, conditions, refunds } = stream;
  await checkPatterns([...conditions, ...stream.eventConditions, ...(refunds?.conditions ?? [])], engine);
  const fields = [stream.value, refunds?.value ?? null, ...stream.properties].filter(
    (field) => field !== null,
  );
  await checkPartPatterns(fields, engine);
  const sample = spreadSample(records, sampledRows);
  const isWritten = ({ column }: MappedPart) => !records.numbers?.includes(column.index);
  const withCommas = (field: MappedField) => withDecimalCommas(engine, sample, field, isWritten);
  const value = stream.value && (await withCommas(stream.value));
  const refunded = refunds?.value ? await withCommas(refunds.value) : null;
  const properties: PropertyColumns[] = [];
  for (const { name: property, ...field } of stream.properties) {
    const isOfAmounts = await isAmount(engine, records, field);
    const made = isOfAmounts || field.combine !== undefined ? await withCommas(field) : field;
    properties.push(propertyOf(property, made, columns, isOfAmounts));
  }
  const amount = value ? amountOf(value) : noAmount;
  const tested = [...conditions, ...stream.eventConditions, ...(refunds?.conditions ?? [])];
  const read = await conditionReader(engine, records, columns, tested);
  return {
    name,
    isDated: datetime !== null,
    ...(await timeOf(engine, records, datetime)),
    hasValue: value !== null,
    value: amount,
    valueOfLines: value ? ofLinesOf(value) : firstOf,
    properties: withOwnColumns(properties),
    condition: conditionOf(conditions, columns, read),
    read,
    refund: refunded ? amountOf(refunded) : refunds && amount,
  };
};

/** Numbers of several columns are those of a row, and are added; a number of one column may be repeated on each row. */
const ofLinesOf = ({ aggregate, combine }: MappedField): PropertyColumns["ofLines"] => {
  switch (aggregate ?? (combine === undefined ? "first" : "sum")) {
    case "sum":
      return sumOf;
    case "last":
      return lastOf;
    case "max":
      return (line) => sql`max(${line})`;
    default:
      return firstOf;
  }
};

const timeOf = async (engine: Engine, records: Records, datetime: MappedStream["datetime"]) => {
  if (datetime === null || typeof datetime === "number")
    return { time: sql`cast(${datetime} as bigint)`, timeFormat: null, timeColumn: null, dates: null };
  const column = joinedColumn(datetime);
  const dates = await readDates(engine, records, column, datetime.format);
  return { time: timeSql(column.sql, dates), timeFormat: dates.format, timeColumn: column, dates };
};

/** Whether the greatest of a text column is that of its numbers, such as `9,00` and `12,00`. */
const isAmount = async (
  engine: Engine,
  records: Records,
  { aggregate, parts }: MappedField,
): Promise<boolean> => {
  if (aggregate === "sum") return true;
  if (aggregate !== "max" || parts.length > 1) return false;
  const { sql: text } = parts[0]!.column;
  const { others } = await engine.row<{ others: number }>(
    sql`select count(*) as others from ${spreadSample(records, sampledRows)} as r
    where ${text} is not null and ${numberSql(text)} is null`,
  );
  return others === 0;
};

/** Only whether a date is there depends on what stands for a missing one. */
const conditionReader = async (
  engine: Engine,
  records: Records,
  columns: readonly DetectedColumn[],
  conditions: Conditions,
): Promise<EventColumns["read"]> => {
  const names = columns.map(({ name }) => name);
  const dates = new Map<number, Sql>();
  for (const { column_name, _null, _nnull } of conditions) {
    const column = findColumn(names, column_name, "conditions");
    if (columns[column.index]!.data_type !== "date" || (_null ?? _nnull) === undefined) continue;
    const format = await unambiguousDateFormat(engine, records, column);
    if (format === null) continue;
    const found = await findMissingDates(engine, spreadSample(records, sampledRows), column.sql, format);
    dates.set(column.index, filledDate(column.sql, found));
  }
  return (column) => dates.get(column.index) ?? column.sql;
};

/** `read`: how a column is read. */
export const conditionOf = (
  conditions: Conditions,
  columns: readonly DetectedColumn[],
  read: (column: Column) => Sql,
): Sql => {
  const names = columns.map(({ name }) => name);
  return conditionSql(conditions, ({ column_name }) => {
    const column = findColumn(names, column_name, "conditions");
    return columns[column.index]!.data_type === "number"
      ? { expression: numberSql(read(column)), type: "number" }
      : { expression: read(column), type: "text" };
  });
};
