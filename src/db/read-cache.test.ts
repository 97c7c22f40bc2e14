import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createAccount } from "../store/accounts.js";
import { type Db, openDb } from "./connection.js";
import { ReadCache } from "./read-cache.js";

const root = mkdtempSync(path.join(tmpdir(), "read-cache-"));
const file = path.join(root, "store.sqlite");
let db: Db;
let other: Db;
beforeAll(async () => {
  db = await openDb({ file });
  other = await openDb({ file });
});
afterAll(async () => {
  await Promise.all([db.close(), other.close()]);
  rmSync(root, { recursive: true });
});

const addAccount = ({ kysely }: Db, name: string) => createAccount(kysely, { name, email: "" }, 1);

const countAccounts = async (): Promise<number> =>
  (await db.kysely.selectFrom("account").select("id").execute()).length;

/** A cache, and how often it read. */
const counted = (most = 10) => {
  const cache = new ReadCache<number>(db, most);
  let reads = 0;
  const get = (key = "accounts") =>
    cache.get(key, async () => {
      reads++;
      return countAccounts();
    });
  return { get, reads: () => reads };
};

test("what was read is kept until something is committed, here or by another process", async () => {
  const { get, reads } = counted();
  const before = await get();
  expect(await get()).toBe(before);
  expect(reads()).toBe(1);
  await addAccount(db, "Here");
  expect(await get()).toBe(before + 1);
  await addAccount(other, "Elsewhere");
  expect(await get()).toBe(before + 2);
  expect(await get()).toBe(before + 2);
  expect(reads()).toBe(3);
});

test("what was committed while it was read shows at the next call", async () => {
  const cache = new ReadCache<number>(db, 10);
  const before = await cache.get("accounts", async () => {
    const count = await countAccounts();
    await addAccount(other, "Meanwhile");
    return count;
  });
  expect(await cache.get("accounts", countAccounts)).toBe(before + 1);
});

test("what fails is not kept, and no more values than were allowed", async () => {
  const { get, reads } = counted(2);
  const cache = new ReadCache<number>(db, 2);
  await expect(cache.get("a", () => Promise.reject(new Error("unknown")))).rejects.toThrow("unknown");
  expect(await cache.get("a", async () => 7)).toBe(7);
  for (const key of ["a", "b", "c", "c"]) await get(key);
  expect(reads()).toBe(3);
  await get("a");
  expect(reads()).toBe(4);
});
