// The `bellwether confirm` command: confirms the e-mail address of an account directly in the store, for
// operators who know its owner or have no mail server.

import { recordAudit } from "../store/audit.js";
import { confirmEmail } from "../store/users.js";
import { command } from "./command.js";
import { openLocalStore } from "./local-store.js";
import { chosen } from "./password.js";

export const confirm = command({
  usage: "confirm EMAIL [--account ID]",
  text: `Confirms that the e-mail address is its account's: from then on e-mails are sent to it. It changes the store at
BELLWETHER_DATA or DATABASE_URL directly: run it on the service's machine; the service may be running.`,
  options: {
    account: { type: "string", value: "ID", text: "The account, if several have the address." },
  },
  operands: [1, 1],
  async run({ operands: [email = ""], values }, { out, environment }) {
    const { db } = await openLocalStore(environment);
    try {
      const { account } = await chosen(db, email, values.account);
      await db.transaction(async (trx) => {
        await confirmEmail(trx, account, Date.now());
        const subject = { type: "accounts", id: account.id, name: account.name };
        const actor = { type: "command", name: "confirm" } as const;
        await recordAudit(
          trx,
          { accountId: account.id, actor, action: "confirm_email", subject },
          Date.now(),
        );
      });
      out.write(`Confirmed: ${account.email} is the address of ${account.name}.\n`);
    } finally {
      await db.close();
    }
  },
});
