// Columns of a figure's data: formatted for its table, raw for its CSV file.

export interface FigureColumn<R> {
  header: string;
  /** Raw, as in the CSV file. */
  value: (row: R) => string | number | null | undefined;
  /** Formatted, as in the table; absent: raw. */
  text?: (row: R) => string;
}

export const shownText = <R>(row: R, { value, text }: FigureColumn<R>): string =>
  text ? text(row) : String(value(row) ?? "");

/** RFC 4180. A leading quote keeps spreadsheets from running a text as a formula. */
export const figureCsv = <R>(rows: readonly R[], columns: readonly FigureColumn<R>[]): string =>
  [columns.map(({ header }) => header), ...rows.map((row) => columns.map(({ value }) => value(row)))]
    .map((cells) => `${cells.map(csvCell).join(",")}\r\n`)
    .join("");

const csvCell = (value: string | number | null | undefined): string => {
  if (typeof value !== "string") return String(value ?? "");
  const harmless = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
};

/** Downloads `csv` as a file. */
export const saveFile = (name: string, csv: string): void => {
  const url = URL.createObjectURL(new Blob([csv], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
};
