// What the events of a stream were worth.

import type { DayFeature, EventFeature } from "./feature.js";
import { dayFeature, eventFeature, type Spoken, span, suffix, windowsWithin } from "./words.js";

const windows = [7, 14, 30, 60, 90, 180, 365, 730];
const trendDays = 90;

export const valueFeatures = (stream: Spoken, historyDays: number): (EventFeature | DayFeature)[] => [
  ...sums(stream, historyDays),
  ...levels(stream),
  ...(trendDays < historyDays ? [trend(stream)] : []),
];

const sums = (stream: Spoken, historyDays: number) =>
  windowsWithin(historyDays, windows).map((days) =>
    eventFeature(
      stream,
      { of: "value_sum", days },
      `${stream.name}_value_sum${suffix(days)}`,
      `total value of ${stream.many} ${span(days)}`,
    ),
  );

const levels = (stream: Spoken) => {
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

const trend = (stream: Spoken) =>
  eventFeature(
    stream,
    { of: "value_trend", days: trendDays },
    `${stream.name}_value_trend_${trendDays}d`,
    `mean value of a ${stream.one} in the last ${trendDays} days over the mean of all`,
  );
