// The `bellwether audit` commands: export the audit log with its chain of hashes, read the chain's end, and verify a
// file or the store. Verifying a file needs neither the service nor its store.

import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import type { ChainFault, ChainLink, ChainPlace } from "../domain/account/audit-chain.js";
import { chainFormat, findChainFault } from "../domain/account/audit-chain.js";
import { findAccount } from "../store/accounts.js";
import { chainedAccounts, verifyAudit } from "../store/audit-chain.js";
import { howMany } from "../words/plural.js";
import { type Command, command, type Group } from "./command.js";
import { connect, connection } from "./connect.js";
import { downloadTo, outOption } from "./download.js";
import { Damaged, UsageError } from "./exit.js";
import { openLocalStore } from "./local-store.js";
import type { Terminal } from "./terminal.js";

const exportLog: Command = command({
  usage: "audit export [--out FILE]",
  text: "Writes all entries of the audit log as JSON lines, oldest first, with the hashes that chain them.",
  options: {
    out: outOption,
    ...connection,
  },
  operands: [0, 0],
  async run({ values: { out, ...values } }, terminal) {
    const file = { path: "/accounts/current/audit.jsonl", what: "Audit log" };
    await downloadTo(out, file, connect(values, terminal), terminal);
  },
});

const checkpoint: Command = command({
  usage: "audit checkpoint",
  text: "Prints the end of the audit log's chain as POSITION:HASH. Keep it where nobody who can write the store can write.",
  options: connection,
  operands: [0, 0],
  async run({ values }, terminal) {
    const { position, hash } = await connect(values, terminal).get<ChainPlace>(
      "/accounts/current/audit/checkpoint",
    );
    terminal.out.write(`${position}:${hash}\n`);
  },
});

const verify: Command = command({
  usage: "audit verify [FILE] [--account ID] [--checkpoint POSITION:HASH]…",
  text: `Checks that no entry of an audit log was changed, removed, inserted or moved, and names the first that was. With FILE, it checks
what bellwether audit export wrote; without, every account of the store at BELLWETHER_DATA or DATABASE_URL, on the service's machine; the
service may be running. Checkpoints show whether somebody made the whole chain again.`,
  options: {
    account: { type: "string", value: "ID", text: "Only this account of the store." },
    checkpoint: {
      type: "string",
      multiple: true,
      value: "POSITION:HASH",
      text: "End of the chain at an earlier time, as bellwether audit checkpoint printed it.",
    },
  },
  operands: [0, 1],
  async run({ operands: [file], values }, terminal) {
    const checkpoints = (values.checkpoint ?? []).map(parseCheckpoint);
    if (file !== undefined) return verifyFile(file, checkpoints, terminal);
    if (checkpoints.length > 0 && values.account === undefined)
      throw new UsageError("A checkpoint is of one account: give --account ID, too.");
    await verifyStore(values.account, checkpoints, terminal);
  },
});

export const audit: Group = {
  text: "The audit log as evidence: export it, keep checkpoints of it, and verify that nobody changed it.",
  verbs: { verify, export: exportLog, checkpoint },
};

const parseCheckpoint = (text: string): ChainPlace => {
  const [, position, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (position === undefined || hash === undefined)
    throw new UsageError(`${text} is no checkpoint. It is POSITION:HASH, with 64 hexadecimal digits.`);
  return { position: Number(position), hash };
};

const verifyStore = async (
  accountId: string | undefined,
  checkpoints: readonly ChainPlace[],
  { environment, out }: Terminal,
): Promise<void> => {
  const { db } = await openLocalStore(environment);
  try {
    if (accountId !== undefined && !(await findAccount(db.kysely, accountId)))
      throw new UsageError(`There is no account with the ID ${accountId}.`);
    const faults: string[] = [];
    for (const id of accountId === undefined ? await chainedAccounts(db.kysely) : [accountId]) {
      const { links, head, fault } = await verifyAudit(db.kysely, id, checkpoints);
      if (fault) faults.push(`Account ${id}: ${faultText(fault)}`);
      else out.write(`Account ${id}: ${intact(links, head)}\n`);
    }
    if (faults.length > 0) throw new Damaged(faults.join("\n"));
  } finally {
    await db.close();
  }
};

const intact = (links: number, { position, hash }: ChainPlace): string =>
  `${howMany(links, "link")}, no fault. The chain ends at ${position}:${hash}`;

interface Header {
  account_id: string;
  after: ChainPlace;
  head: ChainPlace;
}

const verifyFile = async (
  file: string,
  checkpoints: readonly ChainPlace[],
  { out }: Terminal,
): Promise<void> => {
  const lines = jsonLines(file);
  const first = await lines.next();
  if (first.done || !isHeader(first.value))
    throw new UsageError(
      `${file} is no audit log that bellwether audit export wrote: its first line is not the chain's header.`,
    );
  const { account_id: accountId, after, head } = first.value;
  const links = linksOf(lines, after.position + 1);
  const fault = await findChainFault(links, { accountId, after, head, checkpoints });
  if (fault) throw new Damaged(`${file}: ${faultText(fault)}`);
  out.write(`${file}: ${intact(head.position - after.position, head)}\n`);
};

const jsonLines = async function* (file: string): AsyncGenerator<unknown> {
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });
  try {
    for await (const line of lines) yield parsed(line);
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
};

/** Undefined for a line that is no JSON. */
const parsed = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
};

const isPlace = (value: unknown): value is ChainPlace =>
  isObject(value) && Number.isSafeInteger(value.position) && typeof value.hash === "string";

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isHeader = (value: unknown): value is Header =>
  isObject(value) &&
  value.format === chainFormat &&
  typeof value.account_id === "string" &&
  isPlace(value.after) &&
  isPlace(value.head);

/** A line that is no link stands for one with another content, so that it is found where it is. */
const linksOf = async function* (lines: AsyncIterable<unknown>, first: number): AsyncGenerator<ChainLink> {
  let expected = first;
  for await (const line of lines) {
    const link = isLink(line) ? line : unreadable(expected);
    expected = link.position + 1;
    yield link;
  }
};

const isLink = (value: unknown): value is ChainLink =>
  isPlace(value) &&
  ("entry" in value ? isObject(value.entry) : "counts" in value && "times" in value && "last_at" in value);

const unreadable = (position: number): ChainLink => ({
  position,
  hash: "",
  counts: 0,
  times: 0,
  last_at: "",
});

const kinds: Readonly<Record<ChainFault["kind"], string>> = {
  changed: "was changed",
  removed: "was removed",
  inserted: "was inserted",
  moved: "was moved",
  rewritten: "is not the one of the checkpoint: the chain was made again",
  uncounted: "has another number of reads than was counted",
};

/** `The entry at position 12 (2026-01-31T…, delete cohorts “Customers” by ada@example.com, ID 0a6f) was changed.` */
const faultText = ({ kind, position, entry }: ChainFault): string => {
  const place = position === null ? "An entry beside the chain" : `The entry at position ${position}`;
  if (entry === null) return `${place} ${kinds[kind]}.`;
  const { at, action, resource_type, resource_name, actor_name, actor_type, id } = entry;
  const what = [action, resource_type, resource_name === null ? null : `“${resource_name}”`]
    .filter((word) => word !== null)
    .join(" ");
  return `${place} (${at}, ${what} by ${actor_name ?? actor_type}, ID ${id}) ${kinds[kind]}.`;
};
