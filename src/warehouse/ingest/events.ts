// Events of a stream: the records that meet its conditions, with their time, value and properties. Faulty records are not events.
// The mapping is resolved against the header before anything is read, so that a misspelled column is refused at once.

import type {
  ColumnFormat,
  ColumnMapping,
  DetectedColumn,
  FieldMapping,
  StreamMapping,
  StreamProperty,
} from "../../domain/dataset.js";
import type { EpochSeconds } from "../../domain/resource.js";
import { refuse } from "../../errors/refusal.js";
import { checkPatterns, conditionSql } from "../conditions.js";
import type { Engine } from "../engine.js";
import { isListFormat, listSql } from "../lists.js";
import { propertyColumn } from "../relations.js";
import { ident, join, type Relation, type Sql, sql } from "../sql/sql.js";
import { type Column, findColumn } from "./columns.js";
import { chooseDateFormat, dateSql, dayText, isDateFormat } from "./dates.js";
import { owningKey } from "./identities.js";
import { numberSql } from "./numbers.js";
import type { Records } from "./read.js";

/** The faults of a record, by their index in the column `fault`. */
export const eventFaults = ["no date", "not a date", "in the future", "not a number"] as const;
const fault = (name: (typeof eventFaults)[number]): number => eventFaults.indexOf(name);

/** One row per event with an identity, in a total order: identity_key, event_time, arrival_time, value, p_<property>. */
export const events = (records: Relation, stream: EventColumns, sets: number, now: EpochSeconds): Sql => {
  const properties = stream.properties.map(({ name }) => sql`, e.${ident(propertyColumn(name))}`);
  return sql`select e.identity_key, e.event_time, e.arrival_time, e.value${join(properties, "")}
  from (${readEvents(records, stream, sets, now)}) as e where e.fault is null and e.identity_key is not null
  order by e.identity_key, e.event_time, e.seq`;
};

/** One row per faulty record that meets the conditions: seq, event_time, fault. */
export const faultyEvents = (records: Relation, stream: EventColumns, now: EpochSeconds): Sql =>
  sql`select e.seq, e.event_time, e.fault
  from (${readEvents(records, { ...stream, properties: [] }, 0, now)}) as e where e.fault is not null`;

/** One row per record that meets the conditions. */
const readEvents = (records: Relation, stream: EventColumns, sets: number, now: EpochSeconds): Sql => {
  const properties = stream.properties.map(
    ({ name, sql: made }) => sql`, ${made} as ${ident(propertyColumn(name))}`,
  );
  return sql`select e.*, ${faultOf(stream, now)} as fault
  from (select r.seq, ${owningKey(sets)} as identity_key, ${stream.time} as event_time, r.arrival_time,
    ${stream.value} as value, ${stream.timeColumn?.sql ?? null} as time_text,
    ${stream.valueColumn?.sql ?? null} as value_text${join(properties, "")}
    from ${records} as r where ${stream.condition}) as e`;
};

const faultOf = ({ isDated }: EventColumns, now: EpochSeconds): Sql => {
  const dated = sql`when e.event_time is null and e.time_text is null then ${fault("no date")}
    when e.event_time is null then ${fault("not a date")}
    when e.event_time > ${now} then ${fault("in the future")}`;
  return sql`case ${isDated ? dated : sql``}
    when e.value is null and e.value_text is not null then ${fault("not a number")} end`;
};

/** One row with the counts and dates of an `EventSummary`. */
export const summary = (stored: Relation): Sql =>
  sql`select count(*) as events, min(e.event_time) as oldest, max(e.event_time) as newest from ${stored} as e`;

export interface MappedColumn {
  column: Column;
  format: ColumnFormat | undefined;
}

export interface MappedStream {
  name: string;
  /** A number: the same instant for every row; null: a stream without dates. */
  datetime: MappedColumn | EpochSeconds | null;
  value: MappedColumn | null;
  properties: (MappedColumn & { name: string })[];
  conditions: NonNullable<StreamMapping["conditions"]>;
}

/** Refuses `column-unknown`. */
export const mapStream = (
  name: string,
  { data_map, conditions = [] }: StreamMapping,
  names: readonly string[],
): MappedStream => {
  const mapped = (key: string, field: FieldMapping): MappedColumn => {
    const { column_name, format } = field as ColumnMapping;
    return { column: findColumn(names, column_name, `output_to_streams.${name}.data_map.${key}`), format };
  };
  for (const { column_name } of conditions)
    findColumn(names, column_name, `output_to_streams.${name}.conditions`);
  const { datetime, value, ...properties } = data_map;
  return {
    name,
    datetime:
      datetime?.format === "static_date_iso8601"
        ? staticDate((datetime as ColumnMapping).column_name)
        : datetime
          ? mapped("datetime", datetime)
          : null,
    value: value ? mapped("value", value) : null,
    properties: Object.entries(properties).map(([key, property]) => ({
      name: key,
      ...mapped(key, property),
    })),
    conditions,
  };
};

const staticDate = (date: string): EpochSeconds => {
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
  isDated: boolean;
  /** DOUBLE. */
  value: Sql;
  valueColumn: Column | null;
  properties: (StreamProperty & { sql: Sql })[];
  condition: Sql;
}

/** Refuses what `chooseDateFormat` refuses, and `condition-invalid`. */
export const eventColumns = async (
  engine: Engine,
  records: Records,
  columns: readonly DetectedColumn[],
  stream: MappedStream,
): Promise<EventColumns> => {
  const { name, datetime, value, conditions } = stream;
  await checkPatterns(conditions, engine);
  return {
    name,
    isDated: datetime !== null,
    ...(await timeOf(engine, records, datetime)),
    value: value ? numberSql(value.column.sql, value.format) : sql`cast(null as double)`,
    valueColumn: value?.column ?? null,
    properties: stream.properties.map((property) => propertyOf(property, columns)),
    condition: conditionOf(conditions, columns),
  };
};

const timeOf = async (engine: Engine, records: Records, datetime: MappedStream["datetime"]) => {
  if (datetime === null || typeof datetime === "number")
    return { time: sql`cast(${datetime} as bigint)`, timeFormat: null, timeColumn: null };
  const { column, format } = datetime;
  const timeFormat = await chooseDateFormat(engine, records, column, format);
  return { time: dateSql(column.sql, timeFormat), timeFormat, timeColumn: column };
};

const propertyOf = (
  { name, column, format }: MappedColumn & { name: string },
  columns: readonly DetectedColumn[],
): StreamProperty & { sql: Sql } => {
  if (isListFormat(format)) return { name, type: "text", isList: true, sql: listSql(column.sql, format) };
  if (isDateFormat(format)) return { name, type: "text", sql: dayText(column.sql, format) };
  const isMoney = format === "currency_cents" || format === "currency_dollars";
  const isNumber = isMoney || columns[column.index]!.data_type === "number";
  return isNumber
    ? { name, type: "number", sql: numberSql(column.sql, format) }
    : { name, type: "text", sql: column.sql };
};

const conditionOf = (conditions: MappedStream["conditions"], columns: readonly DetectedColumn[]): Sql => {
  const names = columns.map(({ name }) => name);
  return conditionSql(conditions, ({ column_name }) => {
    const column = findColumn(names, column_name, "conditions");
    return columns[column.index]!.data_type === "number"
      ? { expression: numberSql(column.sql), type: "number" }
      : { expression: column.sql, type: "text" };
  });
};
