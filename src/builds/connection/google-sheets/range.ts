// Range of a spreadsheet by a name: a sheet, a named range, or cells of a sheet in A1 notation (`Orders!A3:F`).
// https://developers.google.com/workspace/sheets/api/guides/concepts#cell

export interface Sheet {
  id: number;
  title: string;
  rows: number;
  columns: number;
}

/** As the API has it: half-open, and without the bounds that there are not. */
export interface NamedRange {
  name: string;
  range?: {
    sheetId?: number;
    startRowIndex?: number;
    endRowIndex?: number;
    startColumnIndex?: number;
    endColumnIndex?: number;
  };
}

/** Cells of a sheet, counted from 0 and half-open, within its grid. */
export interface SheetRange {
  sheet: Sheet;
  rows: Span;
  columns: Span;
}
export type Span = readonly [from: number, to: number];

/** Null if there is nothing of that name. The title of a sheet comes before the name of a range. */
export const rangeOf = (
  name: string,
  sheets: readonly Sheet[],
  namedRanges: readonly NamedRange[],
): SheetRange | null => {
  const whole = sheets.find(({ title }) => title === name);
  if (whole) return within(whole, {});
  const named = namedRanges.find((each) => each.name === name)?.range;
  if (named) {
    const sheet = sheets.find(({ id }) => id === (named.sheetId ?? 0));
    return sheet ? within(sheet, named) : null;
  }
  const [, title, cells] = /^(.+)!([^!]+)$/s.exec(name) ?? [];
  const sheet = sheets.find((each) => each.title === title || quoted(each.title) === title);
  const bounds = sheet && boundsOf(cells!);
  return bounds ? within(sheet, bounds) : null;
};

type Bounds = Omit<NonNullable<NamedRange["range"]>, "sheetId">;

const within = (sheet: Sheet, bounds: Bounds): SheetRange => {
  const { startRowIndex = 0, endRowIndex, startColumnIndex = 0, endColumnIndex } = bounds;
  return {
    sheet,
    rows: span(startRowIndex, endRowIndex, sheet.rows),
    columns: span(startColumnIndex, endColumnIndex, sheet.columns),
  };
};

const span = (from: number, to: number | undefined, most: number): Span => [
  Math.min(from, most),
  Math.max(Math.min(from, most), Math.min(to ?? most, most)),
];

const boundsOf = (cells: string): Bounds | null => {
  const corner = "\\$?([A-Z]{1,3})?\\$?([1-9][0-9]{0,7})?";
  const found = new RegExp(`^${corner}(?::${corner})?$`, "i").exec(cells);
  if (!found) return null;
  const isOne = !cells.includes(":");
  const [, column, row, lastColumn, lastRow] = found;
  if (isOne && (column === undefined || row === undefined)) return null;
  if (column === undefined && row === undefined) return null;
  return {
    ...bound("startColumnIndex", "endColumnIndex", numberOf(column), numberOf(isOne ? column : lastColumn)),
    ...bound("startRowIndex", "endRowIndex", countOf(row), countOf(isOne ? row : lastRow)),
  };
};

/** Corners may be in any order. */
const bound = (
  start: keyof Bounds,
  end: keyof Bounds,
  a: number | undefined,
  b: number | undefined,
): Bounds =>
  a === undefined || b === undefined
    ? { ...(a !== undefined && { [start]: a - 1 }), ...(b !== undefined && { [end]: b }) }
    : { [start]: Math.min(a, b) - 1, [end]: Math.max(a, b) };

const countOf = (digits: string | undefined): number | undefined =>
  digits === undefined ? undefined : Number(digits);

/** `A` is 1 and `AA` is 27. */
const numberOf = (letters: string | undefined): number | undefined =>
  letters === undefined
    ? undefined
    : [...letters.toUpperCase()].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);

const lettersOf = (number: number): string =>
  number === 0
    ? ""
    : lettersOf(Math.floor((number - 1) / 26)) + String.fromCharCode(65 + ((number - 1) % 26));

const quoted = (title: string): string => `'${title.replaceAll("'", "''")}'`;

/** A1 notation of a range that is not empty. */
export const a1Of = ({ sheet, rows, columns }: SheetRange): string =>
  `${quoted(sheet.title)}!${lettersOf(columns[0] + 1)}${rows[0] + 1}:${lettersOf(columns[1])}${rows[1]}`;
