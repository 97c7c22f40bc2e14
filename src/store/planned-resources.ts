// Resources as plans read them: their configurations, states and fingerprints, and of results only what plans
// depend on. An account has thousands of them, and each change plans some or all.

import { type Kysely, sql } from "kysely";
import type { Database } from "../db/schema.js";
import type { PlannedResultOf } from "../domain/kinds/planned-result.js";
import { limits } from "../domain/resource/limits.js";
import { type EpochMs, isShared, type ResourceType, resourceTypes } from "../domain/resource/resource.js";
import { inParts, readInTurns } from "./parts.js";
import { type Resource, resourceRows, toResource } from "./resource.js";

type PlannedField =
  | "id"
  | "type"
  | "name"
  | "config"
  | "status"
  | "statusError"
  | "waitingFor"
  | "resultDir"
  | "damagedFiles"
  | "fingerprint"
  | "failedFingerprint"
  | "failedError"
  | "forced"
  | "archivedAt"
  | "createdAt";

/** A union by type, as `Resource` is. */
export type PlannedResource<T extends ResourceType = ResourceType> = {
  [K in T]: Pick<Resource<K>, PlannedField> & {
    /** Orders resources of the same millisecond. */
    sequence: number;
    result: PlannedResultOf<K> | null;
  };
}[T];

/**
 * Newest first, even within a millisecond: all of the account, or those of the ids and of the types that all
 * resources share.
 */
export const listPlanned = async (
  db: Kysely<Database>,
  accountId: string,
  ids?: readonly string[],
): Promise<PlannedResource[]> => {
  const resources = ids === undefined ? await listAll(db, accountId) : await listSome(db, accountId, ids);
  return resources.sort(newestFirst);
};

const listAll = async (db: Kysely<Database>, accountId: string): Promise<PlannedResource[]> => {
  const known = knownResources.of(accountId);
  const all = known ? await listChanged(db, accountId, known) : await listUnknown(db, accountId);
  knownResources.keep(accountId, all);
  return all.map(({ planned }) => planned);
};

const listUnknown = async (db: Kysely<Database>, accountId: string): Promise<KnownResource[]> => {
  const found: KnownResource[] = [];
  const rowsOfAccount = plannedRows(db).where("account_id", "=", accountId).orderBy("sequence");
  await readInTurns(
    (after, most) => rowsOfAccount.where("sequence", ">", after).limit(most).execute(),
    (row) => found.push(toKnown(row)),
  );
  return found;
};

/** Reads those that are not as they are known. */
const listChanged = async (
  db: Kysely<Database>,
  accountId: string,
  known: ReadonlyMap<number, KnownResource>,
): Promise<KnownResource[]> => {
  const found: KnownResource[] = [];
  const changed: number[] = [];
  const rowsOfAccount = db
    .selectFrom("resource")
    .select(["sequence", "revision"])
    .where("account_id", "=", accountId)
    .orderBy("sequence");
  await readInTurns(
    (after, most) => rowsOfAccount.where("sequence", ">", after).limit(most).execute(),
    ({ sequence, revision }) => {
      const before = known.get(sequence);
      if (before?.revision === revision) found.push(before);
      else changed.push(sequence);
    },
    positionsInTurn,
  );
  const rows = await inParts(
    changed,
    (part) => plannedRows(db).where("account_id", "=", accountId).where("sequence", "in", part).execute(),
    changedInTurn,
  );
  return [...found, ...rows.map(toKnown)];
};

/** Pairs of numbers that are read in some milliseconds, and rows that are read and parsed in as many. */
const positionsInTurn = 5_000;
const changedInTurn = 250;

interface KnownResource {
  revision: number;
  planned: Readonly<PlannedResource>;
}

const toKnown = (row: Row): KnownResource => ({
  revision: row.revision,
  planned: Object.freeze(toPlanned(row)),
});

/**
 * Resources of the accounts that were planned last, as they were then. The random revisions of their rows
 * tell whether they still are.
 */
export class KnownResources {
  private readonly accounts = new Map<string, ReadonlyMap<number, KnownResource>>();
  private count = 0;

  /** Known resources by sequence; undefined: nothing is kept of the account. */
  of(accountId: string): ReadonlyMap<number, KnownResource> | undefined {
    return this.accounts.get(accountId);
  }

  /** Keeps those of the account in place of those before, and as many of others as the limit leaves room for. */
  keep(accountId: string, resources: readonly KnownResource[]): void {
    this.forget(accountId);
    if (resources.length > limits.knownResources.is) return;
    this.accounts.set(accountId, new Map(resources.map((each) => [each.planned.sequence, each])));
    this.count += resources.length;
    for (const oldest of this.accounts.keys()) {
      if (this.count <= limits.knownResources.is) return;
      this.forget(oldest);
    }
  }

  private forget(accountId: string): void {
    this.count -= this.accounts.get(accountId)?.size ?? 0;
    this.accounts.delete(accountId);
  }
}

const knownResources = new KnownResources();

const listSome = async (
  db: Kysely<Database>,
  accountId: string,
  ids: readonly string[],
): Promise<PlannedResource[]> => {
  const ofAccount = plannedRows(db).where("account_id", "=", accountId);
  const rows = [
    ...(await ofAccount.where("type", "in", shared).execute()),
    ...(await inParts(ids, (part) =>
      ofAccount.where("id", "in", part).where("type", "not in", shared).execute(),
    )),
  ];
  return rows.map(toPlanned);
};

const shared = resourceTypes.filter(isShared);

type Row = Awaited<ReturnType<ReturnType<typeof plannedRows>["execute"]>>[number];

const plannedRows = (db: Kysely<Database>) =>
  db
    .selectFrom("resource")
    .select([
      "id",
      "sequence",
      "revision",
      "type",
      "name",
      "config",
      "status",
      "status_error",
      "waiting_for",
      "result_dir",
      "damaged_files",
      "planned_result",
      "fingerprint",
      "failed_fingerprint",
      "failed_error",
      "forced",
      "archived_at",
      "created_at",
    ]);

/** Trusts that the row has the configuration and result of its type. */
const toPlanned = (row: Row): PlannedResource =>
  ({
    id: row.id,
    sequence: row.sequence,
    type: row.type,
    name: row.name,
    config: JSON.parse(row.config),
    status: row.status,
    statusError: row.status_error,
    waitingFor: row.waiting_for,
    result: resultOf(row),
    resultDir: row.result_dir,
    damagedFiles: row.damaged_files === null ? [] : JSON.parse(row.damaged_files),
    fingerprint: row.fingerprint,
    failedFingerprint: row.failed_fingerprint,
    failedError: row.failed_error,
    forced: row.forced,
    archivedAt: row.archived_at,
    createdAt: row.created_at,
  }) as PlannedResource;

const resultOf = ({ planned_result }: Row): PlannedResultOf<ResourceType> | null => {
  if (planned_result === null) return null;
  return planned_result === "{}" ? nothing : JSON.parse(planned_result);
};

const nothing: PlannedResultOf<ResourceType> = {};

interface Position {
  createdAt: EpochMs;
  sequence: number;
}

/** The order in which builds are queued. */
export const newestFirst = (a: Position, b: Position): number =>
  b.createdAt - a.createdAt || b.sequence - a.sequence;

/**
 * Ids of an account's resources, besides those that are shared: `affected` are the given ones and all that
 * depend on them, `read` all that these depend on.
 */
export const findAffected = async (
  db: Kysely<Database>,
  accountId: string,
  ids: readonly string[],
): Promise<{ affected: string[]; read: string[] }> => {
  const { rows } = await sql<{ id: string; is_affected: number }>`
    with recursive
      affected (id) as (
        select resource.id from resource where resource.account_id = ${accountId} and resource.id in (${sql.join(ids)})
        union
        select reference.downstream_id
        from reference join affected on reference.upstream_id = affected.id
      ),
      needed (id) as (
        select affected.id from affected
        union
        select reference.upstream_id
        from reference join needed on reference.downstream_id = needed.id
      )
    select needed.id, case when needed.id in (select affected.id from affected) then 1 else 0 end as is_affected
    from needed
  `.execute(db);
  return {
    affected: rows.filter(({ is_affected }) => is_affected === 1).map(({ id }) => id),
    read: rows.filter(({ is_affected }) => is_affected === 0).map(({ id }) => id),
  };
};

/** Whether any of the ids is of a type that all resources share. */
export const areShared = async (db: Kysely<Database>, ids: readonly string[]): Promise<boolean> => {
  const found = await inParts(ids, (part) =>
    db
      .selectFrom("resource")
      .select("id")
      .where("id", "in", part)
      .where("type", "in", shared)
      .limit(1)
      .execute(),
  );
  return found.length > 0;
};

/** A resource whose build is to begin, with what its job follows from. */
export type ResourceToBuild = Pick<PlannedResource, "id" | "type" | "config" | "createdAt" | "sequence">;

const toBuild = ["id", "type", "config", "created_at as createdAt", "sequence"] as const;

const withConfig = <R extends { config: string }>(row: R) =>
  ({ ...row, config: JSON.parse(row.config) }) as unknown as ResourceToBuild;

/** Resources whose build has to be queued, because the queue had no room for it; newest first. */
export const listUnqueued = async (
  db: Kysely<Database>,
  accountId: string,
  most: number,
): Promise<ResourceToBuild[]> => {
  const rows = await db
    .selectFrom("resource")
    .select(toBuild)
    .where("account_id", "=", accountId)
    .where("status", "=", sql.lit("starting"))
    .where("archived_at", "is", null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("job")
            .select("job.id")
            .whereRef("job.dedupe_key", "=", "resource.id")
            .where("job.state", "=", sql.lit("queued")),
        ),
      ),
    )
    .orderBy("created_at", "desc")
    .orderBy("sequence", "desc")
    .limit(most)
    .execute();
  return rows.map(withConfig);
};

/** Resources among the ids whose build is to begin. */
export const listStarting = async (
  db: Kysely<Database>,
  accountId: string,
  ids: readonly string[],
): Promise<ResourceToBuild[]> => {
  const rows = await inParts(ids, (part) =>
    db
      .selectFrom("resource")
      .select(toBuild)
      .where("account_id", "=", accountId)
      .where("status", "=", "starting")
      .where("archived_at", "is", null)
      .where("id", "in", part)
      .execute(),
  );
  return rows.map(withConfig);
};

/**
 * Ids of the other resources of its account and type whose build is to begin, newest first; none if its type is
 * not one of these.
 */
export const listStartingLike = async (
  db: Kysely<Database>,
  resourceId: string,
  types: readonly ResourceType[],
  limit: number,
): Promise<string[]> => {
  const rows = await db
    .selectFrom("resource as given")
    .innerJoin("resource as other", (join) =>
      join.onRef("other.account_id", "=", "given.account_id").onRef("other.type", "=", "given.type"),
    )
    .select("other.id")
    .where("given.id", "=", resourceId)
    .where("given.type", "in", types)
    .where("other.id", "<>", resourceId)
    .where("other.status", "=", "starting")
    .where("other.archived_at", "is", null)
    .orderBy("other.created_at", "desc")
    .orderBy("other.sequence", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
};

/** Resources, a bounded number, and all that their builds may read, with their results; newest first. */
export const listReadBy = async (
  db: Kysely<Database>,
  accountId: string,
  begun: readonly string[],
): Promise<Resource[]> => {
  const needed = db
    .withRecursive("needed(id)", (recursive) =>
      recursive
        .selectFrom("resource")
        .select("resource.id")
        .where("resource.id", "in", begun)
        .union(
          recursive
            .selectFrom("reference")
            .innerJoin("needed", "needed.id", "reference.downstream_id")
            .select("reference.upstream_id as id"),
        ),
    )
    .selectFrom("needed")
    .select("needed.id");
  const ids = (await needed.execute()).map((row) => row.id);
  const ofAccount = resourceRows(db).where("account_id", "=", accountId);
  const rows = [
    ...(await ofAccount.where("type", "in", shared).execute()),
    ...(await inParts(ids, (part) =>
      ofAccount.where("id", "in", part).where("type", "not in", shared).execute(),
    )),
  ];
  return rows
    .sort((a, b) => b.created_at - a.created_at || b.sequence - a.sequence)
    .map((row) => toResource(row));
};
