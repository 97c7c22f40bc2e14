// What can be done with a resource of any type. Each verb is one request of the API.

import { type Command, command, type Group } from "../command.js";
import { asJson, connect, connection } from "../connect.js";
import type { Terminal } from "../terminal.js";
import { find, listRecords, type ServerRecord } from "./find.js";
import { optionsOf } from "./flags.js";
import { printAnswer, printRecords, statusOf } from "./show.js";
import { calledBy, type Type } from "./types.js";
import { readBody, withIds } from "./written.js";

export const resourceGroup = (type: Type): Group => ({
  text: `What can be done with ${type.path}. NAME is a name or an id.`,
  verbs: {
    list: list(type),
    get: get(type),
    create: type.path === "streams" ? createStream(type) : create(type),
    update: update(type),
    delete: remove(type),
    ...(type.builds !== false && {
      archive: shelve(type, "archive", "Takes it out of use; its last result stays."),
      unarchive: shelve(type, "unarchive", "Puts it back into use."),
      "force-update": forceUpdate(type),
    }),
  },
});

const shared = { ...connection, ...asJson };
const file = { type: "string", value: "FILE", text: "Read it from a file of JSON or YAML." } as const;

const waysToWrite = ({ namedBy = "name" }: Type): string =>
  `(--${namedBy} TEXT … | --json '{…}' | --file FILE)`;

const list = (type: Type): Command =>
  command({
    usage: `${type.noun} list [--json]`,
    text: `Lists ${type.path}, newest first.`,
    options: shared,
    operands: [0, 0],
    async run({ values }, terminal) {
      const records = await listRecords(connect(values, terminal), type);
      if (values.json) printAnswer(terminal.out, records, true);
      else printRecords(terminal.out, type, records);
    },
  });

const get = (type: Type): Command =>
  command({
    usage: `${type.noun} get NAME [--json]`,
    text: `Shows one of the ${type.path} with all that is known of it, as YAML.`,
    options: shared,
    operands: [1, 1],
    async run({ operands: [typed = ""], values }, terminal) {
      const client = connect(values, terminal);
      const { id } = await find(client, type, typed);
      printAnswer(terminal.out, await client.get(`/${type.path}/${id}`), values.json);
    },
  });

const create = (type: Type): Command =>
  command({
    usage: `${type.noun} create ${waysToWrite(type)}`,
    text: `Others are referred to by name or id. Prints what was made${
      type.builds === false ? "." : "; its build goes on in the background."
    }`,
    options: { ...optionsOf(type.flags), file, ...shared },
    operands: [0, 1],
    async run({ operands: [text], values }, terminal) {
      const body = await readBody(type, { text, file: values.file, values });
      const client = connect(values, terminal);
      const made = await client.post<ServerRecord>(`/${type.path}`, await withIds(client, type, body));
      tell(type, "created", made, values.json, terminal);
    },
  });

const createStream = (type: Type): Command =>
  command({
    usage: "stream create NAME",
    text: "Finds or creates the stream of a name. Datasets make the streams that they output to by themselves.",
    options: shared,
    operands: [1, 1],
    async run({ operands: [name = ""], values }, terminal) {
      const path = `/streams/${encodeURIComponent(name)}`;
      const made = await connect(values, terminal).post<ServerRecord>(path, {});
      tell(type, "is there", made, values.json, terminal);
    },
  });

const update = (type: Type): Command =>
  command({
    usage: `${type.noun} update NAME ${waysToWrite(type)}`,
    text: "Changes the fields that are given and leaves the others; null clears one.",
    options: { ...optionsOf(type.flags), file, ...shared },
    operands: [1, 2],
    async run({ operands: [typed = "", text], values }, terminal) {
      const body = await readBody(type, { text, file: values.file, values });
      const client = connect(values, terminal);
      const { id } = await find(client, type, typed);
      const path = `/${type.path}/${id}`;
      const changed = await client.patch<ServerRecord>(path, await withIds(client, type, body));
      tell(type, "changed", changed, values.json, terminal);
    },
  });

const remove = (type: Type): Command =>
  command({
    usage: `${type.noun} delete NAME`,
    text: "Deletes what nothing uses.",
    options: connection,
    operands: [1, 1],
    async run({ operands: [typed = ""], values }, terminal) {
      const client = connect(values, terminal);
      const { id } = await find(client, type, typed);
      await client.delete(`/${type.path}/${id}`);
      terminal.out.write(`${type.noun} ${typed} deleted\n`);
    },
  });

const shelve = (type: Type, verb: "archive" | "unarchive", text: string): Command =>
  command({
    usage: `${type.noun} ${verb} NAME [--cascade]`,
    text: `${text} Without --cascade, what must go or come along is named and nothing is done.`,
    options: { cascade: { type: "boolean", text: "Whatever must go or come along may." }, ...shared },
    operands: [1, 1],
    async run({ operands: [typed = ""], values }, terminal) {
      const client = connect(values, terminal);
      const { id } = await find(client, type, typed);
      const body = { cascade_to_all: values.cascade ?? false };
      const moved = await client.post<ServerRecord>(`/${type.path}/${id}/${verb}`, body);
      tell(type, `${verb}d`, moved, values.json, terminal);
    },
  });

const forceUpdate = (type: Type): Command =>
  command({
    usage: `${type.noun} force-update NAME`,
    text: "Builds it again although nothing has changed, and what follows from it.",
    options: shared,
    operands: [1, 1],
    async run({ operands: [typed = ""], values }, terminal) {
      const client = connect(values, terminal);
      const { id } = await find(client, type, typed);
      const record = await client.post<ServerRecord>(`/${type.path}/${id}/force_update`, {});
      tell(type, "will be built again", record, values.json, terminal);
    },
  });

/** `cohort Customers created: starting (id)` */
const tell = (
  type: Type,
  what: string,
  record: ServerRecord,
  json: boolean | undefined,
  { out }: Terminal,
): void => {
  if (json) printAnswer(out, record, true);
  else out.write(`${type.noun} ${calledBy(type, record)} ${what}: ${statusOf(record)} (${record.id})\n`);
};
