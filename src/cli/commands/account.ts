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
  expires_at?: string;
  issued_by?: string;
  replaced_by?: string;
}

const expires = { type: "string", value: "DATE", text: "When it expires. Default: never." } as const;

/** ISO 8601, as the service reads it; a day alone is its start in UTC. */
const instantOf = (option: string, text: string): string => {
  const at = new Date(text);
  if (Number.isNaN(at.getTime()))
    throw new UsageError(`--${option} ${text} is no date. Write it as 2027-01-31 or 2027-01-31T12:00:00Z.`);
  return at.toISOString();
};

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
  text: "API keys. To replace a key without a gap, rotate it.",
  verbs: {
    list: command({
      usage: "keys list [--json]",
      text: "Lists the keys that are not revoked.",
      options: shared,
      operands: [0, 0],
      async run({ values }, terminal) {
        const found = await connect(values, terminal).get<Key[]>(keysAt);
        if (values.json) return printAnswer(terminal.out, found, true);
        const rows = found.map(({ name, hint, scope, role, created_at, id, ...key }) => [
          ...[name, `…${hint}`, scope, role, key.issued_by ?? "", created_at],
          ...[key.last_used_at ?? "never", key.expires_at ?? "never", key.replaced_by ? "yes" : "", id],
        ]);
        const heads = ["name", "ends in", "scope", "role", "issued by", "issued"];
        printTable(terminal.out, [...heads, "last used", "expires", "replaced", "id"], rows);
      },
    }),
    create: command({
      usage: "keys create [--name TEXT] [--scope SCOPE] [--role ROLE] [--expires DATE]",
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
        expires,
        ...shared,
      },
      operands: [0, 0],
      async run({ values }, terminal) {
        const { name, scope, role, json } = values;
        const issued = await connect(values, terminal).post<Issued>(keysAt, {
          ...(name !== undefined && { name }),
          ...(scope !== undefined && { scope }),
          ...(role !== undefined && { role }),
          ...(values.expires !== undefined && { expires_at: instantOf("expires", values.expires) }),
        });
        if (json) printAnswer(terminal.out, issued, true);
        else terminal.out.write(`${issued.api_key}\n`);
      },
    }),
    rotate: command({
      usage: "keys rotate ID [--old-until DATE] [--expires DATE]",
      text:
        "Creates a key in place of another, with its name, scope and role, and prints it; it is shown only once. The old one works until " +
        "a given time, so that programs change over without a gap.",
      options: {
        "old-until": {
          type: "string",
          value: "DATE",
          text: "Until when the old key works, at most 90 days. Default: 24 hours.",
        },
        expires: {
          ...expires,
          text: "When the new key expires. Default: after as long as the old one was given.",
        },
        ...shared,
      },
      operands: [1, 1],
      async run({ operands: [id = ""], values }, terminal) {
        const until = values["old-until"];
        const path = `${keysAt}/${encodeURIComponent(id)}/rotate`;
        const issued = await connect(values, terminal).post<Issued & { old: Key }>(path, {
          ...(until !== undefined && { old_expires_at: instantOf("old-until", until) }),
          ...(values.expires !== undefined && { expires_at: instantOf("expires", values.expires) }),
        });
        if (values.json) return printAnswer(terminal.out, issued, true);
        terminal.out.write(`${issued.api_key}\n`);
        terminal.err.write(`the old key …${issued.old.hint} works until ${issued.old.expires_at}\n`);
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
