// Identity file of a data directory: installation.json, with the id that its metadata store has too.

import { open, readFile, rename, stat } from "node:fs/promises";
import path from "node:path";
import { sync } from "../integrity/sync.js";

const name = "installation.json";

/** Null if the directory has none. Throws for a file that cannot be read. */
export const readIdentity = async (dataDir: string): Promise<string | null> => {
  const file = path.join(dataDir, name);
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (text === null) return null;
  const id = idIn(text);
  if (id === undefined)
    throw new Error(`${file} is damaged. Restore it from a backup, or delete it and run "bellwether adopt".`);
  return id;
};

const idIn = (text: string): string | undefined => {
  try {
    const { id } = JSON.parse(text);
    return typeof id === "string" && id !== "" ? id : undefined;
  } catch {
    return undefined;
  }
};

/** The same on all machines that share the directory, and another one for a copy on the same disk. */
export const inodeOf = async (dataDir: string): Promise<string> => {
  const { ino } = await stat(path.join(dataDir, name), { bigint: true });
  return String(ino);
};

/** Writes the file so that it is either the former one or the new one, whole and on the disk. */
export const writeIdentity = async (dataDir: string, id: string): Promise<void> => {
  const temporary = path.join(dataDir, `${name}.new`);
  const handle = await open(temporary, "w", 0o600);
  try {
    await handle.writeFile(`${JSON.stringify({ id }, null, 2)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, path.join(dataDir, name));
  await sync(dataDir);
};
