// Lock of a data directory, so that only one service uses it: a second one would clear files away that the first is using. The lock is
// an open SQLite transaction, which the operating system releases however the process ends, so it is never stale.

import path from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";

const sqliteBusy = 5;

/** Locks the directory until the returned function is called. Throws a message for the operator if another process has it. */
export const lockDirectory = (dir: string): (() => void) => {
  const database = new DatabaseSync(path.join(dir, "service.lock"));
  try {
    database.exec("begin exclusive");
  } catch (cause) {
    database.close();
    throw isBusy(cause) ? new Error(inUse(dir), { cause }) : cause;
  }
  return () => database.close();
};

const isBusy = (error: unknown): boolean =>
  error instanceof Error && "errcode" in error && error.errcode === sqliteBusy;

const inUse = (dir: string): string =>
  `Another Bellwether is running on ${dir}. Stop it first, or set BELLWETHER_DATA to another directory.`;
