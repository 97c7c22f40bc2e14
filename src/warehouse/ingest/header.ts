// Header of a table: the row of the column names. Reports of accounting have lines above it, and some exports
// have none. It is found in the first rows, by how many of their cells are filled and by what these look
// like.

export interface SampledRow {
  /** 1-based, in the file. */
  line: number;
  fields: readonly string[];
}

export interface FoundHeader {
  /** Index of the header among the rows. */
  index: number;
  /** The first row looks like those below it. */
  looksLikeData: boolean;
}

/** Rows above the header are few. */
const searchedRows = 30;
const judgedRows = 100;

/** `rows`: the first rows of a file that are not blank, at least one. */
export const findHeader = (rows: readonly SampledRow[]): FoundHeader => {
  const index = headerIndex(rows);
  return { index, looksLikeData: index === 0 && isLikeTheRest(rows) };
};

/** The first row that is more than half as wide as the widest and holds names; else the first row. */
const headerIndex = (rows: readonly SampledRow[]): number => {
  const widths = rows.slice(0, searchedRows).map(filled);
  const widest = Math.max(...widths);
  const index = widths.findIndex((width, i) => width > 1 && 2 * width > widest && holdsNames(rows[i]!));
  const next = rows[index + 1];
  if (index <= 0 || next === undefined) return 0;
  const isTelling = !holdsNames(next);
  const isNote = (width: number) =>
    2 * width < widest || (2 * width === widest && isTelling) || (width <= 2 && widest > 3);
  return widths.slice(0, index).every(isNote) ? index : 0;
};

const filled = ({ fields }: SampledRow): number => fields.filter((field) => field.trim() !== "").length;

/** Four of five filled cells are words, and no two the same. */
const holdsNames = ({ fields }: SampledRow): boolean => {
  const names = fields.map((field) => field.trim()).filter((field) => field !== "");
  const words = names.filter((name) => kindOf(name) === "words");
  return 5 * words.length >= 4 * names.length && new Set(words).size === words.length;
};

/** Some cell of the first row is a number, date or address, and each cell is what the cells below it are. */
const isLikeTheRest = ([first, ...rest]: readonly SampledRow[]): boolean => {
  if (!first || rest.length < 2) return false;
  const judged = rest.slice(0, judgedRows);
  const pairs = first.fields.map((field, column) => ({
    own: kindOf(field),
    below: commonKind(judged.map(({ fields }) => kindOf(fields[column] ?? ""))),
  }));
  const telling = pairs.filter(({ own }) => own !== "empty" && own !== "words");
  return (
    telling.length > 0 &&
    !areYears(first) &&
    pairs.every(({ own, below }) => own === "empty" || below === "mixed" || own === below)
  );
};

type Kind = "empty" | "number" | "date" | "address" | "words";

const number = /^[-+(]?\s*[$€£¥]?\s*[-+]?\d[\d.,'\u00a0\u202f ]*\s*[%€$£]?\)?-?$/;
const date = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}([ T].*)?$|^\d{1,2}:\d{2}(:\d{2})?$/;

const kindOf = (text: string): Kind => {
  const value = text.trim();
  if (value === "") return "empty";
  if (date.test(value)) return "date";
  if (number.test(value)) return "number";
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value) ? "address" : "words";
};

/** The kind of nine of ten filled cells; a column of words may hold anything. */
const commonKind = (kinds: readonly Kind[]): Kind | "mixed" => {
  const found = kinds.filter((kind) => kind !== "empty");
  const [first] = found;
  if (first === undefined) return "mixed";
  const counts = (["number", "date", "address"] as const).map((kind) => ({
    kind,
    count: found.filter((one) => one === kind).length,
  }));
  const most = counts.find(({ count }) => 10 * count >= 9 * found.length);
  if (most) return most.kind;
  return found.every((kind) => kind === "words") ? "words" : "mixed";
};

/** Names of columns may be years. */
const areYears = ({ fields }: SampledRow): boolean => {
  const numbers = fields.filter((field) => kindOf(field) === "number");
  return (
    numbers.length > 0 &&
    fields.every((field) => kindOf(field) !== "date" && kindOf(field) !== "address") &&
    numbers.every((field) => /^(19|20)\d\d$/.test(field.trim()))
  );
};

/** Size of the table that the rows are: the rows below the header times the named columns. */
export const tableSize = (rows: readonly SampledRow[]): number => {
  if (rows.length === 0) return 0;
  const { index } = findHeader(rows);
  const width = filled(rows[index]!);
  const full = rows.slice(index + 1).filter((row) => 2 * filled(row) >= width);
  return width * full.length;
};
