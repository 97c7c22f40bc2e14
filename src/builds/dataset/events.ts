// Events of a dataset, one file for each stream and each stream of refunds, with their counts and their faulty rows.

import { mkdir } from "node:fs/promises";
import path from "node:path";
import type { DatasetConfig, IdentityField } from "../../domain/dataset.js";
import type { DetectedColumn, EventCounts, EventSummary } from "../../domain/dataset-findings.js";
import type { EpochSeconds } from "../../domain/resource.js";
import type { Engine } from "../../warehouse/engine.js";
import { fromMicros, micros } from "../../warehouse/features/arithmetic.js";
import { areLinesKept } from "../../warehouse/ingest/deduplication.js";
import {
  eventLines,
  isJoined,
  type LineSource,
  stageOutlived,
  testedColumn,
  testedColumns,
} from "../../warehouse/ingest/event-lines.js";
import {
  conditionOf,
  type EventColumns,
  events,
  faultyEvents,
  type MappedStream,
} from "../../warehouse/ingest/events.js";
import {
  type IdentityColumns,
  identityHashes,
  isGone,
  keyColumn,
  owningKey,
  withIdentityKeys,
} from "../../warehouse/ingest/identities.js";
import { type JoinPlan, joinEvents, writtenEvents } from "../../warehouse/ingest/joined-events.js";
import type { Records } from "../../warehouse/ingest/read.js";
import type { FaultyStream } from "../../warehouse/ingest/rejects.js";
import { linkFile, linkParts, partFile, partsOf, withParts } from "../../warehouse/layers.js";
import { datasetFiles, readStateFiles, relation } from "../../warehouse/relations.js";
import { ident, join, parquet, type Relation, type Sql, sql } from "../../warehouse/sql/sql.js";

export interface EventSource {
  records: Records;
  /** The records that count, without and with those of people to delete. */
  remembered: Relation;
  kept: Relation;
  config: Pick<DatasetConfig, "upsert_columns" | "incremental_column">;
  columns: readonly DetectedColumn[];
  sets: readonly IdentityColumns[];
  /** See `hashedRecordColumns`. */
  isHashed: boolean;
  forgottenFile: string | null;
  now: EpochSeconds;
  scratch: string;
  /** The identities of these records; absent: the `identities.parquet` of the build. */
  identities?: Relation;
  /** What an earlier build wrote of other records; absent: these are all. */
  earlier?: EarlierEvents | null;
  /** Whether the next build may continue from this one. */
  isContinued?: boolean;
}

/** The events of a build to which others are added. */
export interface EarlierEvents {
  dir: string;
  /** The number of parts of each stream. */
  parts: number;
  summaries: Record<string, EventSummary>;
}

export interface WrittenEvents {
  summaries: Record<string, EventSummary>;
  faulty: FaultyStream[];
}

/** A stream as the configuration maps it, and as SQL. */
export interface StreamToWrite {
  mapped: MappedStream;
  stream: EventColumns;
}

/** Writes `events/<stream>.parquet`, see `datasetFiles`. Identities are written before. */
export const writeEvents = async (
  engine: Engine,
  dir: string,
  source: EventSource,
  streams: readonly StreamToWrite[],
): Promise<WrittenEvents> => {
  const written: WrittenEvents = { summaries: {}, faulty: [] };
  for (const each of streams) {
    const made = await (isJoined(each.mapped) ? writeJoined : writeRows)(engine, dir, source, each);
    Object.assign(written.summaries, made.summaries);
    written.faulty.push(...made.faulty);
  }
  return written;
};

/** Each row is an event. */
const writeRows = async (
  engine: Engine,
  dir: string,
  source: EventSource,
  { stream }: StreamToWrite,
): Promise<WrittenEvents> => {
  const { remembered, sets, isHashed, now, earlier } = source;
  const files = datasetFiles(dir);
  const known = source.identities ?? relation(files.identities);
  const found = isHashed
    ? events(withIdentityKeys(remembered, sets[0]!, known), stream, sql`r.identity_key`, now)
    : events(remembered, stream, owningKey(sets.length), now);
  const part = partFile(files.events(stream.name), earlier?.parts ?? 0);
  await mkdir(path.dirname(part), { recursive: true });
  const written = await engine.writeParquet(found, part, { isUnsorted: true });
  const own = await engine.createTable("event_owner", eventOwners(parquet(part)));
  const owners = await keepOwners(engine, dir, own, stream.name, source);
  const customers = await addedCustomers(engine, own, stream.name, source);
  const counted = await summarise(engine, dir, owners, stream, customers);
  const { met } = await engine.row<{ met: number }>(
    sql`select count(*) as met from ${remembered} as r where ${stream.condition}`,
  );
  const faultyRows = faultyEvents(remembered, stream, now);
  // Where every row is an event, none is faulty, and times and values need not be read once more.
  const rows = await engine.createTable(
    `faulty_${stream.name}`,
    met === written ? sql`select * from (${faultyRows}) where false` : faultyRows,
  );
  const { faulty } = await engine.row<{ faulty: number }>(sql`select count(*) as faulty from ${rows}`);
  const all = met - faulty + (earlier ? earlier.summaries[stream.name]!.counts!.events : 0);
  const counts = { ...counted.counts, rows: all, events: all, without_customer: all - counted.events };
  return {
    summaries: { [stream.name]: { ...counted, counts } },
    faulty: [{ stream, rows: sql`select * from ${rows}` }],
  };
};

/** Makes typed rows, each of which is an event, the events of a stream as they are. `holders`: see `typed-rows.ts`. */
export const adoptEvents = async (
  engine: Engine,
  dir: string,
  source: EventSource,
  stream: EventColumns,
  { stored, holders }: { stored: string; holders: Relation },
): Promise<WrittenEvents> => {
  const files = datasetFiles(dir);
  await linkFile(stored, files.events(stream.name));
  await engine.writeParquet(identityHashes(source.sets[0]!, relation(files.identities)), files.eventKeys);
  const own = await engine.createTable(
    "event_owner",
    sql`select known.identity_key, h.events, h.value_micros, h.oldest, h.newest
    from ${holders} as h join ${parquet(files.eventKeys)} as known on known.identity_hash = h.${keyColumn(0)}`,
  );
  const owners = await keepOwners(engine, dir, own, stream.name, source);
  const none = sql`select cast(null as bigint) as seq, cast(null as bigint) as event_time, 0 as fault where false`;
  return {
    summaries: { [stream.name]: await summarise(engine, dir, owners, stream) },
    faulty: [{ stream, rows: none }],
  };
};

const writeJoined = async (
  engine: Engine,
  dir: string,
  source: EventSource,
  { mapped, stream }: StreamToWrite,
): Promise<WrittenEvents> => {
  const { columns, now, forgottenFile, config, records } = source;
  const lines = lineSource(source, mapped);
  if (mapped.running) await stageOutlived(engine, records, lines, mapped.running);
  const plan: JoinPlan = {
    ...{ stream, mapped, tested: testedColumns(mapped, columns) },
    chosen: conditionOf(mapped.eventConditions, columns, testedColumn),
    isNewestOnly: mapped.key !== null && !config.upsert_columns?.length && records.filenames.length > 1,
    isForgetting: forgottenFile !== null,
  };
  const scratch = path.join(source.scratch, `events-${stream.name}`);
  const joined = await joinEvents(engine, eventLines(lines, stream, mapped, columns, now), plan, scratch);
  const made: WrittenEvents = {
    summaries: {},
    faulty: [{ stream, rows: sql`select * from ${joined.faulty}` }],
  };
  await engine.writeParquet(writtenEvents(joined.events, stream), datasetFiles(dir).events(stream.name));
  const summarised = await summariseFile(engine, dir, stream.name, stream);
  made.summaries[stream.name] = { ...summarised, counts: { ...summarised.counts, ...joined.counts } };
  if (joined.refunds) {
    const name = mapped.refunds!.as;
    await engine.writeParquet(writtenEvents(joined.refunds, stream), datasetFiles(dir).events(name));
    const refunds = await summariseFile(engine, dir, name, stream);
    made.summaries[name] = { ...refunds, hasValue: stream.refund!.parts.length > 0 };
  }
  return made;
};

/** Lines of an event are not deduplicated by their values: an order may have the same line twice. */
const lineSource = (
  { records, kept, config, sets, forgottenFile }: EventSource,
  { key }: MappedStream,
): LineSource => ({
  rows: key !== null && areLinesKept(config) ? records.relation : kept,
  sets,
  isForgotten: forgottenFile === null ? null : isGone(forgottenFile, sets.length),
  fileOf: records.fileOf ?? (() => sql`r.file`),
});

type Counted = EventSummary & { counts: EventCounts };

const summariseFile = async (
  engine: Engine,
  dir: string,
  name: string,
  stream: EventColumns,
): Promise<Counted> => {
  const stored = parquet(datasetFiles(dir).events(name));
  return summarise(engine, dir, await engine.createTable("event_owner", eventOwners(stored)), stream);
};

/** Keeps the owners of events for the next build. Returns those of all events of the stream: an identity may have a row of each build. */
const keepOwners = async (
  engine: Engine,
  dir: string,
  own: Relation,
  stream: string,
  { earlier, isContinued }: EventSource,
): Promise<Relation> => {
  if (!isContinued) return own;
  const file = readStateFiles(dir).owners(stream);
  const before = earlier && readStateFiles(earlier.dir).owners(stream);
  await mkdir(path.dirname(file), { recursive: true });
  if (before) await linkParts(before, file);
  const ownFile = partFile(file, before ? partsOf(before).length : 0);
  await mkdir(path.dirname(ownFile), { recursive: true });
  await engine.writeParquet(
    sql`select o.* replace (cast(o.value_micros as decimal(38, 0)) as value_micros) from ${own} as o order by o.identity_key`,
    ownFile,
  );
  return before ? withParts(file) : own;
};

/** The summary of a written stream, in which each event has a customer and one row. */
const summarise = async (
  engine: Engine,
  dir: string,
  owners: Relation,
  { hasValue, isDated, properties }: EventColumns,
  known: Customers | null = null,
): Promise<Counted> => {
  const identities = relation(datasetFiles(dir).identities);
  type Span = { events: number; oldest: number | null; newest: number | null };
  const { total, ...span } = await engine.row<Span & { total: number | null }>(
    sql`select cast(coalesce(sum(o.events), 0) as bigint) as events, min(o.oldest) as oldest, max(o.newest) as newest,
      ${fromMicros(sql`sum(o.value_micros)`)} as total
    from ${owners} as o`,
  );
  const found = known ?? (await engine.row<Customers>(customers(owners, identities)));
  return {
    ...span,
    ...{ hasValue, isDated },
    properties: properties.map(({ name: property, type, isList, column }) => ({
      ...{ name: property, type },
      ...(isList && { isList }),
      ...(column !== undefined && { column }),
    })),
    counts: {
      ...{ rows: span.events, events: span.events, without_customer: 0 },
      ...{ customers: found.customers, repeat_customers: found.repeating },
      ...(hasValue && { value_total: total ?? 0 }),
    },
  };
};

/** One row per identity with events: identity_key, events, value_micros (their sum), oldest and newest. */
const eventOwners = (stored: Relation): Sql => sql`
  select e.identity_key, count(*) as events, sum(${micros(sql`e.value`)}) as value_micros,
    min(e.event_time) as oldest, max(e.event_time) as newest
  from ${stored} as e group by e.identity_key`;

type Customers = { customers: number; repeating: number };

/**
 * The customers of all events, from those of the earlier build and of the owners whose events were added. Null where identities have more
 * than a customer ID, so that several may be one customer.
 */
const addedCustomers = async (
  engine: Engine,
  own: Relation,
  stream: string,
  { sets, earlier }: EventSource,
): Promise<Customers | null> => {
  const before = earlier?.summaries[stream]?.counts;
  const isById = sets.length === 1 && Object.keys(sets[0]!).join() === "customer_id";
  if (!earlier || before?.repeat_customers === undefined || !isById) return null;
  const owners = withParts(readStateFiles(earlier.dir).owners(stream));
  const added = await engine.row<Customers>(sql`
    select count(*) filter (known.events is null) as customers,
      count(*) filter (coalesce(known.events, 0) <= 1 and coalesce(known.events, 0) + own.events > 1) as repeating
    from ${own} as own
    left join (
      select o.identity_key, sum(o.events) as events from ${owners} as o
      semi join ${own} as came on came.identity_key = o.identity_key group by o.identity_key
    ) as known on known.identity_key = own.identity_key
    where own.identity_key is not null`);
  return {
    customers: before.customers + added.customers,
    repeating: before.repeat_customers + added.repeating,
  };
};

const customerFields: readonly IdentityField[] = ["customer_id", "email_hash", "phone", "national_id"];

/** One row: customers and repeating, see `EventCounts`. `owners` may have several rows of an identity. An ID that only some have, such as registered ones, does not count all. */
const customers = (owners: Relation, identities: Relation): Sql => {
  const others = customerFields.map((field) => sql`${`${field} `} || i.${ident(field)}`);
  const byEmail = sql`coalesce(lower(i.email), ${join(others)}, cast(i.identity_key as varchar))`;
  const byId = sql`coalesce(${others[0]!}, ${byEmail})`;
  const hasIds = sql`select count(i.customer_id) > 0 and count(i.customer_id) >= count(i.email) as found
    from ${identities} as i where i.identity_key in (select o.identity_key from ${owners} as o)`;
  return sql`select count(*) as customers, count(*) filter (where c.events > 1) as repeating
    from (select sum(o.events) as events
      from ${owners} as o
      join ${identities} as i on i.identity_key = o.identity_key, (${hasIds}) as ids
      group by case when ids.found then ${byId} else ${byEmail} end) as c`;
};
