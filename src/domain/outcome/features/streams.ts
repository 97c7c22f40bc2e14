// Features of a stream's events and their value: frequency, recency, regularity, amounts. Ratios of durations
// complement plain durations: where all customers came in one season, tenures at scoring exceed any in
// training, and only ratios keep their meaning.

import type { DayFeature, EventFeature } from "./feature.js";
import { dayFeature, eventFeature, type StreamWords, span, suffix, windowsWithin } from "./naming.js";

const windows = [7, 14, 30, 60, 90, 180, 365, 730];
const activeDayWindows = [30, 90, 365];
const halfLives = [30, 90, 365];
const trends = [30, 90, 365];
const seasons = [30, 90];
const yearDays = 365;

export const activityFeatures = (stream: StreamWords, historyDays: number): (EventFeature | DayFeature)[] => [
  ...counts(stream, historyDays),
  ...activeDays(stream, historyDays),
  ...decayedCounts(stream, historyDays),
  ...changes(stream, historyDays),
  ...lastYear(stream, historyDays),
  ...sinceWhen(stream),
  ...gaps(stream),
];

const counts = (stream: StreamWords, historyDays: number) =>
  windowsWithin(historyDays, windows).map((days) =>
    eventFeature(
      stream,
      { of: "count", days },
      `${stream.name}_count${suffix(days)}`,
      `${stream.many} ${span(days)}`,
    ),
  );

const activeDays = (stream: StreamWords, historyDays: number) =>
  windowsWithin(historyDays, activeDayWindows).map((days) =>
    dayFeature(
      stream,
      { of: "active_days", days },
      `${stream.name}_days${suffix(days)}`,
      `days with ${stream.many} ${span(days)}`,
    ),
  );

const decayedCounts = (stream: StreamWords, historyDays: number) =>
  halfLives
    .filter((days) => days < historyDays)
    .map((days) =>
      eventFeature(
        stream,
        { of: "decayed_count", halfLifeDays: days },
        `${stream.name}_decayed_count_${days}d`,
        `recent ${stream.many} (${days}-day decay)`,
      ),
    );

const changes = (stream: StreamWords, historyDays: number) =>
  trends
    .filter((days) => 2 * days < historyDays)
    .map((days) =>
      eventFeature(
        stream,
        { of: "trend", days },
        `${stream.name}_trend_${days}d`,
        `share of the last ${2 * days} days' ${stream.many} in the last ${days} days`,
      ),
    );

const lastYear = (stream: StreamWords, historyDays: number) =>
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

const sinceWhen = (stream: StreamWords) => {
  const { name, one, many } = stream;
  return [
    eventFeature(stream, { of: "recency" }, `days_since_last_${name}`, `days since last ${one}`),
    eventFeature(stream, { of: "tenure" }, `days_since_first_${name}`, `days since first ${one}`),
    eventFeature(stream, { of: "rate" }, `${name}_rate`, `${many} per 30 days since the first`),
    eventFeature(
      stream,
      { of: "recency_over_tenure" },
      `${name}_recency_over_tenure`,
      `days since last ${one} divided by days since the first`,
    ),
  ];
};

const gaps = (stream: StreamWords) => {
  const { name, one, many } = stream;
  return [
    dayFeature(stream, { of: "gap_mean" }, `${name}_gap_mean`, `mean days between ${many}`),
    dayFeature(
      stream,
      { of: "gap_spread" },
      `${name}_gap_spread`,
      `standard deviation of the days between ${many}`,
    ),
    dayFeature(
      stream,
      { of: "gap_last_over_mean" },
      `${name}_gap_last_over_mean`,
      `last gap between ${many} divided by the mean gap`,
    ),
    dayFeature(
      stream,
      { of: "overdue" },
      `${name}_overdue`,
      `days since last ${one} divided by the mean gap between ${many}`,
    ),
    dayFeature(stream, { of: "gap_median" }, `${name}_gap_median`, `median days between ${many}`),
    dayFeature(stream, { of: "gap_max" }, `${name}_gap_max`, `most days between ${many}`),
    dayFeature(
      stream,
      { of: "overdue_median" },
      `${name}_overdue_median`,
      `days since last ${one} divided by the median gap between ${many}`,
    ),
    dayFeature(
      stream,
      { of: "overdue_max" },
      `${name}_overdue_max`,
      `days since last ${one} divided by the longest gap between ${many}`,
    ),
    dayFeature(
      stream,
      { of: "overdue_last" },
      `${name}_overdue_last`,
      `days since last ${one} divided by the last gap between ${many}`,
    ),
  ];
};

const trendDays = 90;

export const valueFeatures = (stream: StreamWords, historyDays: number): (EventFeature | DayFeature)[] => [
  ...sums(stream, historyDays),
  ...levels(stream),
  ...(trendDays < historyDays ? [trend(stream)] : []),
];

const sums = (stream: StreamWords, historyDays: number) =>
  windowsWithin(historyDays, windows).map((days) =>
    eventFeature(
      stream,
      { of: "value_sum", days },
      `${stream.name}_value_sum${suffix(days)}`,
      `total value of ${stream.many} ${span(days)}`,
    ),
  );

const levels = (stream: StreamWords) => {
  const { name, one, many } = stream;
  return [
    eventFeature(stream, { of: "value_mean" }, `${name}_value_mean`, `mean value of a ${one}`),
    eventFeature(stream, { of: "value_max" }, `${name}_value_max`, `largest value of a ${one}`),
    eventFeature(
      stream,
      { of: "value_negative_share" },
      `${name}_value_negative`,
      `share of ${many} with a negative value`,
    ),
    dayFeature(
      stream,
      { of: "value_first" },
      `${name}_value_first`,
      `total value on the first day with ${many}`,
    ),
    dayFeature(
      stream,
      { of: "value_last" },
      `${name}_value_last`,
      `total value on the last day with ${many}`,
    ),
  ];
};

const trend = (stream: StreamWords) =>
  eventFeature(
    stream,
    { of: "value_trend", days: trendDays },
    `${stream.name}_value_trend_${trendDays}d`,
    `mean value of a ${stream.one} in the last ${trendDays} days divided by the overall mean`,
  );
