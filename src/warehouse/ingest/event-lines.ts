// Event lines: the rows of a stream whose events are made of several rows, such as the lines of an order and
// its refunds. They are staged once, by event, so that events can be joined a part at a time and memory does
// not grow with the file.

import type { DetectedColumn } from "../../domain/data/dataset-findings.js";
import type { EpochSeconds } from "../../domain/resource/resource.js";
import type { Engine } from "../engine.js";
import { propertyColumn, type StoredProperty } from "../property-columns.js";
import { ident, join, type Relation, type Sql, sql } from "../sql/sql.js";
import type { Column } from "./columns.js";
import {
  amountFault,
  conditionOf,
  type EventColumns,
  faultOfAmount,
  faultOfTime,
  type MappedStream,
} from "./events.js";
import { type IdentityColumns, owningKey, rowKeyOf } from "./identities.js";
import { filledDate, readDates, timeSql } from "./missing-dates.js";
import type { Records } from "./read.js";

/** The rows that events are made of. */
export interface LineSource {
  /** See `readFiles`. */
  rows: Relation;
  sets: readonly IdentityColumns[];
  /** Whether a row `r` is of a person to delete; null without any. */
  isErased: Sql | null;
  /** See `Records`. */
  fileOf?: Records["fileOf"];
}

/** Whether the events of a stream are more than its rows one by one. */
export const isJoined = ({ key, refunds, refunded, running }: MappedStream): boolean =>
  key !== null || refunds !== null || refunded !== null || running !== null;

/** The first value of a column in an event, for its conditions. */
export const testedColumn = ({ index }: Column): Sql => ident(`t_${index}`);
/** The property of a row. */
export const lineColumn = (property: StoredProperty): Sql => ident(`x${propertyColumn(property)}`);

/** BOOLEAN over a row: whether it is a refund. */
export const refundCondition = (
  { refunds }: MappedStream,
  columns: readonly DetectedColumn[],
  { read }: EventColumns,
): Sql => (refunds ? conditionOf(refunds.conditions, columns, read) : sql`false`);

/**
 * One row per file: arrival_time, all (rows), met, those that meet the conditions or are refunds, and
 * outlived, those among them that are no lines nevertheless.
 */
export const lineCounts = (
  rows: Relation,
  { running }: MappedStream,
  { condition }: EventColumns,
  isRefund: Sql,
): Sql => {
  const isMet = sql`(${condition} or ${isRefund})`;
  const ended = running
    ? sql`count(*) filter (where ${isMet} and r.seq in (select seq from outlived))`
    : sql`0`;
  return sql`
    select r.arrival_time, count(*) as "all", count(*) filter (where ${isMet}) as met, ${ended} as outlived
    from ${rows} as r group by r.arrival_time`;
};

/**
 * One row per row that meets the conditions or is a refund: seq, file, event BIGINT (equal for the rows of an
 * event), is_refund, identity_key, email_key and other_key (BIGINT, of the customer), is_erased, event_time,
 * arrival_time, value, currency, refund, refunded, fault (null for none), xp_<property> and t_<column>. A row
 * without any value of the key is an event of its own.
 */
export const eventLines = (
  { rows, sets, isErased, fileOf = () => sql`r.file` }: LineSource,
  stream: EventColumns,
  mapped: MappedStream,
  columns: readonly DetectedColumn[],
  now: EpochSeconds,
): Sql => {
  const { key, refunds, running } = mapped;
  const isRefund = refundCondition(mapped, columns, stream);
  const refund = stream.refund ?? { value: sql`cast(null as double)`, parts: [] };
  const isAmountUsed = refunds !== null && refunds.as !== "ignore";
  const properties = stream.properties.map((property) => sql`, ${property.line} as ${lineColumn(property)}`);
  const tested = testedColumns(mapped, columns).map(
    (column) => sql`, ${stream.read(column)} as ${testedColumn(column)}`,
  );
  const ended = running ? sql`and r.seq not in (select seq from outlived)` : sql``;
  const event = refunds?.key
    ? sql`case when ${isRefund} then ${eventOf(refunds.key)} else ${eventOf(key)} end`
    : eventOf(key);
  const refunded = stream.refunded ?? { value: sql`cast(null as double)`, parts: [] };
  const [firstRefund, firstRefunded] = [
    amountFault + stream.value.parts.length,
    amountFault + stream.value.parts.length + refund.parts.length,
  ];
  return sql`select e.* exclude (time_text, faulty_amount),
    coalesce(nullif(${faultOfTime(stream, now)}, 0), e.faulty_amount) as fault
  from (select r.seq, ${key ? fileOf(key[0]!) : sql`r.file`} as file, ${event} as event, ${isRefund} as is_refund,
    ${owningKey(sets.length)} as identity_key, ${emailKey(sets)} as email_key, ${otherKey(sets)} as other_key,
    ${isErased ?? sql`false`} as is_erased, ${stream.time} as event_time, r.arrival_time,
    ${stream.timeColumn?.sql ?? null} as time_text, ${stream.value.value} as value, ${refund.value} as refund,
    ${stream.currency?.written ?? sql`cast(null as varchar)`} as currency, ${refunded.value} as refunded,
    case when ${isRefund} then ${isAmountUsed ? faultOfAmount(refund, firstRefund) : sql`cast(null as integer)`}
      else coalesce(${faultOfAmount(stream.value, amountFault)}, ${faultOfAmount(refunded, firstRefunded)}) end as faulty_amount${join([...properties, ...tested], "")}
    from ${rows} as r where (${stream.condition} or ${isRefund}) ${ended}) as e`;
};

const eventOf = (key: readonly Column[] | null): Sql => {
  if (key === null) return sql`-1 - r.seq`;
  const parts = key.map((column) => column.sql);
  return sql`case when coalesce(${join(parts)}) is not null then ${rowKeyOf(parts)} else -1 - coalesce(r.row_key, r.seq) end`;
};

/** The columns of the conditions of events, each once. */
export const testedColumns = (
  { eventConditions }: MappedStream,
  columns: readonly DetectedColumn[],
): Column[] => {
  const found = new Map<number, Column>();
  conditionOf(eventConditions, columns, (column) => {
    found.set(column.index, column);
    return column.sql;
  });
  return [...found.values()];
};

/** BIGINT: the customer of a row by e-mail address; null without one. */
const emailKey = (sets: readonly IdentityColumns[]): Sql =>
  sql`coalesce(${join([...sets.flatMap(({ email }) => (email ? [keyOfText(sql`lower(${email})`)] : [])), sql`cast(null as bigint)`])})`;

/** BIGINT: the customer by another field. */
const otherKey = (sets: readonly IdentityColumns[]): Sql => {
  const fields = ["customer_id", "email_hash", "phone", "national_id"] as const;
  const keys = fields.flatMap((field) => sets.flatMap((set) => (set[field] ? [keyOfText(set[field])] : [])));
  return sql`coalesce(${join([...keys, sql`cast(null as bigint)`])})`;
};

/** The engine's hash of null is not null. */
const keyOfText = (text: Sql): Sql =>
  sql`case when ${text} is not null then cast(hash(${text}) >> 1 as bigint) end`;

/**
 * Stages `outlived`: seq of each row whose end is no event, because another row of its customer runs then, or
 * ends then and is later in the files. Refuses what `chooseDateFormat` refuses.
 */
export const stageOutlived = async (
  engine: Engine,
  records: Records,
  { rows, sets }: LineSource,
  { start, end }: NonNullable<MappedStream["running"]>,
): Promise<void> => {
  const customer = sql`coalesce(${emailKey(sets)}, ${otherKey(sets)}, ${owningKey(sets.length)})`;
  const [begun, over] = [await readDates(engine, records, start), await readDates(engine, records, end)];
  const spans = await engine.createTable(
    "span",
    sql`select r.seq, ${customer} as customer, ${timeSql(start.sql, begun)} as started, ${timeSql(end.sql, over)} as ended,
      ${filledDate(end.sql, over)} is null as is_open
    from ${rows} as r where ${start.sql} is not null and ${customer} is not null`,
  );
  await engine.createTable(
    "outlived",
    sql`select own.seq from ${spans} as own where own.ended is not null and exists (
      select 1 from ${spans} as other
      where other.customer = own.customer and other.seq <> own.seq and other.started <= own.ended
        and (other.is_open or other.ended > own.ended or (other.ended = own.ended and other.seq > own.seq)))`,
  );
};
