import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { DatabaseSync } from "@photostructure/sqlite";
import { expect, onTestFinished, test, vi } from "vitest";
import { Troubles } from "../errors/troubles.js";
import { type Db, openDb } from "./connection.js";

const openStore = async (): Promise<{ db: Db; file: string; troubles: Troubles }> => {
  const dir = mkdtempSync(path.join(tmpdir(), "bw-commits-"));
  const file = path.join(dir, "store.sqlite");
  const troubles = new Troubles(Date.now);
  const db = await openDb({ file }, troubles);
  onTestFinished(async () => {
    await db.close();
    rmSync(dir, { recursive: true });
  });
  return { db, file, troubles };
};

/** Runs `before` before each flush of a file. */
const onFlush = async (before: () => Promise<void>) => {
  const handle = await open(import.meta.filename);
  await handle.close();
  const prototype = Object.getPrototypeOf(handle) as FileHandle;
  const { datasync } = prototype;
  const spy = vi.spyOn(prototype, "datasync").mockImplementation(async function (this: FileHandle) {
    await before();
    return datasync.call(this);
  });
  onTestFinished(() => spy.mockRestore());
  return spy;
};

const write = ({ kysely }: Db, name: string) =>
  kysely.insertInto("secret").values({ name, value: "v" }).execute();
const names = async ({ kysely }: Pick<Db, "kysely">) =>
  (await kysely.selectFrom("secret").select("name").orderBy("name").execute()).map(({ name }) => name);

/** Names of the rows that another process sees. */
const namesIn = (file: string) => {
  const database = new DatabaseSync(file, { readOnly: true });
  const rows = database.prepare("select name from secret order by name").all() as { name: string }[];
  database.close();
  return rows.map(({ name }) => name);
};

test("no change is acknowledged and none is read before it is on the disk, and others are made meanwhile", async () => {
  const { db, file } = await openStore();
  await write(db, "a");
  let flush = () => {};
  const mayFlush = new Promise<void>((done) => {
    flush = done;
  });
  const flushes = await onFlush(() => mayFlush);
  const done: string[] = [];
  const note = (what: string) => () => void done.push(what);
  const first = write(db, "b").then(note("written"));
  const inOne = db.transaction((trx) => trx.insertInto("secret").values({ name: "c", value: "v" }).execute());
  const second = inOne.then(note("committed"));
  while (namesIn(file).length < 3) await sleep(1);
  const read = names(db).then((found) => {
    note("read")();
    return found;
  });
  await sleep(20);
  expect(done).toEqual([]);
  flush();
  expect(await read).toEqual(["a", "b", "c"]);
  await Promise.all([first, second]);
  expect(flushes.mock.calls.length).toBeLessThanOrEqual(2);
  await names(db);
  expect(flushes.mock.calls.length).toBeLessThanOrEqual(2);
});

test("a flush that fails is the error of whoever waits, and the next writes everything into the database", async () => {
  const { db, file, troubles } = await openStore();
  const failing = Object.assign(new Error("i/o error"), { code: "EIO" });
  const flushes = await onFlush(() => Promise.reject(failing));
  await expect(write(db, "a")).rejects.toMatchObject({ code: "disk-failing" });
  expect(troubles.list().map(({ code }) => code)).toEqual(["disk-failing"]);
  await write(db, "b");
  expect(flushes).toHaveBeenCalledTimes(1);
  copyFileSync(file, `${file}.copy`);
  expect(namesIn(`${file}.copy`)).toEqual(["a", "b"]);
  flushes.mockRestore();
  await db.probe(true);
  expect(troubles.list()).toEqual([]);
  await write(db, "c");
  expect(await names(db)).toEqual(["a", "b", "c"]);
});
