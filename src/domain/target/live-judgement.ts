// Live judgement: a person whom a live score has judged by the rule of a trigger since the last build, beside what
// the result of that build remembers. It is ahead while the score knew events that no build has; until one has them,
// builds leave the person as they were judged.
//
//   remembered ──▶ ahead ──▶ settled: an index of a newer build has the events ──▶ remembered by the next build

import type { EpochMs, EpochSeconds } from "../resource/resource.js";
import { type CrossingRule, judge, type Side, sideBefore } from "./trigger-rule.js";

export interface LiveJudgement {
  personId: string;
  side: Side;
  /** The value that was judged; null: none. */
  value: number | null;
  /** When they were last reported, by the time of the data; null: never. */
  reportedAt: EpochSeconds | null;
  /** When a live score last reported them; null: none did. */
  sentAt: EpochMs | null;
  judgedAt: EpochMs;
  isAhead: boolean;
}

/** Null: none. */
export interface WatchedPerson {
  value: number | null;
  /** What the last build remembers. */
  side: number | null;
  before: number | null;
  reportedAt: EpochSeconds | null;
}

export interface LiveMoment {
  /** Cutoff of the score, exclusive. */
  at: EpochSeconds;
  now: EpochMs;
  /** Whether the score knows events of the person that the last build does not. */
  isAhead: boolean;
}

export interface JudgedLive {
  judgement: LiveJudgement;
  reported: "up" | "down" | null;
  /** The value with which the new one was compared; null: none. */
  from: number | null;
}

/** Null where there is nothing to remember. */
export const judgeLive = (
  personId: string,
  { value, side, before, reportedAt }: WatchedPerson,
  last: LiveJudgement | undefined,
  rule: CrossingRule,
  { at, now, isAhead }: LiveMoment,
): JudgedLive | null => {
  const known = sideBefore(last?.side ?? side ?? Number.NaN, rule, false);
  const reportedBefore = last ? last.reportedAt : reportedAt;
  const remembered = { side: known, reportedAt: reportedBefore ?? Number.NaN };
  const judged = judge(remembered, value ?? Number.NaN, rule, at);
  const isSettled = last?.isAhead === true && !isAhead;
  if (judged.side === known && !isSettled) return null;
  const from = last ? last.value : before;
  return {
    judgement: {
      personId,
      side: judged.side,
      value: value ?? from,
      reportedAt: judged.reported ? at : reportedBefore,
      sentAt: judged.reported ? now : (last?.sentAt ?? null),
      judgedAt: now,
      isAhead,
    },
    reported: judged.reported,
    from,
  };
};
