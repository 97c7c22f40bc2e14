// Knowledge base of accounts. Revisions are added and never changed; beyond a number, the oldest go.

import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { Database } from "../db/schema.js";
import type { OverviewText, UseCaseText } from "../domain/account/knowledgebase.js";
import { limits } from "../domain/resource/limits.js";
import type { EpochMs } from "../domain/resource/resource.js";
import { refuse } from "../errors/refusal.js";

export interface Revision<T> {
  id: string;
  text: T;
  createdAt: EpochMs;
}

export interface UseCase {
  id: string;
  createdAt: EpochMs;
  archivedAt: EpochMs | null;
}

/** The overview of an account, or one of its use cases. */
export interface Subject<T> {
  accountId: string;
  /** Null: the overview. */
  useCaseId: string | null;
  /** Type of the text, which the store does not know. */
  text?: T;
}

export const overviewOf = (accountId: string): Subject<OverviewText> => ({ accountId, useCaseId: null });

export const textOf = (accountId: string, { id }: Pick<UseCase, "id">): Subject<UseCaseText> => ({
  accountId,
  useCaseId: id,
});

const revisionRows = (db: Kysely<Database>, { accountId, useCaseId }: Subject<unknown>) =>
  db
    .selectFrom("knowledge_revision")
    .where("account_id", "=", accountId)
    .where("use_case_id", useCaseId === null ? "is" : "=", useCaseId)
    .orderBy("sequence", "desc");

/** The newest; undefined before anything is written. */
export const newestRevision = async <T>(
  db: Kysely<Database>,
  subject: Subject<T>,
): Promise<Revision<T> | undefined> => {
  const row = await revisionRows(db, subject).selectAll().limit(1).executeTakeFirst();
  return row && { id: row.id, text: JSON.parse(row.text) as T, createdAt: row.created_at };
};

/** The newest revision of each use case, by its ID. */
export const newestTexts = async (
  db: Kysely<Database>,
  accountId: string,
): Promise<Map<string, Revision<UseCaseText>>> => {
  const rows = await db
    .selectFrom("knowledge_revision")
    .selectAll()
    .where("sequence", "in", (query) =>
      query
        .selectFrom("knowledge_revision")
        .select(({ fn }) => fn.max("sequence").as("sequence"))
        .where("account_id", "=", accountId)
        .where("use_case_id", "is not", null)
        .groupBy("use_case_id"),
    )
    .execute();
  return new Map(
    rows.map(({ id, use_case_id, text, created_at }) => [
      use_case_id!,
      { id, text: JSON.parse(text) as UseCaseText, createdAt: created_at },
    ]),
  );
};

export const findRevision = async <T>(
  db: Kysely<Database>,
  subject: Subject<T>,
  id: string,
): Promise<Revision<T> | undefined> => {
  const row = await revisionRows(db, subject).selectAll().where("id", "=", id).executeTakeFirst();
  return row && { id: row.id, text: JSON.parse(row.text) as T, createdAt: row.created_at };
};

/** Newest first, without their texts. */
export const listRevisions = async (
  db: Kysely<Database>,
  subject: Subject<unknown>,
): Promise<Omit<Revision<never>, "text">[]> => {
  const rows = await revisionRows(db, subject).select(["id", "created_at"]).execute();
  return rows.map(({ id, created_at }) => ({ id, createdAt: created_at }));
};

/** In a transaction that has locked the account. */
export const addRevision = async <T>(
  db: Kysely<Database>,
  subject: Subject<T>,
  text: T,
  now: EpochMs,
): Promise<Revision<T>> => {
  const { accountId, useCaseId } = subject;
  const id = randomUUID();
  await db
    .insertInto("knowledge_revision")
    .values({
      id,
      account_id: accountId,
      use_case_id: useCaseId,
      text: JSON.stringify(text),
      created_at: now,
    })
    .execute();
  const oldest = await revisionRows(db, subject)
    .select("sequence")
    .offset(limits.knowledgeRevisions.is)
    .limit(1)
    .executeTakeFirst();
  if (oldest)
    await db
      .deleteFrom("knowledge_revision")
      .where("account_id", "=", accountId)
      .where("use_case_id", useCaseId === null ? "is" : "=", useCaseId)
      .where("sequence", "<=", oldest.sequence)
      .execute();
  return { id, text, createdAt: now };
};

/** Newest first. */
export const listUseCases = async (
  db: Kysely<Database>,
  accountId: string,
  ids?: readonly string[],
): Promise<UseCase[]> => {
  if (ids?.length === 0) return [];
  let query = db.selectFrom("use_case").selectAll().where("account_id", "=", accountId);
  if (ids) query = query.where("id", "in", ids);
  const rows = await query.orderBy("sequence", "desc").execute();
  return rows.map(({ id, created_at, archived_at }) => ({
    id,
    createdAt: created_at,
    archivedAt: archived_at,
  }));
};

/** In a transaction that has locked the account. Refuses `use-cases-too-many`. */
export const insertUseCase = async (
  db: Kysely<Database>,
  accountId: string,
  now: EpochMs,
): Promise<UseCase> => {
  const { is: most } = limits.useCases;
  if ((await listUseCases(db, accountId)).length >= most) throw refuse("use-cases-too-many", { most });
  const id = randomUUID();
  await db
    .insertInto("use_case")
    .values({ id, account_id: accountId, archived_at: null, created_at: now })
    .execute();
  return { id, createdAt: now, archivedAt: null };
};

export const archiveUseCase = async (
  db: Kysely<Database>,
  id: string,
  archivedAt: EpochMs | null,
): Promise<void> => {
  await db.updateTable("use_case").set({ archived_at: archivedAt }).where("id", "=", id).execute();
};

/** With its revisions. */
export const removeUseCase = async (db: Kysely<Database>, id: string): Promise<void> => {
  await db.deleteFrom("use_case").where("id", "=", id).execute();
};
