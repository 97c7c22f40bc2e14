// One service to a data directory: what one clears away when it starts, another might be using. The lock is that of an
// open SQLite transaction, which the operating system takes back from a process however it ends, so none is ever stale.

import path from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";

const sqliteBusy = 5;

/** Holds the directory until the returned function is called. Throws, for the operator to read, if another process does. */
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
  `Another Bellwether is running on ${dir}. Stop it first, or set BELLWETHER_DATA to a directory of its own.`;
