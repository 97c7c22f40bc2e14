// Landmarks: the past cutoffs at which training rows are made. The newest one is the last whose label window
// has ended; it is the test. None looks forward into a quiet period, where nobody can reach a goal. One may
// look back on it: the people whom it sees are those of the days before a season, and what they did then is
// known. In a log of regular dates, landmarks lie as long after a date as the day of the prediction does, and
// have about as many dates ahead.
//
//   near     a third of the horizon apart. Label windows of adjacent landmarks overlap, so their rows add less
//            than new people would, but still help where people are few. They reach back far enough for a test,
//            and for tests before it. Where only few people are active after each, more of them make up for it
//   far      further and further apart: a shop that grew is seen as it is, and years ago only faintly
//   season   the days of earlier years that are nearest to the day of the prediction, which show its season, and to near landmarks,
//            which show whether a season comes back

import { type EpochSeconds, secondsPerDay } from "../resource/resource.js";
import { type EventDates, nextDates } from "./event-dates.js";
import { alikeCutoffs, type Horizon, windowEnd } from "./label-window.js";
import { meets, type Period } from "./quiet-periods.js";

/** Features need a history before the first landmark, and long horizons a longer one. */
const warmUpDays = 30;
const minStepDays = 7;
const stepsPerHorizon = 3;
const nearLandmarks = 10;
const otherLandmarks = 14;
const mostNearLandmarks = 100;
const maxSeasonal = 12;
/** Distance between far landmarks over the distance before it. */
const growth = 1.4;
const yearDays = 365.25;
const maxYears = 5;

/** Days of a history that has a landmark, if it has no holes. */
export const neededDays = (horizonDays: number): number =>
  horizonDays + Math.ceil(Math.max(warmUpDays, horizonDays / 2));

/** Days between near landmarks. */
export const stepDays = (horizonSeconds: number): number =>
  Math.max(minStepDays, Math.ceil(horizonSeconds / stepsPerHorizon / secondsPerDay));

/** The days of a log on which something happens. */
export interface LogDays {
  /** Hardly anything happened in them; ascending. */
  quiet: readonly Period[];
  /** The dates that nearly all events are on; null for a log that goes on all the time. */
  dates: EventDates | null;
}

/** Fewer rows at all near landmarks together teach little. */
const wantedRows = 2000;

/** Near landmarks, for so many people who have a label at each. */
export const nearLandmarksFor = (people: number): number =>
  Math.min(mostNearLandmarks, Math.max(nearLandmarks, Math.ceil(wantedRows / Math.max(1, people))));

const always: LogDays = { quiet: [], dates: null };

/**
 * Ascending landmarks for events from `oldest` up to `dataThrough`, at most 24, or 14 more than the `near`
 * ones; none where the history is too short or too quiet. They are whole days apart, so that all have the time
 * of day of `dataThrough`.
 */
export const landmarks = (
  oldest: EpochSeconds,
  dataThrough: EpochSeconds,
  horizon: Horizon,
  days: LogDays = always,
  near = nearLandmarks,
): EpochSeconds[] => {
  const horizonSeconds = windowEnd(dataThrough, horizon) - dataThrough;
  const step = stepDays(horizonSeconds) * secondsPerDay;
  const warmUp = Math.max(warmUpDays * secondsPerDay, horizonSeconds / 2);
  const isPossible = (at: EpochSeconds) =>
    at >= oldest + warmUp && !meets(days.quiet, at, windowEnd(at, horizon));
  const between = (days.dates?.everyDays ?? 0) * secondsPerDay;
  const isPeriod = typeof horizon !== "number" && "through" in horizon;
  const onDates = isPeriod
    ? []
    : spaced(afterDates(dataThrough, horizon, days.dates, isPossible), step - between / 2);
  const plain = isPeriod
    ? alikeCutoffs(dataThrough, horizon, oldest + warmUp).filter(
        (at) => windowEnd(at, horizon) <= dataThrough,
      )
    : daysAgo(newestOver(dataThrough, horizon), (dataThrough - oldest - warmUp) / secondsPerDay).map(
        (days) => dataThrough - days * secondsPerDay,
      );
  const onGrid = plain.filter(isPossible);
  const possible = onDates.length > 0 ? onDates : onGrid;
  const apart = Math.max(step, onDates.length > 0 ? between : 0);
  const seasonal = sameDays(possible, dataThrough, apart);
  const far = farApart(possible.length, near + otherLandmarks - seasonal.size, near);
  return possible.filter((at, i) => far.has(i) || seasonal.has(at)).reverse();
};

/** Days ago on which the newest horizon that is over began. */
const newestOver = (dataThrough: EpochSeconds, horizon: Horizon): number => {
  if (typeof horizon === "number") return horizon / secondsPerDay;
  let days = 1;
  while (windowEnd(dataThrough - days * secondsPerDay, horizon) > dataThrough) days++;
  return days;
};

/**
 * Days from the first landmark's to `mostDays` ago, a third of the horizon apart. In a history of years,
 * steps are stretched so that today's day of each earlier year is among them: other steps would drift away
 * from today's season. Not where that would cost the landmark that the test learns from.
 */
const daysAgo = (horizonDays: number, mostDays: number): number[] => {
  if (horizonDays > mostDays) return [];
  const [plain, stretched] = [[horizonDays], [horizonDays]];
  const step = Math.max(minStepDays, horizonDays / stepsPerHorizon);
  for (let years = 1; yearsInDays(years) <= mostDays; years++) {
    const last = stretched.at(-1)!;
    const days = yearsInDays(years) - last;
    const steps = Math.floor(days / step);
    if (steps < 1 || days > maxStretch * steps * step) continue;
    for (let i = 1; i <= steps; i++) stretched.push(last + Math.round((i * days) / steps));
  }
  for (const found of [plain, stretched])
    for (let ago = found.at(-1)! + Math.ceil(step); ago <= mostDays; ago += Math.ceil(step)) found.push(ago);
  const isTestable = (found: number[]) => found.at(-1)! >= 2 * horizonDays;
  return isTestable(plain) && !isTestable(stretched) ? plain : stretched;
};

const maxStretch = 1.25;

const yearsInDays = (years: number): number => Math.round(years * yearDays);

/**
 * Ascending landmarks after `newest` that a shorter horizon allows: as far apart as those near now, and the
 * newest possible.
 */
export const newerLandmarks = (
  newest: EpochSeconds,
  dataThrough: EpochSeconds,
  { horizonSeconds, shorterSeconds }: { horizonSeconds: number; shorterSeconds: number },
  days: LogDays,
): EpochSeconds[] => {
  const step = stepDays(horizonSeconds) * secondsPerDay;
  const last = dataThrough - shorterSeconds;
  const isPossible = (at: EpochSeconds) => at > newest && !meets(days.quiet, at, at + shorterSeconds);
  const onDates = afterDates(dataThrough, shorterSeconds, days.dates, isPossible).reverse();
  if (onDates.length > 0) return onDates;
  const onGrid: EpochSeconds[] = [];
  for (let at = newest + step; at <= last - step / 2; at += step) onGrid.push(at);
  return [...onGrid, last].filter(isPossible);
};

/** Fewer landmarks with about as many dates ahead as today show too little. */
const minAlike = 3;
/**
 * Share of the dates ahead by which their number may differ: one of five hardly changes what people do, and
 * one of one decides it.
 */
const alikeShare = 0.25;

/**
 * In descending order, the instants whose horizon is over that lie as long after a date as `dataThrough`
 * does; none without a rule that dates keep to.
 */
const afterDates = (
  dataThrough: EpochSeconds,
  horizon: Horizon,
  log: EventDates | null,
  isPossible: (at: EpochSeconds) => boolean,
): EpochSeconds[] => {
  if (log === null || log.rule === null) return [];
  const since = dataThrough - log.dates.at(-1)!.end;
  const found = log.dates
    .slice(0, -1)
    .map(({ end }, i) => ({ at: end + since, next: log.dates[i + 1]!.start }))
    .filter(({ at, next }) => at <= next && windowEnd(at, horizon) <= dataThrough && isPossible(at))
    .map(({ at }) => at)
    .reverse();
  const ahead = nextDates(log, windowEnd(dataThrough, horizon))?.length ?? 0;
  const datesIn = (at: EpochSeconds) =>
    log.dates.filter(({ end }) => at < end && end <= windowEnd(at, horizon)).length;
  const alike = found.filter((at) => Math.abs(datesIn(at) - ahead) <= alikeShare * ahead);
  return ahead > 0 && alike.length >= minAlike ? alike : found;
};

/**
 * Instants at least so many `seconds` apart: the first of a descending list, and each that is far enough
 * before the one taken last.
 */
const spaced = (descending: readonly EpochSeconds[], seconds: number): EpochSeconds[] => {
  const taken: EpochSeconds[] = [];
  for (const at of descending) if (taken.length === 0 || taken.at(-1)! - at >= seconds) taken.push(at);
  return taken;
};

/**
 * Landmarks of earlier years that are within half of `apart` of today's day, or of every second near
 * landmark's. `possible` is descending.
 */
const sameDays = (possible: readonly EpochSeconds[], now: EpochSeconds, apart: number): Set<EpochSeconds> => {
  const years = Array.from({ length: maxYears }, (_, i) => yearsInDays(i + 1) * secondsPerDay);
  const near = possible.slice(0, nearLandmarks).filter((_, i) => i % 2 === 0);
  const days = years.flatMap((ago) => [now, ...near].map((at) => at - ago));
  const same = days.map((day) => possible.find((at) => Math.abs(at - day) <= apart / 2));
  return new Set([...new Set(same)].filter((at) => at !== undefined).slice(0, maxSeasonal));
};

/** At most `max` of `count` places: the first `near` ones, then one after ever longer gaps. */
const farApart = (count: number, max: number, near: number): Set<number> => {
  const chosen = new Set<number>();
  let gap = 1;
  for (let at = 0; Math.round(at) < count && chosen.size < max; at += gap) {
    chosen.add(Math.round(at));
    if (chosen.size >= near) gap *= growth;
  }
  return chosen;
};
