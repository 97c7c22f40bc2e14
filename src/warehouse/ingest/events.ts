// Events of a stream: the records that meet its conditions, with their time, value and properties. Faulty
// records are not events. The mapping is resolved against the header before anything is read, so that a
// misspelled column is refused at once.

import type { ColumnFormat, FieldMapping, StreamMapping } from "../../domain/data/dataset.js";
import type { DetectedColumn } from "../../domain/data/dataset-findings.js";
import { hasColumns, isStaticDate } from "../../domain/data/stream-mapping.js";
import type { EpochSeconds } from "../../domain/resource/resource.js";
import { refuse } from "../../errors/refusal.js";
import { type ConditionColumn, checkPatterns, conditionSql } from "../conditions.js";
import type { Engine } from "../engine.js";
import { propertyColumn, withOwnColumns } from "../property-columns.js";
import { ident, join, type Relation, type Sql, sql } from "../sql/sql.js";
import { type Column, findColumn } from "./columns.js";
import {
  type CurrencyColumn,
  currencyOf,
  inWholeUnits,
  type MappedCurrency,
  mapCurrency,
} from "./currency.js";
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
import { type IdentityColumns, owningKey, withIdentityKeys } from "./identities.js";
import { noRowAmount, type RowAmount, unmetCondition } from "./left-out.js";
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
import { type MappedRecurring, recurringColumns } from "./recurring.js";

const timeFaults = ["no date", "not a date", "in the future"] as const;
/** The index of the first fault of the value. */
export const amountFault = timeFaults.length;

export interface EventFault {
  of: (typeof timeFaults)[number] | "not a number";
  column: Column | null;
}

/** The faults of a record, in the order of their indexes. */
export const faultsOf = ({ timeColumn, value, refund, refunded }: EventColumns): EventFault[] => [
  ...timeFaults.map((of) => ({ of, column: timeColumn })),
  ...[...value.parts, ...(refund?.parts ?? []), ...(refunded?.parts ?? [])].map(({ column }) => ({
    of: "not a number" as const,
    column,
  })),
];

/**
 * One row per event with an identity, in the order of the files: identity_key, event_time, arrival_time,
 * value, p_<property>. `owner`: the identity of a row `r`. Streams sort them, by person.
 */
const events = (records: Relation, stream: EventColumns, owner: Sql, now: EpochSeconds): Sql => {
  const properties = stream.properties.map(
    (property) => sql`, ${property.sql} as ${ident(propertyColumn(property))}`,
  );
  const isWhole = stream.value.parts.map(({ isFaulty }) => sql` and not ${isFaulty}`);
  // The engine (1.5) reads a time again for each mention of it in a condition.
  const isPast = stream.isDated ? sql`e.event_time <= ${now}` : sql`true`;
  // In order of the rows, so that the same files give the same bytes whatever thread is first.
  return sql`select e.* exclude (seq)
  from (select r.seq, ${owner} as identity_key, ${stream.time} as event_time, r.arrival_time,
    ${stream.ownValue} as value${join(properties, "")}
    from ${records} as r where ${stream.condition}${join(isWhole, "")}) as e
  where ${isPast} and e.identity_key is not null
  order by e.seq`;
};

/**
 * The events of records each of which is one. `known`: the identities, if records have hashes of them (see
 * `hashedRecordColumns`).
 */
export const rowEvents = (
  records: Relation,
  sets: readonly IdentityColumns[],
  stream: EventColumns,
  now: EpochSeconds,
  known: Relation | null,
): Sql =>
  known
    ? events(withIdentityKeys(records, sets[0]!, known), stream, sql`r.identity_key`, now)
    : events(records, stream, owningKey(sets.length), now);

/** No row, with the columns of `faultyEvents`. */
export const noFaultyRows = sql`
  select cast(null as bigint) as seq, cast(null as bigint) as arrival_time, cast(null as bigint) as event_time,
    cast(null as varchar) as currency, cast(null as double) as amount, cast(null as integer) as fault where false`;

/**
 * One row per faulty record that meets the conditions: seq, arrival_time, event_time, fault (an index of
 * `faults`), currency and amount.
 */
export const faultyEvents = (records: Relation, stream: EventColumns, now: EpochSeconds): Sql => {
  const { currency, amount } = rowAmount(stream);
  return sql`
  select f.* from (
    select e.* exclude (time_text, faulty_value), coalesce(${faultOfTime(stream, now)}, e.faulty_value) as fault
    from (select r.seq, r.arrival_time, ${stream.time} as event_time, ${currency} as currency, ${amount} as amount,
      ${stream.timeColumn?.sql ?? null} as time_text, ${faultOfAmount(stream.value, amountFault)} as faulty_value
      from ${records} as r where ${stream.condition}) as e) as f
  where f.fault is not null`;
};

/** The fault of `e.event_time`, read from `e.time_text`; null for none. */
export const faultOfTime = ({ isDated, dates }: EventColumns, now: EpochSeconds): Sql =>
  isDated
    ? sql`case when e.event_time is null and ${isMissing(sql`e.time_text`, dates)} then ${timeFaults.indexOf("no date")}
    when e.event_time is null then ${timeFaults.indexOf("not a date")}
    when e.event_time > ${now} then ${timeFaults.indexOf("in the future")} end`
    : sql`cast(null as integer)`;

/** BOOLEAN over a record: whether it has no date, and needs one. */
export const hasNoDate = ({ isDated, time, timeColumn, dates }: EventColumns): Sql =>
  isDated && timeColumn ? sql`(${time} is null and ${isMissing(timeColumn.sql, dates)})` : sql`false`;

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

/** Amount of a row, whatever its currency. */
export const rowAmount = ({ currency, ownValue, hasValue }: EventColumns): RowAmount => {
  if (!hasValue) return noRowAmount;
  return currency
    ? { currency: currency.code, amount: sql`coalesce(${currency.other}, ${ownValue})` }
    : { ...noRowAmount, amount: ownValue };
};

/**
 * Rows that are events, with or without an identity: arrival_time, event_time, currency (null in a stream
 * without one), amount, in that currency, and value. Absent `now`: all of the rows are events.
 */
export const amounts = (records: Relation, stream: EventColumns, now?: EpochSeconds): Relation => {
  const { currency, amount } = rowAmount(stream);
  const isWhole = stream.value.parts.map(({ isFaulty }) => sql` and not ${isFaulty}`);
  const isPast = stream.isDated ? sql`${stream.time} <= ${now ?? null}` : sql`true`;
  const isEvent = now === undefined ? sql`true` : sql`${stream.condition}${join(isWhole, "")} and ${isPast}`;
  return sql`(select r.arrival_time, ${stream.time} as event_time, ${currency} as currency, ${amount} as amount, ${stream.ownValue} as value
    from ${records} as r where ${isEvent})`;
};

export interface MappedStream {
  name: string;
  /** A number: the same instant for every row; null: a stream without dates. */
  datetime: MappedField | EpochSeconds | null;
  value: MappedField | null;
  properties: (MappedField & { name: string })[];
  conditions: Conditions;
  /** Null: each row is an event. */
  key: Column[] | null;
  eventConditions: EventConditions;
  refunds: { conditions: Conditions; as: string; value: MappedField | null; key: Column[] | null } | null;
  /** Refunds on the rows of the event itself. */
  refunded: MappedField | null;
  currency: MappedCurrency | null;
  running: { start: Column; end: Column } | null;
  recurring: MappedRecurring | null;
}
type Conditions = NonNullable<StreamMapping["conditions"]>;
type EventConditions = NonNullable<StreamMapping["event_conditions"]>;

/** Refuses `column-unknown`. */
export const mapStream = (name: string, mapping: StreamMapping, names: readonly string[]): MappedStream => {
  const {
    conditions = [],
    event_conditions = [],
    event_key,
    refunds,
    refunded,
    currency,
    unless_running,
    recurring,
  } = mapping;
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
      ? {
          ...refunds,
          value: refunds.value ? mapField(refunds.value, names, at("refunds.value")) : null,
          key: refunds.event_key?.map(columnAt("refunds.event_key")) ?? null,
        }
      : null,
    refunded: refunded ? mapField(refunded, names, at("refunded")) : null,
    currency: currency ? mapCurrency(currency, columnAt("currency.column_name")) : null,
    running: unless_running
      ? {
          start: columnAt("unless_running.start")(unless_running.start),
          end: columnAt("unless_running.end")(unless_running.end),
        }
      : null,
    recurring: recurring
      ? {
          column: recurring.column_name ? columnAt("recurring.column_name")(recurring.column_name) : null,
          is: recurring.is,
          end: recurring.end ? columnAt("recurring.end")(recurring.end) : null,
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
  /** The amount of a row, whatever its currency. */
  value: Amount;
  /** The value of a row that is an event: its amount in the currency of the stream, if it is or can be converted. */
  ownValue: Sql;
  currency: CurrencyColumn | null;
  /** Value that the rows of an event make. */
  valueOfLines: LinesAmount;
  properties: PropertyColumns[];
  condition: Sql;
  /** See `unmetCondition`, of the conditions of rows. */
  unmet: Sql;
  /** Expression by which conditions read a column: a date that is missing is no value. */
  read(column: Column): Sql;
  /** Amount of a refund; null without refunds. */
  refund: Amount | null;
  /** Amount of a refund on the rows of the event itself, and what these make of it; null without. */
  refunded: (Amount & { ofLines: LinesAmount }) | null;
}

/** Amount that the rows of an event make. */
export interface LinesAmount {
  of: PropertyColumns["ofLines"];
  /** Whether it is of all rows of the event, and not of the first one with a value. */
  isOfAll: boolean;
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
  const fields = [stream.value, refunds?.value ?? null, stream.refunded, ...stream.properties].filter(
    (field) => field !== null,
  );
  await checkPartPatterns(fields, engine);
  const sample = spreadSample(records, sampledRows);
  const isWritten = ({ column }: MappedPart) => !records.numbers?.includes(column.index);
  const withCommas = (field: MappedField) => withDecimalCommas(engine, sample, field, isWritten);
  const value = stream.value && (await withCommas(stream.value));
  const refund = refunds?.value ? await withCommas(refunds.value) : null;
  const refunded = stream.refunded && (await withCommas(stream.refunded));
  const properties: PropertyColumns[] = [];
  for (const { name: property, ...field } of stream.properties) {
    const isOfAmounts = await isAmount(engine, records, field);
    const made = isOfAmounts || field.combine !== undefined ? await withCommas(field) : field;
    properties.push(propertyOf(property, made, columns, isOfAmounts));
  }
  properties.push(...(await recurringColumns(engine, records, stream.recurring)));
  const asWritten = value ? amountOf(value) : noAmount;
  const currency = stream.currency && currencyOf(stream.currency, asWritten, value, columns);
  const inUnits = (field: MappedField) =>
    currency ? inWholeUnits(amountOf(field), field, currency) : amountOf(field);
  const amount = value ? inUnits(value) : noAmount;
  const tested = [...conditions, ...stream.eventConditions, ...(refunds?.conditions ?? [])];
  const read = await conditionReader(engine, records, columns, tested);
  const times = await timeOf(engine, records, datetime);
  return {
    name,
    isDated: datetime !== null,
    ...times,
    hasValue: value !== null,
    value: amount,
    ownValue: currency?.convert(amount.value, currency.code, times.time) ?? amount.value,
    currency,
    valueOfLines: ofLinesOf(value),
    properties: withOwnColumns(properties),
    condition: conditionOf(conditions, columns, read),
    unmet: unmetConditionOf(conditions, columns, read),
    read,
    refund: refund ? inUnits(refund) : refunds && amount,
    refunded: refunded && { ...inUnits(refunded), ofLines: ofLinesOf(refunded) },
  };
};

/** Numbers of several columns are those of a row, and are added; a number of one column may be repeated on each row. */
const ofLinesOf = (field: MappedField | null): LinesAmount => {
  switch (field?.aggregate ?? (field?.combine === undefined ? "first" : "sum")) {
    case "sum":
      return { of: sumOf, isOfAll: true };
    case "last":
      return { of: lastOf, isOfAll: true };
    case "max":
      return { of: (line) => sql`max(${line})`, isOfAll: true };
    default:
      return { of: firstOf, isOfAll: false };
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
): Sql => conditionSql(conditions, testedBy(columns, read));

/** See `unmetCondition`. */
export const unmetConditionOf = <C extends EventConditions[number]>(
  conditions: readonly C[],
  columns: readonly DetectedColumn[],
  read: (column: Column, condition: C) => Sql,
  isMeant?: (condition: C) => boolean,
): Sql => {
  const names = columns.map(({ name }) => name);
  const textOf = (condition: C) => read(findColumn(names, condition.column_name, "conditions"), condition);
  return unmetCondition(conditions, testedBy(columns, read), textOf, isMeant);
};

const testedBy =
  <C extends EventConditions[number]>(
    columns: readonly DetectedColumn[],
    read: (column: Column, condition: C) => Sql,
  ) =>
  (condition: C): ConditionColumn => {
    const names = columns.map(({ name }) => name);
    const column = findColumn(names, condition.column_name, "conditions");
    const text = read(column, condition);
    return columns[column.index]!.data_type === "number" || comparesNumbers(condition)
      ? { expression: numberSql(text), type: "number" }
      : { expression: text, type: "text" };
  };

/** Amounts are texts, such as `($12.00)`, and compare as what they say. */
const comparesNumbers = ({ _gt, _gte, _lt, _lte, ...others }: EventConditions[number]): boolean => {
  const bounds = [_gt, _gte, _lt, _lte].filter((bound) => bound !== undefined);
  const { column_name: _, optional: __, lines: ___, _null, _nnull, ...tests } = others;
  const isOfNumbers = bounds.length > 0 && bounds.every((bound) => typeof bound === "number");
  return isOfNumbers && Object.keys(tests).length === 0;
};
