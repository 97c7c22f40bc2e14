// Backup of store and data directory as one, while the service runs. The order makes it consistent:
//
//   1. nothing is removed from now on (`holdRemoval`)
//   2. logs of events that are in no file yet are copied; one that becomes files meanwhile is in both, and counts once
//   3. the store is copied, as of one moment: every file that it names is complete and on the disk, and never changes
//   4. those files are copied; what arrives meanwhile belongs to the next backup
//
// A file that an earlier backup in the same place has is read there, compared, and linked, which takes no space.

import { link, mkdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileOfUpload, filesOfResult } from "../builds/repair/named-files.js";
import { type Db, openDb } from "../db/connection.js";
import { copyStore } from "../db/copy-rows.js";
import { tryLock } from "../db/directory-lock.js";
import type { FileHash, StoredFile } from "../domain/machine/stored-file.js";
import { holdRemoval } from "../installation/removal.js";
import { faultIn } from "../integrity/file-checker.js";
import { filesBelow, hashFile } from "../integrity/file-hash.js";
import { sync } from "../integrity/sync.js";
import { listStoredResults, listStoredUploads } from "../store/stored-files.js";
import { listResumableUploads } from "../store/uploads.js";
import { copyFile } from "./copy-file.js";
import {
  backupName,
  findBackup,
  type Manifest,
  ownFiles,
  readManifest,
  storeFile,
  writeManifest,
} from "./manifest.js";

export interface BackupOptions {
  db: Db;
  dataDir: string;
  /** The directory of backups. */
  place: string;
  program: string;
  now: Date;
  progress(doing: string, fraction: number | null): void;
  signal: AbortSignal;
}

export interface Backup {
  dir: string;
  manifest: Manifest;
  /** Bytes of files that an earlier backup had. */
  linkedBytes: number;
}

const removalWaitMs = 1_000;

/**
 * Throws a message for the operator if another backup is being made there. An interrupted backup leaves
 * nothing but its name.
 */
export const backUp = async (options: BackupOptions): Promise<Backup> => {
  const { place, now, progress } = options;
  await mkdir(place, { recursive: true, mode: 0o700 });
  const unlockPlace = tryLock(path.join(place, "backup.lock"));
  if (!unlockPlace) throw new Error(`Another backup is being made in ${place}.`);
  const work = path.join(place, "unfinished");
  progress("Waiting until nothing is being removed", null);
  const allowRemoval = await untilRemovalRests(options);
  try {
    await rm(work, { recursive: true, force: true });
    await mkdir(work, { mode: 0o700 });
    const made = await fill(work, options);
    const dir = path.join(place, backupName(now));
    await rename(work, dir);
    await sync(place);
    return { ...made, dir };
  } finally {
    await allowRemoval();
    unlockPlace();
  }
};

const untilRemovalRests = async (options: BackupOptions): Promise<() => Promise<void>> => {
  const { now, signal } = options;
  for (;;) {
    const allow = await holdRemoval(options, `backup ${process.pid} ${now.toISOString()}`);
    if (allow) return allow;
    await sleep(removalWaitMs, undefined, { signal });
  }
};

const fill = async (work: string, options: BackupOptions): Promise<Omit<Backup, "dir">> => {
  const { db, dataDir, place, program, now, progress, signal } = options;
  const files: StoredFile[] = await copyEventLogs(dataDir, work);
  progress("Copying the store", null);
  await copyStore(db, path.join(dataDir, storeFile), path.join(work, storeFile));
  const named = await filesNamedBy(path.join(work, storeFile));
  const previous = await previousIn(place);
  const damaged: string[] = [];
  let linkedBytes = 0;
  for (const [i, file] of named.entries()) {
    signal.throwIfAborted();
    progress("Copying files", i / named.length);
    const copied = await linkOrCopy(file, previous, { dataDir, work });
    if (copied?.isLinked) linkedBytes += copied.bytes;
    if (copied) files.push({ path: file.path, bytes: copied.bytes, sha256: copied.sha256 });
    else if (!file.mayBeMissing) damaged.push(file.path);
  }
  files.push({ path: storeFile, ...(await hashFile(path.join(work, storeFile))) });
  const manifest: Manifest = { program, created_at: now.toISOString(), files, damaged };
  await writeManifest(work, manifest);
  return { manifest, linkedBytes };
};

/** Where the logs of events are, below the data directory. */
const eventLogs = "events";

const copyEventLogs = async (dataDir: string, work: string): Promise<StoredFile[]> => {
  const copied: StoredFile[] = [];
  for (const name of await filesBelow(path.join(dataDir, eventLogs)).catch(() => [])) {
    const file = path.join(eventLogs, name);
    const found = await linkOrCopy({ path: file, expected: null, mayBeMissing: true }, null, {
      dataDir,
      work,
    });
    if (found) copied.push({ path: file, bytes: found.bytes, sha256: found.sha256 });
  }
  return copied;
};

interface FileToCopy {
  /** Relative to the data directory. */
  path: string;
  /** Null: whatever it is. */
  expected: FileHash | null;
  mayBeMissing: boolean;
}

const filesNamedBy = async (store: string): Promise<FileToCopy[]> => {
  const db = await openDb({ file: store, isAlone: true });
  try {
    const uploads = (await listStoredUploads(db.kysely)).map((upload) =>
      fileOfUpload(upload.account_id, upload),
    );
    const results = (await listStoredResults(db.kysely)).flatMap(filesOfResult);
    const arriving = await listResumableUploads(db.kysely);
    const own = [...ownFiles, ...arriving.map((upload) => upload.path)];
    const certain = new Set(uploads.map((upload) => upload.path));
    return [
      ...[...uploads, ...results].map(({ path: each, expected }) => ({
        path: each,
        expected,
        mayBeMissing: false,
      })),
      ...own
        .filter((each) => !certain.has(each))
        .map((each) => ({ path: each, expected: null, mayBeMissing: true })),
    ];
  } finally {
    await db.close();
  }
};

interface Previous {
  dir: string;
  files: ReadonlyMap<string, StoredFile>;
}

const previousIn = async (place: string): Promise<Previous | null> => {
  const dir = await findBackup(place);
  if (dir === null) return null;
  // One that cannot be read, such as that of another version, has nothing to link to.
  const manifest = await readManifest(dir).catch(() => null);
  return manifest && { dir, files: new Map(manifest.files.map((file) => [file.path, file])) };
};

/** Null for a file that is missing or damaged. */
const linkOrCopy = async (
  { path: file, expected }: FileToCopy,
  previous: Previous | null,
  { dataDir, work }: { dataDir: string; work: string },
): Promise<(FileHash & { isLinked: boolean }) | null> => {
  const isAsExpected = ({ bytes, sha256 }: FileHash) =>
    expected === null || (bytes === expected.bytes && sha256 === expected.sha256);
  const earlier = expected && previous?.files.get(file);
  if (
    earlier &&
    isAsExpected(earlier) &&
    (await linkVerified(path.join(previous!.dir, file), path.join(work, file), earlier))
  )
    return { ...earlier, isLinked: true };
  try {
    const copied = await copyFile(path.join(dataDir, file), path.join(work, file), isAsExpected);
    return isAsExpected(copied) ? { ...copied, isLinked: false } : null;
  } catch (error) {
    faultIn(error);
    return null;
  }
};

const linkVerified = async (from: string, to: string, expected: FileHash): Promise<boolean> => {
  const found = await hashFile(from).catch(() => null);
  if (found?.sha256 !== expected.sha256) return false;
  await mkdir(path.dirname(to), { recursive: true, mode: 0o700 });
  return link(from, to).then(
    () => true,
    () => false,
  );
};
