// Commits that were sent to PostgreSQL and never confirmed, because the connection broke in between. The server knows what became of
// them: a transaction that writes has an id, and the status of an id can be asked for later, on another connection and after a crash.

import { setTimeout as sleep } from "node:timers/promises";
import { CompiledQuery, type DatabaseConnection, type Kysely, sql } from "kysely";
import { Refusal } from "../errors/refusal.js";
import type { Database } from "./schema.js";

/** `store-unavailable`, and the transaction may have been committed or not. */
export class CommitUnknown extends Refusal {
  override readonly name = "CommitUnknown";

  constructor(
    readonly xid: string,
    refusal: Refusal,
  ) {
    super(refusal.code, refusal.params, [], refusal.cause);
  }
}

/** Id of the connection's transaction; null if it has written nothing. */
export const currentXid = async (connection: DatabaseConnection): Promise<string | null> => {
  const { rows } = await connection.executeQuery<{ xid: string | null }>(
    CompiledQuery.raw("select pg_current_xact_id_if_assigned()::text as xid"),
  );
  return rows[0]?.xid ?? null;
};

const askEveryMs = 250;

/** A server restarts within seconds; a request should not wait much longer. */
const askForMs = 8_000;

/** Asks the server until it knows; undefined if it does not answer in time. */
export const isCommitted = async (
  kysely: Kysely<Database>,
  { xid }: CommitUnknown,
): Promise<boolean | undefined> => {
  for (const until = performance.now() + askForMs; performance.now() < until; await sleep(askEveryMs)) {
    const status = await statusOf(kysely, xid).catch(() => "unknown");
    if (status === "committed") return true;
    if (status === "aborted") return false;
  }
  return undefined;
};

/** `in progress` until the server has noticed that the connection is gone. */
const statusOf = async (kysely: Kysely<Database>, xid: string): Promise<string | null> => {
  const query = sql<{ status: string | null }>`select pg_xact_status(${xid}::xid8) as status`;
  return (await query.execute(kysely)).rows[0]?.status ?? null;
};
