// Events of a dataset, one file for each stream and each stream of refunds, with their counts and their faulty rows.

import { mkdir } from "node:fs/promises";
import path from "node:path";
import type { DatasetConfig } from "../../domain/data/dataset.js";
import type {
  DetectedColumn,
  EventCounts,
  EventSummary,
  LeftOut,
  LeftOutReason,
} from "../../domain/data/dataset-findings.js";
import { addedLeftOut, excludes } from "../../domain/data/left-out.js";
import type { EpochSeconds } from "../../domain/resource/resource.js";
import type { Engine } from "../../warehouse/engine.js";
import { inMillionths } from "../../warehouse/features/arithmetic.js";
import {
  addedCurrencies,
  type CurrencyTotal,
  currencyCounts,
  totalsByCurrency,
} from "../../warehouse/ingest/currency.js";
import { areLinesKept, type Keyless, keyless } from "../../warehouse/ingest/deduplication.js";
import {
  eventLines,
  isJoined,
  type LineSource,
  lineCounts,
  refundCondition,
  stageOutlived,
  testedColumns,
} from "../../warehouse/ingest/event-lines.js";
import {
  addedCustomers,
  type Customers,
  customers,
  eventOwners,
  heldEventOwners,
  type OwnedEvents,
  ownedEvents,
  ownersKept,
} from "../../warehouse/ingest/event-owners.js";
import {
  amounts,
  type EventColumns,
  type EventFault,
  faultsOf,
  faultyEvents,
  hasNoDate,
  type MappedStream,
  noFaultyRows,
  rowEvents,
  unmetConditionOf,
} from "../../warehouse/ingest/events.js";
import { type IdentityColumns, identityHashes, isErased } from "../../warehouse/ingest/identities.js";
import { type JoinPlan, joinEvents, writtenEvents } from "../../warehouse/ingest/joined-events.js";
import {
  type CountedReason,
  faultCounts,
  furtherFaults,
  furtherRows,
  metCounts,
  reasonsOf,
  unmetCounts,
} from "../../warehouse/ingest/left-out.js";
import type { Records } from "../../warehouse/ingest/read.js";
import type { FaultyStream } from "../../warehouse/ingest/rejects.js";
import { linkFile, linkParts, partFile, partsOf, withParts } from "../../warehouse/layers.js";
import { datasetFiles, readStateFiles, relation } from "../../warehouse/relations.js";
import { resultOf } from "../../warehouse/rows.js";
import type { Relation, Sql } from "../../warehouse/sql/sql.js";

export interface EventSource {
  records: Records;
  /** The records that count, without and with those of people to delete. */
  retained: Relation;
  kept: Relation;
  /** Number of rows of `kept`. */
  keptRows: number;
  /** The rows without a value of `upsert_columns`; null without these. */
  keyless: Keyless | null;
  /** Rows that are no records: they could not be read, or are totals. */
  unread: readonly LeftOut[];
  config: Pick<DatasetConfig, "upsert_columns" | "incremental_column">;
  columns: readonly DetectedColumn[];
  sets: readonly IdentityColumns[];
  /** See `hashedRecordColumns`. */
  isHashed: boolean;
  erasedFile: string | null;
  now: EpochSeconds;
  scratch: string;
  /** The identities of these records; absent: the `identities.parquet` of the build. */
  identities?: Relation;
  /** Events that an earlier build wrote of other records; absent: these are all. */
  earlier?: EarlierEvents;
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
  { mapped, stream }: StreamToWrite,
): Promise<WrittenEvents> => {
  const { retained, sets, isHashed, now, earlier } = source;
  const files = datasetFiles(dir);
  const known = source.identities ?? relation(files.identities);
  const found = rowEvents(retained, sets, stream, now, isHashed ? known : null);
  const part = partFile(files.events(stream.name), earlier?.parts ?? 0);
  await mkdir(path.dirname(part), { recursive: true });
  const written = await engine.writeParquet(found, part, { isUnsorted: true });
  const own = await engine.createTable("event_owner", eventOwners(part));
  const owners = await keepOwners(engine, dir, own, stream.name, source);
  const customers = await customersWithAdded(engine, own, stream.name, source);
  const counted = await summarise(engine, dir, owners, stream, customers);
  const { all, met } = await engine.row<{ all: number; met: number }>(metCounts(retained, stream.condition));
  // Where every row is an event, none is faulty, and times and values need not be read once more.
  const rows = await engine.createTable(
    `faulty_${stream.name}`,
    met === written ? noFaultyRows : faultyEvents(retained, stream, now),
  );
  const faults = await countFaults(engine, { faulty: rows, rows: retained, keyless: source.keyless }, stream);
  const before = earlier?.summaries[stream.name]?.counts;
  const total = met - faults.reduce((sum, each) => sum + each.rows, 0) + (before?.events ?? 0);
  const totals = await amountTotals(engine, amounts(retained, stream, now), stream, total > counted.events);
  const unmet = met < all ? await unmetRows(engine, retained, mapped, stream) : [];
  const counts: EventCounts = {
    ...counted.counts,
    rows: total,
    events: total,
    without_customer: total - counted.events,
    ...addedTotals(before, totals),
    ...ledgerOf(source, before, [
      ...asEvents(unmet, mapped),
      ...faults,
      ...(await repeatedRows(engine, source, stream)),
      { reason: "deleted_person", rows: source.keptRows - all, events: 0 },
    ]),
  };
  return {
    summaries: { [stream.name]: { ...counted, counts } },
    faulty: [{ stream, rows }],
  };
};

/** Rows that conditions leave out. */
const unmetRows = async (
  engine: Engine,
  rows: Relation,
  { conditions }: MappedStream,
  stream: EventColumns,
  besides?: Sql,
): Promise<LeftOut[]> => {
  const found = await engine.rows<CountedReason>(unmetCounts(rows, stream, besides));
  return reasonsOf(found, "condition", conditions);
};

/** Where each row is an event, a row that is left out is one, too. */
const asEvents = (unmet: readonly LeftOut[], { conditions }: MappedStream): LeftOut[] =>
  unmet.map((each) =>
    conditions.some((one) => one.column_name === each.column_name && excludes(one))
      ? { ...each, events: each.rows }
      : each,
  );

interface Faulty {
  /** seq, event_time, fault. */
  faulty: Relation;
  /** The rows that they are among. */
  rows: Relation;
  /** The rows among these that name no event. */
  keyless: Keyless | null;
}

/**
 * Faulty rows by what is wrong with them. A row that names neither its event nor a date is a further one of
 * another event.
 */
const countFaults = async (
  engine: Engine,
  { faulty, rows: all, keyless: without }: Faulty,
  stream: EventColumns,
): Promise<LeftOut[]> => {
  const found = await engine.rows<{ fault: number; rows: number }>(faultCounts(faulty));
  const faults = faultsOf(stream);
  const isUndated = found.some(({ fault }) => faults[fault]!.of === "no date");
  const further =
    without && isUndated ? await countFurther(engine, furtherFaults(faulty, all, without.is)) : 0;
  return [
    ...furtherReason(without, further),
    ...found.map(({ fault, rows }) => {
      const { of, column } = faults[fault]!;
      return {
        reason: reasonOfFault[of],
        ...(column && { column_name: column.name }),
        rows: of === "no date" ? rows - further : rows,
        events: 0,
      };
    }),
  ];
};

const countFurther = async (engine: Engine, counted: Sql): Promise<number> =>
  (await engine.row<{ further: number }>(counted)).further;

const furtherReason = (without: Keyless | null, rows: number): LeftOut[] =>
  without ? [{ reason: "no_key", column_name: without.column.name, rows, events: 0 }] : [];

/** Rows that do not count because others have their key or all of their values. */
const repeatedRows = async (
  engine: Engine,
  { records, kept, keptRows, keyless: without }: EventSource,
  stream: EventColumns,
): Promise<LeftOut[]> => {
  const rows = records.rows - keptRows;
  const count = (of: Relation) => countFurther(engine, furtherRows(of, without!.is, hasNoDate(stream)));
  const further = rows > 0 && without ? (await count(records.relation)) - (await count(kept)) : 0;
  return [{ reason: "repeated", rows: rows - further, events: 0 }, ...furtherReason(without, further)];
};

const reasonOfFault = {
  "no date": "no_date",
  "not a date": "not_a_date",
  "in the future": "in_future",
  "not a number": "not_a_number",
} as const satisfies Record<EventFault["of"], LeftOutReason>;

/** All rows, and those that are left out, with those of the earlier build. */
const ledgerOf = (
  { records, unread }: EventSource,
  before: EventCounts | undefined,
  reasons: readonly LeftOut[],
): Pick<EventCounts, "rows_read" | "left_out" | "left_out_by"> => {
  const leftOut = addedLeftOut([...(before?.left_out_by ?? []), ...reasons, ...unread]);
  const others = unread.reduce((sum, { rows }) => sum + rows, 0);
  return {
    rows_read: records.rows + others + (before?.rows_read ?? 0),
    left_out: leftOut.reduce((sum, { events: whole }) => sum + whole, 0),
    left_out_by: leftOut,
  };
};

type Totals = Pick<EventCounts, "by_currency" | "value_total">;

/** Totals of the amounts of events. Events without a customer (`hasOthers`) are in no file of events. */
const amountTotals = async (
  engine: Engine,
  rows: Relation,
  { currency, hasValue }: EventColumns,
  hasOthers: boolean,
): Promise<Totals> => {
  if (!hasValue || (currency === null && !hasOthers)) return {};
  const totals = await engine.rows<CurrencyTotal>(totalsByCurrency(rows, currency));
  const value_total = inMillionths(totals.reduce((sum, each) => sum + (each.value_total ?? 0), 0));
  return { value_total, ...(currency && { by_currency: currencyCounts(totals) }) };
};

/** With those of the earlier build. */
const addedTotals = (
  before: EventCounts | undefined,
  { value_total: total, by_currency: added }: Totals,
): Totals => ({
  ...(total !== undefined && { value_total: inMillionths((before?.value_total ?? 0) + total) }),
  ...(added && { by_currency: addedCurrencies(before?.by_currency ?? [], added) }),
});

/** Makes typed rows, each of which is an event, the events of a stream as they are. `holders`: see `typed-rows.ts`. */
export const adoptEvents = async (
  engine: Engine,
  dir: string,
  source: EventSource,
  stream: EventColumns,
  { wholeFile, holders }: { wholeFile: string; holders: Relation },
): Promise<WrittenEvents> => {
  const files = datasetFiles(dir);
  await linkFile(wholeFile, files.events(stream.name));
  await engine.writeParquet(identityHashes(source.sets[0]!, relation(files.identities)), files.eventKeys);
  const own = await engine.createTable("event_owner", heldEventOwners(holders, files.eventKeys));
  const owners = await keepOwners(engine, dir, own, stream.name, source);
  const counted = await summarise(engine, dir, owners, stream);
  const totals = await amountTotals(
    engine,
    amounts(source.records.relation, stream, source.now),
    stream,
    false,
  );
  const counts = { ...counted.counts, ...totals, ...ledgerOf(source, undefined, []) };
  return {
    summaries: { [stream.name]: { ...counted, counts } },
    faulty: [{ stream, rows: resultOf(noFaultyRows) }],
  };
};

const writeJoined = async (
  engine: Engine,
  dir: string,
  source: EventSource,
  { mapped, stream }: StreamToWrite,
): Promise<WrittenEvents> => {
  const { columns, now, erasedFile, config, records } = source;
  const lines = lineSource(source, mapped);
  if (mapped.running) await stageOutlived(engine, records, lines, mapped.running);
  const plan: JoinPlan = {
    stream,
    mapped,
    tested: testedColumns(mapped, columns),
    unmet: (read) => unmetConditionOf(mapped.eventConditions, columns, read),
    isNewestOnly: mapped.key !== null && !config.upsert_columns?.length && records.filenames.length > 1,
    isErasing: erasedFile !== null,
  };
  const scratch = path.join(source.scratch, `events-${stream.name}`);
  const joined = await joinEvents(engine, eventLines(lines, stream, mapped, columns, now), plan, scratch);
  const made: WrittenEvents = {
    summaries: {},
    faulty: [{ stream, rows: joined.faulty }],
  };
  await engine.writeParquet(writtenEvents(joined.events, stream), datasetFiles(dir).events(stream.name));
  const summarised = await summariseFile(engine, dir, stream.name, stream);
  const { left_out_by: reasons = [], ...counts } = joined.counts;
  const ledger = ledgerOf(source, undefined, [
    ...reasons,
    ...(await unstagedRows(engine, source, lines, { mapped, stream })),
    ...(await countFaults(
      engine,
      {
        faulty: joined.faulty,
        rows: lines.rows,
        keyless: mapped.key ? keyless(mapped.key) : source.keyless,
      },
      stream,
    )),
  ]);
  made.summaries[stream.name] = { ...summarised, counts: { ...summarised.counts, ...counts, ...ledger } };
  if (joined.refunds) {
    const name = mapped.refunds!.as;
    await engine.writeParquet(writtenEvents(joined.refunds, stream), datasetFiles(dir).events(name));
    const refunds = await summariseFile(engine, dir, name, stream);
    made.summaries[name] = {
      ...refunds,
      hasValue: stream.refund!.parts.length > 0,
      counts: { ...refunds.counts, ...joined.refundCounts },
    };
  }
  return made;
};

/** Rows that are no lines, see `eventLines`. */
const unstagedRows = async (
  engine: Engine,
  source: EventSource,
  { rows }: LineSource,
  { mapped, stream }: StreamToWrite,
): Promise<LeftOut[]> => {
  const { columns, records } = source;
  const isRefund = refundCondition(mapped, columns, stream);
  const { all, met, outlived } = await engine.row<Record<"all" | "met" | "outlived", number>>(
    lineCounts(rows, mapped, stream, isRefund),
  );
  const unmet = met < all ? await unmetRows(engine, rows, mapped, stream, isRefund) : [];
  const isOfLines = rows === records.relation;
  return [
    ...(mapped.key === null ? asEvents(unmet, mapped) : unmet),
    { reason: "still_running", rows: outlived, events: 0 },
    ...(isOfLines ? [] : await repeatedRows(engine, source, stream)),
  ];
};

/** Lines of an event are not deduplicated by their values: an order may have the same line twice. */
const lineSource = (
  { records, kept, config, sets, erasedFile }: EventSource,
  { key }: MappedStream,
): LineSource => ({
  rows: key !== null && areLinesKept(config) ? records.relation : kept,
  sets,
  isErased: erasedFile === null ? null : isErased(erasedFile, sets.length),
  ...(records.fileOf && { fileOf: records.fileOf }),
});

type Counted = EventSummary & { counts: EventCounts };

const summariseFile = async (
  engine: Engine,
  dir: string,
  name: string,
  stream: EventColumns,
): Promise<Counted> => {
  const owners = await engine.createTable("event_owner", eventOwners(datasetFiles(dir).events(name)));
  return summarise(engine, dir, owners, stream);
};

/**
 * Keeps the owners of events for the next build. Returns those of all events of the stream: an identity may
 * have a row of each build.
 */
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
  await engine.writeParquet(ownersKept(own), ownFile);
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
  const { total, ...span } = await engine.row<OwnedEvents>(ownedEvents(owners));
  const found = known ?? (await engine.row<Customers>(customers(owners, identities)));
  return {
    ...span,
    hasValue,
    isDated,
    properties: properties.map(({ name: property, type, isList, column }) => ({
      name: property,
      type,
      ...(isList && { isList }),
      ...(column !== undefined && { column }),
    })),
    counts: {
      rows: span.events,
      events: span.events,
      without_customer: 0,
      customers: found.customers,
      repeat_customers: found.repeating,
      ...(hasValue && { value_total: total ?? 0 }),
    },
  };
};

/**
 * The customers of all events, from those of the earlier build and of the owners whose events were added.
 * Null where identities have more than a customer ID, so that several may be one customer.
 */
const customersWithAdded = async (
  engine: Engine,
  own: Relation,
  stream: string,
  { sets, earlier }: EventSource,
): Promise<Customers | null> => {
  const before = earlier?.summaries[stream]?.counts;
  const isById = sets.length === 1 && Object.keys(sets[0]!).join() === "customer_id";
  if (!earlier || before === undefined || !isById) return null;
  const owners = withParts(readStateFiles(earlier.dir).owners(stream));
  const added = await engine.row<Customers>(addedCustomers(own, owners));
  return {
    customers: before.customers + added.customers,
    repeating: before.repeat_customers + added.repeating,
  };
};
