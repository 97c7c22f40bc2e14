import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync, type DatabaseSyncInstance } from "@photostructure/sqlite";
import fc from "fast-check";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { openNewStore } from "../../test/support/new-store.js";
import { onEveryStore } from "../../test/support/stores.js";
import { type Db, openDb } from "../db/connection.js";
import type { AuditActor } from "../domain/account/audit.js";
import { createAccount } from "./accounts.js";
import { recordAudit } from "./audit.js";
import {
  chainEnds,
  closeCounts,
  listenToAudit,
  removeOldAudit,
  sameReadMs,
  verifyAudit,
} from "./audit-chain.js";
import type { AuditRecord } from "./audit-record.js";

const key: AuditActor = { type: "key", id: "k", name: "nightly", hint: "x7Qa", address: "192.0.2.1" };

const accountIn = async ({ kysely }: Db, name = "Shop"): Promise<string> =>
  (await createAccount(kysely, { name, email: "" }, 1)).id;

const does = (
  { kysely }: Pick<Db, "kysely">,
  accountId: string,
  action: AuditRecord["action"],
  at: number,
  name = "Customers",
) =>
  recordAudit(
    kysely,
    { accountId, actor: key, action, subject: { type: "cohorts", id: "c", name }, changes: ["name"] },
    at,
  );

onEveryStore(({ open }) => {
  test("entries of one transaction and of many are chained, for each account alone", async () => {
    const db = await open();
    const [a, b] = [await accountIn(db), await accountIn(db)];
    await db.transaction(async (trx) => {
      for (const id of [b, a, b]) await does({ kysely: trx }, id, "update", 1);
    });
    await does(db, a, "delete", 2);
    expect(await verifyAudit(db.kysely, a)).toMatchObject({ links: 2, fault: null });
    expect(await verifyAudit(db.kysely, b)).toMatchObject({ links: 2, fault: null });
  });

  test("a transaction that fails leaves the chain as it was", async () => {
    const db = await open();
    const id = await accountIn(db);
    await does(db, id, "update", 1);
    const before = await chainEnds(db.kysely, id);
    const undone = db.transaction(async (trx) => {
      await does({ kysely: trx }, id, "delete", 2);
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    expect(await chainEnds(db.kysely, id)).toEqual(before);
  });

  test("entries that are written at the same time are chained one after the other", async () => {
    const db = await open();
    const id = await accountIn(db);
    await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        db.transaction((trx) => does({ kysely: trx }, id, i % 3 === 0 ? "view" : "update", i)),
      ),
    );
    const { links, fault } = await verifyAudit(db.kysely, id);
    expect(fault).toBeNull();
    expect(links).toBeGreaterThan(26);
  });

  test("reads are counted in their entry, and get a link with the count once their hour is over", async () => {
    const db = await open();
    const id = await accountIn(db);
    for (const at of [1, 2, 3]) await does(db, id, "view", at);
    expect(await verifyAudit(db.kysely, id)).toMatchObject({ links: 1, fault: null });
    await closeCounts(db.kysely, 1 + sameReadMs);
    await closeCounts(db.kysely, 1 + sameReadMs);
    expect(await verifyAudit(db.kysely, id)).toMatchObject({ links: 2, fault: null });
    for (const times of [2, 4]) {
      await db.kysely.updateTable("audit_entry").set({ times }).execute();
      expect((await verifyAudit(db.kysely, id)).fault).toMatchObject({ kind: "uncounted", position: 1 });
    }
  });

  test("old entries go from the front, and what stays is still chained to what went", async () => {
    const db = await open();
    const id = await accountIn(db);
    for (const at of [1, 2]) await does(db, id, "view", at);
    await closeCounts(db.kysely, 1 + sameReadMs);
    for (const at of [3, 4, 5]) await does(db, id, "update", at + sameReadMs);
    expect(await removeOldAudit(db.kysely, 4 + sameReadMs)).toBe(2);
    expect(await verifyAudit(db.kysely, id)).toMatchObject({ links: 2, head: { position: 5 }, fault: null });
    await db.kysely
      .deleteFrom("audit_entry")
      .where("at", "=", 4 + sameReadMs)
      .execute();
    expect((await verifyAudit(db.kysely, id)).fault).toMatchObject({ kind: "removed", position: 4 });
  });

  test("a chain that was made again is not that of a checkpoint", async () => {
    const db = await open();
    const id = await accountIn(db);
    for (const at of [1, 2, 3]) await does(db, id, "update", at);
    const { head } = await chainEnds(db.kysely, id);
    await does(db, id, "update", 4);
    expect((await verifyAudit(db.kysely, id, [head])).fault).toBeNull();
    for (const table of ["audit_entry", "audit_link", "audit_chain"] as const)
      await db.kysely.deleteFrom(table).where("account_id", "=", id).execute();
    await does(db, id, "update", 1);
    expect((await verifyAudit(db.kysely, id)).fault).toBeNull();
    expect((await verifyAudit(db.kysely, id, [head])).fault).toMatchObject({ kind: "removed", position: 2 });
    for (const at of [2, 3]) await does(db, id, "delete", at);
    expect((await verifyAudit(db.kysely, id, [head])).fault).toMatchObject({
      kind: "rewritten",
      position: 3,
    });
  });

  test("whoever listens gets each link after its commit, and nothing that was undone", async () => {
    const db = await open();
    const id = await accountIn(db);
    const sent: unknown[] = [];
    listenToAudit(db.kysely, ({ account_id, position }) => sent.push([account_id, position]));
    await db
      .transaction(async (trx) => {
        await does({ kysely: trx }, id, "update", 1);
        throw new Error("undone");
      })
      .catch(() => {});
    await does(db, id, "update", 2);
    await db.transaction(async (trx) => {
      await does({ kysely: trx }, id, "view", 3);
      expect(sent).toHaveLength(1);
    });
    expect(sent).toEqual([
      [id, 1],
      [id, 2],
    ]);
  });
});

/** A store on the disk with entries of all kinds, closed. */
const storeOnDisk = async () => {
  const dir = mkdtempSync(path.join(tmpdir(), "bw-audit-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const file = path.join(dir, "bellwether.sqlite");
  const db = await openNewStore(file);
  const id = await accountIn(db);
  for (let i = 1; i <= 6; i++) await does(db, id, i % 2 ? "update" : "delete", i, `Cohort ${i}`);
  for (const at of [7, 8, 9]) await does(db, id, "view", at, "Closed");
  await closeCounts(db.kysely, 7 + sameReadMs);
  for (const at of [1, 2]) await does(db, id, "view", 10 + sameReadMs + at, "Open");
  await db.close();
  return { dir, file, id };
};

/** Writes into the file as somebody does who has it, and verifies the store afterwards. */
const tampered = async (file: string, id: string, tamper: (raw: DatabaseSyncInstance) => void) => {
  const raw = new DatabaseSync(file);
  raw.exec("begin");
  tamper(raw);
  raw.exec("commit");
  raw.close();
  const db = await openDb({ file });
  try {
    return (await verifyAudit(db.kysely, id)).fault;
  } finally {
    await db.close();
  }
};

test("each change of one value of one row in the database file is found", async () => {
  const { file, id } = await storeOnDisk();
  const raw = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  onTestFinished(() => raw.close());
  const db = await openDb({ file });
  onTestFinished(() => db.close());
  const tables = ["audit_entry", "audit_link", "audit_chain"].flatMap((table) => {
    const rows = raw.prepare(`select rowid as row, * from ${table}`).all() as Record<string, unknown>[];
    return rows.flatMap((row) =>
      Object.keys(row)
        .filter((column) => column !== "row" && !column.startsWith("announced_"))
        .map((column) => ({ table, column, row })),
    );
  });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...tables),
      fc.oneof(fc.integer({ min: 0, max: 2 ** 40 }), fc.string({ unit: "grapheme" }), fc.constant(null)),
      async ({ table, column, row }, value) => {
        const was = row[column];
        const change = raw.prepare(`update ${table} set ${column} = ? where rowid = ?`);
        const key = column === "sequence" ? Number(value) : row.row;
        try {
          change.run(value as never, row.row as never);
        } catch {
          // The column takes no such value.
          return;
        }
        const now = raw.prepare(`select ${column} as value from ${table} where rowid = ?`).get(key as never);
        const { fault } = await verifyAudit(db.kysely, id);
        change.run(was as never, key as never);
        const isSame = (now as { value: unknown } | undefined)?.value === was;
        if (!isSame && fault === null) throw new Error(`${table}.${column}: ${was} → ${value} was not found`);
        expect((await verifyAudit(db.kysely, id)).fault).toBeNull();
      },
    ),
    { numRuns: 400 },
  );
});

test.each([
  ["changed", 3, "update audit_entry set actor_name = 'someone else' where at = 3"],
  ["removed", 4, "delete from audit_entry where at = 4"],
  [
    "removed",
    4,
    "delete from audit_link where entry_id = (select id from audit_entry where at = 4); delete from audit_entry where at = 4",
  ],
  [
    "inserted",
    null,
    "insert into audit_entry (id, account_id, at, times, last_at, actor_type, action, changes) select 'forged', account_id, 3, 1, 3, 'key', 'delete', '[]' from audit_entry where at = 3",
  ],
  [
    "changed",
    2,
    "update audit_entry set sequence = 1000 where at = 2; update audit_entry set sequence = 2 where at = 5; update audit_entry set sequence = 5 where sequence = 1000",
  ],
  [
    "changed",
    2,
    "update audit_link set entry_id = case position when 2 then (select entry_id from audit_link where position = 5) else (select entry_id from audit_link where position = 2) end where position in (2, 5)",
  ],
  ["removed", 8, "delete from audit_link where position >= 8; delete from audit_entry where sequence >= 8"],
] as const)(
  "in the database file, an entry that was %s is named at position %s",
  async (kind, position, statements) => {
    const { file, id } = await storeOnDisk();
    const fault = await tampered(file, id, (raw) => raw.exec(statements));
    expect(fault).toMatchObject({ kind, position });
  },
);

test("entries of before the chain are chained by the migration, as they are", async () => {
  const { file, id } = await storeOnDisk();
  const raw = new DatabaseSync(file);
  raw.exec(
    "drop table audit_link; drop table audit_chain; drop index audit_entry_open_count; alter table audit_entry drop column open_count_hash; delete from migration where name = '019-audit-chain'",
  );
  raw.close();
  const db = await openDb({ file });
  onTestFinished(() => db.close());
  expect(await verifyAudit(db.kysely, id)).toMatchObject({ links: 10, fault: null });
  await does(db, id, "update", 100);
  expect(await verifyAudit(db.kysely, id)).toMatchObject({ links: 11, fault: null });
  await sql`update audit_entry set at = 4 where at = 3`.execute(db.kysely);
  expect((await verifyAudit(db.kysely, id)).fault).toMatchObject({ kind: "changed", position: 3 });
});
