// File history of a dataset: the files that count, those that were replaced or deleted since its previous
// build, and what that build knew. From it, a build finds when identities were first seen, as if every file
// had been read when it arrived.

import { existsSync } from "node:fs";
import type { DatasetConfig } from "../../domain/data/dataset.js";
import type { EpochMs } from "../../domain/resource/resource.js";
import type { SourceFile } from "../../warehouse/ingest/dialect.js";
import type { FileValidity } from "../../warehouse/ingest/first-seen.js";
import { datasetFiles, relation } from "../../warehouse/relations.js";
import type { Relation } from "../../warehouse/sql/sql.js";

/** A file that counted from `arrived_at` until `replaced_at`; null: it still does. */
export interface FileVersion extends SourceFile {
  replaced_at: EpochMs | null;
}

export interface FileHistory {
  /** Files that were replaced or deleted since the previous build. */
  replaced: FileVersion[];
  /** The newest arrival or deletion that this build knows. */
  arrivalsThrough: EpochMs;
  /**
   * The previous build, the newest arrival or deletion that it knew, and whether none of its files is
   * damaged; null for none.
   */
  previous: { dir: string; through: EpochMs; isIntact?: boolean } | null;
  /**
   * People who were resolved before the dataset was created at `before`, or null: before datasets kept this
   * history. Their identities keep the moments at which they were first seen, so that people keep their ids.
   */
  known: { peopleDir: string; before: EpochMs | null; originsFile: string | null } | null;
}

/** History of a dataset whose files are read as if they had always been there. */
export const noHistory: FileHistory = { replaced: [], arrivalsThrough: 0, previous: null, known: null };

/** The intervals in which each file counted. `latestOnly`: only the newest file counts. */
export const validityOf = (versions: readonly FileVersion[], latestOnly: boolean): FileValidity[] =>
  latestOnly
    ? newestAtEachMoment(versions)
    : versions.map(({ arrived_at, replaced_at }) => ({
        file: arrived_at,
        from: arrived_at,
        until: replaced_at,
      }));

const newestAtEachMoment = (versions: readonly FileVersion[]): FileValidity[] => {
  const moments = momentsOf(versions);
  return moments.flatMap((from, i) => {
    const there = versions.filter(
      ({ arrived_at, replaced_at }) => arrived_at <= from && from < (replaced_at ?? Infinity),
    );
    const until = moments[i + 1] ?? null;
    return there.length === 0
      ? []
      : [{ file: Math.max(...there.map(({ arrived_at }) => arrived_at)), from, until }];
  });
};

/** Arrivals and deletions, ascending. */
export const momentsOf = (versions: readonly FileVersion[]): EpochMs[] => {
  const moments = versions.flatMap(({ arrived_at, replaced_at }) => [arrived_at, replaced_at ?? arrived_at]);
  return [...new Set(moments)].sort((a, b) => a - b);
};

/**
 * The files to read again besides those in use now, because they counted after `through`; null if none has to
 * be. After a single change, an identity that is still there was there all the time, unless an older file
 * counts again.
 */
export const filesToReplay = (
  versions: readonly FileVersion[],
  validity: readonly FileValidity[],
  through: EpochMs | null,
): FileVersion[] | null => {
  const since = through ?? Number.NEGATIVE_INFINITY;
  const changes = momentsOf(versions).filter((moment) => moment > since).length;
  const inUse = new Set(validity.flatMap(({ file, until }) => (until === null ? [file] : [])));
  const counted = new Set(
    validity.flatMap(({ file, until }) => (until !== null && until > since ? [file] : [])),
  );
  const again = versions.filter(({ arrived_at }) => counted.has(arrived_at) && !inUse.has(arrived_at));
  return isAnyBack(validity) || (changes > 1 && again.length > 0) ? again : null;
};

/** Whether a file counts again, after a newer one was deleted. */
const isAnyBack = (validity: readonly FileValidity[]): boolean =>
  validity.some(({ file, from, until }) => until === null && from > file);

/** One row per identity of all records of a build: identity_key, first_seen. */
export const seenBefore = (dir: string): Relation => {
  const { arrivals, identities } = datasetFiles(dir);
  return relation(existsSync(arrivals) ? arrivals : identities);
};

/** Whether an identity may be older than the records of it that count. */
export const dropsRecords = ({ upsert_columns, incremental_column, preview }: DatasetConfig): boolean =>
  Boolean(upsert_columns?.length) || incremental_column !== undefined || preview === true;
