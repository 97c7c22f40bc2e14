// The right to remove files of the data directory, which one process has at a time: the keeper while it sweeps, or a backup while it copies
// what the store names. On one machine, the process that holds a lock in the directory has this right. With PostgreSQL and
// several machines, it must also hold a lease in the store.

import type { Db } from "../db/connection.js";
import { lockRemoval } from "../db/directory-lock.js";
import { endLease, holdLease } from "../store/leases.js";

/** A process that dies, or a machine that falls silent, has the right for so long. */
const leaseMs = 60_000;

/** Null while another process has the right. The returned function gives it back. */
export const holdRemoval = async (
  { db, dataDir }: { db: Db; dataDir: string },
  holder: string,
): Promise<(() => Promise<void>) | null> => {
  const unlock = lockRemoval(dataDir);
  if (!unlock) return null;
  const lease = { name: "removal", holder };
  const isHeld = await holdLease(db, lease, leaseMs).catch((error) => {
    unlock();
    throw error;
  });
  if (!isHeld) {
    unlock();
    return null;
  }
  const extending = setInterval(
    () => void holdLease(db, lease, leaseMs).catch(() => {}),
    leaseMs / 6,
  ).unref();
  return async () => {
    clearInterval(extending);
    await endLease(db, lease).catch(() => {});
    unlock();
  };
};
