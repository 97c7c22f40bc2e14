// Leases on what only one process on a PostgreSQL store may do at a time, such as sweeping. A lease ends by
// itself if its holder dies; it goes by the clock of the server. A SQLite store has one process, which holds
// them all.

import { sql } from "kysely";
import type { Db } from "../db/connection.js";
import { serverMs } from "../db/shared-clock.js";

export interface Lease {
  /** Name of the work, such as `removal`. */
  name: string;
  /** Holder that does it: unique among all processes that ever were. */
  holder: string;
}

/** Takes a lease that nobody holds, or extends one's own. False while another process holds it. */
export const holdLease = async (
  { kind, kysely }: Pick<Db, "kind" | "kysely">,
  { name, holder }: Lease,
  ms: number,
): Promise<boolean> => {
  if (kind === "sqlite") return true;
  const end = sql<number>`${serverMs} + ${ms}::bigint`;
  const { numInsertedOrUpdatedRows } = await kysely
    .insertInto("lease")
    .values({ name, holder, held_until: end })
    .onConflict((held) =>
      held
        .column("name")
        .doUpdateSet({ holder, held_until: end })
        .where(sql<boolean>`(lease.holder = ${holder} or lease.held_until < ${serverMs})`),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
};

export const endLease = async (
  { kind, kysely }: Pick<Db, "kind" | "kysely">,
  { name, holder }: Lease,
): Promise<void> => {
  if (kind === "sqlite") return;
  await kysely.deleteFrom("lease").where("name", "=", name).where("holder", "=", holder).execute();
};
