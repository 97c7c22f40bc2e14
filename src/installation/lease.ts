// Lease of a PostgreSQL store: one service at a time works on it. The lock of a data directory cannot see a service on another machine
// with a copy of the directory; this row can. It outlasts restarts of PostgreSQL, because a service that still lives extends its
// lease however late, and it ends by itself if the service dies.

import { setTimeout as sleep } from "node:timers/promises";
import type { Db } from "../db/connection.js";
import { endLease, extendLease, holderOf, takeLease } from "../store/installation.js";

export interface LeaseOptions {
  db: Db;
  /** A unique name of this service, which begins with its place. */
  holder: string;
  /** The machine and the data directory. The lock of the directory says that any former service there is dead. */
  place: string;
  leaseMs: number;
  /** Another service has taken the lease, so this one must stop. */
  onLost(): void;
}

/** Times that a service extends its lease before the lease ends. */
const beats = 6;
const pollMs = 500;

/** Waits for the lease of a service that died elsewhere, and throws if that service lives. The returned function ends the lease. */
export const holdLease = async (options: LeaseOptions): Promise<() => Promise<void>> => {
  const { db, holder, leaseMs, onLost } = options;
  if (db.kind === "sqlite") return async () => {};
  await acquire(options);
  // A store that does not answer has not given the lease to another service.
  const beat = setInterval(async () => {
    if (await extendLease(db.kysely, { holder, leaseMs }).catch(() => true)) return;
    clearInterval(beat);
    onLost();
  }, leaseMs / beats);
  return async () => {
    clearInterval(beat);
    await endLease(db.kysely, holder).catch(() => {});
  };
};

const acquire = async ({ db, holder, place, leaseMs }: LeaseOptions): Promise<void> => {
  const before = await holderOf(db.kysely);
  while (!(await takeLease(db.kysely, { holder, place, leaseMs }))) {
    const now = await holderOf(db.kysely);
    const isAlive = now?.holder !== null && (now?.held_until ?? 0) > (before?.held_until ?? 0);
    if (isAlive) throw new Error(inUse);
    await sleep(pollMs);
  }
};

const inUse =
  "Another Bellwether is running on the metadata store at DATABASE_URL, with a copy of this data directory. Stop it first. One store has one data directory.";

/** Why a service ends whose lease is lost. */
export const leaseLost =
  "Another Bellwether has started on the metadata store at DATABASE_URL, so this one ends. One store has one data directory.";
