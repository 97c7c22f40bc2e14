// Consecutive months, including those without events.

import type { Records } from "../../api/kinds.js";

type Month = NonNullable<Records["streams"]["events_by_month"]>[number];

export const withoutGaps = (months: readonly Month[]): Month[] => {
  const [first] = months;
  const last = months.at(-1);
  if (!first || !last) return [];
  const known = new Map(months.map((month) => [month.month, month]));
  const length = indexOf(last.month) - indexOf(first.month) + 1;
  return Array.from({ length }, (_, index) => {
    const month = monthAt(indexOf(first.month) + index);
    return known.get(month) ?? { month, event_count: 0, people_count: 0 };
  });
};

const indexOf = (month: string): number => {
  const [year, number] = month.split("-").map(Number) as [number, number];
  return year * 12 + number - 1;
};

const monthAt = (index: number): string =>
  `${String(Math.floor(index / 12)).padStart(4, "0")}-${String((index % 12) + 1).padStart(2, "0")}`;
