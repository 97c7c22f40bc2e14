// Which rows of a list are shown, and in which order.

export type SortValue = string | number | boolean | null | undefined;

export interface Order {
  /** Its index. */
  column: number;
  isDescending: boolean;
}

interface Sorted<R> {
  header: string;
  value: (row: R) => SortValue;
}

interface Arrangement<R> {
  order: Order | undefined;
  search: string;
  /** By the header of a column, the value that rows must have; empty for any. */
  wanted: Readonly<Record<string, string>>;
  text: ((row: R) => string) | undefined;
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

/** Rows that have every word searched for and every value wanted; those that tie stay as they came. */
export const arrange = <R>(
  rows: readonly R[],
  columns: readonly Sorted<R>[],
  { order, search, wanted, text }: Arrangement<R>,
): R[] => {
  const searched = (row: R) =>
    (text?.(row) ?? columns.map(({ value }) => value(row) ?? "").join(" ")).toLowerCase();
  const terms = search.toLowerCase().split(/\s+/).filter(Boolean);
  const limits = columns.filter(({ header }) => wanted[header]);
  const kept = rows.filter(
    (row) =>
      limits.every(({ header, value }) => String(value(row) ?? "") === wanted[header]) &&
      (terms.length === 0 || terms.every((term) => searched(row).includes(term))),
  );
  const by = order && columns[order.column];
  return by ? kept.sort((a, b) => compare(by.value(a), by.value(b), order.isDescending)) : kept;
};

/** Values that occur in a column, in order. */
export const valuesOf = <R>(rows: readonly R[], { value }: Sorted<R>): string[] =>
  [...new Set(rows.map((row) => String(value(row) ?? "")))].filter(Boolean).sort(collator.compare);

const compare = (a: SortValue, b: SortValue, isDescending: boolean): number => {
  const [isLackingA, isLackingB] = [a ?? null, b ?? null].map((value) => value === null);
  if (isLackingA || isLackingB) return Number(isLackingA) - Number(isLackingB);
  const direction = isDescending ? -1 : 1;
  return direction * (typeof a === "string" ? collator.compare(a, String(b)) : Number(a) - Number(b));
};
