import { beforeAll, expect, test } from "vitest";
import { onEveryStore } from "../../test/support/stores.js";
import type { Db } from "../db/connection.js";
import { createAccount, removeAccount, scheduleDeletion, updateAccount } from "./accounts.js";
import { resumeSession, roleOfSession, startSession, switchSession } from "./sessions.js";
import {
  confirmEmail,
  findUserByEmail,
  lastAccountOf,
  ownerOf,
  passwordOf,
  setOwnersPassword,
  signInByNewEmail,
} from "./users.js";

const now = 1_700_000_000_000;

onEveryStore(({ open }) => {
  let store: Db;
  let db: Db["kysely"];
  beforeAll(async () => {
    store = await open();
    db = store.kysely;
  });
  const account = (email: string) => createAccount(db, { name: "Shop", email }, now);

  test("whoever sets an account's first password owns it, and is found by its e-mail address, ignoring case", async () => {
    const ada = await account("Ada@Example.com");
    expect(await findUserByEmail(db, "ada@example.com")).toBeUndefined();
    const user = await setOwnersPassword(db, ada, "first", now);
    expect(await setOwnersPassword(db, ada, "second", now)).toEqual(user);
    expect(await findUserByEmail(db, " ADA@example.com")).toEqual({ user, hash: "second" });
    expect(await ownerOf(db, ada.id)).toEqual({ user, hash: "second" });
    expect(await passwordOf(db, user.id)).toBe("second");
    expect(await lastAccountOf(db, user.id)).toEqual(ada);
  });

  test("two users cannot sign in with the same address", async () => {
    const [first, second, third] = [
      await account("bob@example.com"),
      await account("BOB@example.com"),
      await account("carl@example.com"),
    ];
    await setOwnersPassword(db, first, "first", now);
    await expect(
      store.transaction((trx) => setOwnersPassword(trx, second, "second", now)),
    ).rejects.toMatchObject({
      code: "email-taken",
    });
    await setOwnersPassword(db, third, "third", now);
    await expect(
      signInByNewEmail(db, { ...third, email: "Bob@example.com" }, third.email),
    ).rejects.toMatchObject({ code: "email-taken" });
  });

  test("a user needs an address, and signs in with the account's new one after a change", async () => {
    const none = await account("");
    await expect(setOwnersPassword(db, none, "x", now)).rejects.toMatchObject({
      code: "password-needs-email",
    });
    await signInByNewEmail(db, none, "");
    const dora = await account("dora@example.com");
    await setOwnersPassword(db, dora, "x", now);
    await expect(signInByNewEmail(db, { ...dora, email: "" }, dora.email)).rejects.toMatchObject({
      code: "password-needs-email",
    });
    const moved = await updateAccount(db, dora.id, { email: "dora@example.org" }, now);
    await signInByNewEmail(db, moved!, dora.email);
    expect(await findUserByEmail(db, "dora@example.com")).toBeUndefined();
    expect((await findUserByEmail(db, "dora@example.org"))?.user).toEqual((await ownerOf(db, dora.id))?.user);
    await signInByNewEmail(db, { ...moved!, email: "orders@example.org" }, "elsewhere@example.org");
    expect((await ownerOf(db, dora.id))?.user.email).toBe("dora@example.org");
  });

  test("an address belongs to whoever confirms it, and to nobody else from then on", async () => {
    const [claimed, owned] = [await account("eve@example.com"), await account("eve@example.com")];
    await setOwnersPassword(db, claimed, "claimed", now);
    const user = await setOwnersPassword(db, { ...owned, mayWait: true }, "owned", now);
    expect((await findUserByEmail(db, "eve@example.com"))?.hash).toBe("claimed");
    await confirmEmail(db, owned, now + 1);
    expect(await findUserByEmail(db, "eve@example.com")).toEqual({
      user: { ...user, emailConfirmedAt: now + 1 },
      hash: "owned",
    });
    await expect(confirmEmail(db, claimed, now + 2)).rejects.toMatchObject({ code: "email-taken" });
  });

  test("an account is deleted with those who are in no other, and a session knows its user", async () => {
    const [first, second] = [await account("fay@example.com"), await account("gus@example.com")];
    const [fay, gus] = [
      await setOwnersPassword(db, first, "x", now),
      await setOwnersPassword(db, second, "x", now),
    ];
    const place = { created_at: now, entered_at: now + 1, role: "editor" } as const;
    await db
      .insertInto("membership")
      .values({ account_id: first.id, user_id: gus.id, ...place })
      .execute();
    expect(await lastAccountOf(db, gus.id)).toEqual(first);
    const { token } = await startSession(db, second.id, { userId: gus.id }, now + 2);
    expect(await lastAccountOf(db, gus.id)).toEqual(second);
    expect(await resumeSession(db, token, now + 2)).toMatchObject({ account: second, user: gus });
    const session = (await resumeSession(db, token, now + 2))!;
    expect(await roleOfSession(db, session.id, second.id)).toBe("owner");
    expect(await roleOfSession(db, session.id, first.id)).toBeUndefined();
    await switchSession(db, session, first.id, now + 3);
    expect(await roleOfSession(db, session.id, first.id)).toBe("editor");
    expect(await roleOfSession(db, session.id, second.id)).toBeUndefined();
    await switchSession(db, session, second.id, now + 4);
    await scheduleDeletion(db, first.id, now);
    expect(await store.transaction((trx) => removeAccount(trx, first.id, now))).toBe(true);
    expect(await findUserByEmail(db, fay.email)).toBeUndefined();
    expect((await findUserByEmail(db, gus.email))?.user).toEqual(gus);
    expect(await resumeSession(db, token, now + 2)).toMatchObject({ user: gus, role: "owner" });
  });
});
