// Ledgers of files: their amounts and months added up, and whether the newest is like those before.

import type { CurrencyAmount, FileLedger, LeftOut, MonthCounts } from "./dataset-findings.js";

/** Amounts of one currency added up, that of the smallest code first, and what has none last. */
export const addedAmounts = (amounts: readonly CurrencyAmount[]): CurrencyAmount[] => {
  const sums = new Map<string, CurrencyAmount>();
  for (const amount of amounts) {
    const before = sums.get(codeOf(amount));
    sums.set(codeOf(amount), {
      ...amount,
      value_total: inMillionths((before?.value_total ?? 0) + amount.value_total),
    });
  }
  return [...sums.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
};

const codeOf = ({ currency, is_unnamed }: CurrencyAmount): string => currency ?? (is_unnamed ? "~" : "~~");

/** A sum without what adding doubles leaves behind. */
export const inMillionths = (sum: number): number => Math.round(sum * 1e6) / 1e6;

/** An order of less has no amount left: half a cent. */
export const leastAmount = 0.005;

/** Months added up, oldest first: the newest of them, `most` at most. */
export const addedMonths = (months: readonly MonthCounts[], most: number): MonthCounts[] => {
  const sums = new Map<string, MonthCounts>();
  for (const { month, events, amounts } of months) {
    const before = sums.get(month);
    const all = addedAmounts([...(before?.amounts ?? []), ...(amounts ?? [])]);
    sums.set(month, {
      month,
      events: events + (before?.events ?? 0),
      ...(all.length > 0 && { amounts: all }),
    });
  }
  return [...sums.values()].sort((a, b) => (a.month < b.month ? -1 : 1)).slice(-most);
};

/** A newest file that has less than half or more than twice of what files had before. */
export interface UnusualFile {
  newest: FileLedger;
  before: FileLedger;
  /** Whether events are compared, or rows that were read: files that repeat others have fewer events than they brought. */
  of: "events" | "rows_read";
  /** The median of the files before. */
  usual: number;
}

const fewestBefore = 3;
/** Share of rows that other files have, too. */
const overlapping = 0.1;

/** Null where the newest of the files, oldest first, is like those before, or too few came before. */
export const unusualFile = (files: readonly FileLedger[]): UnusualFile | null => {
  const [newest, before] = [files.at(-1), files.at(-2)];
  if (!newest || !before || files.length <= fewestBefore) return null;
  const of = comparedIn(files);
  const earlier = files.slice(0, -1).map((file) => file[of]);
  const usual = medianOf(earlier);
  const isUsual = newest[of] >= usual / 2 && newest[of] <= usual * 2;
  return isUsual ? null : { newest, before, of, usual };
};

/** In which of their counts files are compared. */
export const comparedIn = (
  files: readonly Pick<FileLedger, "rows_read" | "left_out_by">[],
): UnusualFile["of"] => {
  const rows = files.reduce((sum, { rows_read }) => sum + rows_read, 0);
  const again = files
    .flatMap(({ left_out_by }) => left_out_by)
    .reduce((sum, each) => sum + (isOfOthers(each) ? each.rows : 0), 0);
  return again > overlapping * rows ? "rows_read" : "events";
};

const isOfOthers = ({ reason }: Pick<LeftOut, "reason">): boolean =>
  reason === "repeated" || reason === "replaced";

const medianOf = (numbers: readonly number[]): number => {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};
