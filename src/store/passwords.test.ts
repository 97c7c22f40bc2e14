import { beforeAll, expect, test } from "vitest";
import { onEveryStore } from "../../test/support/stores.js";
import type { Db } from "../db/connection.js";
import { createAccount, updateAccount } from "./accounts.js";
import { findByEmail, passwordOf, setPassword, signInByNewEmail } from "./passwords.js";

const now = 1_700_000_000_000;

onEveryStore(({ open }) => {
  let db: Db["kysely"];
  beforeAll(async () => {
    db = (await open()).kysely;
  });
  const account = (email: string) => createAccount(db, { name: "Shop", email }, now);

  test("an account with a password is found by its address, whatever the case", async () => {
    const ada = await account("Ada@Example.com");
    expect(await findByEmail(db, "ada@example.com")).toBeUndefined();
    await setPassword(db, ada, "first");
    await setPassword(db, ada, "second");
    expect(await findByEmail(db, " ADA@example.com")).toEqual({ account: ada, hash: "second" });
    expect(await passwordOf(db, ada.id)).toBe("second");
  });

  test("no two accounts sign in with the same address", async () => {
    const [first, second, third] = [
      await account("bob@example.com"),
      await account("BOB@example.com"),
      await account("carl@example.com"),
    ];
    await setPassword(db, first, "first");
    await expect(setPassword(db, second, "second")).rejects.toMatchObject({ code: "email-taken" });
    await setPassword(db, third, "third");
    await expect(signInByNewEmail(db, { ...third, email: "Bob@example.com" })).rejects.toMatchObject({
      code: "email-taken",
    });
  });

  test("who has a password keeps an address, and signs in with the new one when it changes", async () => {
    const none = await account("");
    await expect(setPassword(db, none, "x")).rejects.toMatchObject({ code: "password-needs-email" });
    await signInByNewEmail(db, none);
    const dora = await account("dora@example.com");
    await setPassword(db, dora, "x");
    await expect(signInByNewEmail(db, { ...dora, email: "" })).rejects.toMatchObject({
      code: "password-needs-email",
    });
    const moved = await updateAccount(db, dora.id, { email: "dora@example.org" }, now);
    await signInByNewEmail(db, moved!);
    expect(await findByEmail(db, "dora@example.com")).toBeUndefined();
    expect((await findByEmail(db, "dora@example.org"))?.account.id).toBe(dora.id);
  });
});
