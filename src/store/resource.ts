// A stored resource, as the rest of the code reads it from its row and the row of its result.

import type { Kysely, Selectable } from "kysely";
import type { Announcement, Database, ResultTable } from "../db/schema.js";
import type { ConfigOf, ResultOf } from "../domain/kinds/kinds.js";
import type { StoredFile } from "../domain/machine/stored-file.js";
import type { Maker, Note } from "../domain/resource/ownership.js";
import type { EpochMs, ResourceStatus, ResourceType } from "../domain/resource/resource.js";

/** A stored resource, parsed. A union by type, so that testing the type also narrows configuration and result. */
export type Resource<T extends ResourceType = ResourceType> = { [K in T]: RecordedAs<K> }[T];

interface RecordedAs<T extends ResourceType> {
  id: string;
  accountId: string;
  type: T;
  name: string;
  config: ConfigOf<T>;
  /** Counts changes of name and configuration, from 1. */
  version: number;
  status: ResourceStatus;
  /** Why the build failed, while the status is `error`. */
  statusError: string | null;
  /** Why the build waits, while the status is `new` or `starting`. */
  waitingFor: string | null;
  statusChangedAt: EpochMs;
  /** Progress of the running build, 0 to 1. */
  progress: number | null;
  progressText: string | null;
  /** Result of the last successful build, possibly of an older configuration: see `status`. */
  result: ResultOf<T> | null;
  /** Relative to the data directory. */
  resultDir: string | null;
  /** Files of that directory; none before the first result. */
  resultFiles: StoredFile[];
  /** Paths of damaged files among them. */
  damagedFiles: string[];
  fingerprint: string | null;
  failedFingerprint: string | null;
  failedError: string | null;
  /** Number of builds requested without a change. */
  forced: number;
  announced: Announcement | null;
  createdAt: EpochMs;
  updatedAt: EpochMs;
  lastReadInputAt: EpochMs | null;
  lastUpdatedConfigAt: EpochMs;
  lastUpdatedOutputAt: EpochMs | null;
  archivedAt: EpochMs | null;
  /** Number of revocations of its signed links. */
  linkEpoch: number;
  /** Null: the service, or nobody knows. */
  madeBy: Maker | null;
  note: Note | null;
}

/** A row with its result. */
export type ResourceRow = Selectable<Database["resource"]> &
  NullableColumns<Pick<ResultTable, "result" | "files">>;

type NullableColumns<T> = { [K in keyof T]: T[K] | null };

/** Rows of resources with their results. */
export const resourceRows = (db: Kysely<Database>) =>
  db
    .selectFrom("resource")
    .leftJoin("result", "result.resource_id", "resource.id")
    .selectAll("resource")
    .select(["result.result", "result.files"]);

/**
 * Trusts that the row has the configuration and result of its type. A result is parsed when it is first read:
 * it may be large, and many are listed for other fields.
 */
export const toResource = <T extends ResourceType>(row: ResourceRow): Resource<T> => {
  let result: ResultOf<ResourceType> | null | undefined;
  let files: StoredFile[] | undefined;
  const resource: RecordedAs<ResourceType> = {
    id: row.id,
    accountId: row.account_id,
    type: row.type,
    name: row.name,
    config: JSON.parse(row.config),
    version: row.version,
    status: row.status,
    statusError: row.status_error,
    waitingFor: row.waiting_for,
    statusChangedAt: row.status_changed_at,
    progress: row.progress,
    progressText: row.progress_text,
    get result() {
      if (result === undefined) result = row.result === null ? null : JSON.parse(row.result);
      return result!;
    },
    resultDir: row.result_dir,
    get resultFiles() {
      files ??= row.files === null ? [] : (JSON.parse(row.files) as StoredFile[]);
      return files;
    },
    damagedFiles: row.damaged_files === null ? [] : JSON.parse(row.damaged_files),
    fingerprint: row.fingerprint,
    failedFingerprint: row.failed_fingerprint,
    failedError: row.failed_error,
    forced: row.forced,
    announced: row.announced,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    lastReadInputAt: row.last_read_input_at,
    lastUpdatedConfigAt: row.last_updated_config_at,
    lastUpdatedOutputAt: row.last_updated_output_at,
    archivedAt: row.archived_at,
    linkEpoch: row.link_epoch,
    madeBy: row.made_by === null ? null : JSON.parse(row.made_by),
    note: row.note === null ? null : JSON.parse(row.note),
  };
  return resource as Resource<T>;
};
