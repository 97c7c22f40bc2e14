import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { CompiledQuery, type RootOperationNode } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { openNewStore } from "../../test/support/new-store.js";
import { onEveryStore } from "../../test/support/stores.js";
import type { Db } from "../db/connection.js";
import { createAccount } from "./accounts.js";
import { listAudit } from "./audit.js";
import { sameReadMs, verifyAudit } from "./audit-chain.js";
import type { AuditRecord } from "./audit-record.js";
import { countAgain } from "./counted-reads.js";
import { ReadEntries } from "./read-entries.js";

const download = (accountId: string, id = "t"): AuditRecord => ({
  accountId,
  actor: { type: "key", id: "k", name: "nightly", hint: "x7Qa", address: "192.0.2.1" },
  action: "download",
  subject: { type: "targets", id },
});

onEveryStore(({ open }) => {
  test("reads at the same time are each counted, in the entry of their hour, and the chain holds", async () => {
    const db = await open();
    const { id: accountId } = await createAccount(db.kysely, { name: "Shop", email: "" }, 1);
    const entries = [new ReadEntries(db), new ReadEntries(db)];
    for (const id of ["t", "u"]) await entries[0]!.record(download(accountId, id), 10);
    await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        entries[i % 2]!.record(download(accountId, i % 4 === 0 ? "u" : "t"), 20 + i),
      ),
    );
    const listed = await listAudit(db.kysely, accountId, {}, { limit: 10 });
    expect(listed.entries.map(({ subject, times, lastAt }) => [subject?.id, times, lastAt])).toEqual([
      ["u", 11, 56],
      ["t", 31, 59],
    ]);
    expect(await verifyAudit(db.kysely, accountId)).toMatchObject({ links: 2, fault: null });
    await entries[0]!.record(download(accountId), 10 + sameReadMs);
    expect((await listAudit(db.kysely, accountId, {}, { limit: 10 })).entries).toHaveLength(3);
  });

  test("first reads of many things at once are one transaction", async () => {
    const db = await open();
    const { id: accountId } = await createAccount(db.kysely, { name: "Shop", email: "" }, 1);
    let transactions = 0;
    const counted: Pick<typeof db, "kysely" | "transaction"> = {
      kysely: db.kysely,
      transaction: (work) => {
        transactions++;
        return db.transaction(work);
      },
    };
    const entries = new ReadEntries(counted);
    const ids = Array.from({ length: 150 }, (_, i) => `t${i % 50}`);
    await Promise.all(ids.map((id, i) => entries.record(download(accountId, id), 10 + i)));
    expect(transactions).toBe(1);
    const listed = await listAudit(db.kysely, accountId, {}, { limit: 100 });
    expect(listed.entries.map(({ times }) => times)).toEqual(Array(50).fill(3));
    expect(await verifyAudit(db.kysely, accountId)).toMatchObject({ links: 50, fault: null });
  });

  test("look-ups wait for nobody, and are counted together half a second later or when somebody reads the log", async () => {
    const db = await open();
    const { id: accountId } = await createAccount(db.kysely, { name: "Shop", email: "" }, 1);
    let transactions = 0;
    const entries = new ReadEntries({
      kysely: db.kysely,
      transaction: (work) => {
        transactions++;
        return db.transaction(work);
      },
    });
    const listed = async () =>
      (await listAudit(db.kysely, accountId, {}, { limit: 100 })).entries.map(({ times }) => times);
    const lookUp = (i: number) => entries.gather(download(accountId, `t${i % 40}`), 10 + i);
    for (let i = 0; i < 80; i++) await lookUp(i).room;
    expect([transactions, await listed()]).toEqual([0, []]);
    await entries.settle();
    expect([transactions, await listed()]).toEqual([1, Array(40).fill(2)]);
    await Promise.all(Array.from({ length: 80 }, (_, i) => lookUp(i).written));
    expect([transactions, await listed()]).toEqual([2, Array(40).fill(4)]);
    expect(await verifyAudit(db.kysely, accountId)).toMatchObject({ links: 40, fault: null });
  });

  test("look-ups of more people than may wait are written before the next goes on", async () => {
    const db = await open();
    const { id: accountId } = await createAccount(db.kysely, { name: "Shop", email: "" }, 1);
    const entries = new ReadEntries(db);
    const read = 10 * 500;
    for (let i = 1; i < read; i++) await entries.gather(download(accountId, `t${i}`), 10).room;
    const stored = async () => (await db.kysely.selectFrom("audit_entry").select("id").execute()).length;
    expect(await stored()).toBe(0);
    await entries.gather(download(accountId, "t0"), 10).room;
    expect(await stored()).toBe(read);
  });

  test("a read that the store refuses fails alone", async () => {
    const db = await open();
    const { id: accountId } = await createAccount(db.kysely, { name: "Shop", email: "" }, 1);
    const { id: deleted } = await createAccount(db.kysely, { name: "Gone", email: "" }, 1);
    await db.kysely.deleteFrom("account").where("id", "=", deleted).execute();
    const entries = new ReadEntries(db);
    const results = await Promise.allSettled(
      [accountId, accountId, deleted, accountId].map((of, i) =>
        entries.record(download(of, `t${i}`), 20 + i),
      ),
    );
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
    const listed = await listAudit(db.kysely, accountId, {}, { limit: 10 });
    expect(listed.entries).toHaveLength(3);
  });
});

const openInTest = async (): Promise<Db> => {
  const dir = await mkdtemp(path.join(tmpdir(), "read-entries-"));
  const db = await openNewStore(path.join(dir, "bellwether.sqlite"));
  onTestFinished(async () => {
    await db.close();
    await rm(dir, { recursive: true });
  });
  return db;
};

const noting = (db: Db) => {
  const nodes: RootOperationNode[] = [];
  const noted = db.kysely.withPlugin({
    transformQuery: ({ node }) => {
      nodes.push(node);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return { nodes, noted };
};

test("a further read of the hour changes its entry, and nothing searches for it unless another process counted", async () => {
  const db = await openInTest();
  const { id: accountId } = await createAccount(db.kysely, { name: "Shop", email: "" }, 1);
  const { nodes, noted } = noting(db);
  const own = new ReadEntries({ kysely: noted, transaction: db.transaction });
  const kindsAt = async (at: number): Promise<string[]> => {
    nodes.length = 0;
    await own.record(download(accountId), at);
    return nodes.map(({ kind }) => kind);
  };
  const update = "RawNode";
  await own.record(download(accountId), 10);
  // Found and counted in the transaction that would have written it.
  expect(await kindsAt(11)).toEqual([]);
  expect(await kindsAt(12)).toEqual([update]);
  await new ReadEntries(db).record(download(accountId), 13);
  expect(await kindsAt(14)).toEqual([update, "SelectQueryNode", update]);
  await own.record(download(accountId), 10 + sameReadMs);
  const { entries } = await listAudit(db.kysely, accountId, {}, { limit: 10 });
  expect(entries.map(({ times }) => times)).toEqual([1, 5]);
  expect(await verifyAudit(db.kysely, accountId)).toMatchObject({ links: 2, fault: null });
});

test("the entry of a read is found by what it is about, and not among all of the hour", async () => {
  const db = await openInTest();
  const { nodes, noted } = noting(db);
  await countAgain(noted, [{ done: download("a"), at: 10, times: 1 }]);
  const { sql, parameters } = db.kysely.getExecutor().compileQuery(nodes[0]!, { queryId: "plan" });
  const plan = await db.kysely.executeQuery<{ detail: string }>(
    CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]),
  );
  expect(plan.rows[0]!.detail).toContain("audit_entry_of_subject (account_id=? AND resource_id=? AND at>?)");
});
