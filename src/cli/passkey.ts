// The `bellwether passkey` commands: the passkeys of a user, directly in the store, for somebody whose device is
// lost. They need no sign-in, because anyone who can write the store controls it anyway.

import type { Db } from "../db/connection.js";
import { recordAudit } from "../store/audit.js";
import { listPasskeys, removePasskey } from "../store/passkeys.js";
import { endSessionsOfUser } from "../store/sessions.js";
import { findUserByEmail, lastAccountOf, type User } from "../store/users.js";
import { type Command, command, type Group } from "./command.js";
import { asJson } from "./connect.js";
import { UsageError } from "./exit.js";
import { openLocalStore } from "./local-store.js";
import { printAnswer, printTable } from "./resources/show.js";
import type { Terminal } from "./terminal.js";

const place =
  "It works on the store at BELLWETHER_DATA or DATABASE_URL directly: run it on the service's machine; the service may be running.";

const list: Command = command({
  usage: "passkey list EMAIL [--json]",
  text: `Lists the passkeys of the user with this e-mail address, newest first. ${place}`,
  options: asJson,
  operands: [1, 1],
  run: ({ operands: [email = ""], values: { json } }, terminal) =>
    ofUser(terminal, email, async ({ kysely }, user) => {
      const passkeys = (await listPasskeys(kysely, user.id)).map(({ id, name, createdAt, usedAt }) => ({
        id,
        name,
        created_at: new Date(createdAt).toISOString(),
        used_at: usedAt === null ? null : new Date(usedAt).toISOString(),
      }));
      if (json) return printAnswer(terminal.out, passkeys, true);
      printTable(
        terminal.out,
        ["name", "added", "last used", "id"],
        passkeys.map(({ id, name, created_at, used_at }) => [name, created_at, used_at ?? "never", id]),
      );
    }),
});

const remove: Command = command({
  usage: "passkey remove EMAIL ID",
  text:
    "Removes a passkey of the user with this e-mail address, and ends their sessions. Without another one, the password alone signs in " +
    `again. ${place}`,
  options: {},
  operands: [2, 2],
  run: ({ operands: [email = "", id = ""] }, terminal) =>
    ofUser(terminal, email, async (db, user) => {
      const passkey = (await listPasskeys(db.kysely, user.id)).find((each) => each.id === id);
      if (!passkey)
        throw new UsageError(`${email} has no passkey ${id}. "bellwether passkey list ${email}" has them.`);
      const { name } = passkey;
      await db.transaction(async (trx) => {
        await removePasskey(trx, user.id, id);
        await endSessionsOfUser(trx, user.id);
        const account = await lastAccountOf(trx, user.id);
        if (!account) return;
        const actor = { type: "command", name: "passkey" } as const;
        const subject = { type: "passkeys", id, name };
        const done = { accountId: account.id, actor, action: "remove_passkey", subject } as const;
        await recordAudit(trx, done, Date.now());
      });
      terminal.out.write(`The passkey ${name} of ${email} is removed, and their sessions have ended.\n`);
    }),
});

export const passkey: Group = {
  text: "Passkeys of a user, on the service's machine, for somebody whose device is lost.",
  verbs: { list, remove },
};

const ofUser = async (
  { environment }: Terminal,
  email: string,
  work: (db: Db, user: User) => Promise<void>,
): Promise<void> => {
  const { db } = await openLocalStore(environment);
  try {
    const user = (await findUserByEmail(db.kysely, email))?.user;
    if (!user) throw new UsageError(`Nobody signs in with the e-mail address ${email}.`);
    await work(db, user);
  } finally {
    await db.close();
  }
};
