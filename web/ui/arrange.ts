// The filtered and sorted rows of a list.

export type SortValue = string | number | boolean | null | undefined;

export interface Order {
  /** Index of the column. */
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
  /** The value that rows must have, by the header of the column; empty for any. */
  wanted: Readonly<Record<string, string>>;
  text: ((row: R) => string) | undefined;
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

/** Rows with every searched word and every wanted value. Ties keep their order. */
export const arrange = <R>(
  rows: readonly R[],
  columns: readonly Sorted<R>[],
  { order, search, wanted, text }: Arrangement<R>,
): R[] => {
  const searched = (row: R) =>
    (text?.(row) ?? columns.map(({ value }) => value(row) ?? "").join(" ")).toLowerCase();
  const terms = search.toLowerCase().split(/\s+/).filter(Boolean);
  const filters = columns.filter(({ header }) => wanted[header]);
  const kept = rows.filter(
    (row) =>
      filters.every(({ header, value }) => String(value(row) ?? "") === wanted[header]) &&
      (terms.length === 0 || terms.every((term) => searched(row).includes(term))),
  );
  const by = order && columns[order.column];
  return by ? kept.sort((a, b) => compare(by.value(a), by.value(b), order.isDescending)) : kept;
};

/** Distinct values of a column, sorted. */
export const valuesOf = <R>(rows: readonly R[], { value }: Sorted<R>): string[] =>
  [...new Set(rows.map((row) => String(value(row) ?? "")))].filter(Boolean).sort(collator.compare);

const compare = (a: SortValue, b: SortValue, isDescending: boolean): number => {
  const [isMissingA, isMissingB] = [a ?? null, b ?? null].map((value) => value === null);
  if (isMissingA || isMissingB) return Number(isMissingA) - Number(isMissingB);
  const direction = isDescending ? -1 : 1;
  return direction * (typeof a === "string" ? collator.compare(a, String(b)) : Number(a) - Number(b));
};
