// Lineage of a dataset's records, as if every file had been read when it arrived. After a single change,
// this build is compared with the previous one. Several changes are replayed in order, each against the files
// that were valid at its time.

import type { DatasetConfig } from "../../domain/data/dataset.js";
import { isDatabaseTable } from "../../domain/data/dataset-options.js";
import type { EpochMs } from "../../domain/resource/resource.js";
import type { Engine } from "../../warehouse/engine.js";
import { heldInAll, heldUntil, heldWhileValid } from "../../warehouse/ingest/first-seen.js";
import {
  addKnownLineage,
  type Changes,
  inheritLineage,
  recordFields,
  stageLineage,
  writeLineageFiles,
} from "../../warehouse/ingest/lineage.js";
import { withoutErasedOrigins } from "../../warehouse/ingest/origins.js";
import {
  intervalsOfChange,
  intervalsOfRows,
  mergedIntervals,
  removedRecords,
} from "../../warehouse/ingest/validity-intervals.js";
import { datasetFiles, peopleFiles, relation } from "../../warehouse/relations.js";
import type { Relation } from "../../warehouse/sql/sql.js";
import { type FileHistory, momentsOf, validityOf } from "./file-history.js";
import type { RecordsRead, Replay } from "./first-seen.js";

interface LineageInput {
  config: DatasetConfig;
  history: FileHistory;
  /** Identities that are to be deleted: nothing passes from them. */
  erasedFile: string | null;
  now: EpochMs;
}

/**
 * Writes `origins.parquet` and `predecessors.parquet`, from `identities.parquet` in `dir` and the previous
 * build. `replay`: see `replayFiles`.
 */
export const writeLineage = async (
  engine: Engine,
  dir: string,
  input: LineageInput,
  read: RecordsRead,
  replay: Replay | null,
): Promise<void> => {
  const { config, history, erasedFile } = input;
  const { previous, known } = history;
  const files = datasetFiles(dir);
  const lineage = await stageLineage(engine, previous && datasetFiles(previous.dir), erasedFile);
  if (config.preview) return writeLineageFiles(engine, lineage, files, null);
  const held = relation(files.identities);
  const changes = await stageChanges(engine, held, input, read, replay);
  if (changes) await inheritLineage(engine, lineage, changes);
  if (known && known.originsFile !== null) {
    const { predecessors } = peopleFiles(known.peopleDir);
    await addKnownLineage(engine, lineage, { origins: known.originsFile, predecessors }, known.before);
  }
  await writeLineageFiles(engine, lineage, files, held);
};

/** Records that were removed and added since the previous build; null if none was removed. */
const stageChanges = async (
  engine: Engine,
  held: Relation,
  input: LineageInput,
  read: RecordsRead,
  replay: Replay | null,
): Promise<Changes | null> => {
  const { previous } = input.history;
  const before =
    previous && withoutErasedOrigins(relation(datasetFiles(previous.dir).identities), input.erasedFile);
  const moments = input.config.options.type === "hosted_csv" ? momentsSince(input.history, read) : [];
  const isStepwise = moments.length > 1 && (replay !== null || isUpserted(input.config));
  if (!isStepwise && before === null) return null;
  const next = moments[0] ?? singleMoment(input);
  const through = isStepwise ? (previous?.through ?? -1) : next - 1;
  const found = isStepwise
    ? mergedIntervals(intervalsThrough(input, read, replay, before))
    : intervalsOfChange(before!, held, next);
  const intervals = await engine.createTable("validity_interval", found);
  const removed = await engine.createTable(
    "removed_record",
    removedRecords(intervals, { through, next, before }),
  );
  if ((await engine.count(removed)) === 0) return null;
  const upserted = isStepwise && isUpserted(input.config) ? [read.rows] : [];
  const identities = before ? [held, before] : [held];
  return {
    removed,
    intervals,
    records: recordFields(identities, replay?.versions ?? [], upserted, read.sets),
  };
};

const isUpserted = ({ upsert_columns }: DatasetConfig): boolean => Boolean(upsert_columns?.length);

/** Arrivals and deletions since the previous build, ascending. */
const momentsSince = ({ replaced, previous }: FileHistory, { files }: RecordsRead): EpochMs[] =>
  momentsOf([...files, ...replaced]).filter((moment) => previous === null || moment > previous.through);

/** Moment of a change without a file: of the configuration, or of a table. */
const singleMoment = ({ config, history, now }: LineageInput): EpochMs =>
  isDatabaseTable(config.options)
    ? now
    : Math.max(history.arrivalsThrough, (history.previous?.through ?? 0) + 1);

const intervalsThrough = (
  { config, history: { replaced, previous } }: LineageInput,
  { rows, sets, files }: RecordsRead,
  replay: Replay | null,
  before: Relation | null,
): Relation => {
  const isLatestOnly =
    "replace_all_with_latest_file" in config.options && config.options.replace_all_with_latest_file;
  const validity = replay?.validity ?? validityOf([...files, ...replaced], isLatestOnly === true);
  const counted =
    isUpserted(config) || replay === null
      ? intervalsOfRows(rows, replay?.versions ?? [], sets.length, validity)
      : heldWhileValid(replay.keys, validity);
  return heldInAll([counted, ...(before && previous ? [heldUntil(before, previous.through)] : [])]);
};
