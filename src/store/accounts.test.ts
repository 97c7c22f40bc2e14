import { beforeAll, expect, test } from "vitest";
import { allOf, onEveryStore } from "../../test/support/stores.js";
import type { Db } from "../db/connection.js";
import { limits } from "../domain/resource/limits.js";
import {
  accountsToDelete,
  createAccount,
  findAccount,
  removeAccount,
  scheduleDeletion,
  updateAccount,
} from "./accounts.js";
import { findKey, issueKey, listKeys, makeKey, revokeKey } from "./keys.js";
import { accountsWithoutMonthlyMail, markMonthlyMail } from "./mailed-builds.js";
import { insertResource, listResources } from "./resources.js";
import { secretNamed } from "./secrets.js";

const now = 1_700_000_000_000;
const hour = 3_600_000;
const shop = { name: "Shop", email: "owner@example.com" };

onEveryStore(({ open }) => {
  let db: Db["kysely"];
  beforeAll(async () => {
    db = (await open()).kysely;
  });

  test("an account is found as it was created", async () => {
    const account = await createAccount(db, shop, now);
    expect(account).toEqual({
      id: account.id,
      ...shop,
      needsSecondFactor: false,
      ssoOnly: false,
      createdAt: now,
      updatedAt: now,
      deleteAt: null,
      linkEpoch: 0,
      parentId: null,
      emails: { builds: "summary", monthly: true },
      summarisedAt: null,
      monthlyMailAt: null,
      emailConfirmedAt: null,
    });
    expect(await findAccount(db, account.id)).toEqual(account);
    expect(await findAccount(db, "none")).toBeUndefined();
  });

  test("an account changes only in the given fields", async () => {
    const account = await createAccount(db, shop, now);
    const changed = await updateAccount(db, account.id, { email: "new@example.com" }, now + 5);
    expect(changed).toEqual({ ...account, email: "new@example.com", updatedAt: now + 5 });
    expect(await findAccount(db, account.id)).toEqual(changed);
    expect(await updateAccount(db, "none", shop, now)).toBeUndefined();
  });

  test("an account is deleted with all it owns when it is due, unless the deletion was cancelled", async () => {
    const account = await createAccount(db, shop, now);
    const { key } = await issueKey(db, account.id, { name: "first" }, now);
    const owned = { accountId: account.id, config: {}, uniqueName: false } as const;
    const people = await insertResource(db, { ...owned, type: "people", name: "p", upstreamIds: [] }, now);
    await insertResource(db, { ...owned, type: "streams", name: "s", upstreamIds: [people.id] }, now);
    await scheduleDeletion(db, account.id, now + 10);
    expect(await allOf(accountsToDelete(db, now + 9))).toEqual([]);
    expect(await allOf(accountsToDelete(db, now + 10))).toEqual([account.id]);
    await scheduleDeletion(db, account.id, null);
    expect(await removeAccount(db, account.id, now + 10)).toBe(false);
    expect(await scheduleDeletion(db, account.id, now + 10)).toEqual({ ...account, deleteAt: now + 10 });
    expect(await removeAccount(db, account.id, now + 10)).toBe(true);
    expect(await findAccount(db, account.id)).toBeUndefined();
    expect(await listResources(db, account.id)).toEqual([]);
    await expect(findKey(db, key, now)).rejects.toMatchObject({ code: "key-unknown" });
  });

  test("a key identifies its account and is not stored", async () => {
    const account = await createAccount(db, shop, now);
    const { id, key } = await issueKey(db, account.id, { name: "first" }, now);
    expect((await findKey(db, key, now)).account).toEqual(account);
    expect(await listKeys(db, account.id)).toEqual([
      {
        id,
        name: "first",
        hint: key.slice(-4),
        createdAt: now,
        expiresAt: null,
        lastUsedAt: now,
        scope: "everything",
        role: "owner",
        issuedBy: null,
        replacedBy: null,
      },
    ]);
    const rows = await db.selectFrom("api_key").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(key.slice("bw_live_".length, -4));
  });

  test("the last use of a key is accurate to the hour", async () => {
    const { id: accountId } = await createAccount(db, shop, now);
    const { key } = await issueKey(db, accountId, { name: "first" }, now);
    const lastUsed = async () => (await listKeys(db, accountId))[0]?.lastUsedAt;
    expect(await lastUsed()).toBeNull();
    await findKey(db, key, now + 1);
    await findKey(db, key, now + hour);
    expect(await lastUsed()).toBe(now + 1);
    await findKey(db, key, now + hour + 1);
    expect(await lastUsed()).toBe(now + hour + 1);
  });

  test("a malformed, unknown, revoked or expired key is refused with its own code", async () => {
    const { id: accountId } = await createAccount(db, shop, now);
    const revoked = await issueKey(db, accountId, { name: "revoked" }, now);
    expect(await revokeKey(db, accountId, revoked.id, now)).toBe("revoked");
    const expiring = await issueKey(db, accountId, { name: "expiring", expiresAt: now + 10 }, now);
    const codeOf = (key: string, at: number) =>
      findKey(db, key, at).then(
        () => "accepted",
        (error) => error.code,
      );
    expect(await codeOf("bw_live_short", now)).toBe("key-malformed");
    expect(await codeOf(makeKey(), now)).toBe("key-unknown");
    expect(await codeOf(revoked.key, now)).toBe("key-unknown");
    expect(await codeOf(expiring.key, now + 9)).toBe("accepted");
    expect(await codeOf(expiring.key, now + 10)).toBe("key-expired");
  });

  test("keys are listed newest first without revoked ones, and only their account can revoke them", async () => {
    const { id: accountId } = await createAccount(db, shop, now);
    const { id: strangerId } = await createAccount(db, shop, now);
    const ids = [];
    for (const name of ["first", "second", "third"])
      ids.push((await issueKey(db, accountId, { name }, now)).id);
    expect(await revokeKey(db, strangerId, ids[1]!, now)).toBeUndefined();
    expect(await revokeKey(db, accountId, ids[1]!, now)).toBe("second");
    expect(await revokeKey(db, accountId, ids[1]!, now)).toBeUndefined();
    expect((await listKeys(db, accountId)).map((key) => key.name)).toEqual(["third", "first"]);
  });

  test("a thousand accounts are walked through in pieces, each once, and other work goes on in between", async () => {
    const { kysely } = await open();
    const { is: atOnce } = limits.accountsAtOnce;
    const ids = Array.from({ length: 10 * atOnce }, (_, i) => `account-${10_000 + i}`);
    for (let i = 0; i < ids.length; i += atOnce) {
      const rows = ids.slice(i, i + atOnce).map((id) => ({ id, ...shop, created_at: 1, updated_at: 1 }));
      await kysely.insertInto("account").values(rows).execute();
    }
    let rounds = 0;
    const timer = setInterval(() => rounds++, 0);
    const walked: string[] = [];
    for await (const id of accountsWithoutMonthlyMail(kysely, now)) {
      walked.push(id);
      await markMonthlyMail(kysely, id, now);
    }
    clearInterval(timer);
    expect(walked).toEqual(ids);
    expect(rounds).toBeGreaterThan(10);
    expect(await allOf(accountsWithoutMonthlyMail(kysely, now))).toEqual([]);
  });

  test("a secret is generated once for each name", async () => {
    const [first, again, other] = [
      await secretNamed(db, "links"),
      await secretNamed(db, "links"),
      await secretNamed(db, "other"),
    ];
    expect(again).toBe(first);
    expect(other).not.toBe(first);
    expect(Buffer.from(first, "base64")).toHaveLength(32);
  });
});
