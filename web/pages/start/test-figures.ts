// The main figures of a prediction's test, in words that need no statistics.

import {
  formatCount,
  formatCounted,
  formatNumber,
  formatPeople,
  formatPercent,
  reader,
} from "../../ui/format.js";

interface Tested {
  people?: number;
  attained?: number;
  base_rate?: number | null;
  auc?: number | null;
  top_decile_lift?: number | null;
}

/** Names and values; figures that the test lacks are undefined. */
export const testFigures = (
  { people, attained, base_rate, auc, top_decile_lift: lift }: Tested,
  horizonDays: number | undefined,
): (readonly [name: string, value: string | undefined])[] => [
  ["Horizon", shown(horizonDays, (days) => formatCounted(days, "day"))],
  ["Tested on", shown(people, (count) => `${formatPeople(count)} the model had not seen`)],
  [
    "Of these, converted",
    shown(
      attained,
      (count) => `${formatCount(count)}${shown(base_rate, (rate) => ` (${formatPercent(rate)})`) ?? ""}`,
    ),
  ],
  ["Lift in the top 10 %", shown(lift, (times) => `${formatNumber(times, 2)} times the average rate`)],
  ["Ranking quality (AUC)", shown(auc, (share) => `${reader.fixed(share, 2)} (chance: 0.5)`)],
];

const shown = (value: number | null | undefined, show: (value: number) => string): string | undefined =>
  value === null || value === undefined ? undefined : show(value);
