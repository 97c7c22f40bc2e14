// Manifest of a backup: what it is a backup of, and each of its files with size and hash.
//
//   <place>/2026-11-22T16-40-00Z/
//     manifest.json
//     bellwether.sqlite    the store, also where it is PostgreSQL
//     sealing.key          the key that passwords of connections are encrypted with
//     installation.json    the identity that store and directory share
//     uploads/…, relations/…

import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { StoredFile } from "../domain/machine/stored-file.js";

export interface Manifest {
  format: 1;
  /** The version of the program that made it. */
  program: string;
  /** ISO 8601. */
  created_at: string;
  files: StoredFile[];
  /** Files that the store names and that were damaged when the backup was made: they are not in it. */
  damaged: string[];
}

export const manifestFile = "manifest.json";
export const storeFile = "bellwether.sqlite";

/** Files beside uploads and results that belong to the data directory. */
export const ownFiles = ["sealing.key", "installation.json"];

/** A backup, or the newest below a directory of backups; null if there is none. */
export const findBackup = async (dir: string): Promise<string | null> => {
  const names = await readdir(dir).catch((): string[] => []);
  if (names.includes(manifestFile)) return dir;
  const [newest] = names.filter(isBackupName).sort().reverse();
  return newest === undefined ? null : path.join(dir, newest);
};

/** Names sort by time. */
export const backupName = (now: Date): string => now.toISOString().replace(/\.\d+/, "").replaceAll(":", "-");

const isBackupName = (name: string): boolean => /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/.test(name);

export const readManifest = async (backup: string): Promise<Manifest> =>
  JSON.parse(await readFile(path.join(backup, manifestFile), "utf8")) as Manifest;
