// Text tables: numbers are aligned right, words left.

const isNumber = (text: string): boolean => /^[-+]?[\d.,]+( ?%)?$/.test(text);

/** One line per row, the header first, each indented by two spaces. */
export const table = (header: readonly string[], rows: readonly (readonly string[])[]): string[] => {
  const columns = header.map((_, column) => rows.map((row) => row[column] ?? ""));
  const widths = columns.map((cells, column) =>
    Math.max(...[header[column]!, ...cells].map((c) => c.length)),
  );
  const toTheRight = columns.map(
    (cells) => cells.some(isNumber) && cells.every((c) => c === "" || isNumber(c)),
  );
  const line = (cells: readonly string[]): string =>
    widths
      .map((width, i) => (toTheRight[i] ? (cells[i] ?? "").padStart(width) : (cells[i] ?? "").padEnd(width)))
      .join("  ")
      .trimEnd();
  return [header, ...rows].map((row) => `  ${line(row)}`);
};
