// Origins and predecessors of a dataset's records, as if every file had been read when it arrived. A single
// change is read off the previous build; several are gone through one after the other, in the files that
// counted meanwhile.

import { existsSync } from "node:fs";
import { type DatasetConfig, identityFields } from "../../domain/data/dataset.js";
import { isDatabaseTable } from "../../domain/data/dataset-options.js";
import type { EpochMs } from "../../domain/resource/resource.js";
import type { Engine } from "../../warehouse/engine.js";
import { heldBefore, heldInSpans } from "../../warehouse/ingest/first-seen.js";
import { identities } from "../../warehouse/ingest/identities.js";
import {
  isReplaced,
  noOrigins,
  originRows,
  passedOn,
  withoutDeleted,
} from "../../warehouse/ingest/origins.js";
import {
  isSucceeded,
  noPredecessors,
  predecessorRows,
  succeededBy,
  withoutForgottenPredecessors,
} from "../../warehouse/ingest/predecessors.js";
import {
  comeRecords,
  goneRecords,
  joinedStretches,
  stretchesOfChange,
  stretchesOfRows,
} from "../../warehouse/ingest/stretches.js";
import {
  appearingSuccessors,
  comparableRecords,
  remainingSuccessors,
} from "../../warehouse/ingest/successors.js";
import { datasetFiles, peopleFiles, relation } from "../../warehouse/relations.js";
import { ident, join, parquet, type Relation, type Sql, sql } from "../../warehouse/sql/sql.js";
import { type FileHistory, momentsOf, spansOf } from "./file-history.js";
import type { RecordsRead, Replay } from "./first-seen.js";

interface OriginsInput {
  config: DatasetConfig;
  history: FileHistory;
  /** Identities that are to be deleted: nothing passes from them. */
  forgottenFile: string | null;
  now: EpochMs;
}

/** Where records come from, as tables that a build goes on with. */
interface Ancestry {
  origins: Relation;
  predecessors: Relation;
}

/**
 * Writes `origins.parquet` and `predecessors.parquet`, from `identities.parquet` in `dir` and the previous
 * build. `replay`: see `replayFiles`.
 */
export const writeOrigins = async (
  engine: Engine,
  dir: string,
  input: OriginsInput,
  read: RecordsRead,
  replay: Replay | null,
): Promise<void> => {
  const { config, history, forgottenFile } = input;
  const files = datasetFiles(dir);
  const held = relation(files.identities);
  const origins = await engine.createTable("origin", originsBefore(history, forgottenFile));
  const predecessors = await engine.createTable("predecessor", predecessorsBefore(history, forgottenFile));
  if (config.preview) {
    await engine.writeParquet(sql`select * from ${origins} order by identity_key`, files.origins);
    await engine.writeParquet(sql`select * from ${predecessors} order by all`, files.predecessors);
    return;
  }
  const changes = await stageChanges(engine, held, input, read, replay);
  if (changes) await passOrigins(engine, { origins, predecessors }, changes);
  if (history.known) await addKnown(engine, { origins, predecessors }, history.known);
  await engine.writeParquet(originRows(origins, held), files.origins);
  await engine.writeParquet(predecessorRows(predecessors, held), files.predecessors);
};

/** The origins of the previous build. */
const originsBefore = ({ previous }: FileHistory, forgottenFile: string | null): Sql => {
  const file = previous && datasetFiles(previous.dir).origins;
  return file && existsSync(file)
    ? sql`select * from ${withoutDeleted(parquet(file), forgottenFile)}`
    : noOrigins;
};

const predecessorsBefore = ({ previous }: FileHistory, forgottenFile: string | null): Sql => {
  const file = previous && datasetFiles(previous.dir).predecessors;
  return file && existsSync(file)
    ? sql`select * from ${withoutForgottenPredecessors(parquet(file), forgottenFile)}`
    : noPredecessors;
};

const addKnown = async (
  engine: Engine,
  { origins, predecessors }: Ancestry,
  known: NonNullable<FileHistory["known"]>,
): Promise<void> => {
  await addKnownOrigins(engine, origins, known);
  const { predecessors: file } = peopleFiles(known.peopleDir);
  if (known.originsFile === null || !existsSync(file)) return;
  const earlier = known.before === null ? sql`true` : sql`own.until < ${known.before}`;
  await engine.run(sql`
    insert into ${predecessors}
    select own.* from ${parquet(file)} as own
    anti join ${predecessors} as found on found.identity_key = own.identity_key and found.former_key = own.former_key
    where ${earlier}`);
};

/** Origins of identities that are older than the dataset: it may have been created again. */
const addKnownOrigins = async (
  engine: Engine,
  origins: Relation,
  { originsFile: file, before }: NonNullable<FileHistory["known"]>,
): Promise<void> => {
  if (file === null || !existsSync(file)) return;
  const known: Relation = sql`(
    select own.* from ${parquet(file)} as own where ${before === null ? sql`true` : sql`own.since < ${before}`})`;
  await engine.run(
    sql`delete from ${origins} where identity_key in (select known.identity_key from ${known} as known)`,
  );
  await engine.run(sql`insert into ${origins} select * from ${known}`);
};

/** The records that went and came since the previous build. */
interface Changes {
  gone: Relation;
  stretches: Relation;
  /** One row per record, also of those that are gone: identity_key and the identity fields. */
  records: Relation;
}

/** Null if no record is gone. */
const stageChanges = async (
  engine: Engine,
  held: Relation,
  input: OriginsInput,
  read: RecordsRead,
  replay: Replay | null,
): Promise<Changes | null> => {
  const { previous } = input.history;
  const before =
    previous && withoutDeleted(relation(datasetFiles(previous.dir).identities), input.forgottenFile);
  const moments = input.config.options.type === "hosted_csv" ? momentsSince(input.history, read) : [];
  const isStepwise = moments.length > 1 && (replay !== null || isUpserted(input.config));
  if (!isStepwise && before === null) return null;
  const next = moments[0] ?? singleMoment(input);
  const through = isStepwise ? (previous?.through ?? -1) : next - 1;
  const found = isStepwise
    ? joinedStretches(stretchesThrough(input, read, replay, before))
    : stretchesOfChange(before!, held, next);
  const stretches = await engine.createTable("stretch", found);
  const gone = await engine.createTable("gone", goneRecords(stretches, { through, next, before }));
  const count = await engine.count(gone);
  if (count === 0) return null;
  const isReread = isStepwise && isUpserted(input.config);
  return { gone, stretches, records: recordsOf(held, before, read, replay, isReread) };
};

const isUpserted = ({ upsert_columns }: DatasetConfig): boolean => Boolean(upsert_columns?.length);

/** Arrivals and deletions since the previous build, ascending. */
const momentsSince = ({ replaced, previous }: FileHistory, { files }: RecordsRead): EpochMs[] =>
  momentsOf([...files, ...replaced]).filter((moment) => previous === null || moment > previous.through);

/** Of a change without a file: of the configuration, or of a table. */
const singleMoment = ({ config, history, now }: OriginsInput): EpochMs =>
  isDatabaseTable(config.options)
    ? now
    : Math.max(history.arrivalsThrough, (history.previous?.through ?? 0) + 1);

const stretchesThrough = (
  { config, history: { replaced, previous } }: OriginsInput,
  { rows, sets, files }: RecordsRead,
  replay: Replay | null,
  before: Relation | null,
): Relation => {
  const isLatestOnly =
    "replace_all_with_latest_file" in config.options && config.options.replace_all_with_latest_file;
  const spans = replay?.spans ?? spansOf([...files, ...replaced], isLatestOnly === true);
  const counted =
    isUpserted(config) || replay === null
      ? stretchesOfRows(rows, replay?.versions ?? [], sets.length, spans)
      : heldInSpans(replay.keys, spans);
  const earlier = before && previous ? [heldBefore(before, previous.through)] : [];
  return sql`(${join(
    [counted, ...earlier].map((stretches) => sql`select * from (${stretches})`),
    " union all ",
  )})`;
};

/** Keys are hashes of the fields, so any row with a key will do. */
const recordsOf = (
  held: Relation,
  before: Relation | null,
  { rows, sets }: RecordsRead,
  replay: Replay | null,
  isUpserted: boolean,
): Relation => {
  const fields = join(
    identityFields.map((field) => sql`any_value(${ident("own", field)}) as ${ident(field)}`),
  );
  const versions = (replay?.versions ?? []).map(
    (version) =>
      sql`(${identities(sql`(select v.*, v.file * 1099511627776 + v.file_row_number as seq from ${version} as v)`, sets)})`,
  );
  const upserted = isUpserted ? [sql`(${identities(rows, sets)})`] : [];
  const all = [held, ...(before ? [before] : []), ...versions, ...upserted].map(
    (rows) => sql`select * from ${rows}`,
  );
  return all.length === 1
    ? held
    : sql`(select own.identity_key, ${fields} from (${join(all, " union all by name ")}) as own group by own.identity_key)`;
};

/** Passes the origins of the records that are gone on to their successors, with all predecessors, moment by moment. */
const passOrigins = async (
  engine: Engine,
  { origins, predecessors }: Ancestry,
  changes: Changes,
): Promise<void> => {
  const { gone, stretches } = changes;
  const successors = await stageSuccessors(engine, changes);
  const moments = await engine.rows<{ moment: number }>(
    sql`select distinct gone.moment from ${gone} as gone order by gone.moment`,
  );
  for (const { moment } of moments) {
    const at = { moment, gone, successors, stretches };
    const passed = await engine.createTable("passed_origin", passedOn(origins, at));
    await engine.run(sql`delete from ${origins} where ${isReplaced(passed, at)}`);
    await engine.run(sql`insert into ${origins} select * from ${passed}`);
    const succeeded = await engine.createTable("succeeded", succeededBy(predecessors, at));
    await engine.run(sql`delete from ${predecessors} where ${isSucceeded(succeeded, at)}`);
    await engine.run(sql`insert into ${predecessors} select * from ${succeeded}`);
  }
};

/** One row per pair: gone_key, heir_key, moment. */
const stageSuccessors = async (engine: Engine, { gone, stretches, records }: Changes): Promise<Relation> => {
  const come = await engine.createTable("come", comeRecords(stretches, gone));
  const moved: Relation = sql`(
    select record.* from ${records} as record
    semi join (select identity_key from ${gone} union select identity_key from ${come}) as moved using (identity_key))`;
  const comparable = await engine.createTable("comparable_record", comparableRecords(moved));
  const changes = { gone, come, stretches, comparable };
  const successors = await engine.createTable("successor", appearingSuccessors(changes));
  const left = await engine.createTable(
    "gone_alone",
    sql`select gone.* from ${gone} as gone
      anti join ${successors} as pair on pair.gone_key = gone.identity_key and pair.moment = gone.moment`,
  );
  const count = await engine.count(left);
  if (count > 0) {
    const all = await engine.createTable("comparable_all", comparableRecords(records));
    const remaining = remainingSuccessors({ gone: left, stretches, comparable: all });
    await engine.run(sql`insert into ${successors} ${remaining}`);
    await engine.run(sql`drop table ${all}`);
  }
  return successors;
};
