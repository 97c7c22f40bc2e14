// Builds that mails report: the newest result or failure of each resource that no mail has reported yet, and
// what the last mail said.

import { type Kysely, sql } from "kysely";
import type { Announcement, Database } from "../db/schema.js";
import type { EpochMs } from "../domain/resource/resource.js";
import { accountsInPieces } from "./accounts.js";

export interface UnmailedBuild {
  resourceId: string;
  news: Announcement;
  /** True of the first build of a configuration and of its first failure: somebody waits for it. */
  isAwaited: boolean;
}

/** In the transaction that records the result. A later build of the resource takes its place. */
export const noteBuild = async (
  db: Kysely<Database>,
  accountId: string,
  { resourceId, news, isAwaited }: UnmailedBuild,
): Promise<void> => {
  const is_awaited = isAwaited ? 1 : 0;
  await db
    .insertInto("unmailed_build")
    .values({ resource_id: resourceId, account_id: accountId, news, is_awaited })
    .onConflict((same) =>
      same.column("resource_id").doUpdateSet({
        news,
        is_awaited: sql`case when unmailed_build.is_awaited = 1 then 1 else excluded.is_awaited end`,
      }),
    )
    .execute();
};

export const unmailedBuilds = async (db: Kysely<Database>, accountId: string): Promise<UnmailedBuild[]> => {
  const rows = await db
    .selectFrom("unmailed_build")
    .selectAll()
    .where("account_id", "=", accountId)
    .orderBy("resource_id")
    .execute();
  return rows.map((row) => ({
    resourceId: row.resource_id,
    news: row.news,
    isAwaited: row.is_awaited !== 0,
  }));
};

export const accountsWithUnmailedBuilds = (db: Kysely<Database>): AsyncIterable<string> =>
  accountsInPieces((after, most) =>
    db
      .selectFrom("unmailed_build")
      .select("account_id as id")
      .distinct()
      .where("account_id", ">", after)
      .orderBy("account_id")
      .limit(most)
      .execute(),
  );

export const forgetUnmailed = async (db: Kysely<Database>, accountId: string): Promise<void> => {
  await db.deleteFrom("unmailed_build").where("account_id", "=", accountId).execute();
};

/** Whether no build of the account is queued or running, except those that wait for the world or to be tried again. */
export const isAtRest = async (db: Kysely<Database>, accountId: string): Promise<boolean> => {
  const busy = await db
    .selectFrom("resource")
    .select("id")
    .where("account_id", "=", accountId)
    .where("archived_at", "is", null)
    .where("type", "!=", "replays")
    .where((row) =>
      row.or([
        row("status", "=", "running"),
        row.and([row("status", "=", "starting"), row("waiting_for", "is", null)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return busy === undefined;
};

/** Content of the last mail about a resource; undefined: there was none. */
export const mailedOf = async <F>(db: Kysely<Database>, resourceId: string): Promise<F | undefined> => {
  const row = await db
    .selectFrom("mailed_build")
    .select("facts")
    .where("resource_id", "=", resourceId)
    .executeTakeFirst();
  return row && (JSON.parse(row.facts) as F);
};

/** Adds to what is known of it. */
export const markMailed = async (db: Kysely<Database>, resourceId: string, more: object): Promise<void> => {
  const facts = JSON.stringify({ ...(await mailedOf<object>(db, resourceId)), ...more });
  await db
    .insertInto("mailed_build")
    .values({ resource_id: resourceId, facts })
    .onConflict((same) => same.column("resource_id").doUpdateSet({ facts }))
    .execute();
};

export const markSummarised = async (
  db: Kysely<Database>,
  accountId: string,
  now: EpochMs,
): Promise<void> => {
  await db.updateTable("account").set({ summarised_at: now }).where("id", "=", accountId).execute();
};

/** Accounts whose owner wants the monthly mail, perhaps, and got none since `since`. */
export const accountsWithoutMonthlyMail = (db: Kysely<Database>, since: EpochMs): AsyncIterable<string> =>
  accountsInPieces((after, most) =>
    db
      .selectFrom("account")
      .select("id")
      .where("email", "!=", "")
      .where((row) => row.or([row("monthly_mail_at", "is", null), row("monthly_mail_at", "<", since)]))
      .where("id", ">", after)
      .orderBy("id")
      .limit(most)
      .execute(),
  );

export const markMonthlyMail = async (
  db: Kysely<Database>,
  accountId: string,
  now: EpochMs,
): Promise<void> => {
  await db.updateTable("account").set({ monthly_mail_at: now }).where("id", "=", accountId).execute();
};
