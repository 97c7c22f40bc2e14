import { beforeAll, expect, test } from "vitest";
import { onEveryStore } from "../../test/support/stores.js";
import type { Db } from "../db/connection.js";
import { createAccount, updateAccount } from "./accounts.js";
import {
  findByEmail,
  hashPassword,
  isPassword,
  passwordOf,
  setPassword,
  signInByNewEmail,
} from "./passwords.js";

const now = 1_700_000_000_000;

onEveryStore(({ open }) => {
  let db: Db["kysely"];
  beforeAll(async () => {
    db = (await open()).kysely;
  });
  const account = (email: string) => createAccount(db, { name: "Shop", email }, now);

  test("an account with a password is found by its e-mail address, ignoring case", async () => {
    const ada = await account("Ada@Example.com");
    expect(await findByEmail(db, "ada@example.com")).toBeUndefined();
    await setPassword(db, ada, "first");
    await setPassword(db, ada, "second");
    expect(await findByEmail(db, " ADA@example.com")).toEqual({ account: ada, hash: "second" });
    expect(await passwordOf(db, ada.id)).toBe("second");
  });

  test("two accounts cannot sign in with the same address", async () => {
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

  test("an account with a password needs an address, and signs in with the new one after a change", async () => {
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

const kept = await hashPassword("correct horse battery staple");

test("only the right password is accepted", async () => {
  expect(await isPassword("correct horse battery staple", kept)).toBe(true);
  expect(await isPassword("correct horse battery stapler", kept)).toBe(false);
  expect(await isPassword("", kept)).toBe(false);
});

test("a hash contains its costs and is different each time", async () => {
  expect(kept).toMatch(/^scrypt\$32768\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
  expect(await hashPassword("correct horse battery staple")).not.toBe(kept);
});

test("a hash with lower costs is still verified", async () => {
  const rfc7914 =
    "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b3731622eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640";
  const salt = Buffer.from("NaCl").toString("base64url");
  const hash = Buffer.from(rfc7914, "hex").subarray(0, 32).toString("base64url");
  expect(await isPassword("password", `scrypt$1024$8$16$${salt}$${hash}`)).toBe(true);
});

test("a character is the same however it is encoded", async () => {
  expect(await isPassword("cafe\u0301 au lait, deux", await hashPassword("caf\u00e9 au lait, deux"))).toBe(
    true,
  );
});

test("no password is accepted where there is none", async () => {
  expect(await isPassword("correct horse battery staple", undefined)).toBe(false);
});
