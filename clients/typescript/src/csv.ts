// CSV: rows to text, and text to rows as it arrives.

/** The text of a CSV. Its columns are the fields of all rows; dates are in UTC; null and undefined are empty. */
export const csvOf = (rows: readonly object[]): string => {
  const columns = [...new Set(rows.flatMap(Object.keys))];
  const lineOf = (cells: readonly unknown[]): string => `${cells.map(cellOf).join(",")}\r\n`;
  return lineOf(columns) + rows.map((row) => lineOf(columns.map((name) => row[name as never]))).join("");
};

const cellOf = (value: unknown): string => {
  if (value === null || value === undefined) return "";
  const isDate = value instanceof Date;
  if (typeof value === "object" && !isDate)
    throw new TypeError("Rows have texts, numbers, booleans, dates and null, but one has an object.");
  const text = isDate ? value.toISOString() : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** A row of a CSV: texts by column. */
export type Row = Record<string, string>;

/** Rows of a CSV as they arrive. What is left of it is not read when the caller stops. */
export async function* rowsOf(response: Response): AsyncGenerator<Row, void, undefined> {
  let columns: readonly string[] | undefined;
  for await (const cells of recordsOf(textOf(response))) {
    if (columns) yield Object.fromEntries(columns.map((name, i) => [name, cells[i] ?? ""]));
    columns ??= cells;
  }
}

/** Parts of the body, without a byte order mark. Streams are not iterable in all browsers. */
async function* textOf({ body }: Response): AsyncGenerator<string, void, undefined> {
  if (!body) return;
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      yield decoder.decode(value, { stream: !done });
      if (done) return;
    }
  } finally {
    await reader.cancel();
  }
}

/** Cells of each line, by RFC 4180. */
export async function* recordsOf(parts: AsyncIterable<string>): AsyncGenerator<string[], void, undefined> {
  let cells: string[] = [];
  let cell = "";
  let isQuoted = false;
  let before = "";
  for await (const part of parts)
    for (const char of part) {
      if (char === '"') {
        // Two quotes within quotes are one.
        if (!isQuoted && before === '"') cell += char;
        isQuoted = !isQuoted;
      } else if (isQuoted || !",\r\n".includes(char)) cell += char;
      else if (char !== "\r") {
        cells.push(cell);
        cell = "";
        if (char === "\n") {
          yield cells;
          cells = [];
        }
      }
      before = char;
    }
  if (cell || cells.length > 0) yield [...cells, cell];
}
