// How often, how lately and how regularly. Beside plain durations stand ratios of durations: where all customers came in one
// season, the tenure at scoring is longer than any seen in training, and only a ratio still means the same.

import type { DayFeature, EventFeature } from "./feature.js";
import { dayFeature, eventFeature, type Spoken, span, suffix, windowsWithin } from "./words.js";

const windows = [7, 14, 30, 60, 90, 180, 365, 730];
const activeDayWindows = [30, 90, 365];
const halfLives = [30, 90, 365];
const trends = [30, 90, 365];
const seasons = [30, 90];
const yearDays = 365;

export const activityFeatures = (stream: Spoken, historyDays: number): (EventFeature | DayFeature)[] => [
  ...counts(stream, historyDays),
  ...activeDays(stream, historyDays),
  ...decayedCounts(stream, historyDays),
  ...changes(stream, historyDays),
  ...lastYear(stream, historyDays),
  ...sinceWhen(stream),
  ...gaps(stream),
];

const counts = (stream: Spoken, historyDays: number) =>
  windowsWithin(historyDays, windows).map((days) =>
    eventFeature(
      stream,
      { of: "count", days },
      `${stream.name}_count${suffix(days)}`,
      `${stream.many} ${span(days)}`,
    ),
  );

const activeDays = (stream: Spoken, historyDays: number) =>
  windowsWithin(historyDays, activeDayWindows).map((days) =>
    dayFeature(
      stream,
      { of: "active_days", days },
      `${stream.name}_days${suffix(days)}`,
      `days with ${stream.many} ${span(days)}`,
    ),
  );

const decayedCounts = (stream: Spoken, historyDays: number) =>
  halfLives
    .filter((days) => days < historyDays)
    .map((days) =>
      eventFeature(
        stream,
        { of: "decayed_count", halfLifeDays: days },
        `${stream.name}_decayed_count_${days}d`,
        `${stream.many}, each counting half with every ${days} days of age`,
      ),
    );

const changes = (stream: Spoken, historyDays: number) =>
  trends
    .filter((days) => 2 * days < historyDays)
    .map((days) =>
      eventFeature(
        stream,
        { of: "trend", days },
        `${stream.name}_trend_${days}d`,
        `share of the last ${2 * days} days' ${stream.many} that fell in the last ${days}`,
      ),
    );

const lastYear = (stream: Spoken, historyDays: number) =>
  seasons
    .filter(() => historyDays > yearDays)
    .map((days) =>
      eventFeature(
        stream,
        { of: "season", days },
        `${stream.name}_season_${days}d`,
        `${stream.many} in the ${days} days that began a year before`,
      ),
    );

const sinceWhen = (stream: Spoken) => {
  const { name, one, many } = stream;
  return [
    eventFeature(stream, { of: "recency" }, `days_since_last_${name}`, `days since last ${one}`),
    eventFeature(stream, { of: "tenure" }, `days_since_first_${name}`, `days since first ${one}`),
    eventFeature(stream, { of: "rate" }, `${name}_rate`, `${many} per 30 days since the first`),
    eventFeature(
      stream,
      { of: "recency_over_tenure" },
      `${name}_recency_over_tenure`,
      `days since last ${one} over days since the first`,
    ),
  ];
};

const gaps = (stream: Spoken) => {
  const { name, one, many } = stream;
  return [
    dayFeature(stream, { of: "gap_mean" }, `${name}_gap_mean`, `mean days between ${many}`),
    dayFeature(stream, { of: "gap_spread" }, `${name}_gap_spread`, `spread of the days between ${many}`),
    dayFeature(
      stream,
      { of: "gap_last_over_mean" },
      `${name}_gap_last_over_mean`,
      `last gap between ${many} over the mean gap`,
    ),
    dayFeature(
      stream,
      { of: "overdue" },
      `${name}_overdue`,
      `days since last ${one} over the mean gap between ${many}`,
    ),
  ];
};
