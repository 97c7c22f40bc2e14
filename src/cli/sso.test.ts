import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { openNewStore } from "../../test/support/new-store.js";
import { createAccount, findAccount, updateAccount } from "../store/accounts.js";
import { listAudit } from "../store/audit.js";
import { accountOfDomain } from "../store/sso-providers.js";
import { quiet } from "./fixtures.js";
import { run } from "./run.js";

test("the operator gives passwords back, verifies a domain and releases it, and the log says so", async () => {
  const dir = await mkdtemp(path.join(tmpdir(), "bellwether-sso-"));
  const db = await openNewStore(path.join(dir, "bellwether.sqlite"));
  const [{ id }, other] = [
    await createAccount(db.kysely, { name: "Acme", email: "" }, 1),
    await createAccount(db.kysely, { name: "Other", email: "" }, 1),
  ];
  await updateAccount(db.kysely, id, { ssoOnly: true }, 2);
  const sso = async (...args: string[]) => {
    const { terminal, out } = quiet({ BELLWETHER_DATA: dir });
    return [await run(["sso", ...args], terminal), out()];
  };
  expect(await sso("allow-passwords", id)).toEqual([
    0,
    "Members of Acme may sign in with passwords again.\n",
  ]);
  expect((await findAccount(db.kysely, id))?.ssoOnly).toBe(false);
  expect((await sso("verify-domain", id, "Acme.com"))[0]).toBe(0);
  expect(await accountOfDomain(db.kysely, "acme.com")).toBe(id);
  expect((await sso("verify-domain", other.id, "acme.com"))[0], "one account has it").not.toBe(0);
  expect((await sso("release-domain", "acme.com"))[0]).toBe(0);
  expect((await sso("release-domain", "acme.com"))[0]).not.toBe(0);
  expect((await sso("verify-domain", other.id, "acme.com"))[0]).toBe(0);
  const { entries } = await listAudit(db.kysely, id, {}, { limit: 10 });
  expect(entries.map(({ action }) => action)).toEqual(["update", "verify_domain", "update"]);
  await db.close();
  await rm(dir, { recursive: true });
});
