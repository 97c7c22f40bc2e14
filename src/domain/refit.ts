// Refits: the dates at which a model is fitted again. They lie on a grid of UTC days that the horizon alone determines, and a model
// learns from what happened before the last of them. So which model there is follows from the files, and not from how often
// they were built, and between two refits new events leave it as it is. Nothing is lost by waiting: labels of the days since the last
// refit are not complete for a horizon to come.

import { type EpochSeconds, secondsPerDay } from "./resource.js";

/** Short horizons are refitted daily, and long ones monthly. */
const refitsPerHorizon = 12;
const maxDays = 30;

const refitSeconds = (horizonSeconds: number): number =>
  Math.min(maxDays, Math.max(1, Math.floor(horizonSeconds / refitsPerHorizon / secondsPerDay))) *
  secondsPerDay;

/** The last refit at or before `dataThrough`: the model learns from events before it. */
export const lastRefit = (dataThrough: EpochSeconds, horizonSeconds: number): EpochSeconds =>
  Math.floor(dataThrough / refitSeconds(horizonSeconds)) * refitSeconds(horizonSeconds);

/** The next refit: once the data reach it, the model is fitted again. */
export const nextRefit = (dataThrough: EpochSeconds, horizonSeconds: number): EpochSeconds =>
  lastRefit(dataThrough, horizonSeconds) + refitSeconds(horizonSeconds);
