// Values of a row of a delivered file, found by the endings of its column names.

export type Row = Record<string, string>;

export const probabilityOf = (row: Row): number | null => numberIn(row, "_propensity_probability");
export const percentileOf = (row: Row): number | null => numberIn(row, "_propensity_percentile");
export const statusOf = (row: Row): string => columnEnding(row, "_status");

/** Number of people by status. */
export const statusCounts = (rows: readonly Row[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const row of rows) counts[statusOf(row)] = (counts[statusOf(row)] ?? 0) + 1;
  return counts;
};

/** Null for people without a score. */
const numberIn = (row: Row, ending: string): number | null => {
  const text = columnEnding(row, ending);
  return text === "" ? null : Number(text);
};

const columnEnding = (row: Row, ending: string): string => {
  const name = Object.keys(row).find((column) => column.endsWith(ending));
  if (name === undefined) throw new Error(`No column ends in ${ending}: ${Object.keys(row).join(", ")}`);
  return row[name]!;
};
