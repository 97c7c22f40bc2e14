// Resources of an account: their configurations and the results of their builds. A change by the owner
// increments the version, and is refused if a name is taken, the version is outdated or the resource is in
// use. Builds only add results.

import { randomUUID } from "node:crypto";
import { type Insertable, type Kysely, sql } from "kysely";
import { noteChange, noteEverything } from "../db/noted-changes.js";
import type { Announcement, Database } from "../db/schema.js";
import { isUniqueViolation, lockAccount } from "../db/transaction.js";
import type { ConfigOf, ResultOf } from "../domain/kinds/kinds.js";
import { plannedResult } from "../domain/kinds/planned-result.js";
import type { StoredFile } from "../domain/machine/stored-file.js";
import type { Maker } from "../domain/resource/ownership.js";
import {
  type EpochMs,
  isShared,
  type ResourceStatus,
  type ResourceType,
  singular,
} from "../domain/resource/resource.js";
import { refuse } from "../errors/refusal.js";
import { accountsInPieces } from "./accounts.js";
import { voidClaimsOf } from "./claims.js";
import { discard, forgetDiscard } from "./discards.js";
import { inParts, readInTurns } from "./parts.js";
import { type Resource, resourceRows, toResource } from "./resource.js";

export type { Resource } from "./resource.js";

export interface NewResource<T extends ResourceType> {
  accountId: string;
  type: T;
  name: string;
  config: ConfigOf<T>;
  /** The resources to which the configuration refers. */
  upstreamIds: readonly string[];
  /** The name must be unique within the type, ignoring case. */
  uniqueName: boolean;
  /** Absent: the service. */
  madeBy?: Maker | undefined;
}

export interface ResourceChange<T extends ResourceType> {
  name: string;
  config: ConfigOf<T>;
  upstreamIds: readonly string[];
}

/** In a transaction: inserts a resource and its references. Refuses `name-taken`. */
export const insertResource = async <T extends ResourceType>(
  db: Kysely<Database>,
  resource: NewResource<T>,
  now: EpochMs,
): Promise<Resource<T>> => {
  const { accountId, type, name, upstreamIds } = resource;
  await lockAccount(db, accountId);
  const insertion = db.insertInto("resource").values(newRow(resource, now));
  const row = await refusingTaken(type, name, insertion.returningAll().executeTakeFirstOrThrow());
  await refer(db, row.id, upstreamIds);
  noteChange(db, row.id);
  return toResource<T>({ ...row, result: null, files: null });
};

const newRow = <T extends ResourceType>(
  { accountId, type, name, config, uniqueName, madeBy }: Omit<NewResource<T>, "upstreamIds">,
  now: EpochMs,
): Insertable<Database["resource"]> & { id: string } => ({
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
  made_by: madeBy ? JSON.stringify(madeBy) : null,
});

const namesInStatement = 100;

/** In a transaction: inserts resources that have a unique name and nothing else. Refuses `name-taken`. */
export const insertNamed = async <T extends "streams" | "traits">(
  db: Kysely<Database>,
  { accountId, type, names }: { accountId: string; type: T; names: readonly string[] },
  now: EpochMs,
): Promise<void> => {
  await lockAccount(db, accountId);
  await inParts(
    names,
    async (part) => {
      const rows = part.map((name) => newRow({ accountId, type, name, config: {}, uniqueName: true }, now));
      for (const { id } of rows) noteChange(db, id);
      await refusingTaken(type, part[0]!, db.insertInto("resource").values(rows).execute());
      return [];
    },
    namesInStatement,
  );
};

export const findResource = async <T extends ResourceType>(
  db: Kysely<Database>,
  accountId: string,
  type: T,
  id: string,
): Promise<Resource<T> | undefined> => {
  const row = await resourceRows(db)
    .where("account_id", "=", accountId)
    .where("type", "=", type)
    .where("id", "=", id)
    .executeTakeFirst();
  return row && toResource<T>(row);
};

/** A resource of any account and type, for builds. */
export const findById = async (db: Kysely<Database>, id: string): Promise<Resource | undefined> => {
  const row = await resourceRows(db).where("id", "=", id).executeTakeFirst();
  return row && toResource(row);
};

/** Resources of any type, in no order; unknown ids are skipped. */
export const findResources = (
  db: Kysely<Database>,
  accountId: string,
  ids: readonly string[],
): Promise<Resource[]> =>
  inParts(ids, async (part) => {
    const rows = await resourceRows(db).where("account_id", "=", accountId).where("id", "in", part).execute();
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
    const rows = await resourceRows(db)
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
  let query = resourceRows(db).where("account_id", "=", accountId);
  if (type !== undefined) query = query.where("type", "=", type);
  if (ids !== undefined) query = query.where("id", "in", ids);
  const rows = await query.orderBy("created_at", "desc").orderBy("sequence", "desc").execute();
  return rows.map((row) => toResource<T>(row));
};

/** Another text after any change of a resource of the account: to see at little cost whether anything has changed. */
export const revisionsOf = async (db: Kysely<Database>, accountId: string): Promise<string> => {
  const rows = await db
    .selectFrom("resource")
    .select("revision")
    .where("account_id", "=", accountId)
    .orderBy("sequence")
    .execute();
  return rows.map(({ revision }) => revision).join(" ");
};

/**
 * All resources of the account, newest first, with results of these types. Other results are empty objects,
 * which says that there is one: they are megabytes, and few readers need them.
 */
export const listConfigured = async (
  db: Kysely<Database>,
  accountId: string,
  withResults: readonly ResourceType[],
): Promise<Resource[]> => {
  const found: { resource: Resource; sequence: number }[] = [];
  const rowsOfAccount = db
    .selectFrom("resource")
    .leftJoin("result", (join) =>
      join.onRef("result.resource_id", "=", "resource.id").on("resource.type", "in", withResults),
    )
    .selectAll("resource")
    .select("result.result")
    .where("account_id", "=", accountId)
    .orderBy("sequence");
  await readInTurns(
    (after, most) => rowsOfAccount.where("sequence", ">", after).limit(most).execute(),
    (row) => {
      const result = row.result ?? (row.result_dir === null ? null : "{}");
      found.push({ resource: toResource({ ...row, result, files: null }), sequence: row.sequence });
    },
  );
  return found
    .sort((a, b) => b.resource.createdAt - a.resource.createdAt || b.sequence - a.sequence)
    .map(({ resource }) => resource);
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

/**
 * In a transaction: changes a resource. Refuses `changed-meanwhile` if it is no longer the version that was
 * read, and `name-taken`.
 */
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
  const { numUpdatedRows } = await refusingTaken(type, name, update.executeTakeFirst());
  if (numUpdatedRows === 0n) throw refuse("changed-meanwhile");
  await db.deleteFrom("reference").where("downstream_id", "=", id).execute();
  await refer(db, id, upstreamIds);
  noteChange(db, id);
  return (await findById(db, id)) as Resource as Resource<T>;
};

/**
 * In a transaction: deletes a resource with its replays, and discards their results. Refuses
 * `resource-in-use`, with the list of its users.
 */
export const removeResource = async (
  db: Kysely<Database>,
  { id, accountId, type }: Resource,
  now: EpochMs,
): Promise<void> => {
  await lockAccount(db, accountId);
  const users = await usersOf(db, id);
  if (users.length > 0)
    throw refuse("resource-in-use", {
      users: users.map(({ type, name }) => `${singular[type]} ${name}`).join(", "),
    });
  if (type === "scopes") {
    for (const replay of await listReplays(db, accountId, id)) await removeResource(db, replay, now);
    await voidClaimsOf(db, accountId, id, "pipeline_deleted");
  }
  const row = await db.deleteFrom("resource").where("id", "=", id).returning("result_dir").executeTakeFirst();
  if (row?.result_dir) await discard(db, { accountId, path: row.result_dir, reason: "deleted" }, now);
  if (isShared(type)) noteEverything(db);
  else noteChange(db, id);
};

/** Replays of a pipeline, newest first. They do not hold it up: they go with it. */
export const listReplays = async (
  db: Kysely<Database>,
  accountId: string,
  scopeId: string,
): Promise<Resource<"replays">[]> => {
  const all = await listResources(db, accountId, "replays");
  return all.filter(({ config }) => config.scope_id === scopeId);
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
  for (const id of ids) noteChange(db, id);
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
  noteChange(db, id);
  await db
    .updateTable("resource")
    .set((row) => ({ forced: sql`${row.ref("forced")} + 1` }))
    .where("id", "=", id)
    .execute();
};

/** `why` it waits or failed. With `running`, the build reads its input now. */
export const markStatus = (
  db: Kysely<Database>,
  id: string,
  status: ResourceStatus,
  now: EpochMs,
  why: string | null = null,
): Promise<void> => {
  noteChange(db, id);
  return markStatuses(db, [id], status, now, why);
};

/** The same of several resources; their number is bounded, as `inParts` does. */
export const markStatuses = async (
  db: Kysely<Database>,
  ids: readonly string[],
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
    .where("id", "in", ids)
    .execute();
};

export const isAnyRunning = async (db: Kysely<Database>, accountId: string): Promise<boolean> => {
  const found = await db
    .selectFrom("resource")
    .select("id")
    .where("account_id", "=", accountId)
    .where("type", "<>", "replays")
    .where("status", "=", "running")
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
};

/** Progress of running builds, 0 to 1, and their current activity. Ignored once a build has ended. */
export const markProgress = async (
  db: Kysely<Database>,
  ids: readonly string[],
  fraction: number,
  text: string,
  now: EpochMs,
): Promise<void> => {
  await db
    .updateTable("resource")
    .set({ progress: fraction, progress_text: text, progress_at: now })
    .where("id", "in", ids)
    .where("status", "=", "running")
    .execute();
};

export interface RecordedBuild {
  result: ResultOf<ResourceType>;
  /** Relative to the data directory. */
  resultDir: string;
  resultFiles: readonly StoredFile[];
  fingerprint: string;
}

/**
 * In a transaction: makes the resource ready with its result, and discards the previous one. Returns its
 * directory, or null.
 */
export const recordResult = async (
  db: Kysely<Database>,
  id: string,
  built: RecordedBuild,
  now: EpochMs,
): Promise<string | null> => {
  const before = await db
    .selectFrom("resource")
    .select(["type", "account_id", "result_dir", "last_read_input_at"])
    .where("id", "=", id)
    .executeTakeFirst();
  await forgetDiscard(db, built.resultDir);
  if (!before) return null;
  await putResult(db, id, built);
  noteChange(db, id);
  await db
    .updateTable("resource")
    .set({
      ...changedTo("ready", null, now),
      planned_result: JSON.stringify(plannedResult(before.type, built.result)),
      result_dir: built.resultDir,
      damaged_files: null,
      fingerprint: built.fingerprint,
      ...neverFailed,
      build_ms: before.last_read_input_at ? now - before.last_read_input_at : null,
      due_at: dueAt(built.result),
      updated_at: now,
      last_updated_output_at: now,
    })
    .where("id", "=", id)
    .execute();
  const { account_id: accountId, result_dir: path } = before;
  if (path !== null && path !== built.resultDir)
    await discard(db, { accountId, path, reason: "replaced" }, now);
  return path;
};

const putResult = async (
  db: Kysely<Database>,
  resource_id: string,
  { result, resultFiles }: RecordedBuild,
): Promise<void> => {
  const made = { result: JSON.stringify(result), files: JSON.stringify(resultFiles) };
  await db
    .insertInto("result")
    .values({ resource_id, ...made })
    .onConflict((same) => same.column("resource_id").doUpdateSet(made))
    .execute();
};

/** Records that the build was refused for this fingerprint. An earlier result stays for its readers. */
export const recordRefusal = async (
  db: Kysely<Database>,
  id: string,
  refused: { fingerprint: string; message: string; gaveUpUnder?: string | undefined; dueAt?: EpochMs | null },
  now: EpochMs,
): Promise<void> => {
  noteChange(db, id);
  await db
    .updateTable("resource")
    .set({
      ...changedTo("error", refused.message, now),
      failed_fingerprint: refused.fingerprint,
      failed_error: refused.message,
      gave_up_under: refused.gaveUpUnder ?? null,
      ...(refused.dueAt != null && { due_at: refused.dueAt }),
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
export const accountsWithDueEvents = (db: Kysely<Database>, now: EpochMs): AsyncIterable<string> =>
  accountsInPieces((after, most) =>
    db
      .selectFrom("resource")
      .select("account_id as id")
      .distinct()
      .where("due_at", "<=", now)
      .where("archived_at", "is", null)
      .where("account_id", ">", after)
      .orderBy("account_id")
      .limit(most)
      .execute(),
  );

/** Accounts in which a dataset in use has an age limit. */
export const accountsWithAgeLimits = (db: Kysely<Database>): AsyncIterable<string> =>
  accountsInPieces((after, most) =>
    db
      .selectFrom("resource")
      .select("account_id as id")
      .distinct()
      .where("type", "=", "datasets")
      .where("archived_at", "is", null)
      .where("config", "like", '%"keep_months":%')
      .where("account_id", ">", after)
      .orderBy("account_id")
      .limit(most)
      .execute(),
  );

/** Columns of a resource whose last build was not refused. */
export const neverFailed = { failed_fingerprint: null, failed_error: null, gave_up_under: null };

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
