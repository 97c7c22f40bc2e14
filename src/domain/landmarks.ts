// Landmarks: the past cutoffs at which training rows are made. The newest one is the last whose label window has ended; it is the
// test. Earlier ones step back by at least a third of the horizon. Label windows of adjacent landmarks overlap, so their rows
// add less than new people would, but still help where people are few. Three steps back windows no longer overlap, so
// training for the newest landmark can begin there.

import { type EpochSeconds, secondsPerDay } from "./resource.js";

/** Features need a history before the first landmark, and long horizons a longer one. */
const warmUpDays = 30;
const minStepDays = 7;
/** Two years show each season twice; older customers behave differently. */
const reachDays = 2 * 365;
/** However long the horizon, there must be room for a training window before the test, and for one before that. */
const generations = 2;
const maxLandmarks = 18;

/**
 * Ascending landmarks for events from `oldest` up to `dataThrough`, at most 18; none where the history is too short. They are whole
 * days apart, so that all have the time of day of `dataThrough`.
 */
export const landmarks = (
  oldest: EpochSeconds,
  dataThrough: EpochSeconds,
  horizonSeconds: number,
): EpochSeconds[] => {
  const newest = dataThrough - horizonSeconds;
  const warmUp = Math.max(warmUpDays * secondsPerDay, horizonSeconds / 2);
  const farthest = Math.max(reachDays * secondsPerDay, generations * horizonSeconds);
  const reach = Math.min(newest - (oldest + warmUp), farthest);
  if (reach < 0) return [];
  const step = stepDays(reach, horizonSeconds) * secondsPerDay;
  const count = Math.min(maxLandmarks, Math.floor(reach / step) + 1);
  return Array.from({ length: count }, (_, i) => newest - (count - 1 - i) * step);
};

/** A third of the horizon, but at least a week; more where the maximum number of landmarks would not cover the history. */
const stepDays = (reachSeconds: number, horizonSeconds: number): number =>
  Math.max(
    minStepDays,
    Math.ceil(horizonSeconds / 3 / secondsPerDay),
    Math.ceil(reachSeconds / (maxLandmarks - 1) / secondsPerDay),
  );
