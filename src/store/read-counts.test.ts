import { expect, test } from "vitest";
import { onEveryStore } from "../../test/support/stores.js";
import { createAccount } from "./accounts.js";
import { type AuditRecord, listAudit, recordAudit } from "./audit.js";
import { sameReadMs, verifyAudit } from "./audit-chain.js";
import { ReadCounts } from "./read-counts.js";

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
    const counts = [new ReadCounts(db.kysely), new ReadCounts(db.kysely)];
    expect(await counts[0]!.count(download(accountId), 10), "no entry yet").toBe(false);
    for (const id of ["t", "u"]) await recordAudit(db.kysely, download(accountId, id), 10);
    const all = Array.from({ length: 40 }, (_, i) =>
      counts[i % 2]!.count(download(accountId, i % 4 === 0 ? "u" : "t"), 20 + i),
    );
    expect(await Promise.all(all)).toEqual(Array(40).fill(true));
    const { entries } = await listAudit(db.kysely, accountId, {}, { limit: 10 });
    expect(entries.map(({ subject, times, lastAt }) => [subject?.id, times, lastAt])).toEqual([
      ["u", 11, 56],
      ["t", 31, 59],
    ]);
    expect(await verifyAudit(db.kysely, accountId)).toMatchObject({ links: 2, fault: null });
    expect(await counts[0]!.count(download(accountId), 10 + sameReadMs), "another hour").toBe(false);
    const changed = { ...download(accountId), action: "update" } as const;
    expect(await counts[0]!.count(changed, 20), "no read").toBe(false);
  });

  test("a count that the store refuses fails for those who wait for it, and not for the next", async () => {
    const db = await open();
    const { id: accountId } = await createAccount(db.kysely, { name: "Shop", email: "" }, 1);
    await recordAudit(db.kysely, download(accountId), 10);
    let refusals = 1;
    const kysely = db.kysely.withPlugin({
      transformQuery: ({ node }) => {
        if (refusals-- > 0) throw new Error("refused");
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const counts = new ReadCounts(kysely);
    const results = await Promise.allSettled([20, 21, 22].map((at) => counts.count(download(accountId), at)));
    expect(results.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled"]);
    const { entries } = await listAudit(db.kysely, accountId, {}, { limit: 10 });
    expect(entries[0]).toMatchObject({ times: 3, lastAt: 22 });
  });
});
