// Rows that are left out of a stream as a file: all rows are read once more, and those of one reason are
// written as they stand in their files.

import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { LeftOutWhy, WrittenRows } from "../../domain/data/left-out.js";
import { limits } from "../../domain/resource/limits.js";
import type { EpochMs } from "../../domain/resource/resource.js";
import { harmlessRow } from "../../domain/target/spreadsheet.js";
import { assert, refuse } from "../../errors/refusal.js";
import type { Engine } from "../../warehouse/engine.js";
import { noneOf } from "../../warehouse/ingest/deduplication.js";
import { isJoined, refundCondition } from "../../warehouse/ingest/event-lines.js";
import { faultyEvents } from "../../warehouse/ingest/events.js";
import { isErased, withoutErased } from "../../warehouse/ingest/identities.js";
import {
  faultyReasons,
  isListed,
  listedRows,
  noListedRows,
  outlivedRows,
  repeatedRows,
  unmetRows,
  writeRowsInFiles,
} from "../../warehouse/ingest/left-out-rows.js";
import { malformedRows } from "../../warehouse/ingest/normalised-copy.js";
import { setUpReading } from "../../warehouse/ingest/read.js";
import type { Relation } from "../../warehouse/sql/sql.js";
import { eventSource } from "./build-rows.js";
import {
  type EventSource,
  faultReasons,
  joinedOf,
  keylessOf,
  lineSource,
  type StreamToWrite,
} from "./events.js";
import type { DatasetInput } from "./input.js";
import { findKeptRows, withoutOldRows } from "./kept-rows.js";
import { text } from "./reading/text.js";
import { sourceOf } from "./sources/registry.js";

/** Rows of a stream, and of one file or of all. */
export interface RowsWanted extends LeftOutWhy {
  stream: string;
  file?: string | undefined;
}

interface Tools {
  engine: Engine;
  /** A directory that exists, for files that are removed afterwards. */
  scratch: string;
  now: EpochMs;
}

const most = limits.ledgerRows.is;

/**
 * Writes them to `target`, as CSV. Rows of people to delete are left out, and with such people the text of rows
 * that are nobody's for sure. Refuses what a build refuses.
 */
export const writeLeftOutRows = async (
  input: DatasetInput,
  wanted: RowsWanted,
  target: string,
  tools: Tools,
): Promise<WrittenRows> => {
  const { engine, scratch, now } = tools;
  await setUpReading(engine);
  const source = sourceOf(input.config.options);
  const opened = { engine, dir: scratch, now, seed: 1, progress: () => {} };
  const write = (read: DatasetInput) => writeRows(read, wanted, target, tools);
  return source.openAsBuilt
    ? source.openAsBuilt(input, opened, write)
    : source.open(input, opened, async (rows) => write(await rows.all()));
};

const writeRows = async (
  input: DatasetInput,
  wanted: RowsWanted,
  target: string,
  { engine, scratch, now }: Tools,
): Promise<WrittenRows> => {
  if (wanted.reason === "malformed") return writeMalformed(input, wanted, target, { engine, scratch, now });
  const tools = { engine, dir: scratch, now, seed: 1, progress: () => {} };
  const all = await text.read(input, tools, scratch);
  assert(all, "rows that are read as files are read as text");
  const rows = await withoutOldRows(engine, input, all);
  const { names, files, totals, plan, old, records: read } = rows;
  const arrivedAt = arrivalOf(input, wanted);
  const inFiles = (of: Relation) =>
    writeRowsInFiles(engine, { rows: of, names, files, arrivedAt }, most, target);
  if (wanted.reason === "total") return inFiles(totals!);
  if (wanted.reason === "too_old")
    return inFiles(
      withoutErased(old?.old ?? noneOf(read.relation), input.erasedFile ?? null, plan.sets.length),
    );
  const stream = rows.streams.find(({ stream: { name } }) => name === wanted.stream);
  if (!stream)
    throw refuse("stream-unknown", {
      name: wanted.stream,
      streams: rows.streams.map(({ stream: { name } }) => name).join(", "),
    });
  const source = eventSource(input, rows, await findKeptRows(engine, input, rows, now), scratch, now);
  const listed = await engine.createTable("left_out_row", noListedRows);
  await (isJoined(stream.mapped) ? listJoined : listRows)(engine, source, stream, listed);
  const { conditions, eventConditions } = stream.mapped;
  const tested = (wanted.reason === "event_condition" ? eventConditions : conditions).map(
    ({ column_name }) => column_name,
  );
  const { erasedFile, sets, records } = source;
  return inFiles(
    listedRows(
      listed,
      records.relation,
      isListed(wanted, tested),
      erasedFile === null ? null : isErased(erasedFile, sets.length),
    ),
  );
};

/** Arrival of the one file; undefined for all. Refuses `ledger-file-unknown`. */
const arrivalOf = ({ files: own, members = [] }: DatasetInput, { file }: RowsWanted): EpochMs | undefined => {
  if (file === undefined) return undefined;
  const files = [...own, ...members.flatMap((member) => member.files)];
  const found = files.find(({ filename }) => filename === file);
  if (!found)
    throw refuse("ledger-file-unknown", {
      file,
      files: files
        .map(({ filename }) => filename)
        .slice(-20)
        .join(", "),
    });
  return found.arrived_at;
};

/** Each row is an event. */
const listRows = async (
  engine: Engine,
  { retained, records, kept, keyless, now }: EventSource,
  { stream }: StreamToWrite,
  listed: Relation,
): Promise<void> => {
  await engine.insert(listed, unmetRows(retained, stream));
  const faulty = await engine.createTable(`faulty_${stream.name}`, faultyEvents(retained, stream, now));
  await engine.insert(listed, faultyReasons(faulty, retained, faultReasons(stream), keyless));
  await engine.insert(listed, repeatedRows(records.relation, kept, stream, keyless));
};

const listJoined = async (
  engine: Engine,
  source: EventSource,
  { mapped, stream }: StreamToWrite,
  listed: Relation,
): Promise<void> => {
  const { records, kept, columns, keyless } = source;
  const lines = lineSource(source, mapped);
  const { faulty } = await joinedOf(engine, source, { mapped, stream }, lines, { listed });
  const isRefund = refundCondition(mapped, columns, stream);
  await engine.insert(listed, unmetRows(lines.rows, stream, isRefund));
  if (mapped.running) await engine.insert(listed, outlivedRows(lines.rows, stream, isRefund));
  const ofEvents = keylessOf(source, mapped);
  await engine.insert(listed, faultyReasons(faulty, lines.rows, faultReasons(stream), ofEvents));
  if (lines.rows !== records.relation)
    await engine.insert(listed, repeatedRows(records.relation, kept, stream, keyless));
};

/** Rows that cannot be split into columns, with the reason and their text. */
const writeMalformed = async (
  input: DatasetInput,
  wanted: RowsWanted,
  target: string,
  { engine, scratch }: Tools,
): Promise<WrittenRows> => {
  const { reader } = sourceOf(input.config.options);
  assert(reader, "rows that are read as files have a reader");
  const { sources = [] } = await reader(input, engine, scratch, () => {});
  const arrivedAt = arrivalOf(input, wanted);
  const written = { rows: 0, of: 0 };
  const lines = async function* () {
    yield harmlessRow(["file", "line", "reason", "text"]);
    for (const source of sources) {
      if (source.dialect.parquet || (arrivedAt ?? source.arrived_at) !== source.arrived_at) continue;
      for await (const { line, reason, text: row } of malformedRows(source, source.dialect)) {
        written.of++;
        if (written.rows === most) continue;
        written.rows++;
        yield harmlessRow([source.filename, line, reason, input.erasedFile ? "" : row]);
      }
    }
  };
  await pipeline(Readable.from(lines()), createWriteStream(target));
  return written;
};
