// Landmarks: the past cutoffs at which training rows are made. The newest one is the last whose label window has ended; it is the
// test. They lie where the log is alive: none looks back on a quiet period or forward into one.
//
//   near     a third of the horizon apart. Label windows of adjacent landmarks overlap, so their rows add less than new people
//            would, but still help where people are few. They reach back far enough for a test, and for tests before it
//   far      further and further apart: a shop that grew is seen as it is, and years ago only faintly
//   season   the days of earlier years that are nearest to the day of the prediction, which show its season, and to near landmarks,
//            which show whether a season comes back

import { meets, type Period } from "./quiet-periods.js";
import { type EpochSeconds, secondsPerDay } from "./resource.js";

/** Features need a history before the first landmark, and long horizons a longer one. */
const warmUpDays = 30;
const minStepDays = 7;
const stepsPerHorizon = 3;
const nearLandmarks = 10;
const maxLandmarks = 24;
const maxSeasonal = 12;
/** Distance between far landmarks over the distance before it. */
const growth = 1.4;
const yearDays = 365.25;
const maxYears = 5;

/** Days between near landmarks. */
export const stepDays = (horizonSeconds: number): number =>
  Math.max(minStepDays, Math.ceil(horizonSeconds / stepsPerHorizon / secondsPerDay));

/**
 * Ascending landmarks for events from `oldest` up to `dataThrough`, at most 24; none where the history is too short or too quiet.
 * They are whole days apart, so that all have the time of day of `dataThrough`.
 */
export const landmarks = (
  oldest: EpochSeconds,
  dataThrough: EpochSeconds,
  horizonSeconds: number,
  quiet: readonly Period[] = [],
): EpochSeconds[] => {
  const step = stepDays(horizonSeconds) * secondsPerDay;
  const warmUp = Math.max(warmUpDays * secondsPerDay, horizonSeconds / 2);
  const possible: EpochSeconds[] = [];
  for (let at = dataThrough - horizonSeconds; at >= oldest + warmUp; at -= step)
    if (!meets(quiet, at - step, at + horizonSeconds)) possible.push(at);
  const seasonal = sameDays(possible, dataThrough, step);
  const far = farApart(possible.length, maxLandmarks - seasonal.size);
  return possible.filter((at, i) => far.has(i) || seasonal.has(at)).reverse();
};

/** Of landmarks in descending order: those of earlier years that are within half a step of today's day, or of every second near landmark's. */
const sameDays = (possible: readonly EpochSeconds[], now: EpochSeconds, step: number): Set<EpochSeconds> => {
  const years = Array.from({ length: maxYears }, (_, i) => (i + 1) * yearDays * secondsPerDay);
  const near = possible.slice(0, nearLandmarks).filter((_, i) => i % 2 === 0);
  const days = years.flatMap((ago) => [now, ...near].map((at) => at - ago));
  const same = days.map((day) => possible.find((at) => Math.abs(at - day) <= step / 2));
  return new Set([...new Set(same)].filter((at) => at !== undefined).slice(0, maxSeasonal));
};

/** At most `max` of `count` places: the first ones, then one after ever longer gaps. */
const farApart = (count: number, max: number): Set<number> => {
  const chosen = new Set<number>();
  let gap = 1;
  for (let at = 0; Math.round(at) < count && chosen.size < max; at += gap) {
    chosen.add(Math.round(at));
    if (chosen.size >= nearLandmarks) gap *= growth;
  }
  return chosen;
};
