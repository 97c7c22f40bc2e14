// Chain of an account's audit entries. Each link is the SHA-256 of the link before it and of what it says, so
// whoever changes, removes, inserts or moves an entry has to make all later links again, and then none of them
// is that of a checkpoint which somebody else has.
//
// A link says that an entry was written, or how often a read was counted once its hour is over. Old entries go
// from the front; the place of the last link that went stays, and the chain continues it.

import { createHash } from "node:crypto";
import type { EpochMs } from "../resource/resource.js";

/** A link's position, 1 for the first, and its hash in hexadecimal. */
export interface ChainPlace {
  position: number;
  hash: string;
}

/** Before the first link. */
export const chainStart: ChainPlace = { position: 0, hash: "0".repeat(64) };

export const chainFormat = "bellwether-audit-1";

/** An entry as it is hashed, in this order. Counts of reads have links of their own. */
export interface ChainedEntry {
  /** Rises in the order in which entries were written. */
  sequence: number;
  id: string;
  at: string;
  actor_type: string;
  actor_id: string | null;
  actor_name: string | null;
  actor_hint: string | null;
  address: string | null;
  action: string;
  resource_type: string | null;
  resource_id: string | null;
  resource_name: string | null;
  /** Paths of the changed fields, as a JSON list. */
  changes: string;
}

const entryFields = [
  ...(["sequence", "id", "at", "actor_type", "actor_id", "actor_name", "actor_hint", "address"] as const),
  ...(["action", "resource_type", "resource_id", "resource_name", "changes"] as const),
] as const satisfies readonly (keyof ChainedEntry)[];

/** How often a read was counted: `counts` is the position of its entry. */
export interface ChainedCount {
  counts: number;
  times: number;
  last_at: string;
}

export type ChainContent = { entry: ChainedEntry } | ChainedCount;

/** A link. `entry` is null where the store has lost it. */
export type ChainLink = ChainPlace & ({ entry: ChainedEntry | null } | ChainedCount);

/** A link as it is sent to others. */
export type SentLink = { account_id: string } & ChainPlace & ChainContent;

/** A stored entry as it is hashed. */
export const chainedEntry = ({ at, ...row }: Omit<ChainedEntry, "at"> & { at: EpochMs }): ChainedEntry =>
  Object.fromEntries(
    entryFields.map((field) => [field, field === "at" ? isoOf(at) : row[field]]),
  ) as unknown as ChainedEntry;

/** Also of a number that is no date, as somebody may have written into the store. */
export const isoOf = (ms: EpochMs): string => {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? String(ms) : date.toISOString();
};

/** The hash of the link after `before`. */
export const linkHash = (accountId: string, before: ChainPlace, content: ChainContent): string =>
  sha256([chainFormat, accountId, before.position + 1, before.hash, ...valuesOf(content)]);

const valuesOf = (content: ChainContent): (string | number | null)[] =>
  "entry" in content
    ? ["entry", ...entryFields.map((field) => content.entry[field])]
    : ["counts", content.counts, content.times, content.last_at];

/** Seals the count of a read until its hour is over and a link has it. */
export const openCountHash = (hash: string, times: number, lastAt: EpochMs): string =>
  sha256(["open", hash, times, isoOf(lastAt)]);

const sha256 = (values: readonly (string | number | null)[]): string =>
  createHash("sha256").update(JSON.stringify(values)).digest("hex");

/**
 * `rewritten`: the links are right among each other, and others than those of a checkpoint. `uncounted`: the
 * number of reads of an entry is not the one that was counted.
 */
export type ChainFaultKind = "changed" | "removed" | "inserted" | "moved" | "rewritten" | "uncounted";

export interface ChainFault {
  kind: ChainFaultKind;
  /** Where the chain breaks; null for an entry that is in no link. */
  position: number | null;
  /** Entry at that place; null where there is none. */
  entry: ChainedEntry | null;
}

export interface ChainExpectation {
  accountId: string;
  /** The chain continues this place. */
  after: ChainPlace;
  /** Where it ends. */
  head: ChainPlace;
  /** Places that are known from elsewhere. */
  checkpoints?: readonly ChainPlace[];
}

/** The first fault of the links, which are read once; null if there is none. */
export const findChainFault = async (
  links: AsyncIterable<ChainLink>,
  { accountId, after, head, checkpoints = [] }: ChainExpectation,
): Promise<ChainFault | null> => {
  const known = new Map(checkpoints.map(({ position, hash }) => [position, hash]));
  const iterator = links[Symbol.asyncIterator]();
  const read = async (): Promise<ChainLink | undefined> => {
    const next = await iterator.next();
    return next.done ? undefined : next.value;
  };
  let place = after;
  if ((known.get(after.position) ?? after.hash) !== after.hash)
    return { kind: "rewritten", position: after.position, entry: null };
  let link = await read();
  for (; link !== undefined; ) {
    const expected = place.position + 1;
    if (link.position < expected) return faultAt("inserted", link);
    if (link.position > expected) return missingAt(expected, read);
    if ("entry" in link && link.entry === null) return faultAt("removed", link);
    const next = await read();
    if (linkHash(accountId, place, link as ChainContent) !== link.hash)
      return faultAt(next?.position === expected ? "inserted" : "changed", link);
    place = { position: expected, hash: link.hash };
    if ((known.get(expected) ?? link.hash) !== link.hash) return faultAt("rewritten", link);
    link = next;
  }
  const last = Math.max(head.position, ...known.keys());
  return faultOfEnd(place, { ...head, position: last });
};

const faultAt = (kind: ChainFaultKind, link: ChainLink): ChainFault => ({
  kind,
  position: link.position,
  entry: "entry" in link ? link.entry : null,
});

/** A link that comes later was moved, and one that does not was removed. */
const missingAt = async (
  position: number,
  read: () => Promise<ChainLink | undefined>,
): Promise<ChainFault> => {
  for (let link = await read(); link !== undefined; link = await read())
    if (link.position === position) return faultAt("moved", link);
  return { kind: "removed", position, entry: null };
};

const faultOfEnd = (end: ChainPlace, head: ChainPlace): ChainFault | null => {
  if (end.position < head.position) return { kind: "removed", position: end.position + 1, entry: null };
  if (end.position > head.position) return { kind: "inserted", position: head.position + 1, entry: null };
  return end.hash === head.hash ? null : { kind: "rewritten", position: end.position, entry: null };
};
