// Continuation of a dataset: where files only came since the previous build, they alone are read. Everything
// else is taken over from that build, file by file, and the result is what a build of all files makes. Files
// that went or were replaced, other columns, values that change the type or the format of a column, and rows
// whose date has come need all files again.

import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { areRowsCustomers } from "../../domain/data/snapshot.js";
import type { DatasetResult } from "../../domain/proposal/dataset-result.js";
import { assert } from "../../errors/refusal.js";
import type { Engine } from "../../warehouse/engine.js";
import { columnSql } from "../../warehouse/ingest/columns.js";
import { sampledRows, sampleStride, spreadSample } from "../../warehouse/ingest/dates.js";
import { keptRecords, keyless, upsertKey } from "../../warehouse/ingest/deduplication.js";
import { isJoined } from "../../warehouse/ingest/event-lines.js";
import { eventColumns } from "../../warehouse/ingest/events.js";
import { addedIdentities, identities, links } from "../../warehouse/ingest/identities.js";
import { shownRejects } from "../../warehouse/ingest/normalised-copy.js";
import { columnsOf, countColumns } from "../../warehouse/ingest/profile.js";
import { AllRowsNeeded, type ColumnCount, fileReader, type Records } from "../../warehouse/ingest/read.js";
import { findFaultyRows } from "../../warehouse/ingest/rejects.js";
import {
  addedReferences,
  addedTraits,
  newestTraits,
  references,
  type TraitColumn,
  traitColumns,
} from "../../warehouse/ingest/traits.js";
import { linkFile, linkParts, partFile, partsOf, replaceRows, withParts } from "../../warehouse/layers.js";
import { datasetFiles, readStateFiles, relation } from "../../warehouse/relations.js";
import { ident, join, parquet, type Relation, type Sql, sql } from "../../warehouse/sql/sql.js";
import type { StepTools } from "../kind/kind.js";
import { type StreamToWrite, writeEvents } from "./events.js";
import {
  formatsOf,
  funnelOf,
  rejectsOf,
  sourceOf,
  unreadMembersOf,
  unreadRows,
  updatesOf,
} from "./findings.js";
import { dropsRecords } from "./first-seen.js";
import type { DatasetInput, UploadedFile } from "./input.js";
import { type OutputPlan, planOutput } from "./output-plan.js";
import { prepareScratch } from "./rows.js";

/** What a build says of itself to the next. Stored as JSON. */
export interface ReadFacts {
  /** Of the configuration, the step and the engine. */
  print: string;
  /** Of the SQL by which rows became events and traits: it follows from the configuration and from all rows. */
  sqlPrint: string;
  files: FilePrint[];
  names: string[];
  /** The number of tables in the files: an archive has several. */
  tables: number;
  columns: ColumnCount[];
  /** For each part of the events of the streams, all that it was made from. */
  parts: string[];
  result: DatasetResult;
}

type FilePrint = [filename: string, sha256: string, arrivedAt: number];

/** Parts of events; with more of them, all files are read again. */
const maxParts = 48;

/** With more columns, a sample of rows would take much memory. */
const maxSampledColumns = 100;

/** Whether the rows of a new file change nothing of what others made. */
export const isAdditive = (
  { config, files, forgottenFile }: DatasetInput,
  names: readonly string[] = [],
): boolean => {
  const { options, privacy, preview } = config;
  if (names.length > maxSampledColumns) return false;
  const isOfFiles = options.type === "hosted_csv" && options.replace_all_with_latest_file !== true;
  const isPlain = privacy === undefined && !preview && !areRowsCustomers(config) && !dropsRecords(config);
  return isOfFiles && isPlain && forgottenFile == null && files.every(({ sha256 }) => sha256 !== undefined);
};

/** The records with a sample of them, where the next build may continue from it. */
export const withSample = async (
  engine: Engine,
  records: Records,
  input: DatasetInput,
  names: readonly string[],
): Promise<Records> => {
  if (!isAdditive(input, names)) return records;
  const columns = names.map((_, i) => columnSql(i));
  const rows = spreadSample(records, sampledRows);
  const sample = await engine.createTable(
    "spread_sample",
    sql`select ${join([sql`seq`, sql`file`, sql`ordinal`, ...columns])} from ${rows}`,
  );
  return { ...records, sample: { relation: sample, every: sampleStride(records.rows, sampledRows) } };
};

/** What a build of all files read. */
interface WholeRead {
  plan: OutputPlan;
  streams: readonly StreamToWrite[];
  traits: readonly TraitColumn[];
  names: readonly string[];
  tables: number;
  counts: readonly ColumnCount[];
  records: Records;
  kept: Relation;
  /** A file with the row_key of all records that count; absent or null: there is none. */
  keysFile?: string | null;
}

/** Whether the next build may continue from this one. */
export const isContinued = ({ sample }: Records, streams: readonly StreamToWrite[]): boolean =>
  sample !== undefined && !streams.some(({ mapped }) => isJoined(mapped));

/** Keeps what the next build continues from. */
export const keepRead = async (
  { engine, dir }: StepTools,
  input: DatasetInput,
  read: WholeRead,
  result: DatasetResult,
): Promise<void> => {
  const files = readStateFiles(dir);
  await mkdir(path.dirname(files.facts), { recursive: true });
  if (read.keysFile) await linkFile(read.keysFile, files.keys);
  else await engine.writeScratch(sql`select kept.row_key from ${read.kept} as kept`, files.keys);
  await engine.writeParquet(sampleRows(read.records), files.sample);
  const prints = filePrints(input.files);
  const print = await printOf(engine, input);
  const facts = {
    ...{ print, sqlPrint: sqlPrint(read.streams, read.traits), files: prints, names: [...read.names] },
    ...{ tables: read.tables, columns: [...read.counts], result },
  };
  await writeFacts(dir, { ...facts, parts: [digest({ ...facts, result: null })] });
};

const sampleRows = ({ sample }: Records): Sql => sql`select * from ${sample!.relation} order by seq`;

/**
 * A build from the previous one and the files that came since; null where all files have to be read. It then
 * leaves nothing behind.
 */
export const continueDataset = async (
  input: DatasetInput,
  tools: StepTools,
): Promise<DatasetResult | null> => {
  const base = await findBase(input, tools);
  if (base === null) return null;
  try {
    return await readAdded(input, base, tools);
  } catch (cause) {
    if (!(cause instanceof AllRowsNeeded)) throw cause;
    await rm(path.join(tools.dir, "scratch"), { recursive: true, force: true });
    return null;
  }
};

interface Base {
  dir: string;
  facts: ReadFacts;
  added: UploadedFile[];
}

const findBase = async (input: DatasetInput, { engine, now }: StepTools): Promise<Base | null> => {
  const { previous = null, replaced = [], known = null } = input.history ?? {};
  if (!isAdditive(input) || previous?.isIntact !== true || replaced.length > 0 || known) return null;
  const facts = await readFacts(previous.dir);
  if (facts === null || facts.print !== (await printOf(engine, input))) return null;
  const { next_due: due } = facts.result;
  if (facts.parts.length >= maxParts || (due !== null && due * 1000 <= now)) return null;
  const added = addedFiles(facts.files, input.files);
  return added && { dir: previous.dir, facts, added };
};

/** The files that came after those of before; null if there is none, or if one of those has gone. */
const addedFiles = (before: readonly FilePrint[], files: readonly UploadedFile[]): UploadedFile[] | null => {
  const known = new Set(before.map((print) => JSON.stringify(print)));
  const newest = Math.max(...before.map(([, , arrivedAt]) => arrivedAt));
  const added = files.filter((file) => !known.has(JSON.stringify(filePrint(file))));
  const isOnlyAdded = added.length > 0 && files.length - added.length === before.length;
  return isOnlyAdded && added.every(({ arrived_at }) => arrived_at > newest) ? added : null;
};

const filePrint = ({ filename, sha256, arrived_at }: UploadedFile): FilePrint => [
  filename,
  sha256!,
  arrived_at,
];

const filePrints = (files: readonly UploadedFile[]): FilePrint[] => files.map(filePrint);

const readAdded = async (
  input: DatasetInput,
  { dir: from, facts, added }: Base,
  tools: StepTools,
): Promise<DatasetResult> => {
  const { engine, dir, now, progress } = tools;
  const { config } = input;
  const { names, result: before } = facts;
  assert(config.options.type === "hosted_csv", "only files are added");
  const scratch = await prepareScratch(engine, dir);

  progress(0, "Inspecting new files");
  const onFile = (count: number, of: number) =>
    progress((0.4 * count) / of, `Read ${count} of ${of} new files`);
  const { options } = config;
  const reading = await fileReader(engine, { files: added, options }, scratch, onFile, false, facts);
  if (reading.names.length > names.length) throw new AllRowsNeeded();
  const plan = planOutput(input, names);

  progress(0.02, "Reading new files");
  const { records: come, files: read } = await reading.read(plan.derived);
  const records = await withEarlier(engine, come, from, facts);
  const counts = await countColumns(engine, records, names);
  const columns = columnsOf(names, counts, records.rows);
  const streams: StreamToWrite[] = [];
  for (const mapped of plan.streams)
    streams.push({ mapped, stream: await eventColumns(engine, records, columns, mapped) });
  const traits = await traitColumns(engine, records, columns, plan.traits);
  if (sqlPrint(streams, traits) !== facts.sqlPrint) throw new AllRowsNeeded();

  progress(0.5, "Removing duplicates");
  const kept = await stageKept(engine, records, from, await keptRecords(engine, come, columns, config));
  const keptRows = await engine.count(kept);

  progress(0.6, "Adding people and traits");
  const found = await addPeople(engine, { from, dir }, kept, { ...plan, traits });

  progress(0.8, "Adding events");
  const earlier = { dir: from, parts: facts.parts.length, summaries: before.streams };
  for (const { stream } of streams)
    await linkParts(datasetFiles(from).events(stream.name), datasetFiles(dir).events(stream.name));
  const seconds = Math.floor(now / 1000);
  const source = {
    ...{ config, columns, sets: plan.sets, isHashed: plan.isHashed, forgottenFile: null },
    ...{ now: seconds, scratch, records: come, kept, remembered: kept },
    ...{ identities: ident("added_identity"), earlier, isContinued: true },
    ...{ keptRows, unread: unreadRows(read), keyless: keyless(upsertKey(config, names)) },
  };
  const { summaries, faulty: faultyStreams } = await writeEvents(engine, dir, source, streams);

  progress(0.95, "Locating rejected rows");
  const faulty = await findFaultyRows(engine, come.relation, faultyStreams, read, seconds, facts.tables);
  const rejected = rejectsOf(read, faulty, false);
  const result: DatasetResult = {
    ...before,
    detected_columns: columns,
    funnel: addedCounts(before.funnel, funnelOf(read, come.rows, keptRows, 0, faulty)),
    rejected_count: before.rejected_count + rejected.rejected_count,
    rejects: [...before.rejects, ...rejected.rejects].slice(0, shownRejects),
    formats: formatsOf(streams, traits),
    streams: summaries,
    trait_sources: Object.fromEntries(traits.map((trait) => [trait.name, sourceOf(trait)])),
    identities: before.identities + found,
    next_due: earliest(before.next_due, faulty.nextDue),
    ...(input.dueThrough != null && { due_through: input.dueThrough }),
    arrivals_through: input.history?.arrivalsThrough ?? 0,
    ...updatesOf(read, before),
    ...unreadMembersOf(read, before.unread_members),
  };
  await keepAdded(tools, from, { records, kept });
  await rm(scratch, { recursive: true });
  const files = [...facts.files, ...filePrints(added)];
  const tables = facts.tables + read.length;
  const parts = [...facts.parts, digest([facts.parts.at(-1), filePrints(added)])];
  await writeFacts(dir, { ...facts, files, tables, columns: counts, parts, result });
  return result;
};

/** The records of new files, with what the previous build kept of the others. */
const withEarlier = async (
  engine: Engine,
  come: Records,
  from: string,
  { names, columns, result }: ReadFacts,
): Promise<Records> => {
  const rows = result.funnel.parsed + come.rows;
  const every = sampleStride(rows, sampledRows);
  const shown = join([sql`seq`, sql`file`, sql`ordinal`, ...names.map((_, i) => columnSql(i))]);
  const nth = (relation: Relation) => sql`select ${shown} from ${relation} where ordinal % ${every} = 0`;
  const sample = await engine.createTable(
    "spread_sample",
    sql`${nth(parquet(readStateFiles(from).sample))} union all by name ${nth(come.relation)}`,
  );
  return { ...come, rows, sample: { relation: sample, every }, earlier: columns };
};

/** The new records that count: those whose key no earlier record has. */
const stageKept = async (
  engine: Engine,
  { relation: come }: Records,
  from: string,
  distinct: Sql,
): Promise<Relation> => {
  const repeated = await engine.createTable(
    "repeated_before",
    sql`select distinct known.row_key from ${withParts(readStateFiles(from).keys)} as known
    semi join ${come} as come on come.row_key = known.row_key`,
  );
  await engine.run(sql`create or replace view kept as
    select own.* from (${distinct}) as own anti join ${repeated} as repeated on repeated.row_key = own.row_key`);
  return ident("kept");
};

/** Returns the number of new identities. */
const addPeople = async (
  engine: Engine,
  { from, dir }: { from: string; dir: string },
  kept: Relation,
  plan: Pick<OutputPlan, "sets" | "isHashed" | "references"> & { traits: readonly TraitColumn[] },
): Promise<number> => {
  const [before, files] = [datasetFiles(from), datasetFiles(dir)];
  const sets = plan.sets.length;
  for (const name of ["origins", "predecessors", "eventKeys"] as const)
    if (existsSync(before[name])) await linkFile(before[name], files[name]);
  if (sets === 1) await linkFile(before.links, files.links);
  else await engine.writeParquet(addedLinks(parquet(before.links), links(kept, sets)), files.links);
  if (plan.traits.length === 0) await linkFile(before.traits, files.traits);
  else {
    const later = await engine.createTable("newest_trait", newestTraits(kept, plan.traits, sets));
    await engine.writeParquet(addedTraits(parquet(before.traits), later), files.traits);
  }
  if (plan.references.length > 0) {
    const later = await engine.createTable("added_reference", references(kept, plan.references, sets));
    await engine.writeParquet(addedReferences(parquet(before.references), later), files.references);
  }
  const later = await engine.createTable("added_identity", identities(kept, plan.sets, null, plan.isHashed));
  return addIdentities(engine, later, before.identities, files.identities);
};

/** Returns how many are new. */
const addIdentities = async (
  engine: Engine,
  later: Relation,
  previous: string,
  file: string,
): Promise<number> => {
  const known = relation(previous);
  const rows = await engine.createTable("changed_identity", addedIdentities(known, later));
  const into = { previous, file, key: "identity_key", order: ["first_seen", "identity_key"] };
  const { added } = await engine.row<{ added: number }>(sql`
    select count(*) as added from ${later} as own anti join ${known} as known on known.identity_key = own.identity_key`);
  await replaceRows(engine, into, rows, sql`select * from ${rows}`);
  return added;
};

const addedLinks = (earlier: Relation, later: Sql): Sql => sql`
  select distinct pair.left_key, pair.right_key
  from (select * from ${earlier} union all by name select * from (${later})) as pair
  order by pair.left_key, pair.right_key`;

const keepAdded = async (
  { engine, dir }: StepTools,
  from: string,
  { records, kept }: { records: Records; kept: Relation },
): Promise<void> => {
  const [before, files] = [readStateFiles(from), readStateFiles(dir)];
  await mkdir(path.dirname(files.facts), { recursive: true });
  await linkParts(before.keys, files.keys);
  const part = partFile(files.keys, partsOf(before.keys).length);
  await mkdir(path.dirname(part), { recursive: true });
  await engine.writeScratch(sql`select kept.row_key from ${kept} as kept`, part);
  await engine.writeParquet(sampleRows(records), files.sample);
};

const addedCounts = <T extends object>(a: T, b: T): T =>
  Object.fromEntries(
    Object.entries(a).map(([name, count]) => [name, count + (b as Record<string, number>)[name]!]),
  ) as T;

const earliest = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b);

/** Keys of rows are of the engine's hash, so another version of it reads all files again. */
const printOf = async (engine: Engine, { config, version = 0 }: DatasetInput): Promise<string> => {
  const { engineVersion } = await engine.row<{ engineVersion: string }>(
    sql`select version() as "engineVersion"`,
  );
  return digest({ config, version, engineVersion });
};

const sqlPrint = (streams: readonly StreamToWrite[], traits: readonly TraitColumn[]): string =>
  digest({ streams: streams.map(({ stream }) => stream), traits });

const digest = (value: unknown): string => createHash("sha256").update(JSON.stringify(value)).digest("hex");

/** Null for a build that kept none. */
export const readFacts = async (dir: string): Promise<ReadFacts | null> => {
  const text = await readFile(readStateFiles(dir).facts, "utf8").catch(() => null);
  return text === null ? null : (JSON.parse(text) as ReadFacts);
};

const writeFacts = (dir: string, facts: ReadFacts): Promise<void> =>
  writeFile(readStateFiles(dir).facts, JSON.stringify(facts));
