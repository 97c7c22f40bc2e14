// Installation: the identity of the store, which its data directory shares, and the lease of the one service that runs on both. The
// lease is for PostgreSQL, where two machines can reach one store; it goes by the clock of the server.

import { type Kysely, sql } from "kysely";
import type { Database, InstallationTable } from "../db/schema.js";

/** Null until the store has been joined with a data directory. */
export const installationId = async (db: Kysely<Database>): Promise<string | null> => {
  const row = await db.selectFrom("installation").select("id").executeTakeFirst();
  return row?.id ?? null;
};

/** In a transaction: gives the store an identity in place of its former one. */
export const recordInstallation = async (db: Kysely<Database>, id: string): Promise<void> => {
  await db.deleteFrom("installation").execute();
  await db.insertInto("installation").values({ id }).execute();
};

/** What the store knows of files, without their contents. */
export interface KnownFiles {
  accountIds: string[];
  /** Uploads and results. */
  files: number;
}

export const knownFiles = async (db: Kysely<Database>): Promise<KnownFiles> => {
  const accounts = await db.selectFrom("account").select("id").execute();
  const count = (row: { files: number | string | bigint } | undefined) => Number(row?.files ?? 0);
  const uploads = db.selectFrom("upload").select((row) => row.fn.countAll().as("files"));
  const results = db
    .selectFrom("resource")
    .select((row) => row.fn.countAll().as("files"))
    .where("result_dir", "is not", null);
  return {
    accountIds: accounts.map(({ id }) => id),
    files: count(await uploads.executeTakeFirst()) + count(await results.executeTakeFirst()),
  };
};

type Holder = Pick<InstallationTable, "holder" | "held_until">;

export const holderOf = (db: Kysely<Database>): Promise<Holder | undefined> =>
  db.selectFrom("installation").select(["holder", "held_until"]).executeTakeFirst();

/** Takes the lease if nobody holds it any more, or a dead service of the same place, whose names begin with `place`. */
export const takeLease = async (
  db: Kysely<Database>,
  { holder, place, leaseMs }: { holder: string; place: string; leaseMs: number },
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable("installation")
    .set({ holder, held_until: afterMs(leaseMs) })
    .where(
      sql<boolean>`(holder is null or held_until < ${serverMs} or substr(holder, 1, ${place.length}) = ${place})`,
    )
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/** False if another service has taken the lease. */
export const extendLease = async (
  db: Kysely<Database>,
  { holder, leaseMs }: { holder: string; leaseMs: number },
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable("installation")
    .set({ held_until: afterMs(leaseMs) })
    .where("holder", "=", holder)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/** True while a service runs on the store, and until its lease ends if it died. */
export const isLeaseHeld = async (db: Kysely<Database>): Promise<boolean> => {
  const held = db
    .selectFrom("installation")
    .select("id")
    .where(sql<boolean>`(holder is not null and held_until >= ${serverMs})`);
  return (await held.executeTakeFirst()) !== undefined;
};

export const endLease = async (db: Kysely<Database>, holder: string): Promise<void> => {
  await db
    .updateTable("installation")
    .set({ holder: null, held_until: null })
    .where("holder", "=", holder)
    .execute();
};

const serverMs = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;
const afterMs = (ms: number) => sql<number>`${serverMs} + ${ms}::bigint`;
