// Which days of the past to learn from. The newest landmark is the last whose label window has ended; it is the test.
// Earlier ones step back by at least a third of a horizon. The label windows of neighbours then share days, which makes
// their rows worth less than new people's but still worth having, where people are few; three steps back they share none,
// and learning for the newest may begin there.

import { type EpochSeconds, secondsPerDay } from "./resource.js";

/** Features need a past to be made from, and a longer question a longer one. */
const warmUpDays = 30;
const minStepDays = 7;
/** Two years show each season twice; customers of longer ago behave like customers of longer ago. */
const reachDays = 2 * 365;
/** However long the question, its answers must have come in before the newest landmark, and once more before that. */
const generations = 2;
const maxLandmarks = 18;

/**
 * Ascending landmarks for events from `oldest` up to `dataThrough`, at most 18; none where the history is too short.
 * They lie whole days apart, so that all are seen from the same hour as `dataThrough` itself.
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

/** A third of a horizon, but not less than a week; further where a longer reach can be covered by the same number. */
const stepDays = (reachSeconds: number, horizonSeconds: number): number =>
  Math.max(
    minStepDays,
    Math.ceil(horizonSeconds / 3 / secondsPerDay),
    Math.ceil(reachSeconds / (maxLandmarks - 1) / secondsPerDay),
  );
