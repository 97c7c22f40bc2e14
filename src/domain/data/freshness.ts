// Freshness of a delivered file: the instants from which it is old, each with its reason. A file is old once
// newer data should have come, by the account's own rhythm, or once the time that its scores predict is over.
// A refit is no reason of its own: a model is fitted again when new data come, and these are due no later.

import { type EpochMs, type EpochSeconds, secondsPerDay } from "../resource/resource.js";

/**
 * `data_due`      files come at least every so many days, and none has come since
 * `events_due`    the same of events, where too few files have come to know their rhythm
 * `horizon_over`  the days that the scores predict have passed
 */
export const staleCodes = ["data_due", "events_due", "horizon_over"] as const;
export type StaleCode = (typeof staleCodes)[number];

export interface StaleReason {
  code: StaleCode;
  /** From when on the file is old. */
  at: EpochMs;
  /** The last file, the last event, or the end of the data. */
  since: EpochMs;
  /** The longest usual gap between files or events, or the horizon. */
  days: number;
}

export interface FreshnessFacts {
  /** When files with events came, in any order. */
  arrivals: readonly EpochMs[];
  /** The dated stream whose events are due last; null where no stream has a rhythm. */
  rhythm: StreamRhythm | null;
  /** The cutoff of the scores; null without dates. */
  dataThrough: EpochSeconds | null;
  /** Horizons of the outcomes that have one. */
  horizonDays: readonly number[];
}

export interface StreamRhythm {
  lastEvent: EpochSeconds;
  usualGapDays: number;
  /** Days without an event after which the stream counts as quiet. */
  quietAfterDays: number;
}

const msPerDay = 1000 * secondsPerDay;
/** A rhythm needs that many gaps between days with files, and looks at the newest of them. */
const minGaps = 3;
const maxGaps = 11;
/** A file may come somewhat later than the latest of those before it. */
const tolerance = 1.25;

/** Arrivals that tell the rhythm, oldest first: the newest of each of the last days (UTC) with any. */
export const tellingArrivals = (arrivals: readonly EpochMs[]): EpochMs[] => {
  const newestOfDay = new Map<number, EpochMs>();
  for (const at of [...arrivals].sort((a, b) => a - b)) newestOfDay.set(Math.floor(at / msPerDay), at);
  return [...newestOfDay.values()].slice(-maxGaps - 1);
};

/** Whether files come often enough that no rhythm of events is needed. `telling`: see `tellingArrivals`. */
export const hasRhythm = (telling: readonly EpochMs[]): boolean => telling.length > minGaps;

/** Everything that makes the file old, the earliest first. */
export const staleReasons = ({
  arrivals,
  rhythm,
  dataThrough,
  horizonDays,
}: FreshnessFacts): StaleReason[] => {
  const due = dataDue(arrivals) ?? (rhythm && eventsDue(rhythm));
  const over = dataThrough === null ? null : horizonOver(dataThrough, horizonDays);
  return [due, over].filter((reason) => reason !== null).sort((a, b) => a.at - b.at);
};

const dataDue = (arrivals: readonly EpochMs[]): StaleReason | null => {
  const telling = tellingArrivals(arrivals);
  if (!hasRhythm(telling)) return null;
  const days = telling.map((at) => Math.floor(at / msPerDay));
  const longest = Math.max(...days.slice(1).map((day, i) => day - days[i]!));
  const since = telling.at(-1)!;
  return { code: "data_due", at: since + tolerance * longest * msPerDay, since, days: longest };
};

const eventsDue = ({ lastEvent, usualGapDays, quietAfterDays }: StreamRhythm): StaleReason => ({
  code: "events_due",
  at: Math.round((lastEvent + quietAfterDays * secondsPerDay) * 1000),
  since: lastEvent * 1000,
  days: Math.max(1, Math.round(usualGapDays)),
});

const horizonOver = (dataThrough: EpochSeconds, horizonDays: readonly number[]): StaleReason | null => {
  if (horizonDays.length === 0) return null;
  const days = Math.min(...horizonDays);
  const since = dataThrough * 1000;
  return { code: "horizon_over", at: since + days * msPerDay, since, days };
};
