// Contacts of a program that a target writes. Each build sends what changed since the last one that was sent:
// new people, changed values, and people who left. What was sent is kept beside the file, by address. A build
// that is killed sends the same again, which changes nothing.

import path from "node:path";
import { type DeliveredColumn, listSource } from "../../delivery/structure.js";
import { takesHashes } from "../../domain/data/connections/registry.js";
import { unknownNames } from "../../domain/target/contact-template.js";
import type { ContactCounts, ProgramList, SentContacts } from "../../domain/target/target.js";
import { assert, refuse } from "../../errors/refusal.js";
import {
  contactCounts,
  contactRows,
  contactsAfter,
  contactsThatStay,
  contactsToPut,
  contactsToRemove,
  contactsToReplace,
  noContacts,
  noneOf,
  sentContacts,
  unsentPeople,
} from "../../warehouse/delivery/contacts.js";
import type { RowOrder } from "../../warehouse/delivery/file.js";
import type { Engine, Row } from "../../warehouse/engine.js";
import { relation, targetFiles } from "../../warehouse/relations.js";
import { allRows } from "../../warehouse/rows.js";
import type { Relation, Sql } from "../../warehouse/sql/sql.js";
import { isProgramAccess } from "../connection/access.js";
import { openProgram } from "../connection/program/open.js";
import type { Contact, Program, Property, RefusedContact } from "../connection/program/program.js";
import type { StepTools } from "../kind/kind.js";
import type { Delivery, FormerContacts } from "./input.js";

export interface StagedContacts {
  /** Scratch file of the contacts. */
  file: string;
  properties: readonly Property[];
  unsent: Pick<ContactCounts, "without_email" | "shared_email">;
}

const ownFields = (["email", "first_name", "last_name", "phone"] as const).map(listSource);
/** The day of the scores is sent with what changed, and is no change itself. */
const undated = [listSource("scored_on")];
const mostRefusals = 20;

/** Writes the contacts of a list into a file. Of a list that is withdrawn there are none. */
export const stageContacts = async (
  engine: Engine,
  { rows, columns, order }: { rows: Relation; columns: readonly DeliveredColumn[]; order: RowOrder },
  { type }: Pick<ProgramList, "type">,
  dir: string,
): Promise<StagedContacts> => {
  const isHashed = takesHashes(type);
  const own = isHashed ? [] : columns.filter(({ source }) => !ownFields.includes(source));
  const spec = { order, undated, isPhoneOwn: isHashed };
  const contacts = await engine.createTable("contacts", contactRows(rows, own, spec));
  const file = path.join(dir, "staged.parquet");
  await engine.writeScratch(sentContacts(contacts), file);
  return {
    file,
    properties: own.map(({ output_col: name, holds }) => ({
      name,
      holds: holds === "number" ? "number" : "text",
    })),
    unsent: await engine.row<StagedContacts["unsent"]>(unsentPeople(contacts)),
  };
};

interface Sending {
  staged: StagedContacts;
  options: ProgramList;
  delivery: Delivery;
  connectionId: string;
  former: FormerContacts | null;
}

/** Sends what changed, and writes what the program has then. Refuses `template-name-unknown` and what the calls of `Program` refuse. */
export const sendContacts = async (
  { staged, options, delivery: { access }, connectionId, former }: Sending,
  tools: Pick<StepTools, "engine" | "dir" | "progress">,
): Promise<SentContacts> => {
  assert(isProgramAccess(access), "contacts are sent to a program");
  checkTemplate(options, staged.properties);
  const { engine, dir } = tools;
  const isHashed = takesHashes(options.type);
  const all = relation(staged.file);
  const now = options.withdrawn ? noneOf(all) : all;
  const before = former ? relation(targetFiles(former.dir).contacts) : noContacts;
  const isMoved = former?.sent.list != null && former.sent.list.name !== options.list_name;
  const listed = isMoved ? noContacts : before;
  const counts = await engine.row<Counts>(contactCounts(now, listed));
  const described = { ...counts, ...staged.unsent, connection_id: connectionId };
  const after = targetFiles(dir).contacts;
  if (options.dry_run) {
    await engine.writeParquet(allRows(before), after);
    const { list = null, properties = [], refusals = [] } = former?.sent ?? {};
    return { ...described, is_dry_run: true, list, properties, refusals };
  }

  const program = await openProgram(access, options.template);
  if (former?.sent.list) {
    const { list, properties } = former.sent;
    const remove = (some: Sql) =>
      inSlices(engine, some, program, (emails, contacts) => program.remove(list.id, emails, contacts));
    await remove(contactsToRemove(isMoved ? noneOf(all) : now, before));
    // Hashes of values that somebody no longer has would stay.
    if (isHashed) await remove(contactsToReplace(now, listed));
    await empty(engine, contactsToRemove(now, before), program, properties);
    const kept = new Set(staged.properties.map(({ name }) => name));
    const dropped = properties.filter((name) => !kept.has(name));
    await empty(engine, contactsThatStay(now, before), program, dropped);
  }
  const { list, refused } = options.withdrawn
    ? { list: null, refused: [] }
    : await put(program, contactsToPut(now, listed), { ...counts, staged, options }, tools);
  const named = refused.flatMap(({ email }) => email ?? []);
  const emails = await engine.createTableOf("refused", { email: named });
  await engine.writeParquet(contactsAfter(now, listed, emails, isHashed), after);
  return {
    ...described,
    refused: counts.refused + refused.length,
    is_dry_run: false,
    list,
    properties: options.withdrawn ? [] : staged.properties.map(({ name }) => name),
    refusals: refusalsOf(refused),
  };
};

const checkTemplate = ({ template = "" }: ProgramList, properties: readonly Property[]): void => {
  const known = properties.map(({ name }) => name);
  const unknown = unknownNames(template, known);
  if (unknown.length > 0)
    throw refuse("template-name-unknown", {
      names: unknown.join(", "),
      properties: known.map((name) => `, ${name}`).join(""),
    });
};

type Counts = Omit<ContactCounts, "without_email" | "shared_email">;

const put = async (
  program: Program,
  contacts: Sql,
  { staged: { properties }, options, added, changed }: Pick<Sending, "staged" | "options"> & Counts,
  { engine, progress }: Pick<StepTools, "engine" | "progress">,
): Promise<{ list: NonNullable<SentContacts["list"]>; refused: RefusedContact[] }> => {
  await program.declare(properties);
  const list = { id: await program.openList(options.list_name), name: options.list_name };
  const refused: RefusedContact[] = [];
  let done = 0;
  await inSlices(engine, contacts, program, async (_, some) => {
    progress(0.9 + (0.1 * done) / (added + changed), `Sending people, ${done} of ${added + changed}`);
    refused.push(...(await program.put(list.id, some, properties)));
    done += some.length;
  });
  return { list, refused };
};

const empty = async (
  engine: Engine,
  addresses: Sql,
  program: Program,
  names: readonly string[],
): Promise<void> => {
  const properties = names.map((name): Property => ({ name, holds: "text" }));
  if (properties.length > 0)
    await inSlices(engine, addresses, program, (emails) => program.clear(emails, properties));
};

/** Does work with the rows of a query, as many at once as the program takes. */
const inSlices = async (
  engine: Engine,
  query: Sql,
  { atOnce }: Program,
  work: (emails: string[], contacts: Contact[]) => Promise<void>,
): Promise<void> => {
  let waiting: Row[] = [];
  const send = (rows: readonly Row[]) =>
    work(
      rows.map(({ email }) => String(email)),
      rows.map(contactOf),
    );
  for await (const rows of engine.batches(query)) {
    waiting.push(...rows);
    for (; waiting.length >= atOnce; waiting = waiting.slice(atOnce)) await send(waiting.slice(0, atOnce));
  }
  if (waiting.length > 0) await send(waiting);
};

const contactOf = ({ email, first_name, last_name, phone, ...values }: Row): Contact => ({
  email: String(email),
  first_name: textOf(first_name),
  last_name: textOf(last_name),
  phone: textOf(phone),
  values: Object.values(values).map((value) =>
    value === null || typeof value === "number" ? value : String(value),
  ),
});

const textOf = (value: Row[string] | undefined): string | null =>
  value === null || value === undefined || value === "" ? null : String(value);

const refusalsOf = (refused: readonly RefusedContact[]): SentContacts["refusals"] => {
  const counts = new Map<string, number>();
  for (const { reason } of refused) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts]
    .map(([reason, count]) => ({ reason, count }))
    .sort((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1))
    .slice(0, mostRefusals);
};
