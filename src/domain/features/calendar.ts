// The season in which people are looked at. A handful of landmarks within one year would each get a place of its own on the
// circle, and the model would learn the landmarks by heart; so it needs seasons that come again.

import type { CalendarFeature, CalendarMeasure } from "./feature.js";

const minSpanDays = 400;

export const calendarFeatures = (landmarkSpanDays: number): CalendarFeature[] =>
  landmarkSpanDays > minSpanDays ? [feature("year_sin", "sine"), feature("year_cos", "cosine")] : [];

const feature = (of: CalendarMeasure["of"], said: string): CalendarFeature => ({
  name: of,
  literate: `time of year (${said})`,
  provider: "calendar",
  type: "number",
  over: "calendar",
  measure: { of },
});
