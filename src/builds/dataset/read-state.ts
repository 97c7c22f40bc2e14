// State that a build keeps for the next: its facts, the keys of the rows that count, and a sample of its rows.

import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { areRowsCustomers } from "../../domain/data/snapshot.js";
import type { DatasetResult } from "../../domain/proposal/dataset-result.js";
import type { Engine } from "../../warehouse/engine.js";
import { keysKept, lineKeysKept, sampleRowsKept } from "../../warehouse/ingest/added-rows.js";
import { areLinesKept } from "../../warehouse/ingest/deduplication.js";
import { isJoined } from "../../warehouse/ingest/event-lines.js";
import type { MappedStream } from "../../warehouse/ingest/events.js";
import { rowKeyVersion } from "../../warehouse/ingest/identities.js";
import { linkFile, linkParts, partFile, partsOf } from "../../warehouse/layers.js";
import { readStateFiles } from "../../warehouse/relations.js";
import { digest } from "../kind/digest.js";
import type { StepTools } from "../kind/kind.js";
import type { WrittenEvents } from "./events.js";
import { withFewParts } from "./few-parts.js";
import { dropsRecords } from "./file-history.js";
import type { DatasetInput } from "./input.js";
import type { KeptRows } from "./kept-rows.js";
import { readWith, rowsRead } from "./ledger.js";
import { buildOf, filePrint, nextPartName } from "./read-facts.js";
import type { DatasetRows } from "./reading/strategy.js";

/** With more columns, a sample of rows would take much memory. */
const maxSampledColumns = 100;

/** Whether a new file only adds to what the others made. */
export const isAdditive = (
  { config, files, erasedFile, keptSince }: DatasetInput,
  names: readonly string[] = [],
): boolean => {
  const { options, privacy, preview } = config;
  if (names.length > maxSampledColumns) return false;
  const isOfFiles = options.type === "hosted_csv" && options.replace_all_with_latest_file !== true;
  const isPlain = privacy === undefined && !preview && !areRowsCustomers(config) && !dropsRecords(config);
  // What is kept for the next build would have rows that it must not have any more.
  const isKeptWhole = erasedFile == null && keptSince === undefined;
  return isOfFiles && isPlain && isKeptWhole && files.every(({ sha256 }) => sha256 !== undefined);
};

/** Whether the next build may continue from this one. */
export const isContinued = (
  input: DatasetInput,
  { names, plan }: Pick<DatasetRows, "names" | "plan">,
): boolean =>
  isAdditive(input, names) && plan.streams.every((stream) => !isJoined(stream) || isJoinAdded(stream, input));

/** Whether lines of a further file change only the events that they are of. */
const isJoinAdded = ({ key, running }: MappedStream, { config }: DatasetInput): boolean =>
  running === null && (key === null || areLinesKept(config));

/**
 * Keeps the state from which the next build continues. `wholeFile`: a file of exactly the rows that count; null
 * for none.
 */
export const keepRead = async (
  { engine, dir }: StepTools,
  input: DatasetInput,
  rows: DatasetRows,
  { kept, lines, log }: KeptRows,
  { joined }: WrittenEvents,
  result: DatasetResult,
): Promise<void> => {
  const state = readStateFiles(dir);
  await mkdir(path.dirname(state.facts), { recursive: true });
  const { base } = rows;
  const { wholeFile = null } = log ?? {};
  if (wholeFile) await linkFile(wholeFile, state.keys);
  else {
    const part = await nextPart(state.keys, rows);
    const name = nextPartName(base?.facts.parts ?? [], "");
    await engine.writeScratch(lines ? lineKeysKept(lines, buildOf(name)) : keysKept(kept), part);
  }
  await engine.writeParquet(sampleRowsKept(rows.records), state.sample);
  const files = input.files.map(filePrint);
  const added = base?.added ?? input.files;
  const facts = {
    print: await printOf(engine, input),
    sqlPrint: sqlPrint(rows),
    files,
    names: rows.names,
    tables: (base?.facts.tables ?? 0) + rows.files.length,
    columns: rows.counts,
    result,
    ...(Object.keys(joined).length > 0 && {
      joined,
      read: readWith(base?.facts.read, rowsRead(rows.files, added, rows.records.rows, false)),
    }),
  };
  const part = base ? [base.facts.parts.at(-1), added.map(filePrint)] : { ...facts, result: null };
  const before = base?.facts.parts ?? [];
  const streams = Object.keys(result.streams);
  const parts = await withFewParts(engine, dir, streams, [...before, nextPartName(before, digest(part))]);
  await writeFile(state.facts, JSON.stringify({ ...facts, parts }));
};

/** The file of the keys of these rows, after those of the previous build. */
const nextPart = async (file: string, { base }: DatasetRows): Promise<string> => {
  if (!base) return file;
  const before = readStateFiles(base.dir).keys;
  await linkParts(before, file);
  const part = partFile(file, partsOf(before).length);
  await mkdir(path.dirname(part), { recursive: true });
  return part;
};

/** See `ReadFacts`. */
export const printOf = async (engine: Engine, { config, version = 0 }: DatasetInput): Promise<string> =>
  digest({ config, version, engineVersion: await rowKeyVersion(engine) });

/** See `ReadFacts`. */
export const sqlPrint = ({
  streams,
  typed,
  traits,
}: Pick<DatasetRows, "streams" | "typed" | "traits">): string =>
  digest({ streams: (typed?.asText ?? streams).map(({ stream }) => stream), traits });
