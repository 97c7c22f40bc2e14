// First seen, staged for a dataset build from its records, the previous build, and the files that were added
// and removed since.

import type { DatasetConfig } from "../../domain/data/dataset.js";
import type { HostedCsvOptions } from "../../domain/data/dataset-options.js";
import type { Engine } from "../../warehouse/engine.js";
import {
  earliestArrivals,
  earliestOf,
  type FileValidity,
  heldInAll,
  heldUntil,
  heldWhileValid,
  keysByFile,
  seenIn,
  startsOfHeld,
} from "../../warehouse/ingest/first-seen.js";
import type { IdentityColumns } from "../../warehouse/ingest/identities.js";
import { type DerivedColumns, readVersion } from "../../warehouse/ingest/read.js";
import { peopleFiles, relation } from "../../warehouse/relations.js";
import type { Relation, Sql } from "../../warehouse/sql/sql.js";
import {
  dropsRecords,
  type FileHistory,
  type FileVersion,
  filesToReplay,
  seenBefore,
  validityOf,
} from "./file-history.js";

/** The records of a dataset, and how another of its files is read in the same way. */
export interface RecordsRead {
  /** All records without people who are to be deleted: see `readFiles`. */
  rows: Relation;
  /** The identity sets. */
  sets: readonly IdentityColumns[];
  /** The files that hold them; empty for a merge. */
  files: readonly FileVersion[];
  names: readonly string[];
  derived: DerivedColumns;
  scratch: string;
  /** Leaves out people who are to be deleted. */
  retained(rows: Relation): Relation;
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
  const found: (Sql | Relation)[] = replay
    ? [startsOfHeld(intervalsHeld(replay, previous))]
    : previous
      ? [seenIn(seenBefore(previous.dir))]
      : [];
  if (!replay && (known || dropsRecords(config))) found.push(earliestArrivals(rows, sets.length));
  if (known) found.push(seenIn(relation(peopleFiles(known.peopleDir).persons), known.before));
  return found.length === 0 ? null : engine.createTable("first_seen", earliestOf(found));
};

/** The files that counted since the previous build, read again. */
export interface Replay {
  validity: readonly FileValidity[];
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
  const validity = validityOf(versions, options.replace_all_with_latest_file === true);
  const again = filesToReplay(versions, validity, previous?.through ?? null);
  return again && { validity, ...(await readAgain(engine, options, read, again)) };
};

/** One row per identity and interval in which a file held it: see `heldWhileValid`. */
const intervalsHeld = ({ validity, keys, unread }: Replay, previous: FileHistory["previous"]): Relation => {
  const before = previous && seenBefore(previous.dir);
  return heldInAll([
    heldWhileValid(keys, validity),
    ...(before
      ? [heldUntil(before, previous.through), ...heldInUnread(before, unread, previous.through)]
      : []),
  ]);
};

const readAgain = async (
  engine: Engine,
  options: HostedCsvOptions,
  { rows, sets, names, derived, scratch, retained }: RecordsRead,
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
    const version = retained(found);
    versions.push(version);
    await engine.insert(keys, keysByFile(version, sets.length));
  }
  return { keys, versions, unread };
};

/** A file that the previous build read and that was removed: any of its identities may be in it. */
const heldInUnread = (previous: Relation, unread: readonly FileVersion[], through: number): Sql[] =>
  unread.flatMap(({ arrived_at, replaced_at }) =>
    arrived_at <= through && replaced_at !== null ? [heldUntil(previous, replaced_at)] : [],
  );
