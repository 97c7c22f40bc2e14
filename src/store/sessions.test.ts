import { beforeAll, beforeEach, expect, test } from "vitest";
import { onEveryStore } from "../../test/support/stores.js";
import type { Db } from "../db/connection.js";
import { type Account, createAccount, removeAccount, scheduleDeletion } from "./accounts.js";
import { endSession, endSessions, resumeSession, startSession } from "./sessions.js";

const now = 1_700_000_000_000;
const byKey = { role: "owner" } as const;
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

  test("a token identifies its account and is not stored", async () => {
    const { token, validMs } = await startSession(db, account.id, byKey, now);
    expect(validMs).toBe(14 * day);
    expect(await resumeSession(db, token, now + hour - 1)).toEqual({
      id: expect.any(String),
      account,
      role: "owner",
      hasSecondFactor: false,
      hasPasskey: false,
    });
    expect(await resumeSession(db, `${token}x`, now)).toBeUndefined();
    const rows = await db.selectFrom("session").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test("after an hour the token is replaced, and the old one works for another minute", async () => {
    const { token } = await startSession(db, account.id, byKey, now);
    const at = now + hour;
    const { renewed } = (await resumeSession(db, token, at))!;
    expect(renewed).toMatchObject({ validMs: 14 * day });
    expect(await resumeSession(db, renewed!.token, at)).toMatchObject({ account });
    expect(await resumeSession(db, token, at + minute - 1)).toEqual({
      id: expect.any(String),
      account,
      role: "owner",
      hasSecondFactor: false,
      hasPasskey: false,
    });
    expect(await resumeSession(db, token, at + minute)).toBeUndefined();
    expect(await resumeSession(db, renewed!.token, at + minute)).toMatchObject({ account });
  });

  test("if the response with a new token is lost, the old one keeps working and is renewed again", async () => {
    const { token } = await startSession(db, account.id, byKey, now);
    const lost = (await resumeSession(db, token, now + hour))?.renewed;
    expect(await resumeSession(db, token, now + 2 * hour - 1)).toEqual({
      id: expect.any(String),
      account,
      role: "owner",
      hasSecondFactor: false,
      hasPasskey: false,
    });
    const { renewed } = (await resumeSession(db, token, now + 2 * hour))!;
    expect(await resumeSession(db, renewed!.token, now + 2 * hour)).toMatchObject({ account });
    expect(await resumeSession(db, lost!.token, now + 2 * hour)).toBeUndefined();
    expect(await resumeSession(db, token, now + 2 * hour + minute)).toBeUndefined();
  });

  test("a new token that is first used late still replaces the old one", async () => {
    const { token } = await startSession(db, account.id, byKey, now);
    const second = (await resumeSession(db, token, now + hour))!.renewed!;
    const third = (await resumeSession(db, second.token, now + 3 * hour))!.renewed!;
    expect(await resumeSession(db, token, now + 3 * hour)).toBeUndefined();
    expect(await resumeSession(db, second.token, now + 3 * hour)).toMatchObject({ account });
    expect(await resumeSession(db, third.token, now + 3 * hour)).toMatchObject({ account });
  });

  test("of concurrent requests one gets the new token, and all succeed", async () => {
    const { token } = await startSession(db, account.id, byKey, now);
    const all = await Promise.all([0, 1, 2, 3].map(() => resumeSession(db, token, now + hour)));
    expect(all.map((session) => session?.account.id)).toEqual(all.map(() => account.id));
    expect(all.filter((session) => session?.renewed)).toHaveLength(1);
  });

  test("a session that is unused for 14 days has ended", async () => {
    const { token } = await startSession(db, account.id, byKey, now);
    expect(await resumeSession(db, token, now + 14 * day)).toBeUndefined();
    expect(await resumeSession(db, token, now + 14 * day - 1)).toMatchObject({ account });
  });

  test("a session that is used every day ends after 90 days", async () => {
    let { token } = await startSession(db, account.id, byKey, now);
    for (let days = 1; days < 90; days++) {
      const { renewed } = (await resumeSession(db, token, now + days * day))!;
      expect(renewed?.validMs).toBe(Math.min(14, 90 - days) * day);
      token = renewed!.token;
    }
    expect(await resumeSession(db, token, now + 90 * day)).toBeUndefined();
  });

  test("signing out also invalidates the old token", async () => {
    const { token } = await startSession(db, account.id, byKey, now);
    const { renewed } = (await resumeSession(db, token, now + hour))!;
    await endSession(db, token);
    expect(await resumeSession(db, renewed!.token, now + hour)).toBeUndefined();
  });

  test("all sessions of an account end except the given one, and those of other accounts stay", async () => {
    const stranger = await createAccount(db, { name: "Other", email: "" }, now);
    const [kept, other, theirs] = [
      await startSession(db, account.id, byKey, now),
      await startSession(db, account.id, byKey, now),
      await startSession(db, stranger.id, byKey, now),
    ];
    await endSessions(db, account.id, (await resumeSession(db, kept.token, now))!.id);
    expect(await resumeSession(db, other.token, now)).toBeUndefined();
    expect(await resumeSession(db, kept.token, now)).toMatchObject({ account });
    await endSessions(db, account.id);
    expect(await resumeSession(db, kept.token, now)).toBeUndefined();
    expect(await resumeSession(db, theirs.token, now)).toMatchObject({ account: stranger });
  });

  test("sessions are deleted with their account, and when they have ended", async () => {
    const { token } = await startSession(db, account.id, byKey, now);
    await scheduleDeletion(db, account.id, now);
    await removeAccount(db, account.id, now);
    expect(await resumeSession(db, token, now)).toBeUndefined();
    const other = await createAccount(db, { name: "Other", email: "" }, now);
    await startSession(db, other.id, byKey, now + 100 * day);
    expect(await db.selectFrom("session").select("account_id").execute()).toEqual([{ account_id: other.id }]);
  });
});
