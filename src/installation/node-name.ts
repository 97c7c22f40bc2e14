// Name of a node, which one process has at a time. The process that starts under a name takes the place of
// the one that had it, if that is dead: at once if the operating system says so, by a lock in the data
// directory that no process outlives, and otherwise when the lease of the former one is over.

import { setTimeout as sleep } from "node:timers/promises";
import type { Db } from "../db/connection.js";
import { tryLock } from "../db/directory-lock.js";
import { liveNodes } from "../store/nodes.js";

export interface NameOptions {
  db: Db;
  name: string;
  /** Lock file in the data directory. */
  lockFile: string;
  /** Mark that tells this directory from a copy. */
  directory: string;
  lock?: typeof tryLock;
}

/** Another node that starts looks for a moment whether the lock is held. */
const tries = 10;
const pollMs = 200;

/**
 * Waits for a former process that may be alive. Throws for the operator if it lives. The returned function
 * gives the name up.
 */
export const takeName = async (options: NameOptions): Promise<() => void> => {
  const { db, name, directory } = options;
  const unlock = await lockOf(options);
  const [former] = (await liveNodes(db.kysely)).filter((node) => node.name === name);
  if (!former || (unlock && former.directory === directory)) return unlock ?? (() => {});
  try {
    await untilSilent(options);
    return unlock ?? (() => {});
  } catch (error) {
    unlock?.();
    throw error;
  }
};

/** Null on a file system without locks, as some networks have. */
const lockOf = async ({ name, lockFile, lock = tryLock }: NameOptions): Promise<(() => void) | null> => {
  for (let nth = 0; nth < tries; nth++, await sleep(pollMs))
    try {
      const unlock = lock(lockFile);
      if (unlock) return unlock;
    } catch {
      return null;
    }
  throw new Error(inUse(name));
};

const untilSilent = async ({ db, name }: NameOptions): Promise<void> => {
  const end = async () => (await liveNodes(db.kysely)).find((node) => node.name === name)?.alive_until;
  const first = await end();
  for (let now = first; now !== undefined; now = await end()) {
    if (now > first!) throw new Error(inUse(name));
    await sleep(pollMs);
  }
};

const inUse = (name: string): string =>
  `Another Bellwether of the name ${name} is running on this store. Stop it first, or give this one a name of its own with BELLWETHER_NODE.`;

/** Why a service ends whose name another process has taken. */
export const nameLost =
  "Another Bellwether has started under the name of this one, so this one ends. Each process on one store needs a name of its own: set BELLWETHER_NODE.";
