// The rows of a picture as text: for its table as people read numbers, for its CSV as programs do.

export interface FigureColumn<R> {
  header: string;
  /** As it is: what the CSV holds. */
  value: (row: R) => string | number | null | undefined;
  /** As the table shows it; absent, as it is. */
  text?: (row: R) => string;
}

export const shownText = <R>(row: R, { value, text }: FigureColumn<R>): string =>
  text ? text(row) : String(value(row) ?? "");

/** RFC 4180. A text that a spreadsheet would run as a formula is kept from it. */
export const figureCsv = <R>(rows: readonly R[], columns: readonly FigureColumn<R>[]): string =>
  [columns.map(({ header }) => header), ...rows.map((row) => columns.map(({ value }) => value(row)))]
    .map((cells) => `${cells.map(csvCell).join(",")}\r\n`)
    .join("");

const csvCell = (value: string | number | null | undefined): string => {
  if (typeof value !== "string") return String(value ?? "");
  const harmless = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
};

// A text of the page as a file of the reader's.

/** Saves it as CSV. */
export const saveFile = (name: string, csv: string): void => {
  const url = URL.createObjectURL(new Blob([csv], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
};
