// Decisions of the owner about people, stored as pairs of records, because records stay when people change. A pair is together or
// apart: a decision replaces existing ones about its pairs, and a withdrawn decision leaves nothing behind.

import type { Decision, Decisions } from "./people.js";

export const noDecisions: Decisions = { together: [], apart: [] };

/** Id and time of a decision. */
export type DecisionStamp = Pick<Decision, "id" | "made_at">;

/** Puts `records` and `rest` apart: no record of one is the same person as any of the other. */
export const split = (
  { together, apart }: Decisions,
  records: readonly string[],
  rest: readonly string[],
  made: DecisionStamp,
): Decisions => {
  const concernsPair = between(records, rest);
  const pairs = records.flatMap((left) => rest.map((right) => ({ left, right, ...made })));
  return {
    together: together.filter((pair) => !concernsPair(pair)),
    apart: [...apart.filter((pair) => !concernsPair(pair)), ...pairs],
  };
};

/** Makes the people of these records one, by a pair of their first records. */
export const merge = (
  { together, apart }: Decisions,
  records: readonly string[],
  others: readonly string[],
  made: DecisionStamp,
): Decisions => {
  const concernsPair = between(records, others);
  const pair = { left: records[0]!, right: others[0]!, ...made };
  return {
    together: [...together.filter((existing) => !isSame(existing, pair)), pair],
    apart: apart.filter((existing) => !concernsPair(existing)),
  };
};

export const withdraw = ({ together, apart }: Decisions, id: string): Decisions => ({
  together: together.filter((pair) => pair.id !== id),
  apart: apart.filter((pair) => pair.id !== id),
});

/** A decision with its remaining pairs. */
export interface OwnerDecision extends DecisionStamp {
  kind: "together" | "apart";
  /** Records of one side and of the other; of a merge, one each. */
  records: string[];
  others: string[];
}

/** Newest first. */
export const listDecisions = ({ together, apart }: Decisions = noDecisions): OwnerDecision[] =>
  [...ofKind("together", together), ...ofKind("apart", apart)].sort(
    (a, b) => b.made_at - a.made_at || (a.id < b.id ? -1 : 1),
  );

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
