// Shared clock: the one clock by which all processes on a store measure leases, since the clocks of machines
// differ. It is that of the PostgreSQL server. A SQLite store has one process, and the clock is its own.

import { type RawBuilder, sql } from "kysely";
import type { EpochMs } from "../domain/resource/resource.js";
import type { Db } from "./connection.js";

/** The present in epoch milliseconds, as an expression of a statement. */
export const sharedNow = ({ kind }: Pick<Db, "kind">, clock: () => EpochMs): RawBuilder<number> =>
  kind === "postgres" ? serverMs : ownMs(clock());

/** The same as a number. */
export const readSharedNow = async (
  db: Pick<Db, "kind" | "kysely">,
  clock: () => EpochMs,
): Promise<EpochMs> => {
  if (db.kind === "sqlite") return clock();
  const { rows } = await sql<{ now: number }>`select ${serverMs} as now`.execute(db.kysely);
  return rows[0]!.now;
};

/** A moment of one's own clock. */
export const ownMs = (now: EpochMs): RawBuilder<number> => sql<number>`cast(${now} as bigint)`;

/** The present by the clock of the PostgreSQL server. */
export const serverMs = sql<number>`(extract(epoch from statement_timestamp()) * 1000)::bigint`;
