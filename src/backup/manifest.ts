// Manifest of a backup: what it is a backup of, and each of its files with size and hash. A backup may have
// millions of files, which make no single text: each has a line of JSON of its own. The first line says what
// follows, and the last how many lines there are.
//
//   <place>/2026-11-22T16-40-00Z/
//     manifest.jsonl
//     bellwether.sqlite    the store, also where it is PostgreSQL
//     sealing.key          the key that passwords of connections are encrypted with
//     installation.json    the identity that store and directory share
//     uploads/…, relations/…

import { open, readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { StoredFile } from "../domain/machine/stored-file.js";

export interface Manifest {
  /** The version of the program that made it. */
  program: string;
  /** ISO 8601. */
  created_at: string;
  files: StoredFile[];
  /** Files that the store names and that were damaged when the backup was made: they are not in it. */
  damaged: string[];
}

const format = 2;
const manifestFile = "manifest.jsonl";
const manifestOfFormat1 = "manifest.json";
export const storeFile = "bellwether.sqlite";

/** Files beside uploads and results that belong to the data directory. */
export const ownFiles = ["sealing.key", "installation.json"];

/** A backup, or the newest below a directory of backups; null if there is none. */
export const findBackup = async (dir: string): Promise<string | null> => {
  const names = await readdir(dir).catch((): string[] => []);
  if (names.includes(manifestFile) || names.includes(manifestOfFormat1)) return dir;
  const [newest] = names.filter(isBackupName).sort().reverse();
  return newest === undefined ? null : path.join(dir, newest);
};

/** Names sort by time. */
export const backupName = (now: Date): string => now.toISOString().replace(/\.\d+/, "").replaceAll(":", "-");

const isBackupName = (name: string): boolean => /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/.test(name);

const linesAtOnce = 1_000;

export const writeManifest = (backup: string, manifest: Manifest): Promise<void> =>
  writeFile(path.join(backup, manifestFile), pieces(manifest), { mode: 0o600, flush: true });

function* pieces(manifest: Manifest): Generator<string> {
  let lines: string[] = [];
  for (const line of linesOf(manifest)) {
    lines.push(`${JSON.stringify(line)}\n`);
    if (lines.length < linesAtOnce) continue;
    yield lines.join("");
    lines = [];
  }
  yield lines.join("");
}

type Line =
  | { format: number; program: string; created_at: string }
  | StoredFile
  | { damaged: string }
  | { ended: number };

function* linesOf({ program, created_at, files, damaged }: Manifest): Generator<Line> {
  yield { format, program, created_at };
  yield* files;
  for (const file of damaged) yield { damaged: file };
  yield { ended: files.length + damaged.length };
}

/** Throws a message for the operator. */
export const readManifest = async (backup: string): Promise<Manifest> => {
  const file = path.join(backup, manifestFile);
  const unreadable = (why: string) =>
    new Error(`The manifest of the backup ${backup} ${why} Nothing was changed. Use another backup.`);
  const names = await readdir(backup);
  if (!names.includes(manifestFile) && names.includes(manifestOfFormat1))
    throw unreadable(`is ${manifestOfFormat1}, which an earlier version made and can restore.`);
  const manifest: Manifest = { program: "", created_at: "", files: [], damaged: [] };
  const handle = await open(file);
  let ended: number | null = null;
  let count = 0;
  try {
    for await (const text of handle.readLines()) {
      const line = parsed(text);
      if (count === 0 && !(line && "format" in line && line.format === format))
        throw unreadable(`is not of format ${format}, the one that this version reads: ${shortened(text)}`);
      if (!line) throw unreadable(`is damaged: line ${count + 1} cannot be read.`);
      count++;
      if ("format" in line) Object.assign(manifest, { program: line.program, created_at: line.created_at });
      else if ("path" in line) manifest.files.push(line);
      else if ("damaged" in line) manifest.damaged.push(line.damaged);
      else ended = line.ended;
    }
  } finally {
    await handle.close();
  }
  if (ended !== manifest.files.length + manifest.damaged.length) throw unreadable("is cut off.");
  return manifest;
};

const parsed = (text: string): Line | null => {
  try {
    const line: unknown = JSON.parse(text);
    return typeof line === "object" ? (line as Line | null) : null;
  } catch {
    return null;
  }
};

const shortened = (text: string): string => `${text.slice(0, 100)}${text.length > 100 ? "…" : ""}`;
