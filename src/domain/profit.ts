// Profit of contacting the likeliest people: what the expected buyers bring, less what the contacts cost.

import type { ReachPoint } from "./list.js";

export interface ProfitTerms {
  /** What one more person who reaches the goal is worth: the margin, in any currency. */
  valuePerBuyer: number;
  costPerContact: number;
}

/** Profit of contacting the `people` likeliest people; the bounds are those of the expected number. */
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
  /** The highest expected profit; of equal ones with the fewest people. Nobody, where every contact costs more than it brings. */
  best: ProfitPoint;
}

export const profitCurve = (points: readonly ReachPoint[], terms: ProfitTerms): ProfitCurve => {
  const nobody: ProfitPoint = { people: 0, profit: 0, low: 0, high: 0 };
  const curve = [nobody, ...points.map((point) => profitOf(point, terms))];
  const best = curve.reduce((found, point) => (point.profit > found.profit ? point : found), nobody);
  return { points: curve, best };
};

/** A loss per buyer turns the bounds around. */
export const profitOf = (
  { people, expected, low, high }: ReachPoint,
  { valuePerBuyer, costPerContact }: ProfitTerms,
): ProfitPoint => {
  const profit = (buyers: number) => buyers * valuePerBuyer - people * costPerContact;
  if (low === undefined || high === undefined) return { people, profit: profit(expected) };
  const [a, b] = [profit(low), profit(high)];
  return { people, profit: profit(expected), low: Math.min(a, b), high: Math.max(a, b) };
};
