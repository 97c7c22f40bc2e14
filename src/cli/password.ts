// The `bellwether password` command: sets the password of a user directly in the store, for people who
// forgot theirs. It needs no sign-in, because anyone who can read the store controls it anyway.

import type { Db } from "../db/connection.js";
import { isGuessable } from "../domain/account/guessable.js";
import { passwordLength } from "../domain/account/password.js";
import { type Account, accountsWithEmail } from "../store/accounts.js";
import { removePasskeys } from "../store/passkeys.js";
import { hashPassword } from "../store/passwords.js";
import { removeFactor } from "../store/second-factors.js";
import { endSessionsOfKeys, endSessionsOfUser } from "../store/sessions.js";
import {
  changePassword,
  findUserByEmail,
  lastAccountOf,
  ownerOf,
  setOwnersPassword,
  type User,
} from "../store/users.js";
import { command } from "./command.js";
import { UsageError } from "./exit.js";
import { openLocalStore } from "./local-store.js";

export const password = command({
  usage: "password EMAIL [--account ID] [--remove-second-factor]",
  text: `Sets the console password of the user with this e-mail address, and ends their sessions. Where nobody signs in with it,
the owner of the account with this address becomes a user. It changes the store at
BELLWETHER_DATA or DATABASE_URL directly: run it on the service's machine; the service may be running. It asks for the
password, or reads it from standard input.`,
  options: {
    account: { type: "string", value: "ID", text: "The account, if several have the address." },
    "remove-second-factor": {
      type: "boolean",
      text: "Also removes the user's second factor and passkeys, for somebody who lost the app or the device.",
    },
  },
  operands: [1, 1],
  async run({ operands: [email = ""], values }, { out, environment, newSecret }) {
    const { db } = await openLocalStore(environment);
    try {
      const { account, user } = await chosen(db, email, values.account);
      const hash = await hashPassword(checked(await newSecret(`New password for ${account.name}`)));
      const changed = await db.transaction(async (trx) => {
        if (user) await changePassword(trx, user.id, hash);
        else await setOwnersPassword(trx, account, hash, Date.now());
        const owner = (await ownerOf(trx, account.id))?.user;
        const changed = user ?? owner!;
        if (values["remove-second-factor"]) {
          await removeFactor(trx, changed.id);
          await removePasskeys(trx, changed.id);
        }
        await endSessionsOfUser(trx, changed.id);
        if (owner?.id === changed.id) await endSessionsOfKeys(trx, account.id);
        return changed;
      });
      out.write(`Password changed. Sign in to ${account.name} with ${changed.email}.\n`);
    } finally {
      await db.close();
    }
  },
});

/** The user who signs in with the address, with the account they were in last; if there is none, the account that has it. */
export const chosen = async (
  { kysely }: Db,
  email: string,
  id: string | undefined,
): Promise<{ account: Account; user?: User }> => {
  const user = id === undefined ? (await findUserByEmail(kysely, email))?.user : undefined;
  const account = user && (await lastAccountOf(kysely, user.id));
  if (account) return { account, user };
  const all = await accountsWithEmail(kysely, email);
  const meant = id === undefined ? all : all.filter((account) => account.id === id);
  if (meant.length === 1) return { account: meant[0]! };
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
  if (isGuessable(secret))
    throw new UsageError(
      "This password is guessable: choose another, such as four random words. Nothing was changed.",
    );
  return secret;
};
