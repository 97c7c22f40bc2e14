// New SQLite stores for tests that do not test how one is made: copies of one that each process makes once. A
// copy takes 2 ms of the processor, all migrations 57.

import { constants, rmSync } from "node:fs";
import { copyFile, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Db, openDb } from "../../src/db/connection.js";

let made: Promise<string> | undefined;

/** An empty store at the newest migration, in a file that does not exist yet. */
export const openNewStore = async (file: string, options: { isAlone?: boolean } = {}): Promise<Db> => {
  made ??= makeStore();
  await copyFile(await made, file, constants.COPYFILE_EXCL);
  return openDb({ file, ...options });
};

const makeStore = async (): Promise<string> => {
  const dir = await mkdtemp(path.join(tmpdir(), "bellwether-new-store-"));
  process.once("exit", () => rmSync(dir, { recursive: true, force: true }));
  const file = path.join(dir, "store.sqlite");
  const db = await openDb({ file });
  await db.close();
  return file;
};
