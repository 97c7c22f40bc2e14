// Nodes: the processes of Bellwether that work on a PostgreSQL store together. A node says every few seconds
// that it is alive, by the clock of the server, what it reads and what is wrong with it. One that has been
// silent for longer than its lease is dead.

import { type Kysely, type Selectable, sql } from "kysely";
import type { Database, NodeTable } from "../db/schema.js";
import { serverMs } from "../db/shared-clock.js";

export type NodeRow = Selectable<NodeTable>;

/** Report of a node about itself at each beat. */
export type NodeBeat = Omit<NodeRow, "started_at" | "alive_until">;

/** Records the start of a node, in place of an earlier one of its name. Returns the server's time. */
export const recordNode = async (db: Kysely<Database>, node: NodeBeat, leaseMs: number): Promise<number> => {
  const row = { ...node, started_at: serverMs, alive_until: after(leaseMs) };
  const { alive_until: end } = await db
    .insertInto("node")
    .values(row)
    .onConflict((former) => former.column("name").doUpdateSet(row))
    .returning("alive_until")
    .executeTakeFirstOrThrow();
  return end - leaseMs;
};

/** Says that a node is alive. Returns the server's time; null if another process has taken its name. */
export const beat = async (db: Kysely<Database>, node: NodeBeat, leaseMs: number): Promise<number | null> => {
  const alive = { ...node, alive_until: after(leaseMs) };
  const row = await db
    .insertInto("node")
    .values({ ...alive, started_at: serverMs })
    .onConflict((own) => own.column("name").doUpdateSet(alive).where("node.run", "=", node.run))
    .returning("alive_until")
    .executeTakeFirst();
  return row === undefined ? null : row.alive_until - leaseMs;
};

/** Live nodes by name. */
export const liveNodes = (db: Kysely<Database>): Promise<NodeRow[]> =>
  db.selectFrom("node").selectAll().where(sql<boolean>`alive_until >= ${serverMs}`).orderBy("name").execute();

/** The process of this run has ended. */
export const removeNode = async (db: Kysely<Database>, run: string): Promise<void> => {
  await db.deleteFrom("node").where("run", "=", run).execute();
};

/** Forgets nodes that have been dead for so long. */
export const forgetDeadNodes = async (db: Kysely<Database>, deadForMs: number): Promise<void> => {
  await db.deleteFrom("node").where(sql<boolean>`alive_until < ${serverMs} - ${deadForMs}::bigint`).execute();
};

const after = (ms: number) => sql<number>`${serverMs} + ${ms}::bigint`;
