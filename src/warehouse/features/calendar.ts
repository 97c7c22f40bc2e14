// The cutoff's place in the year, as a point on the circle, so that December lies beside January.

import type { CalendarMeasure } from "../../domain/features/feature.js";
import { type EpochSeconds, secondsPerDay } from "../../domain/resource.js";

const yearSeconds = 365.2425 * secondsPerDay;

/** From −1 to 1; the same for all people of a landmark. */
export const placeInYear = ({ of }: CalendarMeasure, cutoff: EpochSeconds): number => {
  const angle = (2 * Math.PI * cutoff) / yearSeconds;
  return of === "year_sin" ? Math.sin(angle) : Math.cos(angle);
};
