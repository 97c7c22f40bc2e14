import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { openNewStore } from "../../test/support/new-store.js";
import { createAccount } from "../store/accounts.js";
import { listAudit } from "../store/audit.js";
import { addPasskey, listPasskeys } from "../store/passkeys.js";
import { findUserByEmail, setOwnersPassword } from "../store/users.js";
import { quiet } from "./fixtures.js";
import { run } from "./run.js";

test("the operator lists and removes the passkeys of a user, and the log says so", async () => {
  const dir = await mkdtemp(path.join(tmpdir(), "bellwether-passkey-"));
  const db = await openNewStore(path.join(dir, "bellwether.sqlite"));
  const email = "ada@example.com";
  const account = await createAccount(db.kysely, { name: "Acme", email }, 1);
  await db.transaction((trx) => setOwnersPassword(trx, account, "hash", 1));
  const userId = (await findUserByEmail(db.kysely, email))!.user.id;
  for (const name of ["Telephone", "Key"])
    await db.transaction((trx) =>
      addPasskey(trx, { userId, name, credentialId: name, publicKey: "AA", counter: 0, transports: [] }, 2),
    );
  const passkey = async (...args: string[]) => {
    const { terminal, out, err } = quiet({ BELLWETHER_DATA: dir });
    return { code: await run(["passkey", ...args], terminal), out: out(), err: err() };
  };
  const { out } = await passkey("list", email, "--json");
  const [{ id }] = JSON.parse(out).filter(({ name }: { name: string }) => name === "Telephone");
  expect((await passkey("list", email)).out).toMatch(/Telephone +1970-01-01T00:00:00\.002Z +never/);
  expect((await passkey("remove", email, id)).out).toBe(
    `The passkey Telephone of ${email} is removed, and their sessions have ended.\n`,
  );
  expect(await passkey("remove", email, id)).toMatchObject({
    code: 2,
    err: expect.stringContaining(`${email} has no passkey ${id}`),
  });
  expect(await passkey("list", "nobody@example.com")).toMatchObject({ code: 2 });
  expect((await listPasskeys(db.kysely, userId)).map(({ name }) => name)).toEqual(["Key"]);
  const { entries } = await listAudit(db.kysely, account.id, {}, { limit: 10 });
  expect(entries.map(({ action, subject }) => [action, subject?.name])).toEqual([
    ["remove_passkey", "Telephone"],
  ]);
  await db.close();
  await rm(dir, { recursive: true });
});
