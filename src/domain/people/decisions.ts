// Decisions of the owner about people, stored as pairs of records, because records stay when people change. A
// record is named as it was then: see `decided-records.ts`. A pair is together or apart: a decision replaces
// existing ones about its pairs, and a withdrawn decision leaves nothing behind.

import { entryOf } from "../resource/entry.js";
import type { EpochMs } from "../resource/resource.js";
import type { DecidedRecords } from "./decided-records.js";
import type { Decision, Decisions, PeopleConfig, ReviewedPair } from "./people.js";

export const noDecisions: Decisions = { together: [], apart: [] };

/** Id and time of a decision, and which heirs of its records it is not about. */
export type DecisionStamp = Pick<Decision, "id" | "made_at" | "heirs_until" | "were_two">;

/** `heirsUntil`: of the records of these people, see `PersonRecords`. */
export const stampOf = (
  made: Pick<Decision, "id" | "made_at">,
  heirsUntil: readonly (EpochMs | null)[],
): DecisionStamp => {
  const known = heirsUntil.filter((until) => until !== null);
  return known.length === 0 ? made : { ...made, heirs_until: Math.max(...known) };
};

/** For decisions that name present records: a name is the record itself. */
const asNamed: DecidedRecords = (_, name) => [name];

/**
 * Puts `records` and `rest` apart: no record of one is the same person as any of the other. `recordsOf`: see
 * `replaceableRecords`.
 */
export const split = (
  { together, apart }: Decisions,
  records: readonly string[],
  rest: readonly string[],
  made: DecisionStamp,
  recordsOf: DecidedRecords = asNamed,
): Decisions => {
  const concernsPair = between(records, rest, recordsOf);
  const pairs = records.flatMap((left) => rest.map((right) => ({ left, right, ...made })));
  return {
    together: together.filter((pair) => !concernsPair(pair)),
    apart: [...apart.filter((pair) => !concernsPair(pair)), ...pairs],
  };
};

/** Keeps two people apart, by pairs of their first records. `recordsOf`: see `replaceableRecords`. */
export const keepApart = (
  decisions: Decisions,
  records: readonly string[],
  others: readonly string[],
  made: DecisionStamp,
  recordsOf: DecidedRecords = asNamed,
): Decisions => {
  const named = [records.slice(0, maxMerged), others.slice(0, maxMerged)] as const;
  return split(decisions, ...named, { ...made, were_two: true }, recordsOf);
};

/** Records that stand for a person who has more: some of them stay in the files whatever changes. */
const maxMerged = 10;

/** Makes the people of these records one, by pairs of their first records. `recordsOf`: see `replaceableRecords`. */
export const merge = (
  { together, apart }: Decisions,
  records: readonly string[],
  others: readonly string[],
  made: DecisionStamp,
  recordsOf: DecidedRecords = asNamed,
): Decisions => {
  const concernsPair = between(records, others, recordsOf);
  const pairs = records
    .slice(0, maxMerged)
    .flatMap((left) => others.slice(0, maxMerged).map((right) => ({ left, right, ...made })));
  const isNew = (existing: Decision) => !pairs.some((pair) => isSame(existing, pair));
  return {
    together: [...together.filter(isNew), ...pairs],
    apart: apart.filter((existing) => !concernsPair(existing)),
  };
};

export const withdraw = ({ together, apart }: Decisions, id: string): Decisions => ({
  together: together.filter((pair) => pair.id !== id),
  apart: apart.filter((pair) => pair.id !== id),
});

/** A decision with its remaining pairs. */
export interface OwnerDecision extends Pick<Decision, "id" | "made_at"> {
  kind: "together" | "apart";
  /** Records of one side and of the other; of a merge, the first ones. */
  records: string[];
  others: string[];
  /** Whether records that are kept apart belonged to two people before. */
  wereTwo?: true;
}

/** Newest first. */
export const listDecisions = ({ together, apart }: Decisions = noDecisions): OwnerDecision[] =>
  [...ofKind("together", together), ...ofKind("apart", apart)].sort(
    (a, b) => b.made_at - a.made_at || (a.id < b.id ? -1 : 1),
  );

/** A reviewed pair with the owner's answer. */
export type OwnReview = ReviewedPair & { isSame: boolean };

/** Decided pairs of reviews whose decision is in effect. */
export const listReviewed = ({ decisions, reviewed = {} }: PeopleConfig): OwnReview[] =>
  listDecisions(decisions).flatMap(({ id, kind }) => {
    const own = entryOf(reviewed, id);
    return own ? [{ ...own, isSame: kind === "together" }] : [];
  });

const ofKind = (kind: OwnerDecision["kind"], pairs: readonly Decision[]): OwnerDecision[] => {
  const byId = new Map<string, Decision[]>();
  for (const pair of pairs) {
    const own = byId.get(pair.id);
    if (own) own.push(pair);
    else byId.set(pair.id, [pair]);
  }
  return [...byId].map(([id, own]) => ({
    id,
    kind,
    made_at: own[0]!.made_at,
    ...(own[0]!.were_two && { wereTwo: true }),
    records: [...new Set(own.map(({ left }) => left))],
    others: [...new Set(own.map(({ right }) => right))],
  }));
};

/** Whether a pair is about a record of each side. */
const between = (some: readonly string[], others: readonly string[], recordsOf: DecidedRecords) => {
  const [one, other] = [new Set(some), new Set(others)];
  return (pair: Decision): boolean => {
    const [lefts, rights] = [recordsOf(pair, pair.left), recordsOf(pair, pair.right)];
    const isAny = (records: readonly string[], side: ReadonlySet<string>) =>
      records.some((record) => side.has(record));
    return (isAny(lefts, one) && isAny(rights, other)) || (isAny(lefts, other) && isAny(rights, one));
  };
};

const isSame = (a: Decision, b: Decision): boolean =>
  (a.left === b.left && a.right === b.right) || (a.left === b.right && a.right === b.left);
