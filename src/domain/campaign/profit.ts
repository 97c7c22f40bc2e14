// Profit of contacting people, those worth most first: what they are expected to bring, less what the contacts cost.

import type { ReachPoint } from "./list.js";

export interface ProfitTerms {
  /** Worth of one expected unit: the value of a conversion, or the margin of an amount. */
  worth: number;
  costPerContact: number;
}

/** Profit of contacting the first `people` people; the bounds are those of the expected number. */
export interface ProfitPoint {
  people: number;
  profit: number;
  /** Absent where the expected number has no interval. */
  low?: number;
  high?: number;
}

export interface ProfitCurve {
  /** From nobody to everyone. */
  points: ProfitPoint[];
  /**
   * The highest expected profit; of equal ones with the fewest people. Nobody, where every contact costs more
   * than it brings.
   */
  best: ProfitPoint;
}

export const profitCurve = (points: readonly ReachPoint[], terms: ProfitTerms): ProfitCurve => {
  const nobody: ProfitPoint = { people: 0, profit: 0, low: 0, high: 0 };
  const curve = [nobody, ...points.map((point) => profitOf(point, terms))];
  const best = curve.reduce((found, point) => (point.profit > found.profit ? point : found), nobody);
  return { points: curve, best };
};

/** A loss of each turns the bounds around. */
export const profitOf = (
  { people, expected, low, high }: ReachPoint,
  { worth, costPerContact }: ProfitTerms,
): ProfitPoint => {
  const profit = (brought: number) => brought * worth - people * costPerContact;
  if (low === undefined || high === undefined) return { people, profit: profit(expected) };
  const [a, b] = [profit(low), profit(high)];
  return { people, profit: profit(expected), low: Math.min(a, b), high: Math.max(a, b) };
};
