// The `bellwether account` and `bellwether keys` commands: sign-up and API keys.

import { command, type Group } from "../command.js";
import { asJson, connect, connection } from "../connect.js";
import { confirmDeletion, withoutAsking } from "../deletion.js";
import { UsageError } from "../exit.js";
import { printAnswer, printTable } from "../resources/show.js";

const shared = { ...connection, ...asJson };
const keysAt = "/accounts/current/api_keys";

interface Issued {
  api_key: string;
}
interface Key {
  id: string;
  name: string;
  hint: string;
  scope: string;
  role: string;
  last_used_at?: string;
  created_at: string;
}

export const account: Group = {
  text: "The account that the key belongs to.",
  verbs: {
    create: command({
      usage: "account create --name TEXT [--email ADDRESS]",
      text:
        "Signs up and prints the first API key, which is shown only once. Set BELLWETHER_KEY to it. If a key is set already, it makes a " +
        "sub-account of that key's account.",
      options: {
        name: { type: "string", value: "TEXT", text: "Name of the account." },
        email: { type: "string", value: "ADDRESS", text: "E-mail address for notifications." },
        ...shared,
      },
      operands: [0, 0],
      async run({ values }, terminal) {
        const { name, email, json } = values;
        if (name === undefined) throw new UsageError("The name is missing: --name TEXT.");
        const client = connect(values, terminal);
        const made = await client.post<Issued>("/accounts", { name, ...(email !== undefined && { email }) });
        if (json) printAnswer(terminal.out, made, true);
        else terminal.out.write(`${made.api_key}\n`);
      },
    }),
    get: command({
      usage: "account get [--json]",
      text: "Shows the account.",
      options: shared,
      operands: [0, 0],
      async run({ values }, terminal) {
        printAnswer(terminal.out, await connect(values, terminal).get("/accounts/current"), values.json);
      },
    }),
  },
};

export const keys: Group = {
  text: "API keys. To replace a key, create a new one, use it, and delete the old one.",
  verbs: {
    list: command({
      usage: "keys list [--json]",
      text: "Lists the valid keys.",
      options: shared,
      operands: [0, 0],
      async run({ values }, terminal) {
        const found = await connect(values, terminal).get<Key[]>(keysAt);
        if (values.json) return printAnswer(terminal.out, found, true);
        const rows = found.map(({ name, hint, scope, role, created_at, last_used_at = "never", id }) => [
          ...[name, `…${hint}`, scope, role, created_at, last_used_at, id],
        ]);
        printTable(terminal.out, ["name", "ends in", "scope", "role", "issued", "last used", "id"], rows);
      },
    }),
    create: command({
      usage: "keys create [--name TEXT] [--scope SCOPE] [--role ROLE]",
      text: "Creates a key and prints it; it is shown only once.",
      options: {
        name: { type: "string", value: "TEXT", text: "Purpose of the key." },
        scope: {
          type: "string",
          value: "SCOPE",
          text: "What the key may do: read, upload, events, scim or everything (the default).",
        },
        role: {
          type: "string",
          value: "ROLE",
          text: "What the key may do at most, as a member may: masked_viewer, viewer, editor, administrator or owner. Default: your own role.",
        },
        ...shared,
      },
      operands: [0, 0],
      async run({ values }, terminal) {
        const { name, scope, role, json } = values;
        const issued = await connect(values, terminal).post<Issued>(keysAt, {
          ...(name !== undefined && { name }),
          ...(scope !== undefined && { scope }),
          ...(role !== undefined && { role }),
        });
        if (json) printAnswer(terminal.out, issued, true);
        else terminal.out.write(`${issued.api_key}\n`);
      },
    }),
    delete: command({
      usage: "keys delete ID [--yes]",
      text: "Revokes a key. Requests with it are refused from then on. At an interactive terminal it asks before.",
      options: { ...withoutAsking, ...connection },
      operands: [1, 1],
      async run({ operands: [id = ""], values }, terminal) {
        const client = connect(values, terminal);
        const consequence = `This revokes the key ${id}: requests with it are refused from now on. It cannot be undone.`;
        await confirmDeletion(consequence, values, terminal);
        await client.delete(`${keysAt}/${encodeURIComponent(id)}`);
        terminal.out.write(`key ${id} revoked\n`);
      },
    }),
  },
};
