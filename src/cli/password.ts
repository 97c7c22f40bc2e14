// The `bellwether password` command: sets the password of an account directly in the store, for owners who
// forgot theirs. It needs no sign-in, because anyone who can read the store controls it anyway.

import type { Db } from "../db/connection.js";
import { passwordLength } from "../domain/account/password.js";
import { type Account, accountsWithEmail } from "../store/accounts.js";
import { findByEmail, hashPassword, setPassword } from "../store/passwords.js";
import { endSessions } from "../store/sessions.js";
import { command } from "./command.js";
import { UsageError } from "./exit.js";
import { openLocalStore } from "./local-store.js";

export const password = command({
  usage: "password EMAIL [--account ID]",
  text: `Sets the console password of the account with this e-mail address, and ends its sessions. It changes the store at
BELLWETHER_DATA or DATABASE_URL directly: run it on the service's machine; the service may be running. It asks for the
password, or reads it from standard input.`,
  options: {
    account: { type: "string", value: "ID", text: "The account, if several have the address." },
  },
  operands: [1, 1],
  async run({ operands: [email = ""], values }, { out, environment, newSecret }) {
    const { db } = await openLocalStore(environment);
    try {
      const account = await chosen(db, email, values.account);
      const hash = await hashPassword(checked(await newSecret(`New password for ${account.name}`)));
      await db.transaction(async (trx) => {
        await setPassword(trx, account, hash);
        await endSessions(trx, account.id);
      });
      out.write(`Password changed. Sign in to ${account.name} with ${account.email}.\n`);
    } finally {
      await db.close();
    }
  },
});

/** The account that signs in with the address or, if there is none, the one that has it. */
export const chosen = async ({ kysely }: Db, email: string, id: string | undefined): Promise<Account> => {
  const owner = id === undefined ? await findByEmail(kysely, email) : undefined;
  if (owner) return owner.account;
  const all = await accountsWithEmail(kysely, email);
  const meant = id === undefined ? all : all.filter((account) => account.id === id);
  if (meant.length === 1) return meant[0]!;
  if (meant.length === 0)
    throw new UsageError(`No account has the e-mail address ${email}${id ? ` and the id ${id}` : ""}.`);
  const list = meant.map((account) => `  ${account.id}  ${account.name}`).join("\n");
  throw new UsageError(
    `Several accounts have the e-mail address ${email}. Choose one with --account:\n${list}`,
  );
};

const checked = (secret: string): string => {
  const { min, max } = passwordLength;
  const length = [...secret].length;
  if (length < min || length > max)
    throw new UsageError(`A password has ${min} to ${max} characters. Nothing was changed.`);
  return secret;
};
