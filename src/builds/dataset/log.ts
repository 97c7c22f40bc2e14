// Build of a log: a dataset of plain files whose rows only become events of one stream. Their rows are read
// once, into typed columns, by what a sample of their lines says; where all rows are events, what was read is
// the result. Everything else reads all rows as text.

import { rm } from "node:fs/promises";
import path from "node:path";
import type { ColumnType, DetectedColumn } from "../../domain/data/dataset-findings.js";
import type { DatasetResult } from "../../domain/proposal/dataset-result.js";
import { ArchiveTooLarge, BrokenArchive } from "../../files/archive.js";
import { unpack } from "../../files/bytes.js";
import type { Engine } from "../../warehouse/engine.js";
import { type Source, sampleRows, storedNumbers } from "../../warehouse/ingest/columns.js";
import { sampledRows, sampleStride } from "../../warehouse/ingest/dates.js";
import { keptRecords, keyless, upsertKey } from "../../warehouse/ingest/deduplication.js";
import { type EventColumns, eventColumns } from "../../warehouse/ingest/events.js";
import { heldIdentities, keyColumn, links } from "../../warehouse/ingest/identities.js";
import { type LineSample, sampleLines } from "../../warehouse/ingest/line-sample.js";
import { columnsOf, sampledTypes } from "../../warehouse/ingest/profile.js";
import { AllRowsNeeded, fileReader, type Records } from "../../warehouse/ingest/read.js";
import { findFaultyRows } from "../../warehouse/ingest/rejects.js";
import { findTotalRows } from "../../warehouse/ingest/total-row.js";
import { traits } from "../../warehouse/ingest/traits.js";
import {
  holders,
  isEvent,
  keylessColumn,
  readTyped,
  type TypedRows,
} from "../../warehouse/ingest/typed-rows.js";
import { datasetFiles } from "../../warehouse/relations.js";
import { ident, type Relation, sql } from "../../warehouse/sql/sql.js";
import type { StepTools } from "../kind/kind.js";
import { isAdditive, keepRead } from "./continue.js";
import { adoptEvents, type EventSource, type StreamToWrite, writeEvents } from "./events.js";
import { noHistory } from "./file-history.js";
import { formatsOf, funnelOf, rejectsOf, unreadMembersOf, unreadRows, updatesOf } from "./findings.js";
import { type RecordsRead, replayFiles, stageFirstSeen } from "./first-seen.js";
import type { DatasetInput } from "./input.js";
import { writeOrigins } from "./origins.js";
import { type OutputPlan, planOutput } from "./output-plan.js";
import { prepareScratch } from "./rows.js";

/** Null where all rows have to be read as text. It then leaves nothing behind. */
export const buildLog = async (input: DatasetInput, tools: StepTools): Promise<DatasetResult | null> => {
  const { options, preview } = input.config;
  if (options.type !== "hosted_csv" || preview) return null;
  const scratch = await prepareScratch(tools.engine, tools.dir);
  tools.progress(0, "Inspecting files");
  const { names, sources = [] } = await fileReader(
    tools.engine,
    { files: input.files, options },
    scratch,
    () => {},
  );
  const plan = planOutput(input, names);
  try {
    if (plan.isHashed && plan.streams.length === 1)
      return await readLog(input, { ...plan, names, sources, scratch }, tools);
  } catch (cause) {
    if (!(cause instanceof AllRowsNeeded)) throw cause;
  }
  await rm(scratch, { recursive: true, force: true });
  return null;
};

interface Log extends OutputPlan {
  names: string[];
  sources: readonly Source[];
  scratch: string;
}

const readLog = async (input: DatasetInput, log: Log, tools: StepTools): Promise<DatasetResult> => {
  const { engine, dir, now, progress } = tools;
  const { config, history = noHistory } = input;
  const { names, sources, scratch } = log;
  const nowSeconds = Math.floor(now / 1000);

  progress(0.02, "Sampling lines");
  const plain = await unpacked(sources, scratch);
  const lines = await sampleLines(engine, plain, names.length, scratch);
  if (lines === null) throw new AllRowsNeeded();
  await refuseTotalRows(engine, lines, names.length);
  const sampled = await sampleOf(engine, lines, sources);
  const types = await sampledTypes(engine, sampled, names);
  const stream = await streamOf(engine, sampled, log, typedAs(names, types));

  progress(0.05, "Reading files");
  const without = keyless(upsertKey(config, names));
  const sqlOf = {
    stream,
    set: log.sets[0]!,
    keys: log.derived,
    isKeyless: without?.is ?? null,
    types,
    now: nowSeconds,
  };
  const read = await readTyped(engine, plain, sqlOf, lines.rows, scratch, (count) =>
    progress(0.05 + (0.5 * count) / sources.length, `Read ${count} of ${sources.length} files`),
  );
  for (const [i, { path: file }] of plain.entries()) if (file !== sources[i]!.path) await rm(file);
  const readFiles = read.files.map((file, i) => ({ ...file, source: sources[i]! }));
  const columns = columnsOf(names, read.counts, read.rows);
  if (columns.some(({ data_type, fill_rate }, i) => data_type !== types[i] || fill_rate === 0))
    await refuseOther(stream, await streamOf(engine, sampled, log, columns));

  progress(0.55, "Removing duplicates");
  const records: Records = { ...sampled, relation: read.relation };
  const kept = await stageKept(engine, records, columns, input);
  const keptRows = await engine.count(kept);
  const stored = await wholeFile(engine, read, keptRows, nowSeconds);

  progress(0.65, "Writing people");
  const sets = [read.set];
  const files = input.files.map((file) => ({ ...file, replaced_at: null }));
  const { derived } = log;
  const whole: RecordsRead = { rows: kept, sets, files, names, derived, scratch, remembered: (rows) => rows };
  const replay = await replayFiles(engine, config, whole, history);
  const firstSeen = input.history ? await stageFirstSeen(engine, config, whole, history, replay) : null;
  const outputs = datasetFiles(dir);
  await engine.writeParquet(links(kept, 1), outputs.links);
  await engine.writeParquet(traits(kept, [], 1), outputs.traits);
  const held = await engine.createTable("holder", holders(kept, read.set, stored !== null));
  const arrivals = sources.map(({ arrived_at }) => arrived_at);
  const found = await engine.writeParquet(
    heldIdentities(held, read.set, arrivals, firstSeen),
    outputs.identities,
  );
  await writeOrigins(engine, dir, { config, history, forgottenFile: null, now }, whole, replay);

  progress(0.8, "Writing events");
  const isContinued = isAdditive(input, names);
  const source: EventSource = {
    ...{ records, kept, remembered: kept, config, columns, sets, isHashed: true, forgottenFile: null },
    ...{ now: nowSeconds, scratch, isContinued, keptRows, unread: unreadRows(readFiles) },
    keyless: without && { ...without, is: ident(keylessColumn) },
  };
  const mapped: StreamToWrite = { mapped: log.streams[0]!, stream: read.stream };
  const { summaries, faulty: faultyStreams } = stored
    ? await adoptEvents(engine, dir, source, read.stream, { stored, holders: held })
    : await writeEvents(engine, dir, source, [mapped]);

  progress(0.95, "Locating rejected rows");
  const faulty = await findFaultyRows(engine, records.relation, faultyStreams, readFiles, nowSeconds);
  const streams = [{ ...mapped, stream }];
  const result: DatasetResult = {
    detected_columns: columns,
    sample: await sampleRows(engine, headOf(lines, kept), names),
    funnel: funnelOf(readFiles, read.rows, keptRows, 0, faulty),
    ...rejectsOf(readFiles, faulty, false),
    formats: formatsOf(streams, []),
    streams: summaries,
    trait_sources: {},
    identities: found,
    next_due: faulty.nextDue,
    ...(input.dueThrough != null && { due_through: input.dueThrough }),
    arrivals_through: history.arrivalsThrough,
    ...updatesOf(readFiles),
    ...unreadMembersOf(readFiles),
  };
  const wholeRead = { plan: log, streams, traits: [], names, tables: sources.length, counts: read.counts };
  if (isContinued) await keepRead(tools, input, { ...wholeRead, records, kept, keysFile: stored }, result);
  await rm(scratch, { recursive: true });
  return result;
};

/** The sources with compressed files unpacked into `scratch`. A damaged one is for the reading as text to refuse. */
const unpacked = async (sources: readonly Source[], scratch: string): Promise<Source[]> => {
  const plain: Source[] = [];
  for (const source of sources) {
    const { compression } = source.dialect;
    const isPacked = compression !== "none" && compression !== "zip" && source.member === undefined;
    const target = path.join(scratch, `${source.index}.csv`);
    if (!isPacked || !source.dialect.isPlain) {
      plain.push(source);
      continue;
    }
    await unpack(source, compression, target, source.maxUnpackedBytes).catch((cause) => {
      if (cause instanceof ArchiveTooLarge || cause instanceof BrokenArchive) throw new AllRowsNeeded();
      throw cause;
    });
    plain.push({ ...source, path: target, dialect: { ...source.dialect, compression: "none" } });
  }
  return plain;
};

/** Total rows are no records, and only the rows as text tell which they are. */
const refuseTotalRows = async (
  engine: Engine,
  { rows, relation }: LineSample,
  width: number,
): Promise<void> => {
  for (const [file, count] of rows.entries()) {
    const stored = sql`(select l.*, l.ordinal as file_row_number from ${relation} as l where l.file = ${file})`;
    const totals = await findTotalRows(engine, stored, count, width);
    if (totals.length > 0) throw new AllRowsNeeded();
  }
};

/** Records of which only the sample is there. */
const sampleOf = async (engine: Engine, lines: LineSample, sources: readonly Source[]): Promise<Records> => {
  const rows = lines.rows.reduce((sum, each) => sum + each, 0);
  const every = sampleStride(rows, sampledRows);
  const relation = await engine.createTable(
    "spread_sample",
    sql`select * from ${lines.relation} where ordinal % ${every} = 0`,
  );
  const filenames = sources.map(({ filename }) => filename);
  const numbers = storedNumbers(sources);
  return { relation, rows, sample: { relation, every }, earlier: [], filenames, numbers };
};

const typedAs = (names: readonly string[], types: readonly ColumnType[]): DetectedColumn[] =>
  names.map((name, i) => ({ name, data_type: types[i]!, is_nullable: false, fill_rate: 1 }));

const streamOf = (
  engine: Engine,
  sampled: Records,
  { streams }: Log,
  columns: readonly DetectedColumn[],
): Promise<EventColumns> => eventColumns(engine, sampled, columns, streams[0]!);

const refuseOther = async (guessed: EventColumns, found: EventColumns): Promise<void> => {
  if (JSON.stringify(guessed) !== JSON.stringify(found)) throw new AllRowsNeeded();
};

const stageKept = async (
  engine: Engine,
  records: Records,
  columns: readonly DetectedColumn[],
  { config }: DatasetInput,
): Promise<Relation> => {
  const distinct = await keptRecords(engine, records, columns, config);
  await engine.run(sql`create or replace view kept as ${distinct}`);
  return ident("kept");
};

/** The file of the rows where there is only one and each of its rows is an event; otherwise null. */
const wholeFile = async (
  engine: Engine,
  { relation, rows, stored, stream }: TypedRows,
  keptRows: number,
  now: number,
): Promise<string | null> => {
  if (stored.length > 1 || keptRows < rows) return null;
  const { events } = await engine.row<{ events: number }>(
    sql`select count(*) as events from ${relation} where ${isEvent(stream, now)} and ${keyColumn(0)} is not null`,
  );
  return events === rows ? stored[0]! : null;
};

/** Rows that count, as text; the first of them are among the lines. */
const headOf = ({ relation }: LineSample, kept: Relation): Relation =>
  sql`(select l.* from ${relation} as l
    semi join (select seq from ${kept} where file = 0 and ordinal < 1000) as own on own.seq = l.seq)`;
