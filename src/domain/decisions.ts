// What the owner decides of people is kept as pairs of records, for records stay when people change. A pair is together or
// apart: a decision takes away what was decided otherwise of its pairs before, and what is withdrawn leaves nothing behind.

import type { Decision, Decisions } from "./people.js";

export const noDecisions: Decisions = { together: [], apart: [] };

/** One decision, as its owner made it. */
export type DecisionStamp = Pick<Decision, "id" | "made_at">;

/** No record of `parted` is the same person as any of `rest`. */
export const split = (
  { together, apart }: Decisions,
  parted: readonly string[],
  rest: readonly string[],
  made: DecisionStamp,
): Decisions => {
  const isBetween = between(parted, rest);
  const pairs = parted.flatMap((left) => rest.map((right) => ({ left, right, ...made })));
  return {
    together: together.filter((pair) => !isBetween(pair)),
    apart: [...apart.filter((pair) => !isBetween(pair)), ...pairs],
  };
};

/** The people of these records are one; the first records of both stand for them. */
export const merge = (
  { together, apart }: Decisions,
  records: readonly string[],
  others: readonly string[],
  made: DecisionStamp,
): Decisions => {
  const isBetween = between(records, others);
  const pair = { left: records[0]!, right: others[0]!, ...made };
  return {
    together: [...together.filter((earlier) => !isSame(earlier, pair)), pair],
    apart: apart.filter((earlier) => !isBetween(earlier)),
  };
};

export const withdraw = ({ together, apart }: Decisions, id: string): Decisions => ({
  together: together.filter((pair) => pair.id !== id),
  apart: apart.filter((pair) => pair.id !== id),
});

/** A decision with all of its pairs that still hold. */
export interface OwnerDecision extends DecisionStamp {
  kind: "together" | "apart";
  /** The records that were parted, or one of those that were joined; and those on the other side. */
  records: string[];
  others: string[];
}

/** The newest first. */
export const listDecisions = ({ together, apart }: Decisions = noDecisions): OwnerDecision[] =>
  [...decided("together", together), ...decided("apart", apart)].sort(
    (a, b) => b.made_at - a.made_at || (a.id < b.id ? -1 : 1),
  );

const decided = (kind: OwnerDecision["kind"], pairs: readonly Decision[]): OwnerDecision[] => {
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
    records: [...new Set(own.map(({ left }) => left))],
    others: [...new Set(own.map(({ right }) => right))],
  }));
};

const between = (some: readonly string[], others: readonly string[]) => {
  const [one, other] = [new Set(some), new Set(others)];
  return ({ left, right }: Decision): boolean =>
    (one.has(left) && other.has(right)) || (one.has(right) && other.has(left));
};

const isSame = (a: Decision, b: Decision): boolean =>
  (a.left === b.left && a.right === b.right) || (a.left === b.right && a.right === b.left);
