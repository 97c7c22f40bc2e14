// The number of people reached, and what is expected of them, between the points of a reach curve.

import type { Reach } from "./scored.js";

export type ReachPoint = Reach["points"][number];

/** Linear between the points; nobody is at 0. Bounds are there if both neighbours have them. */
export const reachedAt = (points: readonly ReachPoint[], people: number): ReachPoint => {
  const nobody: ReachPoint = { people: 0, expected: 0, low: 0, high: 0 };
  const next = points.findIndex((point) => point.people >= people);
  if (next < 0) return points.at(-1) ?? nobody;
  const [from, to] = [points[next - 1] ?? nobody, points[next]!];
  const share = to.people === from.people ? 1 : (people - from.people) / (to.people - from.people);
  const between = (a: number, b: number) => a + share * (b - a);
  const bounds =
    from.low === undefined || from.high === undefined || to.low === undefined || to.high === undefined
      ? {}
      : { low: between(from.low, to.low), high: between(from.high, to.high) };
  return { people, expected: between(from.expected, to.expected), ...bounds };
};

/** A tenth of the people, or all of a few. */
export const usualReach = (people: number): number => Math.min(people, Math.max(1, Math.round(people / 10)));
