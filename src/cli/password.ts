// `bellwether password` sets the password of an account on the machine of the service, past the service: who can read its
// store owns it anyway. That is the way back in for somebody who has forgotten theirs.

import { existsSync } from "node:fs";
import { availableParallelism, totalmem } from "node:os";
import path from "node:path";
import { type Config, readConfig } from "../config/config.js";
import { type Db, type DbOptions, openDb } from "../db/connection.js";
import { passwordLength } from "../domain/password.js";
import { type Account, accountsWithEmail } from "../store/accounts.js";
import { hashPassword } from "../store/password-text.js";
import { findByEmail, setPassword } from "../store/passwords.js";
import { endSessions } from "../store/sessions.js";
import { command } from "./command.js";
import { Misuse } from "./exit.js";

export const password = command({
  usage: "password EMAIL [--account ID]",
  text: `Sets the password that the account of this address signs in to the console with, and ends all of its sessions. It works on
the store itself, as BELLWETHER_DATA or DATABASE_URL say where it is: run it on the machine of the service, which
may be running. The password is asked for, or read from standard input.`,
  options: {
    account: { type: "string", value: "ID", text: "Which account, where several have the address." },
  },
  operands: [1, 1],
  async run({ operands: [email = ""], values }, { out, environment, newSecret }) {
    const db = await openDb(storeOf(readConfig(environment, machine())));
    try {
      const account = await chosen(db, email, values.account);
      const hash = await hashPassword(checked(await newSecret(`New password of ${account.name}`)));
      await db.transaction(async (trx) => {
        await setPassword(trx, account, hash);
        await endSessions(trx, account.id);
      });
      out.write(`${account.name} signs in with ${account.email} and this password from now on.\n`);
    } finally {
      await db.close();
    }
  },
});

const machine = () => ({ cores: availableParallelism(), memoryMb: Math.floor(totalmem() / 2 ** 20) });

/** To open a store that is not there would make one. */
const storeOf = ({ databaseUrl, dataDir }: Config): DbOptions => {
  if (databaseUrl !== undefined) return { url: databaseUrl };
  const file = path.join(dataDir, "bellwether.sqlite");
  if (!existsSync(file))
    throw new Misuse(`There is no store in ${dataDir}. Say where it is: BELLWETHER_DATA.`);
  return { file };
};

/** Who signs in with the address already, or else whose address it is. */
const chosen = async ({ kysely }: Db, email: string, id: string | undefined): Promise<Account> => {
  const owner = id === undefined ? await findByEmail(kysely, email) : undefined;
  if (owner) return owner.account;
  const all = await accountsWithEmail(kysely, email);
  const meant = id === undefined ? all : all.filter((account) => account.id === id);
  if (meant.length === 1) return meant[0]!;
  if (meant.length === 0)
    throw new Misuse(`No account has the address ${email}${id ? ` and the id ${id}` : ""}.`);
  const list = meant.map((account) => `  ${account.id}  ${account.name}`).join("\n");
  throw new Misuse(`Several accounts have the address ${email}. Say which, with --account:\n${list}`);
};

const checked = (secret: string): string => {
  const { least, most } = passwordLength;
  const length = [...secret].length;
  if (length < least || length > most)
    throw new Misuse(`A password has ${least} to ${most} characters. Nothing was changed.`);
  return secret;
};
