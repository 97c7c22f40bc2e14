// Ids of people whom the owner has split: the id stays with the larger side of the decision. It counts the
// records of the moment when it was made, so later files do not move an id from one side to the other.

import { createHash } from "node:crypto";
import type { DecidedRecords } from "../../domain/people/decided-records.js";
import { listDecisions } from "../../domain/people/decisions.js";
import type { Decisions } from "../../domain/people/people.js";

/** The origin of a record, and its place among others: see `warehouse/persons/registry.ts`. */
export interface RecordOrigin {
  identity_key: string;
  origin: string;
  since: number;
  turn: number;
}

/**
 * The origins that differ after all splits, in the order in which they were made. `found`: of the records
 * that these are about.
 */
export const originsAfterSplits = (
  decisions: Decisions,
  recordsOf: DecidedRecords,
  found: ReadonlyMap<string, RecordOrigin>,
): RecordOrigin[] => {
  const own = new Map(found);
  const changed = new Set<string>();
  const handedOver = new Set<string>();
  for (const { id, records, others } of splitsInOrder(decisions)) {
    const sideOf = (names: readonly string[]) =>
      names.flatMap((name) => recordsOf({ id }, name)).filter((key) => own.has(key));
    const [smaller, larger] = records.length > others.length ? [others, records] : [records, others];
    const [from, to] = [earliest(sideOf(smaller), own), earliest(sideOf(larger), own)];
    if (from === null || to === null || isBefore(own.get(to)!, own.get(from)!)) continue;
    const { origin, since, turn } = own.get(from)!;
    handedOver.add(origin);
    const first = found.get(from)!;
    own.set(to, { ...own.get(to)!, origin, since, turn });
    own.set(from, handedOver.has(first.origin) ? { ...first, origin: madeFrom(origin) } : first);
    changed.add(from).add(to);
  }
  return [...changed].map((key) => own.get(key)!);
};

/** Earliest first. */
const splitsInOrder = (decisions: Decisions) =>
  listDecisions(decisions)
    .filter(({ kind, wereTwo }) => kind === "apart" && !wereTwo)
    .reverse();

const earliest = (keys: readonly string[], own: ReadonlyMap<string, RecordOrigin>): string | null =>
  keys.reduce<string | null>(
    (best, key) => (best !== null && isBefore(own.get(best)!, own.get(key)!) ? best : key),
    null,
  );

const isBefore = (a: RecordOrigin, b: RecordOrigin): boolean => {
  if (a.since !== b.since) return a.since < b.since;
  return a.turn === b.turn ? BigInt(a.origin) < BigInt(b.origin) : a.turn < b.turn;
};

/** For a record that hands over its own origin: no origin is used twice. */
const madeFrom = (origin: string): string =>
  (createHash("md5").update(`${origin}/split`).digest().readBigUInt64BE() >> 1n).toString();
