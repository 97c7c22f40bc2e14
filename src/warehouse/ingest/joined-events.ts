// Joined events: what the rows of one event make of its date, person, value and properties, less its refunds. Of an event that stands in
// several files, the rows of the newest file that has it count.

import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import type { EventCounts } from "../../domain/dataset-findings.js";
import type { Engine } from "../engine.js";
import { fromMicros, micros } from "../features/arithmetic.js";
import { propertyColumn } from "../property-columns.js";
import { ident, join, parquet, type Relation, type Sql, sql } from "../sql/sql.js";
import type { Column } from "./columns.js";
import { lineColumn, testedColumn } from "./event-lines.js";
import type { EventColumns, MappedStream } from "./events.js";
import { firstOf } from "./fields.js";

/**
 * Rows whose events are joined at a time. Aggregates of texts and lists stay in memory in the engine (1.5): an event takes about 300
 * bytes, and 100 for each property. They may take half of the memory.
 */
const linesAtOnce = ({ memoryMb }: Engine, { stream, tested }: JoinPlan): number =>
  Math.floor((memoryMb * 1_000_000) / 2 / (300 + 100 * (stream.properties.length + tested.length)));

/** Less than a cent: nothing is left of an order. */
const nothing = 0.005;

export interface JoinPlan {
  stream: EventColumns;
  mapped: MappedStream;
  /** Columns of the conditions of events, and the conditions themselves, over `testedColumn`s. */
  tested: readonly Column[];
  chosen: Sql;
  /** Of an event in several files, only the newest file counts. */
  isNewestOnly: boolean;
  isForgetting: boolean;
}

export interface Joined {
  /** One row per event that counts: seq, identity_key (null without a person), event_time, arrival_time, value, p_<property>. */
  events: Relation;
  /** The same for refunds that are events of their own stream; null for others. */
  refunds: Relation | null;
  /** One row per faulty row: seq, event_time, fault. */
  faulty: Relation;
  counts: Omit<EventCounts, "customers">;
}

/** `lines`: see `eventLines`. Files go to `dir`. */
export const joinEvents = async (
  engine: Engine,
  lines: Sql,
  plan: JoinPlan,
  dir: string,
): Promise<Joined> => {
  await mkdir(dir, { recursive: true });
  const staged = path.join(dir, "lines.parquet");
  const rows = await engine.writeScratch(lines, staged);
  const passes = Math.max(1, Math.ceil(rows / linesAtOnce(engine, plan)));
  const faulty = await engine.createTable(
    `faulty_${plan.stream.name}`,
    sql`select cast(null as bigint) as seq, cast(null as bigint) as event_time, cast(null as integer) as fault where false`,
  );
  const parts: Part[] = [];
  for (let pass = 0; pass < passes; pass++) {
    const some = sql`(select * from ${parquet(staged)} where ${inPass(pass, passes)})`;
    parts.push(await joinPart(engine, some, plan, faulty, path.join(dir, String(pass))));
  }
  await rm(staged);
  const events = parquet(parts.map((part) => part.events));
  const isOwnStream = parts[0]!.refunds !== null;
  const refunds = isOwnStream ? parquet(parts.map((part) => part.refunds!)) : null;
  return {
    events: sql`(select * from ${events} where is_counted)`,
    refunds,
    faulty,
    counts: await countEvents(engine, events, plan, parts),
  };
};

/** The rows of `events/<stream>.parquet`: the events with a person, in a total order. */
export const writtenEvents = (joined: Relation, { properties }: EventColumns): Sql => sql`
  select e.identity_key, e.event_time, e.arrival_time, e.value${join(
    properties.map((property) => sql`, e.${ident(propertyColumn(property))}`),
    "",
  )}
  from ${joined} as e where e.identity_key is not null order by e.identity_key, e.event_time, e.seq`;

const inPass = (pass: number, passes: number): Sql =>
  passes === 1 ? sql`true` : sql`abs(event) % ${passes} = ${pass}`;

interface Part {
  /** Paths of Parquet files. */
  events: string;
  refunds: string | null;
  refunded: number;
}

const joinPart = async (
  engine: Engine,
  staged: Relation,
  plan: JoinPlan,
  faulty: Relation,
  file: string,
): Promise<Part> => {
  const { stream, mapped } = plan;
  const lines = await remembered(engine, await newest(engine, staged, plan), plan);
  const events = `${file}.events.parquet`;
  await engine.writeScratch(eventsOfLines(lines, plan), events);
  const isOwnStream = isStream(mapped);
  const refunds = isOwnStream ? `${file}.refunds.parquet` : null;
  if (refunds) await engine.writeScratch(refundEvents(lines, parquet(events), plan), refunds);
  await engine.run(sql`insert into ${faulty} ${faultyLines(lines, parquet(events), stream, isOwnStream)}`);
  const { refunded } = await engine.row<{ refunded: number }>(
    sql`select count(distinct l.event) as refunded from ${lines} as l where l.is_refund and l.fault is null`,
  );
  return { events, refunds, refunded };
};

const isStream = ({ refunds }: MappedStream): boolean =>
  refunds !== null && refunds.as !== "ignore" && refunds.as !== "reduce";

/** The lines of the newest file of each event, refunds and others separately. */
const newest = async (engine: Engine, lines: Relation, { isNewestOnly }: JoinPlan): Promise<Relation> => {
  if (!isNewestOnly) return lines;
  const repeated = await engine.createTable(
    "repeated_event",
    sql`select l.event, l.is_refund, max(l.file) as newest_file from ${lines} as l
    group by l.event, l.is_refund having min(l.file) < max(l.file)`,
  );
  return sql`(select l.* from ${lines} as l
    left join ${repeated} as n on n.event = l.event and n.is_refund = l.is_refund
    where n.newest_file is null or n.newest_file = l.file)`;
};

/** The lines without those of deleted people, and without events that are theirs. */
const remembered = async (engine: Engine, lines: Relation, { isForgetting }: JoinPlan): Promise<Relation> => {
  if (!isForgetting) return lines;
  const forgotten = await engine.createTable(
    "forgotten_event",
    sql`select l.event from ${lines} as l where l.identity_key is not null
    group by l.event having arg_min(l.is_gone, l.seq)`,
  );
  return sql`(select l.* from ${lines} as l where not l.is_gone and l.event not in (select event from ${forgotten}))`;
};

/**
 * One row per event: the columns of `Joined.events`, event, lines (their number), refunded (null without a refund), is_several (its lines
 * name several customers) and is_counted.
 */
const eventsOfLines = (lines: Relation, plan: JoinPlan): Sql => {
  const { stream, mapped, tested, chosen } = plan;
  const tests = tested.map(
    (column) => sql`, ${firstOf(testedColumn(column), sql`l.seq`)} as ${testedColumn(column)}`,
  );
  const own = sql`select ${groupColumns(stream)},
    coalesce(min(l.email_key) < max(l.email_key), min(l.other_key) < max(l.other_key), false) as is_several,
    count(*) as lines, ${stream.valueOfLines(sql`l.value`, sql`l.seq`)} as value${join(tests, "")}
  from ${lines} as l where not l.is_refund and l.fault is null group by l.event
  ${stream.isDated ? sql`having min(l.event_time) is not null` : sql``}`;
  const refunds =
    mapped.refunds?.as === "reduce"
      ? sql`select l.event, coalesce(abs(${amountOfRefunds}), 0) as refund from ${lines} as l
        where l.is_refund and l.fault is null group by l.event`
      : sql`select cast(null as bigint) as event, cast(null as double) as refund where false`;
  return sql`select e.* exclude (value ${join(
    tested.map((column) => sql`, ${testedColumn(column)}`),
    "",
  )}),
    f.refund as refunded, case when f.refund is null then e.value else round(e.value - f.refund, 6) end as value,
    ${chosen} and coalesce(f.refund is null or e.value - f.refund > ${nothing}, true) as is_counted
  from (${own}) as e left join (${refunds}) as f on f.event = e.event`;
};

const amountOfRefunds = fromMicros(sql`sum(${micros(sql`l.refund`)})`);

/** What an event takes from its lines, but for its value. */
const groupColumns = ({ properties }: EventColumns): Sql =>
  join([
    sql`l.event, min(l.seq) as seq, ${firstOf(sql`l.identity_key`, sql`l.seq`)} as identity_key,
    min(l.event_time) as event_time, max(l.arrival_time) as arrival_time`,
    ...properties.map(
      (property) =>
        sql`${property.ofLines(sql`l.${lineColumn(property)}`, sql`l.seq`)} as ${ident(propertyColumn(property))}`,
    ),
  ]);

/** One row per refund, the lines of one event at one moment: the columns of `Joined.events`. Its person may be known from the event alone. */
const refundEvents = (lines: Relation, events: Relation, { stream }: JoinPlan): Sql => sql`
  select r.* replace (coalesce(r.identity_key, e.identity_key) as identity_key)
  from (select ${groupColumns(stream)}, abs(${amountOfRefunds}) as value
    from ${lines} as l where l.is_refund and l.fault is null
      ${stream.isDated ? sql`and l.event_time is not null` : sql``}
    group by l.event, l.event_time) as r
  left join ${events} as e on e.event = r.event`;

/** A line without a date is one of an event that has a date, or else a fault. */
const faultyLines = (
  lines: Relation,
  events: Relation,
  { isDated }: EventColumns,
  isOwnStream: boolean,
): Sql => {
  const undated = sql`l.fault is null and l.event_time is null and (
    (not l.is_refund and l.event not in (select e.event from ${events} as e)) or (l.is_refund and ${isOwnStream}))`;
  return sql`select l.seq, l.event_time, coalesce(l.fault, 0) as fault
  from ${lines} as l where l.fault is not null or (${isDated} and ${undated})`;
};

const countEvents = async (
  engine: Engine,
  events: Relation,
  { stream, mapped }: JoinPlan,
  parts: readonly Part[],
): Promise<Joined["counts"]> => {
  const found = await engine.row<{
    lines: number | null;
    events: number;
    unknown: number;
    total: number | null;
    left_out: number;
    refunded: number;
    several: number;
  }>(sql`select cast(sum(e.lines) filter (where e.is_counted) as bigint) as lines,
    count(*) filter (where e.is_counted) as events,
    count(*) filter (where e.is_counted and e.identity_key is null) as unknown,
    ${fromMicros(sql`sum(${micros(sql`e.value`)}) filter (where e.is_counted)`)} as total,
    count(*) filter (where not e.is_counted) as left_out,
    count(*) filter (where e.refunded is not null) as refunded,
    count(*) filter (where e.is_counted and e.is_several) as several
  from ${events} as e`);
  const refunds =
    mapped.refunds?.as === "reduce" ? found.refunded : parts.reduce((sum, { refunded }) => sum + refunded, 0);
  return {
    rows: found.lines ?? 0,
    events: found.events,
    without_customer: found.unknown,
    ...(stream.hasValue && { value_total: found.total ?? 0 }),
    ...(mapped.refunds && { refunds }),
    ...((mapped.key || mapped.refunds) && { left_out: found.left_out }),
    ...(mapped.key && { of_several_customers: found.several }),
  };
};
