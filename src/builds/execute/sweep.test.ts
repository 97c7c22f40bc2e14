import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openNewStore } from "../../../test/support/new-store.js";
import { insertCohort, sweeping } from "../../../test/support/sweeping.js";
import type { Db } from "../../db/connection.js";
import { createAccount } from "../../store/accounts.js";
import { findResource, recordResult, removeResource } from "../../store/resources.js";
import { putUpload, removeUpload } from "../../store/uploads.js";
import { deleteDueAccounts } from "./sweep.js";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const now = Date.UTC(2026, 10, 22);

let dataDir: string;
let db: Db;
let account: string;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), "sweep-"));
  db = await openNewStore(path.join(dataDir, "bellwether.sqlite"));
  account = (await createAccount(db.kysely, { name: "Shop", email: "" }, now)).id;
});
afterEach(async () => {
  await db.close();
  await rm(dataDir, { recursive: true });
});

const start = (options: Partial<Parameters<typeof sweeping>[0]> = {}) =>
  sweeping({ db, dataDir, clock: () => now, ...options });

const write = async (name: string, bytes = 10): Promise<string> => {
  await mkdir(path.dirname(path.join(dataDir, name)), { recursive: true });
  await writeFile(path.join(dataDir, name), "x".repeat(bytes));
  return name;
};
const exists = (name: string): boolean => existsSync(path.join(dataDir, name));
const inTrash = async (): Promise<string[]> => {
  const found = await readdir(path.join(dataDir, "trash"), { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  const files = found.filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => path.relative(dataDir, path.join(parentPath, name))).sort();
};

const upload = async (filename: string, unique: string, bytes = 10): Promise<string> => {
  const name = await write(`uploads/${account}/orders/${unique}-${filename}`, bytes);
  const row = { account_id: account, directory: "orders", filename, path: name, bytes, md5: "", sha256: "" };
  await db.transaction((trx) => putUpload(trx, { ...row, created_at: now }));
  return name;
};
const cohort = (name: string) => insertCohort(db, { accountId: account, name }, now);
const build = async (id: string, name: string): Promise<string> => {
  const resultDir = `relations/${account}/${id}/${name}`;
  await write(`${resultDir}/members.parquet`);
  const built = { result: { population_count: 1 } as never, resultDir, resultFiles: [], fingerprint: name };
  await db.transaction((trx) => recordResult(trx, id, built, now));
  return resultDir;
};

test("a replaced result is removed for good a minute later, and the new one stays", async () => {
  const { id } = await cohort("Customers");
  const [first, second] = [await build(id, "one"), await build(id, "two")];
  const swept = start();
  await swept.after(30_000);
  expect([exists(first), exists(second)]).toEqual([true, true]);
  await swept.after(minute);
  expect([exists(first), exists(second)]).toEqual([false, true]);
  expect(await inTrash()).toEqual([]);
  expect(swept.log).toEqual([expect.stringContaining('{"entries":1,"bytes":10}')]);
});

test("a replaced result stays as long as running work reads it, on a service that is never idle", async () => {
  const { id } = await cohort("Customers");
  const results = [await build(id, "0")];
  const swept = start();
  let release = swept.reads.hold([results[0]!]);
  for (let round = 1; round < 5; round++) {
    results.push(await build(id, String(round)));
    await swept.after(hour);
    // The next step is claimed before the last one ends.
    const before = release;
    release = swept.reads.hold([results[round]!]);
    before();
    expect(results.map(exists)).toEqual(results.map((_, nth) => nth >= round - 1));
    await swept.after(hour);
    expect(results.map(exists)).toEqual(results.map((_, nth) => nth >= round));
  }
});

test("a replaced result stays as long as another node may read it", async () => {
  const { id } = await cohort("Customers");
  const [first, second] = [await build(id, "one"), await build(id, "two")];
  let other = { reads: { [account]: now - 1 }, readsAsOf: now + 1 };
  const swept = start({ otherReads: () => [other] });
  await swept.after(hour);
  expect([exists(first), exists(second)]).toEqual([true, true]);
  other = { reads: { [account]: now + 1 }, readsAsOf: now };
  await swept.after(hour);
  expect(exists(first)).toBe(true);
  other = { ...other, readsAsOf: now + 1 };
  await swept.after(hour);
  expect([exists(first), exists(second)]).toEqual([false, true]);
});

test("what an owner deletes is removed for good, also from the trash", async () => {
  const { id } = await cohort("Customers");
  const result = await build(id, "one");
  const file = await upload("a.csv", "1");
  await write(path.join("trash/2026-11-20", file));
  await db.transaction(async (trx) => {
    await removeUpload(trx, { account_id: account, directory: "orders", filename: "a.csv" }, now);
    await removeResource(trx, (await findResource(trx, account, "cohorts", id))!, now);
  });
  await start().after(2 * minute);
  expect([exists(result), exists(file)]).toEqual([false, false]);
  expect(await inTrash()).toEqual([]);
});

test("a busy account that replaces all its results at once is swept", async () => {
  const ids = [];
  for (let n = 0; n < 10; n++) ids.push((await cohort(`C${n}`)).id);
  for (const round of ["one", "two"]) for (const id of ids) await build(id, round);
  const swept = start();
  await swept.after(2 * minute);
  expect(ids.filter((id) => exists(`relations/${account}/${id}/one`))).toEqual([]);
  expect(swept.troubles.list()).toEqual([]);
});

test("a file that the store does not know goes to the trash after an hour, and is removed after seven days", async () => {
  const kept = [];
  for (let n = 0; n < 10; n++) kept.push(await upload(`${n}.csv`, "1", 100));
  const stranger = await write(`uploads/${account}/orders/9-unknown.csv`);
  const swept = start();
  await swept.after(59 * minute);
  expect(exists(stranger)).toBe(true);
  await swept.after(2 * minute);
  expect(exists(stranger)).toBe(false);
  expect(kept.every(exists)).toBe(true);
  expect(await inTrash()).toEqual([`trash/2026-11-22/${stranger}`]);
  expect(swept.log.join()).toContain('"root":"uploads","entries":1,"bytes":10');
  await swept.after(7 * day - hour);
  expect(await inTrash()).toHaveLength(1);
  await swept.after(2 * hour);
  expect(await inTrash()).toEqual([]);
});

test("if the store does not know more than a fifth, nothing is moved, and the service says so until it does", async () => {
  const strange = [];
  for (let n = 0; n < 10; n++) await upload(`${n}.csv`, "1");
  for (let n = 0; n < 3; n++) strange.push(await write(`uploads/${account}/orders/9-${n}.csv`));
  const swept = start();
  await swept.after(2 * hour);
  expect(strange.every(exists)).toBe(true);
  expect(swept.troubles.list()).toMatchObject([
    { code: "sweep-stopped", message: expect.stringContaining("3 of 13 uploads") },
  ]);
  expect(JSON.stringify(swept.troubles.list())).not.toContain(dataDir);
  await rm(path.join(dataDir, strange.pop()!));
  await swept.after(2 * hour);
  expect(strange.some(exists)).toBe(false);
  expect(swept.troubles.list()).toEqual([]);
});

test("one unknown file with most of the bytes is too much as well", async () => {
  for (let n = 0; n < 10; n++) await upload(`${n}.csv`, "1", 10);
  const big = await write(`uploads/${account}/orders/9-big.csv`, 1000);
  const swept = start();
  await swept.after(2 * hour);
  expect(exists(big)).toBe(true);
  expect(swept.troubles.list()).toHaveLength(1);
});

test("a clock that jumps by a year in either direction removes nothing that is young", async () => {
  let clock = now;
  for (let n = 0; n < 10; n++) await upload(`${n}.csv`, "1", 100);
  const young = await write(`uploads/${account}/orders/9-young.csv`);
  const body = await write(`uploads/${account}/tmp-arriving`);
  await utimes(path.join(dataDir, young), 1, 1);
  await utimes(path.join(dataDir, body), 1, 1);
  const swept = start({ clock: () => clock });
  for (const jump of [365 * day, -730 * day]) {
    clock += jump;
    await swept.after(10 * minute);
  }
  expect([exists(young), exists(body)]).toEqual([true, true]);
  await swept.after(2 * hour);
  const [trashed] = await inTrash();
  expect(trashed).toContain("9-young.csv");
  clock += 365 * day;
  await swept.after(hour);
  expect(await inTrash()).toEqual([trashed]);
});

test("a body that still arrives stays, and one whose service died is removed for good", async () => {
  const [alive, dead] = [await write(`uploads/${account}/tmp-1`), await write(`uploads/${account}/tmp-2`)];
  const swept = start();
  for (let n = 0; n < 4; n++) {
    await write(alive, 20 + n);
    await swept.after(40 * minute);
  }
  expect([exists(alive), exists(dead)]).toEqual([true, false]);
  expect(await inTrash()).toEqual([]);
});

test("ages go on after a restart, in which nothing grows older", async () => {
  for (let n = 0; n < 10; n++) await upload(`${n}.csv`, "1", 100);
  const stranger = await write(`uploads/${account}/orders/9-unknown.csv`);
  for (let restart = 0; restart < 3; restart++) await start().after(15 * minute);
  expect(exists(stranger)).toBe(true);
  await start().after(16 * minute);
  expect(exists(stranger)).toBe(false);
});

test("a deleted account is gone from uploads, results and trash at once, also if the service died in between", async () => {
  const file = await upload("a.csv", "1");
  await write(path.join("trash/2026-11-20", file));
  await db.kysely.updateTable("account").set({ delete_at: now }).execute();
  expect(await deleteDueAccounts(db, dataDir, now)).toBe(1);
  expect(exists(`uploads/${account}`)).toBe(false);
  expect(await inTrash()).toEqual([]);
  expect(await db.kysely.selectFrom("discard").selectAll().execute()).toEqual([]);
});
