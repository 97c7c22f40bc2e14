// Lock on the removal of files from the data directory. One process holds it at a time: the keeper while it
// removes unused files, or a backup while it copies files, so that none disappears. It is a lock in the
// directory and, for nodes on other machines, a lease in the store.

import type { Db } from "../db/connection.js";
import { lockRemoval } from "../db/directory-lock.js";
import { endLease, holdLease } from "../store/leases.js";

/** The lock outlasts a process that dies, or a machine that loses its connection, by this long. */
const leaseMs = 60_000;

/** Null while another process holds it. The returned function releases it. */
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
