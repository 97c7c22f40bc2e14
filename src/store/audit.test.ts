import { expect, test } from "vitest";
import { onEveryStore } from "../../test/support/stores.js";
import type { Db } from "../db/connection.js";
import { createAccount } from "./accounts.js";
import { listAudit, recordAudit } from "./audit.js";
import { removeOldAudit } from "./audit-chain.js";
import type { AuditRecord } from "./audit-record.js";

const hour = 3_600_000;
const key = { type: "key", id: "k", name: "nightly", hint: "x7Qa", address: "192.0.2.1" } as const;
const cohort = { type: "cohorts", id: "c", name: "Customers" };

const accountIn = async ({ kysely }: Db): Promise<string> =>
  (await createAccount(kysely, { name: "Shop", email: "" }, 1)).id;

onEveryStore(({ open }) => {
  test("an entry of a transaction that fails does not exist", async () => {
    const db = await open();
    const accountId = await accountIn(db);
    const undone = db.transaction(async (trx) => {
      await recordAudit(trx, { accountId, actor: key, action: "delete", subject: cohort }, 10);
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    expect((await listAudit(db.kysely, accountId, {}, { limit: 10 })).entries).toEqual([]);
  });

  test("changes are single entries; reads of the same thing within an hour are counted in one", async () => {
    const db = await open();
    const accountId = await accountIn(db);
    const does = (action: AuditRecord["action"], now: number, actor: AuditRecord["actor"] = key) =>
      recordAudit(db.kysely, { accountId, actor, action, subject: cohort, changes: ["name"] }, now);
    for (const now of [1, 2]) await does("update", now);
    for (const now of [3, 4, 5]) await does("download", now);
    await does("download", 6, { ...key, address: "192.0.2.2" });
    await does("download", 5 + hour);
    const { entries } = await listAudit(db.kysely, accountId, {}, { limit: 10 });
    expect(entries.map(({ action, at, times, lastAt }) => [action, at, times, lastAt])).toEqual([
      ["download", 5 + hour, 1, 5 + hour],
      ["download", 6, 1, 6],
      ["download", 3, 3, 5],
      ["update", 2, 1, 2],
      ["update", 1, 1, 1],
    ]);
    expect(entries.at(-1)).toMatchObject({ actor: key, subject: cohort, changes: ["name"] });
  });

  test("entries are listed newest first, by page and by filter, for one account alone", async () => {
    const db = await open();
    const [mine, other] = [await accountIn(db), await accountIn(db)];
    for (let n = 1; n <= 5; n++)
      await recordAudit(db.kysely, { accountId: mine, actor: key, action: "update" }, n);
    await recordAudit(
      db.kysely,
      { accountId: mine, actor: { type: "session" }, action: "delete", subject: cohort },
      6,
    );
    await recordAudit(db.kysely, { accountId: other, actor: key, action: "update" }, 7);
    const first = await listAudit(db.kysely, mine, {}, { limit: 4 });
    const second = await listAudit(db.kysely, mine, {}, { limit: 4, before: first.next! });
    expect([...first.entries, ...second.entries].map(({ at }) => at)).toEqual([6, 5, 4, 3, 2, 1]);
    expect(second.next).toBeNull();
    const found = async (filter: object) =>
      (await listAudit(db.kysely, mine, filter, { limit: 10 })).entries.map(({ at }) => at);
    expect(await found({ since: 5 })).toEqual([6, 5]);
    expect(await found({ until: 3 })).toEqual([2, 1]);
    expect(await found({ action: "delete" })).toEqual([6]);
    for (const resource of ["c", "cohorts", "Customers"]) expect(await found({ resource })).toEqual([6]);
    for (const actor of ["nightly", "NIGHT", "k", "key"])
      expect(await found({ actor })).toEqual([5, 4, 3, 2, 1]);
  });

  test("old entries go", async () => {
    const db = await open();
    const accountId = await accountIn(db);
    for (const now of [1, 2, 3])
      await recordAudit(db.kysely, { accountId, actor: key, action: "update" }, now);
    expect(await removeOldAudit(db.kysely, 3)).toBe(2);
    expect((await listAudit(db.kysely, accountId, {}, { limit: 10 })).entries).toHaveLength(1);
  });
});
