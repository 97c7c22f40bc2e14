// Decided records: the records of now that the owner's decisions are about. A decision names records as they
// were when it was made, and records change, part and join since. Within one decision a record belongs to the
// name that is nearest to it, so that its two sides never claim one record. Two datasets may hold one record,
// of which one had a newer version by then: a decision about the older version is not about the newer one,
// which the owner saw as a record of its own.

import { grouped } from "../resource/groups.js";
import type { Decision, Decisions } from "./people.js";

/** A record of now to which a name leads. */
export interface Lead {
  name: string;
  record: string;
  /** See `warehouse/persons/decided-records.ts`; larger is nearer. */
  nearness: number;
  /** Id of the decision that an earlier build kept it for; null for every decision. */
  decision: string | null;
  /** Record whose customer number it is, for a lead by number. */
  numberOf: string | null;
}

/**
 * Whether a lead comes from an earlier build, because the files say nothing: a record to which the name led,
 * or its customer number.
 */
const isEarlier = ({ nearness }: Lead): boolean => nearness < 0;
const isByNumber = ({ nearness }: Lead): boolean => nearness < -1;

/** The records of now that a decision means by a name, in no order. */
export type DecidedRecords = (decision: Pick<Decision, "id">, name: string) => readonly string[];

export const decidedRecords = (decisions: Decisions, leads: readonly Lead[]): DecidedRecords =>
  recordsOf(decisions, notParted(decisions, leads));

/**
 * The records for which a later decision replaces this one. Also of a name that is away: the record with its
 * number stands for it, though the decision means that record by another name already.
 */
export const replaceableRecords = (decisions: Decisions, leads: readonly Lead[]): DecidedRecords => {
  const possible = notParted(decisions, leads);
  const decided = recordsOf(decisions, possible);
  const guessesOf = grouped(possible.filter(isByNumber), ({ name }) => name);
  return ({ id }, name) => {
    const own = decided({ id }, name);
    if (own.length > 0) return own;
    const guesses = (guessesOf.get(name) ?? []).filter((lead) => (lead.decision ?? id) === id);
    return [...new Set(guesses.map(({ record }) => record))];
  };
};

/** Without the guesses by number that the owner excludes. */
const notParted = (decisions: Decisions, leads: readonly Lead[]): Lead[] => {
  const certain = recordsOf(
    decisions,
    leads.filter((lead) => !isByNumber(lead)),
  );
  const parted = partedGuesses(decisions, certain, leads.filter(isByNumber));
  return leads.filter((lead) => !isByNumber(lead) || !parted.has(guessOf(lead)));
};

const guessOf = ({ numberOf, record }: Lead): string => `${numberOf} ${record}`;

/**
 * Guesses by number that the owner excludes: the holder of the number is there, and kept apart from the
 * record whose number it is. Under whatever name: another decision may know that record by an earlier one.
 */
const partedGuesses = (
  { apart }: Decisions,
  certain: DecidedRecords,
  guesses: readonly Lead[],
): ReadonlySet<string> => {
  const guessesOf = grouped(guesses, ({ name }) => name);
  const between = (pair: Decision, name: string, other: string) => {
    const records = certain(pair, other);
    return (guessesOf.get(name) ?? []).filter(
      (lead) => (lead.decision ?? pair.id) === pair.id && records.includes(lead.record),
    );
  };
  const parted = apart.flatMap((pair) => [
    ...between(pair, pair.left, pair.right),
    ...between(pair, pair.right, pair.left),
  ]);
  return new Set(parted.map(guessOf));
};

const recordsOf = (decisions: Decisions, leads: readonly Lead[]): DecidedRecords => {
  const leadsOf = grouped(leads, ({ name }) => name);
  const byDecision = new Map<string, Map<string, string[]>>();
  for (const [id, pairs] of grouped([...decisions.together, ...decisions.apart], (pair) => pair.id))
    byDecision.set(id, recordsByName(pairs, leadsOf));
  return ({ id }, name) => byDecision.get(id)?.get(name) ?? [];
};

/** Leads of a name that a decision may follow. */
const leadsFor = ({ id, heirs_until: until = -1 }: Decision, leads: readonly Lead[]): Lead[] => {
  const isHeirThen = ({ nearness }: Lead) => 0 <= nearness && nearness <= until;
  // The origin of a record has no moment, and may have passed on since.
  const others = new Set(
    leads.filter((lead) => lead.nearness > 0 && isHeirThen(lead)).map(({ record }) => record),
  );
  return leads.filter(
    (lead) => (lead.decision ?? id) === id && !isHeirThen(lead) && !others.has(lead.record),
  );
};

const recordsByName = (
  pairs: readonly Decision[],
  leadsOf: ReadonlyMap<string, readonly Lead[]>,
): Map<string, string[]> => {
  const names = [...new Set(pairs.flatMap(({ left, right }) => [left, right]))];
  const found = names.flatMap((name) => leadsFor(pairs[0]!, leadsOf.get(name) ?? []));
  const lefts = new Set(pairs.map(({ left }) => left));
  const byName = new Map<string, string[]>();
  const given = new Set<string>();
  const give = (leads: readonly Lead[], isTieGiven: boolean) => {
    for (const [record, own] of grouped(leads, (lead) => lead.record)) {
      if (given.has(record)) continue;
      const owners = [...new Set(nearest(own).map(({ name }) => name))];
      // What both sides remember says nothing about the record.
      if (!isTieGiven && new Set(owners.map((name) => lefts.has(name))).size > 1) continue;
      given.add(record);
      for (const name of owners) byName.set(name, [...(byName.get(name) ?? []), record]);
    }
  };
  give(
    found.filter((lead) => !isEarlier(lead)),
    true,
  );
  const isAway = new Set(names.filter((name) => !byName.has(name)));
  const earlier = found.filter((lead) => isEarlier(lead) && !isByNumber(lead));
  give(
    earlier.filter(({ name }) => isAway.has(name)),
    false,
  );
  give(earlier, false);
  give(
    found.filter((lead) => isByNumber(lead) && !byName.has(lead.name)),
    false,
  );
  return byName;
};

const nearest = (leads: readonly Lead[]): Lead[] => {
  const most = Math.max(...leads.map(({ nearness }) => nearness));
  return leads.filter(({ nearness }) => nearness === most);
};

/** A lead that a decision followed. */
export interface FollowedLead extends Pick<Lead, "name" | "record"> {
  decision: string;
}

/** The leads that decisions follow, for the next build to remember. */
export const followedLeads = (decisions: Decisions, leads: readonly Lead[]): FollowedLead[] => {
  const found = decidedRecords(decisions, leads);
  const followed = new Map<string, FollowedLead>();
  for (const pair of [...decisions.together, ...decisions.apart])
    for (const name of [pair.left, pair.right])
      for (const record of found(pair, name))
        followed.set(`${pair.id} ${name} ${record}`, { decision: pair.id, name, record });
  return [...followed.values()];
};

/** The decisions about the records of now: a pair for each two records that a pair is about. */
export const decisionsNow = (decisions: Decisions, leads: readonly Lead[]): Decisions => {
  const recordsOf = decidedRecords(decisions, leads);
  const now = (pairs: readonly Decision[]) => pairs.flatMap((pair) => pairsNow(pair, recordsOf));
  return { together: now(decisions.together), apart: now(decisions.apart) };
};

const pairsNow = (pair: Decision, recordsOf: DecidedRecords): Decision[] =>
  recordsOf(pair, pair.left).flatMap((left) =>
    recordsOf(pair, pair.right).flatMap((right) => (left === right ? [] : [{ ...pair, left, right }])),
  );
