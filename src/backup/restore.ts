// Restoring of a backup into a data directory and its store. Everything is verified before anything is
// replaced. Files have unique paths, so those of the backup join those of the directory; the store is
// exchanged last, and the former one is kept.
//
//   1. the directory is locked, and every file of the backup is hashed
//   2. files that the directory does not have are copied
//   3. uploads that only the directory has are registered in a copy of the store
//   4. the former store, and results that the restored store does not name, move to replaced/<time>/
//   5. the copy takes their place
//
// Whatever ends it in between, it can be run again.

import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { type Db, openDb } from "../db/connection.js";
import { copyStore, replaceRows } from "../db/copy-rows.js";
import { lockDirectory } from "../db/directory-lock.js";
import type { StoredFile } from "../domain/machine/stored-file.js";
import { filesBelow, hashFile } from "../integrity/file-hash.js";
import { sync } from "../integrity/sync.js";
import { liveNodes } from "../store/nodes.js";
import { listStoredResults } from "../store/stored-files.js";
import type { NewUpload } from "../store/uploads.js";
import { copyFile } from "./copy-file.js";
import { type KeptUploads, registerUploads, uploadsByPath, uploadsOf } from "./kept-uploads.js";
import { backupName, type Manifest, ownFiles, readManifest, storeFile } from "./manifest.js";

export interface RestoreOptions {
  /** The directory of one backup. */
  backup: string;
  dataDir: string;
  /** PostgreSQL as the store; undefined: SQLite in the data directory. */
  databaseUrl: string | undefined;
  /** Restores into a data directory or store that is not empty. */
  mayReplace: boolean;
  now: Date;
  progress(doing: string, fraction: number | null): void;
  signal: AbortSignal;
}

export interface Restored extends KeptUploads {
  manifest: Manifest;
  counts: { accounts: number; uploads: number; results: number };
  /** Where the former store and results are; null: there were none. */
  replaced: string | null;
}

export class NotEmpty extends Error {}

/** Throws messages for the operator; nothing is changed then. */
export const restore = async (options: RestoreOptions): Promise<Restored> => {
  const { backup, dataDir } = options;
  const manifest = await readManifest(backup);
  const created = await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const unlock = lockDirectory(dataDir);
  try {
    // Reading a large backup takes long, so whatever else refuses comes first.
    await requireNoService(options);
    if (!options.mayReplace) await requireEmpty(options);
    await verify(manifest, options).catch(async (error) => {
      if (created !== undefined) await rm(created, { recursive: true });
      throw error;
    });
    await copyFiles(manifest, options);
    return { manifest, ...(await exchangeStore(options)) };
  } finally {
    unlock();
  }
};

const verify = async (
  { files }: Manifest,
  { backup, progress, signal }: Pick<RestoreOptions, "backup" | "progress" | "signal">,
): Promise<void> => {
  const damaged: string[] = [];
  for (const [i, file] of files.entries()) {
    signal.throwIfAborted();
    progress("Verifying the backup", i / files.length);
    if (!(await isSame(path.join(backup, file.path), file))) damaged.push(file.path);
  }
  if (damaged.length === 0) return;
  const list = damaged.slice(0, 10).map((file) => `  ${file}`);
  throw new Error(
    `${damaged.length} of the ${files.length} files of the backup are damaged. Nothing was changed. Use another backup.\n${list.join("\n")}`,
  );
};

const isSame = async (file: string, { bytes, sha256 }: StoredFile): Promise<boolean> => {
  const found = await stat(file).catch(() => null);
  return found?.size === bytes && (await hashFile(file).catch(() => null))?.sha256 === sha256;
};

const requireEmpty = async ({ dataDir, databaseUrl }: RestoreOptions): Promise<void> => {
  const names = await readdir(dataDir);
  if (["uploads", "relations", storeFile].some((name) => names.includes(name))) throw new NotEmpty(dataDir);
  if (databaseUrl === undefined) return;
  const store = await openDb({ url: databaseUrl });
  try {
    if (await store.kysely.selectFrom("account").select("id").limit(1).executeTakeFirst())
      throw new NotEmpty("the database at DATABASE_URL");
  } finally {
    await store.close();
  }
};

/** The lock of the directory is taken; PostgreSQL may be that of a service on another machine. */
const requireNoService = async ({ databaseUrl }: RestoreOptions): Promise<void> => {
  if (databaseUrl === undefined) return;
  const store = await openDb({ url: databaseUrl });
  try {
    if ((await liveNodes(store.kysely)).length > 0)
      throw new Error("A service runs on the database at DATABASE_URL. Stop it first. Nothing was changed.");
  } finally {
    await store.close();
  }
};

const copyFiles = async (
  { files }: Manifest,
  { backup, dataDir, progress, signal }: RestoreOptions,
): Promise<void> => {
  for (const [i, file] of files.entries()) {
    signal.throwIfAborted();
    progress("Copying files", i / files.length);
    const isOwn = ownFiles.includes(file.path) || file.path === storeFile;
    if (isOwn || (await isSame(path.join(dataDir, file.path), file))) continue;
    await copyVerified(file, backup, path.join(dataDir, file.path));
  }
};

const copyVerified = async (file: StoredFile, backup: string, to: string): Promise<void> => {
  const copied = await copyFile(path.join(backup, file.path), to, ({ sha256 }) => sha256 === file.sha256);
  if (copied.sha256 !== file.sha256)
    throw new Error(`${file.path} of the backup changed while it was copied.`);
  await sync(path.dirname(to));
};

const exchangeStore = async (options: RestoreOptions): Promise<Omit<Restored, "manifest">> => {
  const { backup, dataDir, databaseUrl, now, progress } = options;
  const restored = path.join(dataDir, "restored.sqlite");
  for (const suffix of ["", "-wal", "-shm"]) await rm(restored + suffix, { force: true });
  await copyFile(path.join(backup, storeFile), restored);
  progress("Looking for uploads that arrived after the backup", null);
  const candidates = await candidatesIn(dataDir, databaseUrl);
  const store = await openDb({ file: restored, isAlone: true });
  const replaced = path.join(dataDir, "replaced", backupName(now));
  let made: Omit<Restored, "manifest" | "replaced">;
  try {
    for (const table of ["node", "lease"] as const) await store.kysely.deleteFrom(table).execute();
    const kept = await registerUploads(store, candidates);
    await setAside(await strangers(store, dataDir), dataDir, replaced);
    await setAside(kept.foreign, dataDir, replaced);
    made = { ...kept, counts: await countsOf(store) };
    if (databaseUrl !== undefined) await intoPostgres(store, databaseUrl, replaced);
  } finally {
    await store.close();
  }
  await setAside(await sqliteFiles(dataDir), dataDir, replaced);
  for (const name of await present(backup, ownFiles)) {
    await setAside(await present(dataDir, [name]), dataDir, replaced);
    await copyFile(path.join(backup, name), path.join(dataDir, name));
  }
  if (databaseUrl === undefined) await rename(restored, path.join(dataDir, storeFile));
  for (const suffix of ["", "-wal", "-shm"]) await rm(restored + suffix, { force: true });
  await sync(dataDir);
  return {
    ...made,
    replaced: await stat(replaced).then(
      () => replaced,
      () => null,
    ),
  };
};

/** Uploads of the former store or, if it is lost or cannot be read, of the directory. */
const candidatesIn = async (dataDir: string, databaseUrl: string | undefined): Promise<NewUpload[]> => {
  try {
    const file = path.join(dataDir, storeFile);
    if (databaseUrl === undefined) await stat(file);
    const former = await openDb(databaseUrl === undefined ? { file } : { url: databaseUrl });
    try {
      const uploads = await uploadsOf(former.kysely, dataDir);
      if (uploads.length > 0) return uploads;
    } finally {
      await former.close();
    }
  } catch {
    // The former store is lost or damaged: the paths say what the uploads are.
  }
  return uploadsByPath(dataDir);
};

/** Directories of results that the store does not name, relative to the data directory. */
const strangers = async (store: Db, dataDir: string): Promise<string[]> => {
  const named = new Set((await listStoredResults(store.kysely)).map(({ resultDir }) => resultDir));
  const files = await filesBelow(path.join(dataDir, "relations")).catch(() => []);
  const dirs = new Set(files.map((file) => path.join("relations", ...file.split(path.sep).slice(0, 3))));
  return [...dirs].filter((dir) => !named.has(dir));
};

const countsOf = async ({ kysely }: Db): Promise<Restored["counts"]> => {
  const count = async (table: "account" | "upload") =>
    (
      await kysely
        .selectFrom(table)
        .select((row) => row.fn.countAll<number>().as("n"))
        .executeTakeFirstOrThrow()
    ).n;
  const results = (await listStoredResults(kysely)).length;
  return { accounts: await count("account"), uploads: await count("upload"), results };
};

const intoPostgres = async (store: Db, url: string, replaced: string): Promise<void> => {
  const target = await openDb({ url });
  try {
    if (await target.kysely.selectFrom("account").select("id").limit(1).executeTakeFirst()) {
      await mkdir(replaced, { recursive: true, mode: 0o700 });
      await copyStore(target, "", path.join(replaced, storeFile));
    }
    await target.transaction((trx) => replaceRows(store.kysely, trx, "postgres"));
  } finally {
    await target.close();
  }
};

const sqliteFiles = (dataDir: string): Promise<string[]> =>
  present(
    dataDir,
    ["", "-wal", "-shm"].map((suffix) => storeFile + suffix),
  );

const present = async (dir: string, names: readonly string[]): Promise<string[]> => {
  const found = await readdir(dir);
  return names.filter((name) => found.includes(name));
};

const setAside = async (names: readonly string[], dataDir: string, replaced: string): Promise<void> => {
  for (const name of names) {
    const to = path.join(replaced, name);
    await mkdir(path.dirname(to), { recursive: true, mode: 0o700 });
    await rename(path.join(dataDir, name), to).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
    });
  }
};
