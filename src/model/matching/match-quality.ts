// Quality of matching by the owner's decisions about pairs that were drawn at random: from those that are one
// person, and from those of two people who are nearly alike enough.

import type { MatchEstimate, MatchQuality } from "../../domain/people/person.js";
import { wilsonInterval } from "../numeric/confidence-intervals.js";

/** Decided pairs of one kind. */
export interface DrawnPairs {
  decided: number;
  /** Decided pairs that the owner says are one person. */
  same: number;
  /** All pairs of the kind, with those decided. */
  all: number;
}

/** Fewer decisions about a kind of pairs say too little. */
export const fewestDrawn = 20;

/** Two intervals of 97.5 % hold together in 95 % of cases. */
const zOfTwo = 2.2414;

/** Intervals of 95 %; that of the recall is a little wide. */
export const matchQuality = (
  one: DrawnPairs,
  two: DrawnPairs,
): Pick<MatchQuality, "precision" | "recall"> => {
  const isKnown = one.decided >= fewestDrawn;
  // Where no pairs are near, none is missing.
  const isNearKnown = two.all === 0 || two.decided >= fewestDrawn;
  return {
    precision: isKnown ? shareOf(one) : null,
    recall: isKnown && isNearKnown ? recallOf(one, two) : null,
  };
};

const shareOf = ({ same, decided }: DrawnPairs): MatchEstimate => ({
  value: same / decided,
  ...wilsonInterval(same / decided, decided),
});

/** Each kind counts for as many pairs as it has. */
const recallOf = (one: DrawnPairs, two: DrawnPairs): MatchEstimate | null => {
  const [right, missing] = [one, two].map((own) => {
    if (own.all === 0) return { value: 0, low: 0, high: 0 };
    const share = own.same / own.decided;
    const { low, high } = wilsonInterval(share, own.decided, zOfTwo);
    return { value: own.all * share, low: own.all * low, high: own.all * high };
  }) as [MatchEstimate, MatchEstimate];
  if (right.value + missing.value === 0) return null;
  const recall = (found: number, lost: number) => (found === 0 ? 0 : found / (found + lost));
  return {
    value: recall(right.value, missing.value),
    low: recall(right.low, missing.high),
    high: recall(right.high, missing.low),
  };
};
