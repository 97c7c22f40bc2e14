// The step of a dataset: turns rows into identities, links, events and traits. Rows are read once, as text,
// into records. Then duplicates are removed, and each output is one query over the remaining records.

import { mkdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { DatabaseType } from "../../domain/data/connections/registry.js";
import type { DatasetConfig } from "../../domain/data/dataset.js";
import {
  type DatabaseTableOptions,
  type HostedCsvOptions,
  isDatabaseTable,
} from "../../domain/data/dataset-options.js";
import type { ResultOf } from "../../domain/kinds/kinds.js";
import { withFigures } from "../../domain/proposal/notes.js";
import type { DatasetProposal } from "../../domain/proposal/proposal.js";
import { secondsPerDay } from "../../domain/resource/resource.js";
import { assert } from "../../errors/refusal.js";
import type { Engine } from "../../warehouse/engine.js";
import { sampleRows } from "../../warehouse/ingest/columns.js";
import { keptLines, keptRecords, keyless, upsertKey } from "../../warehouse/ingest/deduplication.js";
import { dialectsFound } from "../../warehouse/ingest/dialects-found.js";
import { eventColumns } from "../../warehouse/ingest/events.js";
import { firstSeenOfAll } from "../../warehouse/ingest/first-seen.js";
import { identities, links, withoutForgotten } from "../../warehouse/ingest/identities.js";
import { countForgottenRows, writeListRows } from "../../warehouse/ingest/list-rows.js";
import { mergeReader } from "../../warehouse/ingest/merge.js";
import { columnsOf, countColumns, profileColumns } from "../../warehouse/ingest/profile.js";
import { type DatasetReader, type FileRead, fileReader } from "../../warehouse/ingest/read.js";
import { findFaultyRows } from "../../warehouse/ingest/rejects.js";
import { references, type TraitColumn, traitColumns, traits } from "../../warehouse/ingest/traits.js";
import { datasetFiles } from "../../warehouse/relations.js";
import { ident, type Relation, sql } from "../../warehouse/sql/sql.js";
import { withDatabase } from "../connection/registry.js";
import { computed, type Step, type StepTools } from "../kind/kind.js";
import { buildBucketDataset } from "./bucket-step.js";
import { continueDataset, isContinued, keepRead, withSample } from "./continue.js";
import { type StreamToWrite, writeEvents } from "./events.js";
import { type FileVersion, noHistory } from "./file-history.js";
import {
  formatsOf,
  funnelOf,
  rejectsOf,
  sourceOf,
  unreadMembersOf,
  unreadRows,
  updatesOf,
} from "./findings.js";
import { dropsRecords, type RecordsRead, type Replay, replayFiles, stageFirstSeen } from "./first-seen.js";
import type { DatasetInput, UploadedFile } from "./input.js";
import { buildLog } from "./log.js";
import { writeOrigins } from "./origins.js";
import { type OutputPlan, planOutput } from "./output-plan.js";
import { figuresOf, proposedConfig, proposeMapping } from "./proposal.js";
import { prepareScratch } from "./rows.js";
import { buildTableDataset } from "./table-step.js";

export const buildDataset: Step<DatasetInput, ResultOf<"datasets">> = async (input, tools) => {
  switch (input.config.options.type) {
    case "spark_table":
      return buildTableDataset(input, tools, buildFiles);
    case "s3":
      return buildBucketDataset(input, tools, buildFiles);
    case "hosted_csv":
    case "merge":
      return buildFiles(input, tools);
    default:
      return buildTable(input.config.options, input, tools);
  }
};

/** Fetches the table, and reads it as a file that has just arrived: rows that were deleted from the table are gone. */
const buildTable = async (
  { table_name: table }: DatabaseTableOptions,
  input: DatasetInput,
  tools: StepTools,
): Promise<ResultOf<"datasets">> => {
  assert(input.access, "a table has no connection");
  const scratch = path.join(tools.dir, "table");
  await mkdir(scratch);
  const file = path.join(scratch, "table.csv");
  tools.progress(0, "Reading the table");
  await withDatabase(input.access, (database) => database.saveTable(table, file));
  const arrived = { path: file, filename: table, bytes: (await stat(file)).size, arrived_at: tools.now };
  const result = await computed(tools, () => readAll(input, tools, arrived));
  await rm(scratch, { recursive: true });
  return result;
};

const buildFiles: typeof buildDataset = async (input, tools) =>
  (await continueDataset(input, tools)) ?? (await buildLog(input, tools)) ?? readAll(input, tools);

/** Reads all files as text, or the one of a table. */
export const readAll = async (
  input: DatasetInput,
  tools: StepTools,
  table?: UploadedFile,
): Promise<ResultOf<"datasets">> => {
  const { engine, dir, now, progress } = tools;
  const { config } = input;
  const isTable = isDatabaseTable(config.options);
  const isJoined = config.options.type === "merge";
  const forgottenFile = input.forgottenFile ?? null;
  const nowSeconds = Math.floor(now / 1000);
  const scratch = await prepareScratch(engine, dir);

  progress(0, "Inspecting files");
  const reading = await openReading(engine, input, { scratch, table }, (count, of) =>
    progress(0.02 + (0.4 * count) / of, `Read ${count} of ${of} files`),
  );
  const { names } = reading;
  const plan = planOutput(input, names);

  progress(0.02, "Reading files");
  const { records: all, files: read } = await reading.read(plan.derived);

  progress(0.45, "Detecting columns");
  const records = await withSample(engine, all, input, names);
  const counts = await countColumns(engine, records, names);
  const columns = columnsOf(names, counts, records.rows);
  const streams: StreamToWrite[] = [];
  for (const mapped of plan.streams)
    streams.push({ mapped, stream: await eventColumns(engine, records, columns, mapped) });
  const traitsRead = await traitColumns(engine, records, columns, plan.traits);

  progress(0.55, "Removing duplicates");
  const kept = ident("kept");
  await engine.run(
    sql`create or replace view kept as ${await keptRecords(engine, records, columns, config)}`,
  );
  const isKeyed = plan.streams.some(({ key }) => key !== null);
  const counted = isKeyed ? sql`(${await keptLines(engine, records, columns, config)})` : kept;
  const keptRows = await engine.count(counted);
  const distinctRows = isKeyed ? await engine.count(kept) : keptRows;
  const sets = plan.sets.length;
  const remembered = withoutForgotten(kept, forgottenFile, sets);
  const used: Relation = config.preview ? sql`(select * from ${kept} where false)` : remembered;

  progress(0.65, "Writing people and traits");
  const remembering = (rows: Relation) => withoutForgotten(rows, forgottenFile, sets);
  const whole: RecordsRead = {
    ...{ rows: remembering(records.relation), sets: plan.sets, files: versionsOf(input) },
    ...{ names, derived: plan.derived, scratch, remembered: remembering },
  };
  const { history = noHistory } = input;
  const replay = await replayFiles(engine, config, whole, history);
  const firstSeen = await writeFirstSeen(engine, dir, input, whole, replay);
  const found = await writePeople(engine, dir, used, { ...plan, traits: traitsRead, firstSeen });
  await writeOrigins(engine, dir, { config, history, forgottenFile, now }, whole, replay);
  if (config.privacy !== undefined) await writeListRows(engine, dir, used, sets, read, isJoined);

  progress(0.8, "Writing events");
  const goesOn = isContinued(records, streams);
  const nothing = sql`(select * from ${records.relation} where false)`;
  const { summaries, faulty: faultyStreams } = await writeEvents(
    engine,
    dir,
    {
      ...{ config, columns, sets: plan.sets, isHashed: plan.isHashed, forgottenFile },
      ...{ now: nowSeconds, scratch, remembered: used, isContinued: goesOn },
      ...{ keptRows: distinctRows, unread: unreadRows(read), keyless: keyless(upsertKey(config, names)) },
      ...(config.preview ? { records: { ...records, relation: nothing }, kept: used } : { records, kept }),
    },
    streams,
  );

  progress(0.95, "Locating rejected rows");
  const faulty = await findFaultyRows(engine, records.relation, faultyStreams, read, nowSeconds);
  const sample = await sampleRows(engine, remembered, names);
  const forgotten = keptRows - (await engine.count(remembering(counted)));
  const shown = { ...records, relation: withoutForgotten(records.relation, forgottenFile, sets) };
  if (config.preview) progress(0.96, "Examining columns");
  const detected = config.preview ? await profileColumns(engine, shown, columns) : columns;
  const filenames = read.map(({ source }) => source.filename);
  const proposal = config.preview
    ? await proposeMapping(engine, shown.relation, {
        options: config.options,
        filenames,
        columns: detected,
        rows: records.rows,
      })
    : null;
  const held = await countForgottenRows(engine, records.relation, forgottenFile, sets, read, isJoined);
  if (proposal) progress(0.98, "Counting what the proposal makes of all rows");
  const figures =
    proposal && (await figuresOf(() => tryMapping(input, proposal, { ...tools, scratch }, table)));
  const result = {
    detected_columns: detected,
    sample,
    funnel: funnelOf(read, records.rows, keptRows, forgotten, faulty),
    ...rejectsOf(read, faulty, forgottenFile !== null),
    formats: formatsOf(streams, traitsRead),
    streams: summaries,
    trait_sources: Object.fromEntries(traitsRead.map((trait) => [trait.name, sourceOf(trait)])),
    identities: found,
    next_due: isTable
      ? Math.min(faulty.nextDue ?? Number.POSITIVE_INFINITY, nowSeconds + secondsPerDay)
      : faulty.nextDue,
    ...(isTable && { refresh_seconds: secondsPerDay }),
    ...(input.dueThrough != null && { due_through: input.dueThrough }),
    arrivals_through: input.history?.arrivalsThrough ?? 0,
    ...updatesOf(read),
    ...unreadMembersOf(read),
    ...(held.length > 0 && { forgotten_rows: held }),
    ...(proposal && { filenames, proposal: figures ? withFigures(proposal, figures) : proposal }),
    ...(config.preview &&
      config.options.type === "hosted_csv" && {
        ...dialectsFound(reading.sources ?? [], config.options),
        ...totalsOf(read),
      }),
  };
  const wholeRead = { plan, streams, traits: traitsRead, names, tables: read.length, counts, records, kept };
  if (goesOn) await keepRead(tools, input, wholeRead, result);
  await rm(scratch, { recursive: true });
  return result;
};

const totalsOf = (read: readonly FileRead[]) => {
  const files = read.flatMap(({ source, totals = [] }) => (totals.length > 0 ? [source.filename] : []));
  return files.length > 0 ? { total_rows: files } : {};
};

/** The build of a proposed mapping, in a directory of its own. It replaces the views of the engine. */
const tryMapping = async (
  { history: _history, ...input }: DatasetInput,
  proposal: DatasetProposal,
  { scratch, ...tools }: StepTools & { scratch: string },
  table: UploadedFile | undefined,
): Promise<ResultOf<"datasets">> => {
  const dir = path.join(scratch, "proposed");
  await mkdir(dir, { recursive: true });
  const config = proposedConfig(input.config, proposal);
  const proposed = { ...input, config };
  const own = { ...tools, dir, progress: () => {} };
  return table ? readAll(proposed, own, table) : buildDataset(proposed, own);
};

const openReading = async (
  engine: Engine,
  { config, files, members }: DatasetInput,
  { scratch, table }: { scratch: string; table: UploadedFile | undefined },
  onFile: (read: number, of: number) => void,
): Promise<DatasetReader> => {
  const { options, preview } = config;
  switch (options.type) {
    case "merge":
      return mergeReader(engine, members ?? [], hasEventKey(config), scratch, onFile);
    case "hosted_csv":
      return fileReader(engine, { files, options }, scratch, onFile, preview);
    case "spark_table":
    case "s3":
      throw new Error("Bug: tables of a lake and buckets are read as files");
    default:
      options.type satisfies DatabaseType;
      assert(table, "a table was not fetched");
      return fileReader(engine, { files: [table], options: tableOptions(options) }, scratch, onFile);
  }
};

const tableOptions = ({ table_name }: DatabaseTableOptions): HostedCsvOptions => ({
  type: "hosted_csv",
  upload_directory: table_name,
  delimiter: ",",
});

const hasEventKey = ({ output_to_streams }: DatasetConfig): boolean =>
  Object.values(output_to_streams).some(({ event_key }) => event_key !== undefined);

/** Returns the number of distinct identities. */
const writePeople = async (
  engine: Engine,
  dir: string,
  records: Relation,
  plan: Pick<OutputPlan, "sets" | "isHashed" | "references"> & {
    traits: readonly TraitColumn[];
    firstSeen: Relation | null;
  },
): Promise<number> => {
  const files = datasetFiles(dir);
  const sets = plan.sets.length;
  await engine.writeParquet(links(records, sets), files.links);
  await engine.writeParquet(traits(records, plan.traits, sets), files.traits);
  if (plan.references.length > 0)
    await engine.writeParquet(references(records, plan.references, sets), files.references);
  return engine.writeParquet(identities(records, plan.sets, plan.firstSeen, plan.isHashed), files.identities);
};

const versionsOf = ({ files }: DatasetInput): FileVersion[] =>
  files.map((file) => ({ ...file, replaced_at: null }));

/** Returns when identities were first seen: see `stageFirstSeen`. */
const writeFirstSeen = async (
  engine: Engine,
  dir: string,
  { config, history }: DatasetInput,
  read: RecordsRead,
  replay: Replay | null,
): Promise<Relation | null> => {
  const firstSeen = history ? await stageFirstSeen(engine, config, read, history, replay) : null;
  const { rows, sets } = read;
  if (dropsRecords(config))
    await engine.writeParquet(firstSeenOfAll(rows, sets.length, firstSeen), datasetFiles(dir).arrivals);
  return firstSeen;
};
