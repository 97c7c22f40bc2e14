// The `bellwether sso` commands: what the operator may do for single sign-on, directly in the store. They need no
// sign-in, because anyone who can write the store controls it anyway.

import type { Kysely } from "kysely";
import type { Db } from "../db/connection.js";
import type { Database } from "../db/schema.js";
import type { AuditAction } from "../domain/account/audit.js";
import { type Account, findAccount, updateAccount } from "../store/accounts.js";
import { recordAudit } from "../store/audit.js";
import { accountOfDomain, nameDomains, releaseDomain, verifyDomain } from "../store/sso-providers.js";
import { type Command, command, type Group } from "./command.js";
import { UsageError } from "./exit.js";
import { openLocalStore } from "./local-store.js";
import type { Terminal } from "./terminal.js";

const place =
  "It changes the store at BELLWETHER_DATA or DATABASE_URL directly: run it on the service's machine; the service may be running.";

const allowPasswords: Command = command({
  usage: "sso allow-passwords ACCOUNT_ID",
  text: `Lets the members of an account sign in with passwords again, for an owner whose identity provider does not work. Whoever
has no password gets one by bellwether password. ${place}`,
  options: {},
  operands: [1, 1],
  run: ({ operands: [id = ""] }, terminal) =>
    inStore(terminal, async (db) => {
      const account = await requireAccount(db, id);
      await db.transaction(async (trx) => {
        await updateAccount(trx, id, { ssoOnly: false }, Date.now());
        await note(trx, account, "update", ["sso_only"]);
      });
      terminal.out.write(`Members of ${account.name} may sign in with passwords again.\n`);
    }),
});

const verify: Command = command({
  usage: "sso verify-domain ACCOUNT_ID DOMAIN",
  text: `Takes an e-mail domain for an account's without asking the DNS. People whose addresses are in it become users of the account's
identity providers: be sure that the account's owner runs the domain. ${place}`,
  options: {},
  operands: [2, 2],
  run: ({ operands: [id = "", domain = ""] }, terminal) =>
    inStore(terminal, async (db) => {
      const account = await requireAccount(db, id);
      const name = domain.toLowerCase();
      await db.transaction(async (trx) => {
        await nameDomains(trx, id, [name], Date.now());
        await verifyDomain(trx, id, name, Date.now());
        await note(trx, account, "verify_domain", [name]);
      });
      terminal.out.write(`${name} is a verified domain of ${account.name}.\n`);
    }),
});

const release: Command = command({
  usage: "sso release-domain DOMAIN",
  text: `Takes an e-mail domain away from the account that has verified it, so that another can. ${place}`,
  options: {},
  operands: [1, 1],
  run: ({ operands: [domain = ""] }, terminal) =>
    inStore(terminal, async (db) => {
      const name = domain.toLowerCase();
      const id = await accountOfDomain(db.kysely, name);
      if (id === undefined) throw new UsageError(`No account has verified ${name}.`);
      const account = await requireAccount(db, id);
      await db.transaction(async (trx) => {
        await releaseDomain(trx, name);
        await note(trx, account, "update", [`domain ${name}`]);
      });
      terminal.out.write(`${name} is no verified domain of ${account.name} any more.\n`);
    }),
});

export const sso: Group = {
  text: "Single sign-on, on the service's machine: a way back to passwords, and domains without the DNS.",
  verbs: { "allow-passwords": allowPasswords, "verify-domain": verify, "release-domain": release },
};

const inStore = async ({ environment }: Terminal, work: (db: Db) => Promise<void>): Promise<void> => {
  const { db } = await openLocalStore(environment);
  try {
    await work(db);
  } finally {
    await db.close();
  }
};

const requireAccount = async ({ kysely }: Db, id: string): Promise<Account> => {
  const account = await findAccount(kysely, id);
  if (!account) throw new UsageError(`There is no account with the ID ${id}.`);
  return account;
};

const note = (trx: Kysely<Database>, { id, name }: Account, action: AuditAction, changes: string[]) => {
  const actor = { type: "command", name: "sso" } as const;
  const subject = { type: "accounts", id, name };
  return recordAudit(trx, { accountId: id, actor, action, subject, changes }, Date.now());
};
