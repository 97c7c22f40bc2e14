// The commands of each resource type: list, get, create, update, delete, archive, and those of `ownership.ts`.
// Each verb is one request of the API.

import { type Command, command, type Group } from "../command.js";
import { asJson, connect, connection } from "../connect.js";
import { confirmDeletion, withoutAsking } from "../deletion.js";
import type { Terminal } from "../terminal.js";
import { readBody, withIds } from "./body.js";
import { find, listRecords, type ServerRecord } from "./find.js";
import { optionsOf } from "./flags.js";
import { askForLook, downloads, note } from "./ownership.js";
import { printAnswer, printRecords, statusOf } from "./show.js";
import { displayName, type Type } from "./types.js";

export const resourceGroup = (type: Type): Group => ({
  text: `Commands for ${type.path}. NAME is a name or an id.`,
  verbs: {
    list: list(type),
    get: get(type),
    create: type.path === "streams" ? createStream(type) : create(type),
    update: update(type),
    delete: remove(type),
    note: note(type),
    "ask-for-look": askForLook(type),
    downloads: downloads(type),
    ...(type.builds !== false && {
      archive: archiving(type, "archive", "Takes it out of use and keeps its last result."),
      unarchive: archiving(type, "unarchive", "Puts it back into use."),
      "force-update": forceUpdate(type),
    }),
  },
});

const shared = { ...connection, ...asJson };
const file = { type: "string", value: "FILE", text: "Read the body from a JSON or YAML file." } as const;

const bodyUsage = ({ namedBy = "name" }: Type): string =>
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
    text: `Shows one of the ${type.path} with all fields, as YAML.`,
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
    usage: `${type.noun} create ${bodyUsage(type)}`,
    text: `Creates one; other resources are referred to by name or id. Prints the record${
      type.builds === false ? "." : "; it is built in the background."
    }`,
    options: { ...optionsOf(type.flags), file, ...shared },
    operands: [0, 1],
    async run({ operands: [text], values }, terminal) {
      const body = await readBody(type, { text, file: values.file, values });
      const client = connect(values, terminal);
      const made = await client.post<ServerRecord>(`/${type.path}`, await withIds(client, type, body));
      report(type, "created", made, values.json, terminal);
    },
  });

const createStream = (type: Type): Command =>
  command({
    usage: "stream create NAME",
    text: "Finds or creates the stream of this name. Datasets create the streams that they feed.",
    options: shared,
    operands: [1, 1],
    async run({ operands: [name = ""], values }, terminal) {
      const path = `/streams/${encodeURIComponent(name)}`;
      const made = await connect(values, terminal).post<ServerRecord>(path, {});
      report(type, "exists", made, values.json, terminal);
    },
  });

const update = (type: Type): Command =>
  command({
    usage: `${type.noun} update NAME ${bodyUsage(type)}`,
    text: "Changes the given fields and keeps the others; null clears a field.",
    options: { ...optionsOf(type.flags), file, ...shared },
    operands: [1, 2],
    async run({ operands: [typed = "", text], values }, terminal) {
      const body = await readBody(type, { text, file: values.file, values });
      const client = connect(values, terminal);
      const { id } = await find(client, type, typed);
      const path = `/${type.path}/${id}`;
      const changed = await client.patch<ServerRecord>(path, await withIds(client, type, body));
      report(type, "changed", changed, values.json, terminal);
    },
  });

const remove = (type: Type): Command =>
  command({
    usage: `${type.noun} delete NAME [--yes]`,
    text: "Deletes one that no other resource uses, for good. At an interactive terminal it asks before.",
    options: { ...withoutAsking, ...connection },
    operands: [1, 1],
    async run({ operands: [typed = ""], values }, terminal) {
      const client = connect(values, terminal);
      const record = await find(client, type, typed);
      await confirmDeletion(consequenceOf(type, record), values, terminal);
      await client.delete(`/${type.path}/${record.id}`);
      terminal.out.write(`${type.noun} ${typed} deleted\n`);
    },
  });

const consequenceOf = (type: Type, record: ServerRecord): string => {
  const { noun, builds } = type;
  const one = `${noun} ${displayName(type, record)} (${record.id})`;
  if (builds === false) return `This deletes ${one}, and cannot be undone.`;
  const keeping =
    record.archived_at === undefined
      ? ` To take it out of use and keep its last result: bellwether ${noun} archive ${record.id}`
      : "";
  return `This deletes ${one} with all its results, and cannot be undone.${keeping}`;
};

const archiving = (type: Type, verb: "archive" | "unarchive", text: string): Command =>
  command({
    usage: `${type.noun} ${verb} NAME [--cascade]`,
    text: `${text} Without --cascade, it lists the resources that must be included and changes nothing.`,
    options: {
      cascade: { type: "boolean", text: "Include all resources that must be included." },
      ...shared,
    },
    operands: [1, 1],
    async run({ operands: [typed = ""], values }, terminal) {
      const client = connect(values, terminal);
      const { id } = await find(client, type, typed);
      const body = { cascade_to_all: values.cascade ?? false };
      const moved = await client.post<ServerRecord>(`/${type.path}/${id}/${verb}`, body);
      report(type, `${verb}d`, moved, values.json, terminal);
    },
  });

const forceUpdate = (type: Type): Command =>
  command({
    usage: `${type.noun} force-update NAME`,
    text: "Rebuilds it, and everything downstream, although nothing has changed.",
    options: shared,
    operands: [1, 1],
    async run({ operands: [typed = ""], values }, terminal) {
      const client = connect(values, terminal);
      const { id } = await find(client, type, typed);
      const record = await client.post<ServerRecord>(`/${type.path}/${id}/force_update`, {});
      report(type, "will be rebuilt", record, values.json, terminal);
    },
  });

/** `cohort Customers created: starting (id)` */
const report = (
  type: Type,
  what: string,
  record: ServerRecord,
  json: boolean | undefined,
  { out }: Terminal,
): void => {
  if (json) printAnswer(out, record, true);
  else out.write(`${type.noun} ${displayName(type, record)} ${what}: ${statusOf(record)} (${record.id})\n`);
};
