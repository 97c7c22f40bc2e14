// Membership of one person in a cohort as of a cutoff, from their own events: the criteria of
// `warehouse/cohorts/criteria.ts` for a single person. A test compares both for random cohorts and logs.

import type { CohortConfig } from "../../domain/cohort/cohort.js";
import { minCountOf } from "../../domain/cohort/cohort-count.js";
import { type EpochSeconds, secondsPerDay } from "../../domain/resource/resource.js";

/** Events of one person in a stream, in order of time. */
export interface OwnEvents {
  count: number;
  time(event: number): EpochSeconds;
  /** Whole millionths. */
  micros(event: number): number;
  /** Whether the event meets the condition list of this index. */
  isChosen(event: number, conditions: number): boolean;
}

export interface EventRule {
  definition: CohortConfig;
  /** Index of the definition's condition list; null where all events count. */
  conditions: number | null;
  least: bigint | null;
  most: bigint | null;
}

/** Digits of a bound behind its point, with those of amounts. */
const scale = 6;

/** Null for a bound that only an exponent can write. */
export const eventRule = (definition: CohortConfig, conditions: number | null): EventRule | null => {
  const { min_value, max_value } = definition;
  if ([min_value, max_value].some((bound) => bound !== undefined && /e/.test(String(bound)))) return null;
  return {
    definition,
    conditions,
    least: min_value === undefined ? null : inMicros(min_value, "up"),
    most: max_value === undefined ? null : inMicros(max_value, "down"),
  };
};

/** The bound in whole millionths, which the sum of amounts has too. */
const inMicros = (bound: number, direction: "up" | "down"): bigint => {
  const [whole, fraction = ""] = String(Math.abs(bound)).split(".");
  const digits = BigInt(whole! + fraction.padEnd(scale, "0").slice(0, scale));
  const isExact = /^0*$/.test(fraction.slice(scale));
  const isNegative = bound < 0;
  const away = !isExact && (direction === "up") !== isNegative ? 1n : 0n;
  return (isNegative ? -1n : 1n) * (digits + away);
};

/** `follows`: the person's events in each stream that ends membership. */
export const isMember = (
  { definition, conditions, least, most }: EventRule,
  events: OwnEvents,
  follows: readonly OwnEvents[],
  cutoff: EpochSeconds,
): boolean => {
  let [count, value, first, last] = [0, 0, Number.NaN, Number.NaN];
  for (let event = 0; event < events.count; event++) {
    const time = events.time(event);
    if (time >= cutoff) break;
    if (conditions !== null && !events.isChosen(event, conditions)) continue;
    if (count === 0) first = time;
    last = time;
    count++;
    value += events.micros(event);
    if (!Number.isSafeInteger(value)) throw new AmountTooLarge();
  }
  const { max_count, recency, not_followed_by = [] } = definition;
  if (count < minCountOf(definition) || (max_count !== undefined && count > max_count)) return false;
  if ((least !== null && BigInt(value) < least) || (most !== null && BigInt(value) > most)) return false;
  if (recency && !isRecent(recency, recency.occurrence === "first" ? first : last, cutoff)) return false;
  return (
    not_followed_by.length === 0 || (count > 0 && !follows.some((each) => hasBetween(each, last, cutoff)))
  );
};

/** A sum of amounts beyond nine thousand million is not exact. */
export class AmountTooLarge extends Error {
  override name = "AmountTooLarge";
}

const isRecent = (
  { min_days, max_days }: NonNullable<CohortConfig["recency"]>,
  moment: EpochSeconds,
  cutoff: EpochSeconds,
): boolean => {
  if (Number.isNaN(moment)) return false;
  if (min_days !== undefined && moment > cutoff - min_days * secondsPerDay) return false;
  return max_days === undefined || moment > cutoff - (max_days + 1) * secondsPerDay;
};

const hasBetween = ({ count, time }: OwnEvents, after: EpochSeconds, until: EpochSeconds): boolean => {
  for (let event = 0; event < count; event++) if (time(event) > after && time(event) < until) return true;
  return false;
};
