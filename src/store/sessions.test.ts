import { beforeAll, beforeEach, expect, test } from "vitest";
import { onEveryStore } from "../../test/support/stores.js";
import type { Db } from "../db/connection.js";
import { type Account, createAccount, removeAccount, scheduleDeletion } from "./accounts.js";
import { endSession, endSessions, resumeSession, startSession } from "./sessions.js";

const now = 1_700_000_000_000;
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

onEveryStore(({ open }) => {
  let db: Db["kysely"];
  let account: Account;
  beforeAll(async () => {
    db = (await open()).kysely;
  });
  beforeEach(async () => {
    account = await createAccount(db, { name: "Shop", email: "" }, now);
  });

  test("a token is its account's, and is itself kept nowhere", async () => {
    const { token, validMs } = await startSession(db, account.id, now);
    expect(validMs).toBe(14 * day);
    expect(await resumeSession(db, token, now + hour - 1)).toEqual({ id: expect.any(String), account });
    expect(await resumeSession(db, `${token}x`, now)).toBeUndefined();
    const rows = await db.selectFrom("session").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test("after an hour the token is replaced, and the old one works for another minute", async () => {
    const { token } = await startSession(db, account.id, now);
    const at = now + hour;
    const { renewed } = (await resumeSession(db, token, at))!;
    expect(renewed).toMatchObject({ validMs: 14 * day });
    expect(await resumeSession(db, renewed!.token, at)).toMatchObject({ account });
    expect(await resumeSession(db, token, at + minute - 1)).toEqual({ id: expect.any(String), account });
    expect(await resumeSession(db, token, at + minute)).toBeUndefined();
    expect(await resumeSession(db, renewed!.token, at + minute)).toMatchObject({ account });
  });

  test("an answer that carries a new token may be lost: the old one works on, and is replaced in its turn", async () => {
    const { token } = await startSession(db, account.id, now);
    const lost = (await resumeSession(db, token, now + hour))?.renewed;
    expect(await resumeSession(db, token, now + 2 * hour - 1)).toEqual({ id: expect.any(String), account });
    const { renewed } = (await resumeSession(db, token, now + 2 * hour))!;
    expect(await resumeSession(db, renewed!.token, now + 2 * hour)).toMatchObject({ account });
    expect(await resumeSession(db, lost!.token, now + 2 * hour)).toBeUndefined();
    expect(await resumeSession(db, token, now + 2 * hour + minute)).toBeUndefined();
  });

  test("a token that is first used late takes the place of the old one all the same", async () => {
    const { token } = await startSession(db, account.id, now);
    const second = (await resumeSession(db, token, now + hour))!.renewed!;
    const third = (await resumeSession(db, second.token, now + 3 * hour))!.renewed!;
    expect(await resumeSession(db, token, now + 3 * hour)).toBeUndefined();
    expect(await resumeSession(db, second.token, now + 3 * hour)).toMatchObject({ account });
    expect(await resumeSession(db, third.token, now + 3 * hour)).toMatchObject({ account });
  });

  test("of requests at the same time one gets the new token, and all are answered", async () => {
    const { token } = await startSession(db, account.id, now);
    const all = await Promise.all([0, 1, 2, 3].map(() => resumeSession(db, token, now + hour)));
    expect(all.map((session) => session?.account.id)).toEqual(all.map(() => account.id));
    expect(all.filter((session) => session?.renewed)).toHaveLength(1);
  });

  test("a session that is not used for 14 days has ended", async () => {
    const { token } = await startSession(db, account.id, now);
    expect(await resumeSession(db, token, now + 14 * day)).toBeUndefined();
    expect(await resumeSession(db, token, now + 14 * day - 1)).toMatchObject({ account });
  });

  test("a session that is used every day has ended after 90", async () => {
    let { token } = await startSession(db, account.id, now);
    for (let days = 1; days < 90; days++) {
      const { renewed } = (await resumeSession(db, token, now + days * day))!;
      expect(renewed?.validMs).toBe(Math.min(14, 90 - days) * day);
      token = renewed!.token;
    }
    expect(await resumeSession(db, token, now + 90 * day)).toBeUndefined();
  });

  test("who signs out is out with the old token too", async () => {
    const { token } = await startSession(db, account.id, now);
    const { renewed } = (await resumeSession(db, token, now + hour))!;
    await endSession(db, token);
    expect(await resumeSession(db, renewed!.token, now + hour)).toBeUndefined();
  });

  test("all sessions of an account end but the one that is kept, and nobody else's", async () => {
    const stranger = await createAccount(db, { name: "Other", email: "" }, now);
    const [kept, other, theirs] = [
      await startSession(db, account.id, now),
      await startSession(db, account.id, now),
      await startSession(db, stranger.id, now),
    ];
    await endSessions(db, account.id, (await resumeSession(db, kept.token, now))!.id);
    expect(await resumeSession(db, other.token, now)).toBeUndefined();
    expect(await resumeSession(db, kept.token, now)).toMatchObject({ account });
    await endSessions(db, account.id);
    expect(await resumeSession(db, kept.token, now)).toBeUndefined();
    expect(await resumeSession(db, theirs.token, now)).toMatchObject({ account: stranger });
  });

  test("sessions go with their account, and when they have ended", async () => {
    const { token } = await startSession(db, account.id, now);
    await scheduleDeletion(db, account.id, now);
    await removeAccount(db, account.id, now);
    expect(await resumeSession(db, token, now)).toBeUndefined();
    const other = await createAccount(db, { name: "Other", email: "" }, now);
    await startSession(db, other.id, now + 100 * day);
    expect(await db.selectFrom("session").select("account_id").execute()).toEqual([{ account_id: other.id }]);
  });
});
