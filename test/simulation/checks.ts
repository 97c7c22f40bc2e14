// Invariants: what must be true once everything is at rest, whatever has happened.

import realFs from "node:fs";
import path from "node:path";
import { type Account, md5Of } from "./account.js";
import { filesBelow } from "./disk.js";
import type { World } from "./world.js";

const { existsSync, readdirSync } = { ...realFs };

export const checkEnd = async (world: World, accounts: readonly Account[]): Promise<void> => {
  // What is read from here on has entries and messages of its own.
  for (const account of accounts) {
    await checkWebhooks(world, account);
    await checkMails(world, account);
    checkEntriesDelivered(world, account, await chainedEntries(world, account));
  }
  for (const account of accounts) {
    await checkFiles(world, account);
    await checkCohorts(world, account);
    await checkDelivered(world, account);
    await checkAudit(world, account);
  }
  await checkDirectories(world);
  await checkHolders(world);
};

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
const read = async (world: World, account: Account, url: string): Promise<any> => {
  const { status, text } = await account.ask("GET", url);
  if (status !== 200) world.violate(`GET ${url} is answered with ${status}: ${text}`);
  return JSON.parse(text || "null");
};

/** Acknowledged files are there, with the bytes that were sent; those of unanswered requests may be. */
const checkFiles = async (world: World, account: Account): Promise<void> => {
  const listed = (await read(world, account, "/uploads?limit=1000")) as {
    subpath: string;
    md5_hash: string;
  }[];
  const found = new Map(listed.map(({ subpath, md5_hash: md5 }) => [subpath, md5]));
  for (const [file, contents] of account.files) {
    const md5 = found.get(file);
    found.delete(file);
    const is = [...contents].find((csv) => (csv === null ? md5 === undefined : md5Of(csv) === md5));
    if (is === undefined)
      return world.violate(`${account.name}: ${file} is ${md5 === undefined ? "lost" : "not what was sent"}`);
    account.files.set(file, new Set([is]));
    if (is === null) continue;
    const { text } = await account.ask("GET", `/uploads/${file}`);
    if (text !== is) world.violate(`${account.name}: ${file} has other bytes than were sent`);
  }
  for (const file of found.keys())
    if (!/^events_/.test(file)) world.violate(`${account.name} has ${file}, which nobody sent`);
};

const checkCohorts = async (world: World, account: Account): Promise<void> => {
  const listed = (await read(world, account, "/cohorts?limit=1000")) as { id: string; name: string }[];
  const counts = new Map<string, number>();
  for (const { name } of listed) counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const [name, count] of counts)
    if (count > 1) world.violate(`${account.name} has ${name} ${count} times`);
  const ids = new Set(listed.map(({ id }) => id));
  for (const [name, id] of account.cohorts)
    if (!ids.has(id)) world.violate(`${account.name}: ${name} was acknowledged and is lost`);
  for (const { id, name } of listed)
    if (name !== "Everyone" && !account.uncertain.has(name) && account.cohorts.get(name) !== id)
      world.violate(`${account.name} has ${name}, which was deleted or never made`);
};

/** The hosted file has each row of each file and each acknowledged event once, in order, and nothing else. */
const checkDelivered = async (world: World, account: Account): Promise<void> => {
  const { status, text } = await account.ask("GET", `/targets/${account.target}/download.csv`);
  if (status !== 200) return world.violate(`the list of ${account.name} is answered with ${status}: ${text}`);
  account.requireOwn(text);
  const rows = text.split("\n").slice(0, -1);
  if (rows.join("\n") !== [...new Set(rows)].sort().join("\n"))
    world.violate(`the list of ${account.name} is not in order, or has a row twice`);
  const delivered = new Set(rows);
  const events = new Map<string, number>();
  for (const row of rows) {
    const { event_id: id } = JSON.parse(row) as { event_id?: string };
    if (id === undefined) continue;
    delivered.delete(row);
    events.set(id, (events.get(id) ?? 0) + 1);
  }
  for (const [id, { isAcknowledged }] of account.events)
    if (isAcknowledged && !events.has(id))
      world.violate(`event ${id} of ${account.name} was acknowledged and is lost`);
  for (const [id, count] of events) {
    if (count > 1) world.violate(`event ${id} of ${account.name} is delivered ${count} times`);
    if (!account.events.has(id)) world.violate(`event ${id} of ${account.name} was never sent`);
  }
  for (const row of account.expectedOrders())
    if (!delivered.delete(row)) world.violate(`the list of ${account.name} lacks ${row}`);
  for (const row of delivered) world.violate(`the list of ${account.name} has ${row}, which is in no file`);
};

interface Entry {
  id: string;
  action: string;
  resource?: { id?: string };
}

const entriesOf = async (world: World, account: Account): Promise<Entry[]> => {
  const entries: Entry[] = [];
  for (let cursor: string | undefined; ; ) {
    const next = cursor === undefined ? "" : `&cursor=${cursor}`;
    const page = await read(world, account, `/accounts/current/audit?limit=1000${next}`);
    entries.push(...page.entries);
    cursor = page.next_cursor;
    if (cursor === undefined) return entries;
  }
};

/** Each acknowledged change has its entry, and each cohort that is there was made by one. */
const checkAudit = async (world: World, account: Account): Promise<void> => {
  const entries = await entriesOf(world, account);
  const created = new Set(
    entries.filter(({ action }) => action === "create").map(({ resource }) => resource?.id),
  );
  for (const [name, id] of account.cohorts)
    if (!created.has(id)) world.violate(`the audit log of ${account.name} does not say who created ${name}`);
};

/** Ids in the order of the chain, which is that of commits: on PostgreSQL, the list may have another. */
const chainedEntries = async (world: World, account: Account): Promise<string[]> => {
  const listed = new Set((await entriesOf(world, account)).map(({ id }) => id));
  const links = await world.rows<{ id: string }>(
    `select entry_id as id from audit_link where account_id = '${account.id}' and counts is null order by position`,
  );
  return links.map(({ id }) => id).filter((id) => listed.has(id));
};

/** The receiver was sent each entry since it was named, in order, and one message for each. */
const checkEntriesDelivered = (world: World, account: Account, entries: readonly string[]): void => {
  const messages = world.received.filter(({ url }) => url === account.hook);
  const sent = new Map<string, string>();
  const order: string[] = [];
  for (const { id, body } of messages) {
    const { type, data } = JSON.parse(body) as { type: string; data: { id: string } };
    if (type !== "audit.entry") continue;
    const before = sent.get(data.id);
    if (before === undefined) order.push(data.id);
    else if (before !== id) world.violate(`an entry of the audit log came as two messages: ${body}`);
    sent.set(data.id, id);
  }
  const since = entries.indexOf(order[0] ?? "");
  const expected = entries.slice(Math.max(0, since));
  const missing = expected.find((id) => !sent.has(id));
  if (missing !== undefined) world.violate(`entry ${missing} of ${account.name}'s audit log never came`);
  const at = order.findIndex((id, i) => id !== expected[i]);
  if (at >= 0 || order.length < expected.length)
    world.violate(
      `entries of ${account.name}'s audit log came out of order: ${order[at]} came before ${expected[at]}`,
    );
};

/** Messages that are sent again are the same. */
const checkWebhooks = async (world: World, account: Account): Promise<void> => {
  const bodies = new Map<string, string>();
  for (const { id, url, body } of world.received) {
    if (url !== account.hook) continue;
    if (bodies.has(id) && bodies.get(id) !== body) world.violate(`message ${id} came with two bodies`);
    bodies.set(id, body);
    const { data } = JSON.parse(body) as { data: { account_id: string } };
    if (data.account_id !== account.id) world.violate(`${account.name} received a message of somebody else`);
  }
  const written = await world.rows<{ type: string; id: string; state: string }>(
    `select d.type as type, d.id as id, d.state as state from webhook_delivery d
     join webhook_endpoint e on e.id = d.endpoint_id where e.account_id = '${account.id}'`,
  );
  for (const { id, type, state } of written)
    if (!bodies.has(id))
      world.violate(`message ${id} (${type}) of ${account.name} is ${state} and never came`);
};

/** Each mail of an account came to its owner, and one that came again is the same. */
const checkMails = async (world: World, account: Account): Promise<void> => {
  const written = await world.rows<{ id: string; recipient: string; subject: string; body: string }>(
    `select id, recipient, subject, body from outbox where account_id = '${account.id}'`,
  );
  for (const { id, recipient, subject, body } of written) {
    const arrived = world.mails.filter((mail) => mail.id === id);
    if (recipient !== account.mailbox) world.violate(`a mail of ${account.name} is for ${recipient}`);
    if (arrived.length === 0) world.violate(`the mail ${subject} of ${account.name} never came`);
    if (
      arrived.some((mail) => mail.recipient !== recipient || mail.subject !== subject || mail.body !== body)
    )
      world.violate(`the mail ${subject} of ${account.name} came as another`);
  }
};

/** An upload that ended, well or not, leaves no temporary file, unless the process was killed amid it. */
export const checkLeftovers = (world: World, life: number): void => {
  const uploads = path.join(world.disk.root, "uploads");
  const left = (existsSync(uploads) ? filesBelow(uploads) : []).filter(
    (file) => /\/tmp-[^/]*$/.test(file) && world.disk.isOf(life, file),
  );
  if (left.length > 0) world.violate(`${left.join(", ")} is left of an upload, and nothing was killed`);
};

/** What the store names is there, and nothing is left of work. */
const checkDirectories = async (world: World): Promise<void> => {
  const { root } = world.disk;
  const named = await world.rows<{ path: string }>(
    "select path from upload union select result_dir from resource where result_dir is not null",
  );
  for (const { path: file } of named)
    if (!existsSync(path.join(root, file))) world.violate(`${file} is recorded and not there`);
  for (const { life, name } of world.nodes) {
    checkLeftovers(world, life);
    const work = path.join(root, "work", name);
    const left = existsSync(work) ? readdirSync(work) : [];
    if (left.length > 0) world.violate(`work is left behind: ${left.join(", ")}`);
  }
  const discarded = (await world.rows<{ path: string }>("select path from discard")).map((row) => row.path);
  const known = new Set([...named.map((row) => row.path), ...discarded]);
  const results = path.join(root, "relations");
  for (const file of existsSync(results) ? filesBelow(results) : [])
    if (!known.has(path.dirname(path.relative(root, file)))) world.unknownFiles++;
};

/** No node has ended a job that another held. */
const checkHolders = async (world: World): Promise<void> => {
  if (world.isAlone) return;
  for (const { what } of await world.rows<{ what: string }>("select what from observed")) world.violate(what);
};

/** Logs of events that are in no file yet. */
export const eventLogs = (root: string): string[] => {
  const events = path.join(root, "events");
  return existsSync(events) ? filesBelow(events).filter((file) => file.endsWith(".log")) : [];
};
