// Resources of an account: their configurations and the results of their builds. A change by the owner increments the version, and is
// refused if a name is taken, the version is outdated or the resource is in use. Builds only add results.

import { randomUUID } from "node:crypto";
import { type Kysely, type Selectable, sql } from "kysely";
import type { Announcement, Database } from "../db/schema.js";
import { isUniqueViolation, lockAccount } from "../db/transaction.js";
import type { ConfigOf, ResultOf } from "../domain/kinds.js";
import { type EpochMs, type ResourceStatus, type ResourceType, singular } from "../domain/resource.js";
import type { StoredFile } from "../domain/stored-file.js";
import { refuse } from "../errors/refusal.js";
import { discard, forgetDiscard } from "./discards.js";

export interface NewResource<T extends ResourceType> {
  accountId: string;
  type: T;
  name: string;
  config: ConfigOf<T>;
  /** The resources to which the configuration refers. */
  upstreamIds: readonly string[];
  /** The name must be unique within the type, ignoring case. */
  uniqueName: boolean;
}

export interface ResourceChange<T extends ResourceType> {
  name: string;
  config: ConfigOf<T>;
  upstreamIds: readonly string[];
}

/** In a transaction: inserts a resource and its references. Refuses `name-taken`. */
export const insertResource = async <T extends ResourceType>(
  db: Kysely<Database>,
  { accountId, type, name, config, upstreamIds, uniqueName }: NewResource<T>,
  now: EpochMs,
): Promise<Resource<T>> => {
  await lockAccount(db, accountId);
  const insertion = db.insertInto("resource").values({
    id: randomUUID(),
    account_id: accountId,
    type,
    name,
    name_key: uniqueName ? nameKey(name) : null,
    config: JSON.stringify(config),
    version: 1,
    status: "new",
    status_changed_at: now,
    created_at: now,
    updated_at: now,
    last_updated_config_at: now,
  });
  const row = await refusingTaken(type, name, insertion.returningAll().executeTakeFirstOrThrow());
  await refer(db, row.id, upstreamIds);
  return toResource<T>(row);
};

export const findResource = async <T extends ResourceType>(
  db: Kysely<Database>,
  accountId: string,
  type: T,
  id: string,
): Promise<Resource<T> | undefined> => {
  const row = await db
    .selectFrom("resource")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("type", "=", type)
    .where("id", "=", id)
    .executeTakeFirst();
  return row && toResource<T>(row);
};

/** A resource of any account and type, for builds. */
export const findById = async (db: Kysely<Database>, id: string): Promise<Resource | undefined> => {
  const row = await db.selectFrom("resource").selectAll().where("id", "=", id).executeTakeFirst();
  return row && toResource(row);
};

/** Resources of any type, in no order; unknown ids are skipped. */
export const findResources = (
  db: Kysely<Database>,
  accountId: string,
  ids: readonly string[],
): Promise<Resource[]> =>
  inParts(ids, async (part) => {
    const rows = await db
      .selectFrom("resource")
      .selectAll()
      .where("account_id", "=", accountId)
      .where("id", "in", part)
      .execute();
    return rows.map((row) => toResource(row));
  });

/** A stream by its machine name, such as `repeat_purchase`. */
export const findStream = async (
  db: Kysely<Database>,
  accountId: string,
  machineName: string,
): Promise<Resource<"streams"> | undefined> => (await findStreams(db, accountId, [machineName]))[0];

/** Streams in no order; unknown names are skipped. */
export const findStreams = (
  db: Kysely<Database>,
  accountId: string,
  machineNames: readonly string[],
): Promise<Resource<"streams">[]> =>
  inParts(machineNames, async (part) => {
    const rows = await db
      .selectFrom("resource")
      .selectAll()
      .where("account_id", "=", accountId)
      .where("type", "=", "streams")
      .where("name", "in", part)
      .execute();
    return rows.map((row) => toResource<"streams">(row));
  });

/** Newest first, even within a millisecond. Unknown ids are skipped. */
export const listResources = async <T extends ResourceType = ResourceType>(
  db: Kysely<Database>,
  accountId: string,
  type?: T,
  ids?: readonly string[],
): Promise<Resource<T>[]> => {
  if (ids?.length === 0) return [];
  let query = db.selectFrom("resource").selectAll().where("account_id", "=", accountId);
  if (type !== undefined) query = query.where("type", "=", type);
  if (ids !== undefined) query = query.where("id", "in", ids);
  const rows = await query.orderBy("created_at", "desc").orderBy("sequence", "desc").execute();
  return rows.map((row) => toResource<T>(row));
};

/** Where the resources of a type stand in their list, newest first. Unknown ids are skipped. */
export const listPositions = async (
  db: Kysely<Database>,
  accountId: string,
  type: ResourceType,
  ids?: readonly string[],
): Promise<{ id: string; at: EpochMs; sequence: number }[]> => {
  if (ids?.length === 0) return [];
  let query = db
    .selectFrom("resource")
    .select(["id", "created_at as at", "sequence"])
    .where("account_id", "=", accountId)
    .where("type", "=", type);
  if (ids !== undefined) query = query.where("id", "in", ids);
  const rows = await query.orderBy("created_at", "desc").orderBy("sequence", "desc").execute();
  return rows.map(({ id, at, sequence }) => ({ id, at: Number(at), sequence: Number(sequence) }));
};

/** In a transaction: changes a resource. Refuses `changed-meanwhile` if it is no longer the version that was read, and `name-taken`. */
export const updateResource = async <T extends ResourceType>(
  db: Kysely<Database>,
  resource: Resource<T>,
  { name, config, upstreamIds }: ResourceChange<T>,
  now: EpochMs,
): Promise<Resource<T>> => {
  const { id, accountId, type, version } = resource;
  await lockAccount(db, accountId);
  const text = JSON.stringify(config);
  const isReconfigured = text !== JSON.stringify(resource.config);
  const update = db
    .updateTable("resource")
    .set({
      name,
      name_key: sql`case when name_key is null then null else ${nameKey(name)} end`,
      config: text,
      version: version + 1,
      updated_at: now,
      ...(isReconfigured && { last_updated_config_at: now, announced: null }),
    })
    .where("id", "=", id)
    .where("version", "=", version);
  const row = await refusingTaken(type, name, update.returningAll().executeTakeFirst());
  if (!row) throw refuse("changed-meanwhile");
  await db.deleteFrom("reference").where("downstream_id", "=", id).execute();
  await refer(db, id, upstreamIds);
  return toResource<T>(row);
};

/** In a transaction: deletes a resource and discards its result. Refuses `resource-in-use`, with the list of its users. */
export const removeResource = async (
  db: Kysely<Database>,
  { id, accountId }: Resource,
  now: EpochMs,
): Promise<void> => {
  await lockAccount(db, accountId);
  const users = await usersOf(db, id);
  if (users.length > 0)
    throw refuse("resource-in-use", {
      users: users.map(({ type, name }) => `${singular[type]} ${name}`).join(", "),
    });
  const row = await db.deleteFrom("resource").where("id", "=", id).returning("result_dir").executeTakeFirst();
  if (row?.result_dir) await discard(db, { accountId, path: row.result_dir, reason: "deleted" }, now);
};

/** The resources whose configuration refers to this one, in order of type and name. */
export const usersOf = (
  db: Kysely<Database>,
  id: string,
): Promise<{ id: string; type: ResourceType; name: string }[]> =>
  db
    .selectFrom("reference")
    .innerJoin("resource", "resource.id", "reference.downstream_id")
    .select(["resource.id", "resource.type", "resource.name"])
    .where("reference.upstream_id", "=", id)
    .orderBy("resource.type")
    .orderBy("resource.name")
    .orderBy("resource.sequence")
    .execute();

/** In a transaction: archives the resources, or unarchives them (`null`). */
export const markArchived = async (
  db: Kysely<Database>,
  ids: readonly string[],
  archivedAt: EpochMs | null,
  now: EpochMs,
): Promise<void> => {
  if (ids.length === 0) return;
  await db
    .updateTable("resource")
    .set((row) => ({ archived_at: archivedAt, updated_at: now, version: sql`${row.ref("version")} + 1` }))
    .where("id", "in", ids)
    .execute();
};

/** Ends all signed links to the resource. */
export const revokeLinks = async (db: Kysely<Database>, id: string): Promise<void> => {
  await db
    .updateTable("resource")
    .set((row) => ({ link_epoch: sql`${row.ref("link_epoch")} + 1` }))
    .where("id", "=", id)
    .execute();
};

/** Requests a build although nothing has changed. */
export const markForced = async (db: Kysely<Database>, id: string): Promise<void> => {
  await db
    .updateTable("resource")
    .set((row) => ({ forced: sql`${row.ref("forced")} + 1` }))
    .where("id", "=", id)
    .execute();
};

/** `why` it waits or failed. With `running`, the build reads its input now. */
export const markStatus = async (
  db: Kysely<Database>,
  id: string,
  status: ResourceStatus,
  now: EpochMs,
  why: string | null = null,
): Promise<void> => {
  await db
    .updateTable("resource")
    .set({
      ...changedTo(status, why, now),
      ...(status === "running" && { last_read_input_at: now }),
    })
    .where("id", "=", id)
    .execute();
};

/** Progress of a running build, 0 to 1, and its current activity. Ignored once the build has ended. */
export const markProgress = async (
  db: Kysely<Database>,
  id: string,
  fraction: number,
  text: string,
  now: EpochMs,
): Promise<void> => {
  await db
    .updateTable("resource")
    .set({ progress: fraction, progress_text: text, progress_at: now })
    .where("id", "=", id)
    .where("status", "=", "running")
    .execute();
};

export interface RecordedBuild {
  result: ResultOf<ResourceType>;
  /** Relative to the data directory. */
  resultDir: string;
  /** Absent: not known. */
  resultFiles?: readonly StoredFile[];
  fingerprint: string;
}

/** In a transaction: makes the resource ready with its result, and discards the previous one. Returns its directory, or null. */
export const recordResult = async (
  db: Kysely<Database>,
  id: string,
  built: RecordedBuild,
  now: EpochMs,
): Promise<string | null> => {
  const before = await db
    .selectFrom("resource")
    .select(["account_id", "result_dir", "last_read_input_at"])
    .where("id", "=", id)
    .executeTakeFirst();
  await db
    .updateTable("resource")
    .set({
      ...changedTo("ready", null, now),
      result: JSON.stringify(built.result),
      result_dir: built.resultDir,
      result_files: built.resultFiles ? JSON.stringify(built.resultFiles) : null,
      damaged_files: null,
      fingerprint: built.fingerprint,
      ...neverFailed,
      build_ms: before?.last_read_input_at ? now - before.last_read_input_at : null,
      due_at: dueAt(built.result),
      updated_at: now,
      last_updated_output_at: now,
    })
    .where("id", "=", id)
    .execute();
  await forgetDiscard(db, built.resultDir);
  if (!before?.result_dir) return null;
  const { account_id: accountId, result_dir: path } = before;
  if (path !== built.resultDir) await discard(db, { accountId, path, reason: "replaced" }, now);
  return path;
};

/** Accounts with builds that were given up under a state of program and machine that is not one of these. */
export const accountsGivenUpBefore = async (
  db: Kysely<Database>,
  states: readonly string[],
): Promise<string[]> => {
  const rows = await db
    .selectFrom("resource")
    .select("account_id")
    .distinct()
    .where("gave_up_under", "is not", null)
    .where("gave_up_under", "not in", states)
    .where("archived_at", "is", null)
    .orderBy("account_id")
    .execute();
  return rows.map((row) => row.account_id);
};

/** In a transaction: forgets that the builds were given up, so that they are planned again. */
export const retryGivenUp = async (
  db: Kysely<Database>,
  accountId: string,
  states: readonly string[],
): Promise<void> => {
  await db
    .updateTable("resource")
    .set(neverFailed)
    .where("account_id", "=", accountId)
    .where("gave_up_under", "is not", null)
    .where("gave_up_under", "not in", states)
    .execute();
};

/** Records that the build was refused for this fingerprint. An earlier result stays for its readers. */
export const recordRefusal = async (
  db: Kysely<Database>,
  id: string,
  refused: { fingerprint: string; message: string; gaveUpUnder?: string },
  now: EpochMs,
): Promise<void> => {
  await db
    .updateTable("resource")
    .set({
      ...changedTo("error", refused.message, now),
      failed_fingerprint: refused.fingerprint,
      failed_error: refused.message,
      gave_up_under: refused.gaveUpUnder ?? null,
      updated_at: now,
    })
    .where("id", "=", id)
    .execute();
};

export const markAnnounced = async (
  db: Kysely<Database>,
  id: string,
  announced: Announcement,
): Promise<void> => {
  await db.updateTable("resource").set({ announced }).where("id", "=", id).execute();
};

/** Accounts with a result that elapsed time has made stale. */
export const accountsWithDueEvents = async (db: Kysely<Database>, now: EpochMs): Promise<string[]> => {
  const rows = await db
    .selectFrom("resource")
    .select("account_id")
    .distinct()
    .where("due_at", "<=", now)
    .where("archived_at", "is", null)
    .orderBy("account_id")
    .execute();
  return rows.map((row) => row.account_id);
};

const neverFailed = { failed_fingerprint: null, failed_error: null, gave_up_under: null };

/** A new status clears the progress, and the reason of the former status. */
const changedTo = (status: ResourceStatus, why: string | null, now: EpochMs) => ({
  status,
  status_error: status === "error" ? why : null,
  waiting_for: status === "error" ? null : why,
  status_changed_at: now,
  progress: null,
  progress_text: null,
  progress_at: null,
});

/** SQLite binds 32,766 values in one statement, PostgreSQL 65,535. */
const maxPartSize = 1000;

const inParts = async <R>(
  values: readonly string[],
  read: (part: readonly string[]) => Promise<R[]>,
): Promise<R[]> => {
  const found: R[] = [];
  for (let start = 0; start < values.length; start += maxPartSize)
    found.push(...(await read(values.slice(start, start + maxPartSize))));
  return found;
};

const dueAt = (result: ResultOf<ResourceType>): EpochMs | null =>
  "next_due" in result && result.next_due !== null ? result.next_due * 1000 : null;

/** Lower-cased here and not in SQL, since SQLite only lower-cases ASCII. */
const nameKey = (name: string): string => name.normalize("NFC").toLowerCase();

const refusingTaken = async <T>(type: ResourceType, name: string, write: Promise<T>): Promise<T> => {
  try {
    return await write;
  } catch (error) {
    throw isUniqueViolation(error) ? refuse("name-taken", { type: singular[type], name }) : error;
  }
};

const refer = async (
  db: Kysely<Database>,
  downstreamId: string,
  upstreamIds: readonly string[],
): Promise<void> => {
  const rows = [...new Set(upstreamIds)].map((upstreamId) => ({
    downstream_id: downstreamId,
    upstream_id: upstreamId,
  }));
  if (rows.length > 0) await db.insertInto("reference").values(rows).execute();
};

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
  /** Files of that directory; null: not known. */
  resultFiles: StoredFile[] | null;
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
}

/** Trusts that the row has the configuration and result of its type. */
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
    waitingFor: row.waiting_for,
    statusChangedAt: row.status_changed_at,
    progress: row.progress,
    progressText: row.progress_text,
    result: row.result === null ? null : JSON.parse(row.result),
    resultDir: row.result_dir,
    resultFiles: row.result_files === null ? null : JSON.parse(row.result_files),
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
  };
  return resource as Resource<T>;
};
