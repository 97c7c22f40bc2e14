import { createHash, randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { onEveryStore } from "../../test/support/stores.js";
import { type Db, openDb } from "../db/connection.js";
import { lockDirectory, lockRemoval } from "../db/directory-lock.js";
import { createAccount } from "../store/accounts.js";
import { insertResource, recordResult } from "../store/resources.js";
import { listStoredUploads, markUploadDamaged } from "../store/stored-files.js";
import { putUpload } from "../store/uploads.js";
import { type Backup, backUp } from "./backup.js";
import { findBackup } from "./manifest.js";
import { restore } from "./restore.js";

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "bw-backup-"));
});
afterEach(() => rmSync(root, { recursive: true }));

const signal = new AbortController().signal;
const progress = () => {};
const sha256Of = (text: string) => createHash("sha256").update(text).digest("hex");

interface Installation {
  db: Db;
  dataDir: string;
  accountId: string;
}

const write = (dataDir: string, file: string, text: string): void => {
  mkdirSync(path.dirname(path.join(dataDir, file)), { recursive: true });
  writeFileSync(path.join(dataDir, file), text);
};

const upload = async (
  { db, dataDir, accountId }: Installation,
  filename: string,
  text: string,
  at: number,
) => {
  const file = path.join("uploads", accountId, "orders", `${randomUUID()}-${filename}`);
  write(dataDir, file, text);
  const row = {
    account_id: accountId,
    directory: "orders",
    filename,
    path: file,
    bytes: text.length,
    md5: "",
  };
  await db.transaction((trx) => putUpload(trx, { ...row, sha256: sha256Of(text), created_at: at }));
  return path.join(dataDir, file);
};

const build = async ({ db, dataDir, accountId }: Installation, name: string, text: string) => {
  const cohort = { accountId, type: "cohorts", name, config: {}, upstreamIds: [], uniqueName: true } as const;
  const { id } = await db.transaction((trx) => insertResource(trx, cohort, 1));
  const resultDir = path.join("relations", accountId, id, "one");
  write(dataDir, path.join(resultDir, "members.parquet"), text);
  const resultFiles = [{ path: "members.parquet", bytes: text.length, sha256: sha256Of(text) }];
  const result = { population_count: 1, next_due: null } as never;
  await recordResult(db.kysely, id, { result, resultDir, resultFiles, fingerprint: "f" }, 2);
  return path.join(dataDir, resultDir, "members.parquet");
};

const install = async (db: Db): Promise<Installation> => {
  const dataDir = path.join(root, "data");
  mkdirSync(dataDir);
  writeFileSync(path.join(dataDir, "sealing.key"), "secret");
  return { db, dataDir, accountId: (await createAccount(db.kysely, { name: "Shop", email: "" }, 1)).id };
};

let day = 0;
const backUpNow = ({ db, dataDir }: Installation, show = progress): Promise<Backup> =>
  backUp({
    db,
    dataDir,
    place: path.join(root, "backups"),
    program: "0.0.0",
    progress: show,
    signal,
    now: new Date(Date.UTC(2026, 0, ++day)),
  });

const restoreInto = (
  dataDir: string,
  backup: string,
  extra: { databaseUrl?: string; mayReplace?: boolean } = {},
) =>
  restore({
    databaseUrl: undefined,
    mayReplace: false,
    ...extra,
    backup,
    dataDir,
    now: new Date(),
    progress,
    signal,
  });

const contents = (dataDir: string, folder: string): string[] =>
  readdirSync(path.join(dataDir, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), "utf8"))
    .sort();

/** A row that is inserted has a revision of its own. */
const rowsOf = async (db: Db) => ({
  account: await db.kysely.selectFrom("account").selectAll().orderBy("id").execute(),
  upload: await db.kysely.selectFrom("upload").selectAll().orderBy("sequence").execute(),
  resource: (await db.kysely.selectFrom("resource").selectAll().orderBy("sequence").execute()).map(
    ({ revision: _, ...row }) => row,
  ),
  result: await db.kysely.selectFrom("result").selectAll().orderBy("resource_id").execute(),
});

/** The store is a SQLite file in the data directory, as the service has it. */
const sqliteInstallation = async (): Promise<Installation> => {
  mkdirSync(path.join(root, "data"));
  const db = await openDb({ file: path.join(root, "data", "bellwether.sqlite") });
  const accountId = (await createAccount(db.kysely, { name: "Shop", email: "" }, 1)).id;
  return { db, dataDir: path.join(root, "data"), accountId };
};

test("a restored backup has every row and every byte, and only its owner can read it", async () => {
  const installation = await sqliteInstallation();
  await upload(installation, "a.csv", "one", 10);
  await build(installation, "Buyers", "members");
  const { dir, manifest } = await backUpNow(installation);
  expect(manifest.damaged).toEqual([]);
  expect(statSync(path.join(dir, "bellwether.sqlite")).mode & 0o777).toBe(0o600);
  expect(statSync(dir).mode & 0o777).toBe(0o700);
  const other = path.join(root, "other");
  const { counts } = await restoreInto(other, dir);
  expect(counts).toEqual({ accounts: 1, uploads: 1, results: 1 });
  const restored = await openDb({ file: path.join(other, "bellwether.sqlite") });
  expect(await rowsOf(restored)).toEqual(await rowsOf(installation.db));
  for (const folder of ["uploads", "relations"])
    expect(contents(other, folder)).toEqual(contents(installation.dataDir, folder));
  await restored.close();
  await installation.db.close();
});

onEveryStore(({ open, place }) => {
  test("a backup can be restored into the other kind of store, and goes on from there", async () => {
    const installation = await install(await open());
    if (installation.db.kind === "sqlite") return;
    await upload(installation, "a.csv", "one", 10);
    await build(installation, "Buyers", "members");
    const { dir } = await backUpNow(installation);
    await restoreInto(path.join(root, "sqlite"), dir);
    const sqlite = await openDb({ file: path.join(root, "sqlite", "bellwether.sqlite") });
    expect(await rowsOf(sqlite)).toEqual(await rowsOf(installation.db));
    const where = await place();
    if (!("url" in where)) throw new Error("not PostgreSQL");
    await restoreInto(path.join(root, "postgres"), dir, { databaseUrl: where.url });
    const postgres = await openDb(where);
    expect(await rowsOf(postgres)).toEqual(await rowsOf(installation.db));
    await upload({ ...installation, db: postgres }, "b.csv", "two", 11);
    expect((await rowsOf(postgres)).upload.map(({ sequence }) => sequence)).toEqual([1, 2]);
    await Promise.all([sqlite.close(), postgres.close()]);
  });
});

test("a further backup links what has not changed, and each can be deleted alone", async () => {
  const installation = await sqliteInstallation();
  await upload(installation, "a.csv", "one", 10);
  await build(installation, "Buyers", "members");
  const first = await backUpNow(installation);
  await upload(installation, "b.csv", "second", 11);
  const second = await backUpNow(installation);
  expect([first.linkedBytes, second.linkedBytes]).toEqual([0, "one".length + "members".length]);
  expect(await findBackup(path.join(root, "backups"))).toBe(second.dir);
  rmSync(first.dir, { recursive: true });
  await restoreInto(path.join(root, "other"), second.dir);
  expect(contents(path.join(root, "other"), "uploads")).toEqual(["one", "second"]);
  await installation.db.close();
});

test("a file that decayed in an earlier backup is copied again", async () => {
  const installation = await sqliteInstallation();
  await upload(installation, "a.csv", "one", 10);
  const first = await backUpNow(installation);
  const uploads = path.join(first.dir, "uploads");
  const [file] = readdirSync(uploads, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".csv"),
  );
  writeFileSync(path.join(uploads, file!), "two");
  const second = await backUpNow(installation);
  expect(second.linkedBytes).toBe(0);
  await expect(restoreInto(path.join(root, "x"), first.dir)).rejects.toThrow(
    "1 of the 2 files of the backup are damaged",
  );
  expect(readdirSync(root)).not.toContain("x");
  await restoreInto(path.join(root, "other"), second.dir);
  expect(contents(path.join(root, "other"), "uploads")).toEqual(["one"]);
  await installation.db.close();
});

test("a damaged file is left out and named", async () => {
  const installation = await sqliteInstallation();
  const file = await upload(installation, "a.csv", "one", 10);
  await upload(installation, "b.csv", "two", 11);
  writeFileSync(file, "One");
  const { manifest } = await backUpNow(installation);
  expect(manifest.damaged).toEqual([path.relative(installation.dataDir, file)]);
  await installation.db.close();
});

test("nothing is removed while a backup is made, and no backup begins while something is", async () => {
  const installation = await sqliteInstallation();
  const release = lockRemoval(installation.dataDir)!;
  let isDone = false;
  let making: Promise<void> | undefined;
  await new Promise<void>((isWaiting) => {
    making = backUpNow(installation, () => isWaiting()).then(() => {
      isDone = true;
    });
  });
  await expect(backUpNow(installation)).rejects.toThrow("Another backup is being made in");
  expect(isDone).toBe(false);
  release();
  await making;
  expect(lockRemoval(installation.dataDir)).not.toBeNull();
  await installation.db.close();
});

test("a directory in use, or that is not empty, is left as it is, and said so before the backup is read", async () => {
  const installation = await sqliteInstallation();
  await upload(installation, "a.csv", "one", 10);
  const { dir } = await backUpNow(installation);
  await installation.db.close();
  for (const name of readdirSync(path.join(dir, "uploads"), { recursive: true, encoding: "utf8" }))
    if (name.endsWith(".csv")) writeFileSync(path.join(dir, "uploads", name), "damaged");
  const store = () => statSync(path.join(installation.dataDir, "bellwether.sqlite")).ino;
  const before = store();
  await expect(restoreInto(installation.dataDir, dir)).rejects.toThrow(installation.dataDir);
  const unlock = lockDirectory(installation.dataDir);
  await expect(restoreInto(installation.dataDir, dir, { mayReplace: true })).rejects.toThrow(
    "Another Bellwether is running",
  );
  unlock();
  await expect(restoreInto(installation.dataDir, dir, { mayReplace: true })).rejects.toThrow("are damaged");
  expect(store()).toBe(before);
  expect(readdirSync(installation.dataDir)).not.toContain("replaced");
});

const restoredUploads = async (dataDir: string) => {
  const db = await openDb({ file: path.join(dataDir, "bellwether.sqlite") });
  const uploads = await listStoredUploads(db.kysely);
  await db.close();
  return uploads.map((each) => [each.filename, readFileSync(path.join(dataDir, each.path), "utf8")]);
};

/** A backup, and then a new file, a newer version of a file, and a new result. */
const olderBackup = async () => {
  const installation = await sqliteInstallation();
  await upload(installation, "a.csv", "one", 10);
  await upload(installation, "b.csv", "two", 10);
  const { dir } = await backUpNow(installation);
  await upload(installation, "b.csv", "two and more", Date.now());
  await upload(installation, "c.csv", "three", Date.now());
  await build(installation, "Buyers", "members");
  await installation.db.close();
  return { dir, dataDir: installation.dataDir };
};

const expected = [
  ["a.csv", "one"],
  ["b.csv", "two and more"],
  ["c.csv", "three"],
];

test("a restore that is older than the directory keeps the uploads that arrived since", async () => {
  const { dir, dataDir } = await olderBackup();
  const { registered, replaced } = await restoreInto(dataDir, dir, { mayReplace: true });
  expect(registered.map(({ filename }) => filename)).toEqual(["b.csv", "c.csv"]);
  expect(await restoredUploads(dataDir)).toEqual(expected);
  expect(contents(replaced!, "relations")).toEqual(["members"]);
  expect(contents(dataDir, "relations")).toEqual([]);
});

test.each([
  ["lost", (file: string) => rmSync(file)],
  [
    "damaged",
    (file: string) => writeFileSync(file, "not a database, but a text that somebody wrote over it"),
  ],
])("it also keeps them if the present store is %s", async (_, alter) => {
  const { dir, dataDir } = await olderBackup();
  alter(path.join(dataDir, "bellwether.sqlite"));
  await restoreInto(dataDir, dir, { mayReplace: true });
  expect((await restoredUploads(dataDir)).sort()).toEqual(expected);
});

test("a file of the directory that is damaged comes back from the backup", async () => {
  const installation = await sqliteInstallation();
  const file = await upload(installation, "a.csv", "one", 10);
  const { dir } = await backUpNow(installation);
  writeFileSync(file, "One");
  const stored = path.relative(installation.dataDir, file);
  await markUploadDamaged(installation.db.kysely, installation.accountId, stored, 1);
  await installation.db.close();
  await restoreInto(installation.dataDir, dir, { mayReplace: true });
  expect(await restoredUploads(installation.dataDir)).toEqual([["a.csv", "one"]]);
});

test("events that are in no file yet are part of a backup", async () => {
  const installation = await sqliteInstallation();
  const log = path.join("events", installation.accountId, "node", "20260101T000000Z-1.log");
  write(installation.dataDir, log, '{"stream":"visit","row":["event_id","1"]}\n');
  const { dir } = await backUpNow(installation);
  const other = path.join(root, "other");
  await restoreInto(other, dir);
  expect(readFileSync(path.join(other, log), "utf8")).toContain('"visit"');
  await installation.db.close();
});
