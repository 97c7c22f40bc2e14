// The commands of each resource type about the people around it: the note on it, who downloaded its files, and asking
// somebody for a look.

import { type Command, command } from "../command.js";
import { memberOf } from "../commands/member.js";
import { asJson, connect, connection } from "../connect.js";
import { UsageError } from "../exit.js";
import { find } from "./find.js";
import { printAnswer, printTable } from "./show.js";
import type { Type } from "./types.js";

const shared = { ...connection, ...asJson };

const at = (id: string): string => `/resources/${encodeURIComponent(id)}`;

interface Note {
  text: string;
  by: string;
  at: string;
}

export const note = (type: Type): Command =>
  command({
    usage: `${type.noun} note NAME [TEXT] [--remove] [--json]`,
    text: "Writes the note that everyone sees, in place of the one before, or removes it. Without TEXT it shows the note.",
    options: { remove: { type: "boolean", text: "Remove the note." }, ...shared },
    operands: [1, 2],
    async run({ operands: [typed = "", text], values: { remove, json, ...values } }, terminal) {
      if (remove && text !== undefined) throw new UsageError("A note is written or removed: leave out one.");
      const client = connect(values, terminal);
      const record = await find(client, type, typed);
      const { id } = record;
      if (remove) {
        await client.delete(`${at(id)}/note`);
        terminal.out.write(`the note on ${type.noun} ${typed} is removed\n`);
        return;
      }
      const written =
        text === undefined
          ? ((await client.get<{ note?: Note }>(`/${type.path}/${id}`)).note ?? null)
          : await client.send("PUT", `${at(id)}/note`, jsonOf({ text })).then((answer) => answer.json());
      if (json) return printAnswer(terminal.out, written, true);
      const shown = written as Note | null;
      terminal.out.write(
        shown ? `${shown.text}\n  ${shown.by}, ${shown.at}\n` : `${type.noun} ${typed} has no note\n`,
      );
    },
  });

const jsonOf = (body: object) => ({
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

interface Download {
  at: string;
  times: number;
  last_at: string;
  by: { type: string; name?: string };
}

export const downloads = (type: Type): Command =>
  command({
    usage: `${type.noun} downloads NAME [--json]`,
    text: "Lists who downloaded its files, newest first, as long as the audit log keeps it.",
    options: shared,
    operands: [1, 1],
    async run({ operands: [typed = ""], values }, terminal) {
      const client = connect(values, terminal);
      const { id } = await find(client, type, typed);
      const found = await client.get<Download[]>(`${at(id)}/downloads`);
      if (values.json) return printAnswer(terminal.out, found, true);
      printTable(
        terminal.out,
        ["by", "means", "first", "last", "times"],
        found.map(({ by, times, last_at, at: first }) => [
          ...[by.name ?? "", by.type],
          ...[first, last_at, String(times)],
        ]),
      );
    },
  });

interface Look {
  email: string;
  url: string;
  is_mailed: boolean;
}

export const askForLook = (type: Type): Command =>
  command({
    usage: `${type.noun} ask-for-look NAME MEMBER [--message TEXT] [--json]`,
    text:
      "Asks a member, named by e-mail address or ID, to look at it, by an e-mail with the link to its page. Where the service sends none, " +
      "it prints the link, for you to pass on.",
    options: { message: { type: "string", value: "TEXT", text: "What they should look at." }, ...shared },
    operands: [2, 2],
    async run({ operands: [typed = "", who = ""], values: { message, json, ...values } }, terminal) {
      const client = connect(values, terminal);
      const { id } = await find(client, type, typed);
      const { user_id } = await memberOf(client, who);
      const body = { user_id, ...(message !== undefined && { message }) };
      const look = await client.post<Look>(`${at(id)}/ask_for_look`, body);
      if (json) return printAnswer(terminal.out, look, true);
      terminal.out.write(
        look.is_mailed ? `${look.email} was asked by e-mail\n` : `${client.absolute(look.url)}\n`,
      );
    },
  });
