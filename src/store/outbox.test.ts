import { expect, test } from "vitest";
import { onEveryStore } from "../../test/support/stores.js";
import { createAccount } from "./accounts.js";
import { listOutbox, markFailed, markSent, queueMail, removeOldMails, unsentMail } from "./outbox.js";

const now = 1_700_000_000_000;

onEveryStore(({ open }) => {
  test("unsent mail stays in order of creation, with its last error", async () => {
    const { kysely: db } = await open();
    const { id: accountId } = await createAccount(db, { name: "Shop", email: "owner@example.com" }, now);
    const mail = (subject: string) => ({ accountId, recipient: "owner@example.com", subject, body: "…" });
    const first = await queueMail(db, mail("first"), now);
    await queueMail(db, mail("second"), now);
    await queueMail(db, mail("third"), now);
    await markFailed(db, first, "refused by the server");
    const waiting = await unsentMail(db, 2);
    expect(waiting.map(({ subject, error }) => [subject, error])).toEqual([
      ["first", "refused by the server"],
      ["second", null],
    ]);
    await markSent(db, first, now + 1);
    expect((await unsentMail(db, 10)).map(({ subject }) => subject)).toEqual(["second", "third"]);
    const all = await listOutbox(db, accountId);
    expect(all.map(({ subject, sent_at, error }) => [subject, sent_at, error])).toEqual([
      ["third", null, null],
      ["second", null, null],
      ["first", now + 1, null],
    ]);
  });

  test("old mails are deleted in pieces, except those that a job has yet to send", async () => {
    const { kysely: db } = await open();
    const { id: account_id } = await createAccount(db, { name: "Shop", email: "owner@example.com" }, now);
    const mail = (id: string, created_at: number, sent_at: number | null) => ({
      id,
      account_id,
      recipient: "owner@example.com",
      subject: id,
      body: "…",
      created_at,
      sent_at,
      attempts: 1,
    });
    const job = (mailId: string, state: "queued" | "failed") => ({
      id: mailId,
      account_id,
      kind: "mail" as const,
      payload: JSON.stringify({ mailId }),
      state,
      run_at: now,
      attempt: 1,
      failures: 1,
      created_at: 1,
    });
    for (let i = 0; i < 5_000; i += 250) {
      const mails = Array.from({ length: 250 }, (_, k) =>
        mail(`${i + k}`, 1, (i + k) % 2 === 0 ? now : null),
      );
      await db.insertInto("outbox").values(mails).execute();
    }
    await db
      .insertInto("outbox")
      .values([mail("waits", 1, null), mail("given up", 1, null)])
      .execute();
    await db
      .insertInto("job")
      .values([job("waits", "queued"), job("given up", "failed")])
      .execute();
    await db
      .insertInto("outbox")
      .values([mail("at the bound", 2, now), mail("new", 3, null)])
      .execute();
    await removeOldMails(db, 2);
    const left = await listOutbox(db, account_id);
    expect(left.map(({ id }) => id)).toEqual(["new", "at the bound", "waits"]);
  });
});
