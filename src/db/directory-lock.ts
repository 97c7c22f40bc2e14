// Locks of a data directory. `service.lock`: one service uses it alone, with SQLite, or any number of nodes
// share it, with PostgreSQL; a command such as `restore` needs it alone. `removal.lock`: nothing is removed
// while a backup copies what the store names. A lock is an open SQLite transaction, which the operating
// system releases however the process ends, so it is never stale.

import path from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";

const sqliteBusy = 5;

/**
 * Locks the directory until the returned function is called. Throws a message for the operator if another
 * process has it.
 */
export const lockDirectory = (dir: string): (() => void) => {
  const unlock = tryLock(path.join(dir, "service.lock"));
  if (!unlock) throw new Error(inUse(dir));
  return unlock;
};

/**
 * Shares the directory with others that share it, until the returned function is called. Throws a message for
 * the operator if a process has it alone.
 */
export const shareDirectory = (dir: string): (() => void) => {
  let unlock: (() => void) | null;
  try {
    unlock = tryLock(path.join(dir, "service.lock"), "shared");
  } catch {
    // A file system without locks, as some networks have.
    return () => {};
  }
  if (!unlock) throw new Error(inUse(dir));
  return unlock;
};

/** Null while another process has it. Take it before files of the directory are removed, and release it afterwards. */
export const lockRemoval = (dir: string): (() => void) | null => tryLock(path.join(dir, "removal.lock"));

/** Locks a file, which is created if it is missing. Null while another process has it. */
export const tryLock = (file: string, how: "alone" | "shared" = "alone"): (() => void) | null => {
  const database = new DatabaseSync(file);
  try {
    // Without a journal in a file, the lock needs no room on the disk.
    database.exec("pragma journal_mode = memory");
    database.exec(how === "alone" ? "begin exclusive" : "begin; select count(*) from sqlite_schema");
  } catch (error) {
    database.close();
    if (isBusy(error)) return null;
    throw error;
  }
  return () => database.close();
};

const isBusy = (error: unknown): boolean =>
  error instanceof Error && "errcode" in error && error.errcode === sqliteBusy;

const inUse = (dir: string): string =>
  `Another Bellwether is running on ${dir}. Stop it first, or set BELLWETHER_DATA to another directory.`;
