import { expect, test } from "vitest";
import { onEveryStore } from "../../test/support/stores.js";
import { createAccount } from "./accounts.js";
import { listOutbox, markFailed, markSent, queueMail, unsentMail } from "./outbox.js";

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
});
