// First seen, staged for a dataset build: from its records, the previous build, and the files that came and went since.

import type { DatasetConfig } from "../../domain/data/dataset.js";
import type { HostedCsvOptions } from "../../domain/data/dataset-options.js";
import type { Engine } from "../../warehouse/engine.js";
import {
  earliestArrivals,
  earliestOf,
  heldBefore,
  heldInSpans,
  keysByFile,
  type Span,
  startsOfHeld,
} from "../../warehouse/ingest/first-seen.js";
import type { IdentityColumns } from "../../warehouse/ingest/identities.js";
import { type DerivedColumns, readVersion } from "../../warehouse/ingest/read.js";
import { peopleFiles, relation } from "../../warehouse/relations.js";
import { join, parquet, type Relation, type Sql, sql } from "../../warehouse/sql/sql.js";
import { type FileHistory, type FileVersion, filesToReplay, firstSeenFile, spansOf } from "./file-history.js";

/** The records of a dataset, and how another of its files is read in the same way. */
export interface RecordsRead {
  /** All records without people who are to be deleted: see `readFiles`. */
  rows: Relation;
  /** The identity sets. */
  sets: readonly IdentityColumns[];
  /** The files that hold them; empty for a table or a merge. */
  files: readonly FileVersion[];
  names: readonly string[];
  derived: DerivedColumns;
  scratch: string;
  /** Leaves out people who are to be deleted. */
  remembered(rows: Relation): Relation;
}

/**
 * Stages one row per identity: identity_key, first_seen. Identities without a row were first seen with their
 * first record; null: all were. `replay`: see `replayFiles`.
 */
export const stageFirstSeen = async (
  engine: Engine,
  config: DatasetConfig,
  { rows, sets }: RecordsRead,
  { previous, known }: FileHistory,
  replay: Replay | null,
): Promise<Relation | null> => {
  const found: Sql[] = replay
    ? [startsOfHeld(stretchesHeld(replay, previous))]
    : previous
      ? [seenBefore(previous.dir)]
      : [];
  if (!replay && (known || dropsRecords(config))) found.push(earliestArrivals(rows, sets.length));
  if (known) found.push(knownPeople(known));
  return found.length === 0 ? null : engine.createTable("first_seen", earliestOf(found));
};

const seenBefore = (dir: string): Sql =>
  sql`select before.identity_key, before.first_seen from ${parquet(firstSeenFile(dir))} as before`;

/** Whether an identity may be older than the records of it that count. */
export const dropsRecords = ({ upsert_columns, incremental_column, preview }: DatasetConfig): boolean =>
  Boolean(upsert_columns?.length) || incremental_column !== undefined || preview === true;

const knownPeople = ({ peopleDir, before }: NonNullable<FileHistory["known"]>): Sql => sql`
  select person.identity_key, person.first_seen
  from ${relation(peopleFiles(peopleDir).persons)} as person
  where ${before === null ? sql`true` : sql`person.first_seen < ${before}`}`;

/** The files that counted since the previous build, read again. */
export interface Replay {
  spans: readonly Span[];
  /** See `keysByFile`. */
  keys: Relation;
  /** Rows of the files that count no longer; see `readVersion`. */
  versions: readonly Relation[];
  /** Files that could not be read again. */
  unread: readonly FileVersion[];
}

/** Null where every identity that is held now was held all the time since the previous build. */
export const replayFiles = async (
  engine: Engine,
  { options }: DatasetConfig,
  read: RecordsRead,
  { replaced, previous }: FileHistory,
): Promise<Replay | null> => {
  if (options.type !== "hosted_csv") return null;
  const versions = [...read.files, ...replaced];
  const spans = spansOf(versions, options.replace_all_with_latest_file === true);
  const again = filesToReplay(versions, spans, previous?.through ?? null);
  return again && { spans, ...(await readAgain(engine, options, read, again)) };
};

/** One row per identity and stretch in which a file held it: see `heldInSpans`. */
const stretchesHeld = ({ spans, keys, unread }: Replay, previous: FileHistory["previous"]): Relation => {
  const before = previous && parquet(firstSeenFile(previous.dir));
  const held = [
    heldInSpans(keys, spans),
    ...(before
      ? [heldBefore(before, previous.through), ...heldInUnread(before, unread, previous.through)]
      : []),
  ];
  return sql`(${join(
    held.map((rows) => sql`select * from (${rows})`),
    " union all ",
  )})`;
};

const readAgain = async (
  engine: Engine,
  options: HostedCsvOptions,
  { rows, sets, names, derived, scratch, remembered }: RecordsRead,
  again: readonly FileVersion[],
): Promise<Pick<Replay, "keys" | "versions" | "unread">> => {
  const keys = await engine.createTable("held_key", keysByFile(rows, sets.length));
  const versions: Relation[] = [];
  const unread: FileVersion[] = [];
  for (const [i, file] of again.entries()) {
    const found = await readVersion(engine, file, { index: i, names, derived, options }, scratch);
    if (found === null) {
      unread.push(file);
      continue;
    }
    const version = remembered(found);
    versions.push(version);
    await engine.run(sql`insert into ${keys} ${keysByFile(version, sets.length)}`);
  }
  return { keys, versions, unread };
};

/** A file that the previous build read and that is gone: any identity of that build may have been in it. */
const heldInUnread = (previous: Relation, unread: readonly FileVersion[], through: number): Sql[] =>
  unread.flatMap(({ arrived_at, replaced_at }) =>
    arrived_at <= through && replaced_at !== null ? [heldBefore(previous, replaced_at)] : [],
  );
