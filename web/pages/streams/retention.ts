// Cells of a retention triangle. A row has the people whose first event was in one month, and for each month since then
// the share of them who came again, or the sum of their values.

import type { Schemas } from "../../api/client.js";

type Retention = Schemas["StreamRetention"];

export interface RetentionCell {
  /** Of the first events, as yyyy-mm. */
  month: string;
  monthsAfter: number;
  /** With an event in it. */
  people: number;
  /** With their first event in the month. */
  of: number;
  /** Of the events of the cell; undefined where events have no value. */
  value: number | undefined;
}

/** Also of months in which nobody came again, up to the newest; that is left out, since it is not over. */
export const cellsOf = ({ months }: Retention): RetentionCell[] => {
  const last = newestOf(months);
  return months.flatMap(({ month, people_count: of, value: first, later }) =>
    Array.from({ length: Math.max(0, last - indexOf(month) - 1) }, (_, index) => {
      const monthsAfter = index + 1;
      const found = later.find(({ months_after }) => months_after === monthsAfter);
      const value = first === undefined ? undefined : (found?.value ?? 0);
      return { month, monthsAfter, people: found?.people_count ?? 0, of, value };
    }),
  );
};

const newestOf = (months: Retention["months"]): number =>
  Math.max(0, ...months.map(({ month, later }) => indexOf(month) + (later.at(-1)?.months_after ?? 0)));

const indexOf = (month: string): number => {
  const [year, number] = month.split("-").map(Number) as [number, number];
  return year * 12 + number - 1;
};

/** Share of the people of all first months who came again that many months later; undefined without any. */
export const shareAfter = (cells: readonly RetentionCell[], monthsAfter: number): number | undefined => {
  const own = cells.filter((cell) => cell.monthsAfter === monthsAfter);
  const all = own.reduce((sum, { of }) => sum + of, 0);
  return all === 0 ? undefined : own.reduce((sum, { people }) => sum + people, 0) / all;
};
