// A recorded resource, as the rest of the program sees it: parsed, and of one type each, so that asking for the type also
// says what its configuration and result are.

import type { Selectable } from "kysely";
import type { Announcement, Database } from "../db/schema.js";
import type { ConfigOf, ResultOf } from "../domain/kinds.js";
import type { EpochMs, ResourceStatus, ResourceType } from "../domain/resource.js";

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
  /** Why it waits or failed. */
  statusError: string | null;
  statusChangedAt: EpochMs;
  /** Share done of the running build, 0 to 1. */
  progress: number | null;
  progressText: string | null;
  /** Of the last successful build, which may be of an older configuration: see `status`. */
  result: ResultOf<T> | null;
  /** Relative to the data directory. */
  resultDir: string | null;
  fingerprint: string | null;
  failedFingerprint: string | null;
  /** How often a build was asked for although nothing had changed. */
  forced: number;
  announced: Announcement | null;
  createdAt: EpochMs;
  updatedAt: EpochMs;
  lastReadInputAt: EpochMs | null;
  lastUpdatedConfigAt: EpochMs;
  lastUpdatedOutputAt: EpochMs | null;
  archivedAt: EpochMs | null;
}

/** Trusts the row: what was written as a type's configuration and result is read as such. */
export const toResource = <T extends ResourceType>(row: Selectable<Database["resource"]>): Resource<T> => {
  const resource: RecordedAs<ResourceType> = {
    id: row.id,
    accountId: row.account_id,
    type: row.type,
    name: row.name,
    config: JSON.parse(row.config),
    version: row.version,
    status: row.status,
    statusError: row.status_error,
    statusChangedAt: row.status_changed_at,
    progress: row.progress,
    progressText: row.progress_text,
    result: row.result === null ? null : JSON.parse(row.result),
    resultDir: row.result_dir,
    fingerprint: row.fingerprint,
    failedFingerprint: row.failed_fingerprint,
    forced: row.forced,
    announced: row.announced,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    lastReadInputAt: row.last_read_input_at,
    lastUpdatedConfigAt: row.last_updated_config_at,
    lastUpdatedOutputAt: row.last_updated_output_at,
    archivedAt: row.archived_at,
  };
  return resource as Resource<T>;
};
