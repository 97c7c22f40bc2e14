// Events of a dataset, one file for each stream and each stream of refunds, with their counts and their faulty rows.

import { existsSync } from "node:fs";
import { mkdir, rename } from "node:fs/promises";
import path from "node:path";
import type {
  DetectedColumn,
  EventCounts,
  EventSummary,
  LeftOut,
  LeftOutReason,
} from "../../domain/data/dataset-findings.js";
import { inMillionths } from "../../domain/data/ledger.js";
import { excludes } from "../../domain/data/left-out.js";
import type { EpochMs, EpochSeconds } from "../../domain/resource/resource.js";
import type { Engine } from "../../warehouse/engine.js";
import { areLinesKept, type KeyedBy, type Keyless, keyless } from "../../warehouse/ingest/deduplication.js";
import {
  eventLines,
  isJoined,
  type LineSource,
  lineCounts,
  refundCondition,
  stageOutlived,
  testedColumn,
  testedColumns,
} from "../../warehouse/ingest/event-lines.js";
import {
  addedCustomers,
  addedOwners,
  type Customers,
  customers,
  customersByArrival,
  eventOwners,
  heldEventOwners,
  numbersOfNobody,
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
  rowAmount,
  rowEvents,
  unmetConditionOf,
} from "../../warehouse/ingest/events.js";
import { type IdentityColumns, identityHashes, isErased } from "../../warehouse/ingest/identities.js";
import {
  areStream,
  type BeforeAndAfter,
  changedByBuild,
  changedOwners,
  countedEvents,
  type EarlierLines,
  type EventKeys,
  eventsKept,
  eventsKeptOf,
  type Joined,
  type JoinPlan,
  joinEvents,
  withKey,
  withKnownKey,
  withNewKey,
  writtenEvents,
} from "../../warehouse/ingest/joined-events.js";
import {
  addedCurrencies,
  currencyCounts,
  ofFiles,
  type Tally,
  tallies,
  valueTotal,
  writtenAmounts,
} from "../../warehouse/ingest/ledger.js";
import {
  amountIn,
  type CountedAmount,
  type CountedReason,
  type FileLeftOut,
  type FileRows,
  faultCounts,
  furtherFaults,
  furtherRows,
  lessCounts,
  metCounts,
  mostValues,
  noRowAmount,
  type RowAmount,
  reasonsOf,
  rowsLeftOut,
  unmetCounts,
} from "../../warehouse/ingest/left-out.js";
import { AllRowsNeeded, type Records } from "../../warehouse/ingest/read.js";
import type { FaultyStream } from "../../warehouse/ingest/rejects.js";
import {
  linkFile,
  linkParts,
  partFile,
  partsOf,
  partsReplaced,
  replacedKeys,
  replaceInParts,
  withParts,
} from "../../warehouse/layers.js";
import { datasetFiles, readStateFiles, relation } from "../../warehouse/relations.js";
import { allRows, inFiles, resultOf, unionOf } from "../../warehouse/rows.js";
import type { Relation, Sql } from "../../warehouse/sql/sql.js";
import { digest } from "../kind/digest.js";
import { type FileCustomers, ledgerOf, type RowsRead, readWith, rowsRead } from "./ledger.js";
import { buildOf, type KeptJoin, nextPartName, type ReadFacts } from "./read-facts.js";

export interface EventSource {
  records: Records;
  /** The records that count, without and with those of people to delete. */
  retained: Relation;
  kept: Relation;
  /** Number of rows of `kept`. */
  keptRows: number;
  /** The rows without a value of `upsert_columns`; null without these. */
  keyless: Keyless | null;
  read: RowsRead;
  config: KeyedBy;
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
  facts: ReadFacts;
}

export interface WrittenEvents {
  summaries: Record<string, EventSummary>;
  faulty: FaultyStream[];
  /** See `ReadFacts`. */
  joined: Record<string, KeptJoin>;
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
  const written: WrittenEvents = { summaries: {}, faulty: [], joined: {} };
  for (const each of streams) {
    const made = await (isJoined(each.mapped) ? writeJoined : writeRows)(engine, dir, source, each);
    Object.assign(written.summaries, made.summaries);
    Object.assign(written.joined, made.joined);
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
  const { retained, sets, isHashed, now, earlier, erasedFile, kept } = source;
  const files = datasetFiles(dir);
  const known = source.identities ?? relation(files.identities);
  const found = rowEvents(retained, sets, stream, now, isHashed ? known : null);
  const part = partFile(files.events(stream.name), earlier?.facts.parts.length ?? 0);
  await mkdir(path.dirname(part), { recursive: true });
  const written = await engine.writeParquet(found, part, { isUnsorted: true });
  const own = await ownersOf(engine, inFiles(part), source.read);
  const owners = await keepOwners(engine, dir, own.each, stream.name, source);
  const customers = await customersWithAdded(engine, own.each, known, stream.name, source);
  const counted = await summarise(engine, dir, owners, stream, customers);
  const met = await engine.rows<MetRows>(metCounts(retained, stream.condition));
  // Where every row is an event, none is faulty, and times and values need not be read once more.
  const rows = await engine.createTable(
    `faulty_${stream.name}`,
    sumOf(met, "met") === written ? noFaultyRows : faultyEvents(retained, stream, now),
  );
  const faults = await countFaults(engine, { faulty: rows, rows: retained, keyless: source.keyless }, stream);
  const before = earlier?.facts.result.streams[stream.name];
  const events = sumOf(met, "met") - sumOf(faults, "rows");
  const tallied = await engine.rows<Tally>(
    tallies(
      stream.currency || events > written
        ? amounts(retained, stream, now)
        : writtenAmounts(part, stream.hasValue),
      stream,
    ),
  );
  const isUnmet = met.some(({ all, met: some }) => some < all);
  const leftOut = [
    ...(isUnmet
      ? asEvents(await unmetRows(engine, retained, mapped, stream, rowAmount(stream)), mapped)
      : []),
    ...faults,
    ...(await repeatedRows(engine, source, stream)),
    ...(erasedFile === null
      ? []
      : rowsLeftOut("deleted_person", await engine.rows<FileRows>(lessCounts(kept, retained)))),
  ];
  const without = events - written;
  const ownCounts = {
    rows: events,
    events,
    without_customer: without,
    customers: earlier ? await customersOf(engine, dir, own.each) : counted.counts.customers,
  };
  const of = {
    counts: ownCounts,
    leftOut,
    tallies: tallied,
    byFile: await customersOfFiles(engine, dir, own.byFile),
    stream,
  };
  const { counts: ledger, ...byFile } = ledgerOf(source.read, of, stream.isDated, before);
  const counts: EventCounts = {
    ...counted.counts,
    rows: events + (before?.counts.rows ?? 0),
    events: events + (before?.counts.events ?? 0),
    without_customer: without + (before?.counts.without_customer ?? 0),
    ...addedTotals(before?.counts, totalsOf(tallied, stream)),
    ...ledger,
  };
  return {
    summaries: { [stream.name]: { ...counted, ...byFile, counts } },
    faulty: [{ stream, rows }],
    joined: {},
  };
};

type MetRows = { arrival_time: EpochMs; all: number; met: number };

const sumOf = <K extends string>(of: readonly Readonly<Record<K, number>>[], count: K): number =>
  of.reduce((sum, each) => sum + each[count], 0);

/** Owners of events; `byFile`: of each file, null where there is one. */
const ownersOf = async (engine: Engine, events: Relation, { uploads }: RowsRead) => {
  const areSeveral = uploads.length > 1;
  const own = await engine.createTable("event_owner", eventOwners(events, areSeveral));
  return { each: areSeveral ? addedOwners(own) : own, byFile: areSeveral ? own : null };
};

const customersOf = async (engine: Engine, dir: string, owners: Relation): Promise<number> => {
  const identities = relation(datasetFiles(dir).identities);
  return (await engine.row<Customers>(customers(owners, identities))).customers;
};

const customersOfFiles = async (
  engine: Engine,
  dir: string,
  owners: Relation | null,
): Promise<FileCustomers[] | null> =>
  owners && engine.rows<FileCustomers>(customersByArrival(owners, relation(datasetFiles(dir).identities)));

const totalsOf = (tallied: readonly Tally[], { hasValue, currency }: EventColumns): Totals => ({
  ...(hasValue && { value_total: valueTotal(tallied) }),
  ...(hasValue && currency && { by_currency: currencyCounts(ofFiles(tallied)) }),
});

/** Rows that conditions leave out. */
const unmetRows = async (
  engine: Engine,
  rows: Relation,
  { conditions }: MappedStream,
  stream: EventColumns,
  amount: RowAmount,
  besides?: Sql,
): Promise<FileLeftOut[]> => {
  const found = await engine.rows<CountedReason>(unmetCounts(rows, stream, amount, besides));
  return reasonsOf(found, "condition", conditions);
};

/** Where each row is an event, a row that is left out is one, too. */
const asEvents = (unmet: readonly FileLeftOut[], { conditions }: MappedStream): FileLeftOut[] =>
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
  hasAmounts = true,
): Promise<FileLeftOut[]> => {
  const found = await engine.rows<CountedAmount & { fault: number }>(faultCounts(faulty));
  const faults = faultReasons(stream);
  const undated = faults.findIndex(({ reason }) => reason === "no_date");
  const isUndated = found.some(({ fault }) => fault === undated);
  const further =
    without && isUndated ? await engine.rows<FileRows>(furtherFaults(faulty, all, without.is)) : [];
  return [
    ...furtherReason(without, further),
    ...lessOf(further).map((each) => ({ ...each, ...faults[undated]! })),
    ...found.map(({ fault, rows, arrival_time: arrived_at, currency, total }) => ({
      ...faults[fault]!,
      rows,
      events: 0,
      arrived_at,
      ...(hasAmounts && total !== null && { amounts: [amountIn(currency, total)] }),
    })),
  ];
};

/** The reason of each fault, in the order of their indexes. */
export const faultReasons = (stream: EventColumns): Pick<LeftOut, "reason" | "column_name">[] =>
  faultsOf(stream).map(({ of, column }) => ({
    reason: reasonOfFault[of],
    ...(column && { column_name: column.name }),
  }));

const furtherReason = (without: Keyless | null, further: readonly FileRows[]): FileLeftOut[] =>
  without
    ? rowsLeftOut("no_key", further).map((each) => ({ ...each, column_name: without.column.name }))
    : [];

/** Rows that have another reason. */
const lessOf = (counted: readonly FileRows[]): FileLeftOut[] =>
  rowsLeftOut("repeated", counted).map((each) => ({ ...each, rows: -each.rows }));

/** Rows that do not count because others have their key or all of their values. */
const repeatedRows = async (
  engine: Engine,
  { records, kept, keptRows, keyless: without, read: { uploads } }: EventSource,
  stream: EventColumns,
): Promise<FileLeftOut[]> => {
  const rows = records.rows - keptRows;
  if (rows === 0) return [];
  const [first, ...others] = uploads;
  const repeated =
    first && others.length === 0
      ? [{ arrival_time: first.arrived_at, rows }]
      : await engine.rows<FileRows>(lessCounts(records.relation, kept));
  const count = (of: Relation, sign: 1 | -1) =>
    engine
      .rows<FileRows>(furtherRows(of, without!.is, hasNoDate(stream)))
      .then((counted) => counted.map((each) => ({ ...each, rows: sign * each.rows })));
  const further = without ? [...(await count(records.relation, 1)), ...(await count(kept, -1))] : [];
  return [...rowsLeftOut("repeated", repeated), ...lessOf(further), ...furtherReason(without, further)];
};

const reasonOfFault = {
  "no date": "no_date",
  "not a date": "not_a_date",
  "in the future": "in_future",
  "not a number": "not_a_number",
} as const satisfies Record<EventFault["of"], LeftOutReason>;

type Totals = Pick<EventCounts, "by_currency" | "value_total">;

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
  const tallied = await engine.rows<Tally>(tallies(amounts(source.records.relation, stream), stream));
  const of = {
    counts: counted.counts,
    leftOut: [],
    tallies: tallied,
    byFile: null,
    stream,
  };
  const { counts: ledger, ...byFile } = ledgerOf(source.read, of, stream.isDated);
  const counts = { ...counted.counts, ...totalsOf(tallied, stream), ...ledger };
  return {
    summaries: { [stream.name]: { ...counted, ...byFile, counts } },
    faulty: [{ stream, rows: resultOf(noFaultyRows) }],
    joined: {},
  };
};

/** `listed`: see `JoinPlan`. */
export const joinedOf = async (
  engine: Engine,
  { columns, now, erasedFile, config, records, scratch }: EventSource,
  { mapped, stream }: StreamToWrite,
  lines: LineSource,
  { listed, earlier = null }: { listed?: Relation; earlier?: EarlierLines | null } = {},
): Promise<Joined> => {
  const areSeveral = records.filenames.length > 1 || earlier !== null;
  if (mapped.running) await stageOutlived(engine, records, lines, mapped.running);
  const plan: JoinPlan = {
    stream,
    mapped,
    tested: testedColumns(mapped, columns),
    unmet: (read, isMeant) => unmetConditionOf(mapped.eventConditions, columns, read, isMeant),
    isNewestOnly: mapped.key !== null && areSeveral && !config.upsert_columns?.length,
    isSpread: mapped.key !== null && areSeveral && Boolean(config.upsert_columns?.length),
    isErasing: erasedFile !== null,
    ...(listed && { listed }),
  };
  const dir = path.join(scratch, `events-${stream.name}`);
  return joinEvents(engine, eventLines(lines, stream, mapped, columns, now), plan, dir, earlier);
};

const writeJoined = async (
  engine: Engine,
  dir: string,
  source: EventSource,
  { mapped, stream }: StreamToWrite,
): Promise<WrittenEvents> => {
  const lines = lineSource(source, mapped);
  const print = printOfJoin(source, { mapped, stream }, lines);
  const before = source.earlier && earlierJoin(source.earlier, { mapped, stream }, print);
  const joined = await joinedOf(engine, source, { mapped, stream }, lines, {
    earlier: before?.lines ?? null,
  });
  const { changed } = joined;
  const own = { name: stream.name, isOfRefunds: false, stream };
  await writeEventFiles(
    engine,
    dir,
    source,
    own,
    joined.events,
    changed && { ...changed.events, keys: changed.keys },
  );
  if (source.isContinued) await keepLines(dir, source, stream.name, joined.linesFile);
  const read = readWith(source.earlier?.facts.read, source.read);
  const { summarised, byFile: customersByFile } = await summariseFile(engine, dir, stream.name, stream, read);
  const faulty = { faulty: joined.faulty, rows: lines.rows, keyless: keylessOf(source, mapped) };
  const found = { ...summarised.counts, ...joined.counts };
  const leftOut = [
    ...(before?.kept.leftOut ?? []),
    ...(await unstagedRows(engine, source, lines, { mapped, stream })),
    ...(await countFaults(engine, faulty, stream, mapped.key === null && !stream.currency)),
  ];
  if (before) requireCountable(leftOut, mapped);
  const { counts: ledger, ...byFile } = ledgerOf(
    read,
    {
      ...joined,
      counts: found,
      leftOut: [...joined.leftOut, ...leftOut],
      byFile: customersByFile,
      stream,
    },
    stream.isDated,
  );
  const summaries: Record<string, EventSummary> = {
    [stream.name]: { ...summarised, ...byFile, counts: { ...found, ...ledger } },
  };
  if (joined.refunds) {
    const name = mapped.refunds!.as;
    const of = { name, isOfRefunds: true, stream };
    const refunds = changed?.refunds && { ...changed.refunds, keys: changed.keys };
    await writeEventFiles(engine, dir, source, of, joined.refunds, refunds ?? null);
    const { summarised: counted } = await summariseFile(engine, dir, name, stream);
    summaries[name] = {
      ...counted,
      hasValue: stream.refund!.parts.length > 0,
      counts: { ...counted.counts, ...joined.refundCounts },
    };
  }
  const { events } = joined.counts;
  const replaced = source.isContinued ? await countReplaced(engine, dir, stream.name) : 0;
  const kept = { print, lines: joined.kept, leftOut, events, replaced };
  return {
    summaries,
    faulty: [{ stream, rows: joined.faulty }],
    joined: source.isContinued ? { [stream.name]: kept } : {},
  };
};

/** Everything that decides how rows become lines, and lines events. */
const printOfJoin = (
  { columns }: EventSource,
  { mapped, stream }: StreamToWrite,
  lines: LineSource,
): string => {
  const read = eventLines(lines, stream, mapped, columns, 0);
  const unmet = unmetConditionOf(mapped.eventConditions, columns, testedColumn);
  return digest([read, unmet, mapped]);
};

/** Throws `AllRowsNeeded` where lines are read otherwise than before. */
const earlierJoin = (
  { dir, facts }: EarlierEvents,
  { mapped, stream }: StreamToWrite,
  print: string,
): { lines: EarlierLines; kept: KeptJoin } => {
  const kept = facts.joined?.[stream.name];
  if (kept?.print !== print) throw new AllRowsNeeded();
  const { lines, joined } = readStateFiles(dir);
  const refunds = areStream(mapped) ? mapped.refunds!.as : null;
  return {
    kept,
    lines: {
      lines: withParts(lines(stream.name)),
      events: partsReplaced(joined(stream.name), "event"),
      refunds: refunds === null ? null : partsReplaced(joined(refunds), "event"),
      kept: kept.lines,
    },
  };
};

/** Throws `AllRowsNeeded` where a condition has more values than are counted. */
const requireCountable = (leftOut: readonly FileLeftOut[], { conditions }: MappedStream): void => {
  const values = new Map<string, Set<string | null>>();
  for (const { reason, column_name = "", value } of leftOut) {
    if (reason !== "condition") continue;
    const own = conditions.filter((condition) => condition.column_name === column_name);
    const isWhole = value === undefined && !own.every(({ optional }) => optional);
    const known = values.get(column_name) ?? new Set();
    if (value !== undefined) known.add(value);
    if (isWhole || known.size > mostValues) throw new AllRowsNeeded();
    values.set(column_name, known);
  }
};

interface JoinedStream {
  name: string;
  isOfRefunds: boolean;
  stream: EventColumns;
}

/** Events with lines of added files, as they were and are. `keys`: of those that had lines before. */
type Changed = BeforeAndAfter & { keys: Relation };

/** Writes the events of a stream; of an earlier build as parts and layers of its files. */
const writeEventFiles = async (
  engine: Engine,
  dir: string,
  { earlier, isContinued }: EventSource,
  { name, isOfRefunds, stream }: JoinedStream,
  events: Relation,
  changed: Changed | null,
): Promise<void> => {
  const counted = (of: Relation) => (isOfRefunds ? of : countedEvents(of));
  const [file, joined] = [datasetFiles(dir).events(name), readStateFiles(dir).joined(name)];
  if (isContinued) await mkdir(path.dirname(joined), { recursive: true });
  if (!earlier || !changed) {
    await engine.writeParquet(writtenEvents(counted(events), stream, isContinued ? withKey : {}), file);
    if (isContinued) await engine.writeScratch(eventsKept(events, isOfRefunds), joined);
    return;
  }
  const { keys, was, is } = changed;
  const parts = earlier.facts.parts.length;
  const layer = async (of: string, previous: string, added: Sql, replaced: Sql) => {
    await linkParts(previous, of);
    const part = partFile(of, parts);
    await mkdir(path.dirname(part), { recursive: true });
    await engine.writeParquet(added, part);
    await replaceInParts(engine, { previous, file: of, key: "event" }, keys, replaced);
  };
  const written = (of: EventKeys) => writtenEvents(counted(is), stream, of);
  await layer(
    file,
    datasetFiles(earlier.dir).events(name),
    written(withNewKey(keys)),
    written(withKnownKey(keys)),
  );
  await layer(
    joined,
    readStateFiles(earlier.dir).joined(name),
    eventsKeptOf(is, isOfRefunds, keys, false),
    eventsKeptOf(is, isOfRefunds, keys, true),
  );
  const owners = changedOwners({ was: counted(was), is: counted(is) }, keys, stream, isOfRefunds);
  await keepChanged(engine, dir, earlier, name, owners);
};

/** Keeps whose events the build has changed, after those of earlier builds. */
const keepChanged = async (
  engine: Engine,
  dir: string,
  { dir: from, facts }: EarlierEvents,
  name: string,
  owners: Sql,
): Promise<void> => {
  const [before, file] = [readStateFiles(from).changed(name), readStateFiles(dir).changed(name)];
  const known = existsSync(before) ? inFiles(before) : null;
  const own = await engine.createTable(
    "changed_owner",
    changedByBuild(owners, buildOf(nextPartName(facts.parts, ""))),
  );
  if (known === null && (await engine.count(own)) === 0) return;
  await mkdir(path.dirname(file), { recursive: true });
  await engine.writeParquet(allRows(known ? unionOf(known, own) : own), file);
};

/** Keeps the lines of the rows that were read. */
const keepLines = async (
  dir: string,
  { earlier }: EventSource,
  name: string,
  linesFile: string,
): Promise<void> => {
  const file = readStateFiles(dir).lines(name);
  await mkdir(path.dirname(file), { recursive: true });
  if (earlier) await linkParts(readStateFiles(earlier.dir).lines(name), file);
  const part = partFile(file, earlier?.facts.parts.length ?? 0);
  await mkdir(path.dirname(part), { recursive: true });
  await rename(linesFile, part);
};

const countReplaced = (engine: Engine, dir: string, name: string): Promise<number> =>
  engine.count(replacedKeys(readStateFiles(dir).joined(name), "event"));

/** The rows that name no event. */
export const keylessOf = (source: EventSource, { key }: MappedStream): Keyless | null =>
  key ? keyless(key) : source.keyless;

/** Rows that are no lines, see `eventLines`. */
const unstagedRows = async (
  engine: Engine,
  source: EventSource,
  { rows }: LineSource,
  { mapped, stream }: StreamToWrite,
): Promise<FileLeftOut[]> => {
  const { columns, records } = source;
  const isRefund = refundCondition(mapped, columns, stream);
  const found = await engine.rows<MetRows & { outlived: number }>(lineCounts(rows, mapped, stream, isRefund));
  const amount = mapped.key === null ? rowAmount(stream) : noRowAmount;
  const isUnmet = found.some(({ all, met }) => met < all);
  const unmet = isUnmet ? await unmetRows(engine, rows, mapped, stream, amount, isRefund) : [];
  const isOfLines = rows === records.relation;
  const outlived = found.map(({ arrival_time, outlived: rows }) => ({ arrival_time, rows }));
  return [
    ...(mapped.key === null ? asEvents(unmet, mapped) : unmet),
    ...rowsLeftOut("still_running", outlived),
    ...(isOfLines ? [] : await repeatedRows(engine, source, stream)),
  ];
};

/** Lines of an event are not deduplicated by their values: an order may have the same line twice. */
export const lineSource = (
  { records, kept, config, sets, erasedFile }: EventSource,
  { key }: MappedStream,
): LineSource => ({
  rows: key !== null && areLinesKept(config) ? records.relation : kept,
  sets,
  isErased: erasedFile === null ? null : isErased(erasedFile, sets.length),
  ...(records.fileOf && { fileOf: records.fileOf }),
});

type Counted = EventSummary & { counts: EventCounts };

/** The summary of a written stream, and the customers of each file, where files are read. */
const summariseFile = async (
  engine: Engine,
  dir: string,
  name: string,
  stream: EventColumns,
  read?: RowsRead,
): Promise<{ summarised: Counted; byFile: FileCustomers[] | null }> => {
  const events = relation(datasetFiles(dir).events(name));
  const own = await ownersOf(engine, events, read ?? rowsRead([], [], 0, true));
  const summarised = await summarise(engine, dir, own.each, stream);
  return { summarised, byFile: await customersOfFiles(engine, dir, own.byFile) };
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
 * Null where identities have more than a customer ID, so that several may be one customer, or one may be none.
 */
const customersWithAdded = async (
  engine: Engine,
  own: Relation,
  identities: Relation,
  stream: string,
  { sets, earlier }: EventSource,
): Promise<Customers | null> => {
  const before = earlier?.facts.result.streams[stream]?.counts;
  const isById = sets.length === 1 && Object.keys(sets[0]!).join() === "customer_id";
  if (!earlier || before === undefined || !isById) return null;
  const nobody = await engine.row<{ found: boolean }>(numbersOfNobody(identities));
  if (nobody.found) return null;
  const owners = withParts(readStateFiles(earlier.dir).owners(stream));
  const added = await engine.row<Customers>(addedCustomers(own, owners));
  return {
    customers: before.customers + added.customers,
    repeating: before.repeat_customers + added.repeating,
  };
};
