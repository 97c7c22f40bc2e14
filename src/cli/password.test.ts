import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openNewStore } from "../../test/support/new-store.js";
import type { Db } from "../db/connection.js";
import { createAccount } from "../store/accounts.js";
import { isPassword } from "../store/passwords.js";
import { resumeSession, startSession } from "../store/sessions.js";
import { findUserByEmail, lastAccountOf, setOwnersPassword } from "../store/users.js";
import { quiet } from "./fixtures.js";
import { run } from "./run.js";

const now = 1_700_000_000_000;
const email = "ada@example.com";
const secret = "correct horse battery staple";

let dir: string;
let db: Db;
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "bw-password-"));
  db = await openNewStore(path.join(dir, "bellwether.sqlite"));
});
afterEach(async () => {
  await db.close();
  await rm(dir, { recursive: true });
});

const typed = async (args: string[], typedSecret = secret, data = dir) => {
  const { terminal, out, err } = quiet({ BELLWETHER_DATA: data }, null, typedSecret);
  return { code: await run(["password", ...args], terminal), out: out(), err: err() };
};

test("a forgotten password is replaced while the service runs, and all sessions end", async () => {
  const account = await createAccount(db.kysely, { name: "Shop", email }, now);
  await createAccount(db.kysely, { name: "By key alone", email }, now);
  const user = await setOwnersPassword(db.kysely, account, "forgotten", now);
  const { token } = await startSession(db.kysely, account.id, { userId: user.id }, now);
  expect(await typed(["ADA@example.com"])).toEqual({
    code: 0,
    out: "Password changed. Sign in to Shop with ada@example.com.\n",
    err: "",
  });
  expect(await isPassword(secret, (await findUserByEmail(db.kysely, email))!.hash!)).toBe(true);
  expect(await resumeSession(db.kysely, token, now)).toBeUndefined();
});

test("an account without a password gets one; where several have the address, it is asked which", async () => {
  const [first, second] = [
    await createAccount(db.kysely, { name: "First", email }, now),
    await createAccount(db.kysely, { name: "Second", email }, now + 1),
  ];
  expect(await typed([email])).toMatchObject({
    code: 2,
    err: expect.stringContaining(`--account:\n  ${first.id}  First\n  ${second.id}  Second`),
  });
  expect((await typed([email, "--account", second.id])).code).toBe(0);
  const { user } = (await findUserByEmail(db.kysely, email))!;
  expect((await lastAccountOf(db.kysely, user.id))?.id).toBe(second.id);
});

test("an address that nobody has, a short password and a directory without a store are refused", async () => {
  await createAccount(db.kysely, { name: "Shop", email }, now);
  expect((await typed(["bob@example.com"])).err).toContain(
    "No account has the e-mail address bob@example.com.",
  );
  expect((await typed([email], "short")).err).toContain("12 to 200 characters");
  expect((await typed([email], secret, path.join(dir, "elsewhere"))).err).toContain("There is no store in");
  expect(await findUserByEmail(db.kysely, email)).toBeUndefined();
});
