// Rules of triggers. What is remembered of a person is on which side of a band they were when they were last
// judged, and when they were last reported.
//
//              value ≥ risesAt                      value ≥ risesAt
//   unknown ────────────────────▶ above  ◀──────────────────────────── below
//      │                            │                                    ▲
//      │  value < fallsBelow        │  value < fallsBelow                │
//      └────────────────────────────┴────────────────────────────────────┘
//
// Between the two bounds nothing changes. A change of sides from above or below is news if its direction is
// reported; otherwise it is only remembered. Within the quiet period a change that would be news is not made: who
// is on the other side when the period is over is reported then, and who came back is not. So news of one person
// alternate between up and down, unless one of them is not reported, and are never closer than the quiet period.

import type { MoverDirection } from "../pipeline/score-change.js";
import type { EpochSeconds } from "../resource/resource.js";

export const sides = { unknown: -1, below: 0, above: 1 } as const;
export type Side = (typeof sides)[keyof typeof sides];

export interface CrossingRule {
  risesAt: number;
  /** At most `risesAt`. */
  fallsBelow: number;
  /** Directions that are news. */
  reports: { up: boolean; down: boolean };
  /** Whether people who are seen for the first time, after the first evaluation, count as having been below. */
  isNewBelow: boolean;
  quietSeconds: number;
}

export interface Remembered {
  side: Side;
  /** NaN: never. */
  reportedAt: EpochSeconds;
}

export interface Judged {
  side: Side;
  reported: "up" | "down" | null;
}

/** The change of a person with this value. NaN: they have none now, and stay as they were. */
export const judge = (before: Remembered, value: number, rule: CrossingRule, at: EpochSeconds): Judged => {
  const side = sideOf(value, rule);
  if (side === sides.unknown || side === before.side) return { side: before.side, reported: null };
  const direction = side === sides.above ? "up" : "down";
  if (before.side === sides.unknown || !rule.reports[direction]) return { side, reported: null };
  if (isQuiet(before.reportedAt, rule, at)) return { side: before.side, reported: null };
  return { side, reported: direction };
};

/**
 * The side on which a person counts as having been. NaN: nothing is remembered of them. People who are seen for
 * the first time count as having been below only if others were seen before them.
 */
export const sideBefore = (remembered: number, { isNewBelow }: CrossingRule, isFirst: boolean): Side => {
  if (!Number.isNaN(remembered)) return remembered as Side;
  return isNewBelow && !isFirst ? sides.below : sides.unknown;
};

/** The side of a value; unknown between the bounds. */
const sideOf = (value: number, { risesAt, fallsBelow }: CrossingRule): Side => {
  if (value >= risesAt) return sides.above;
  return value < fallsBelow ? sides.below : sides.unknown;
};

const isQuiet = (
  reportedAt: EpochSeconds,
  rule: Pick<CrossingRule, "quietSeconds">,
  at: EpochSeconds,
): boolean => at - reportedAt < rule.quietSeconds;

export interface MoverRule {
  most: number;
  direction: MoverDirection;
  leastChange: number;
  quietSeconds: number;
}

/** Probabilities of people, in order of person; NaN for none. */
export interface Moves {
  from: Float64Array;
  to: Float64Array;
  /** NaN: never. */
  reportedAt: Float64Array;
}

/** Indexes of the people whose probability changed most, the largest change first; ties go to the first. */
export const largestMoves = (
  { from, to, reportedAt }: Moves,
  rule: MoverRule,
  at: EpochSeconds,
): number[] => {
  const found: number[] = [];
  for (let i = 0; i < from.length; i++) {
    const change = to[i]! - from[i]!;
    const isWanted = { up: change > 0, down: change < 0, both: true }[rule.direction];
    if (isWanted && Math.abs(change) >= rule.leastChange && !isQuiet(reportedAt[i]!, rule, at)) found.push(i);
  }
  const size = (i: number) => Math.abs(to[i]! - from[i]!);
  return found.sort((a, b) => size(b) - size(a) || a - b).slice(0, rule.most);
};

/** Whether an evaluation is on a later day (UTC) of the data than the one before it. */
export const isNextDay = (before: EpochSeconds, now: EpochSeconds): boolean => dayOf(now) > dayOf(before);

/** Day of the last second before a cutoff. */
const dayOf = (cutoff: EpochSeconds): number => Math.floor((cutoff - 1) / 86_400);
