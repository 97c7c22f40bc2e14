// Landmarks: the past cutoffs at which training rows are made. The newest one is the last whose label window has ended; it is the
// test. They lie where the log is alive: none looks back on a quiet period or forward into one.
//
//   near     a third of the horizon apart. Label windows of adjacent landmarks overlap, so their rows add less than new people
//            would, but still help where people are few. They reach back far enough for a test, and for tests before it
//   far      further and further apart, as far as the log goes: a shop that grew is seen as it is, and years ago only faintly
//   season   the days of earlier years that are nearest to the day of the prediction

import { meets, type Period } from "./quiet-periods.js";
import { type EpochSeconds, secondsPerDay } from "./resource.js";

/** Features need a history before the first landmark, and long horizons a longer one. */
const warmUpDays = 30;
const minStepDays = 7;
const stepsPerHorizon = 3;
const nearLandmarks = 10;
const maxLandmarks = 20;
/** Distance between far landmarks over the distance before it. */
const growth = 1.4;
const yearDays = 365.25;
const maxYears = 5;

/** Days between near landmarks. */
export const stepDays = (horizonSeconds: number): number =>
  Math.max(minStepDays, Math.ceil(horizonSeconds / stepsPerHorizon / secondsPerDay));

/**
 * Ascending landmarks for events from `oldest` up to `dataThrough`, at most 20; none where the history is too short or too quiet.
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
  const far = farApart(possible.length, maxLandmarks - seasonal.length);
  return possible.filter((at, i) => far.has(i) || seasonal.includes(at)).reverse();
};

/** Of landmarks in descending order: the nearest to today's day of each earlier year, where one is within half a step of it. */
const sameDays = (possible: readonly EpochSeconds[], now: EpochSeconds, step: number): EpochSeconds[] => {
  const found: EpochSeconds[] = [];
  for (let years = 1; years <= maxYears; years++) {
    const day = now - years * yearDays * secondsPerDay;
    const same = possible.find((at) => Math.abs(at - day) <= step / 2);
    if (same !== undefined) found.push(same);
  }
  return found;
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
