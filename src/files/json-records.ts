// Records of a JSON file: the objects of an array, of the one array in an object, or one after the other as in
// JSON Lines. They are found by their brackets while the file is read, so that memory has one record at a time.

/** A record that cannot be read, on a line of the file. */
export class BrokenJson extends Error {
  override name = "BrokenJson";
  constructor(
    readonly line: number,
    reason: string,
  ) {
    super(reason);
  }
}

export type JsonRecord = Record<string, unknown>;

/** A record that is left out, while those after it are read. */
export interface BrokenRecord {
  line: number;
  text: string;
  reason: string;
}

const mostRecordBytes = 1 << 24;
const mostDepth = 32;
const shownCharacters = 10_000;
const [quote, backslash, comma, open, close, list, listEnd, lineFeed] = [34, 92, 44, 123, 125, 91, 93, 10];

/** Whether a text begins as records do. */
export const looksLikeJson = (text: string): boolean => /^\s*(\[\s*)?\{\s*("|\})/.test(text);

/**
 * The depth at which records begin: 0 for JSON Lines, 1 for an array, 2 for an array in an object. `sample`: the
 * beginning of a file, or all of it.
 */
export const depthOfRecords = (sample: string, isWhole: boolean): 0 | 1 | 2 => {
  if (/^\s*\[/.test(sample)) return 1;
  const bytes = Buffer.from(sample);
  const whole = JsonScanner.strict(0).push(bytes);
  if (!isWhole) return whole.length === 0 && JsonScanner.strict(2).push(bytes).length > 0 ? 2 : 0;
  const [first] = whole;
  return first && whole.length === 1 && Object.values(first.record).filter(isListOfRecords).length === 1
    ? 2
    : 0;
};

const isListOfRecords = (value: unknown): value is JsonRecord[] =>
  Array.isArray(value) && value.length > 0 && value.every(isRecord);

export const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export interface FoundRecord {
  line: number;
  record: JsonRecord;
}

/** The record of a text that begins on a line. Throws `BrokenJson`. */
const strictRecord = (text: string, line: number): FoundRecord => {
  try {
    return { line, record: JSON.parse(withExactKeys(text)) as JsonRecord };
  } catch (cause) {
    throw new BrokenJson(line, reasonOf(cause));
  }
};

/** The same for a file, of which one record does not spoil the others. */
export const recordOfFile = (text: string, line: number): FoundRecord | BrokenRecord => {
  try {
    return strictRecord(withoutNaN(text), line);
  } catch (cause) {
    return { line, reason: (cause as BrokenJson).message, text: text.slice(0, shownCharacters) };
  }
};

const reasonOf = (cause: unknown): string =>
  cause instanceof Error ? cause.message.slice(0, 200) : "it is no JSON";

/** Finds the records of a text in UTF-8 that begin at a depth of brackets. `read`: what becomes of each. */
export class JsonScanner<Found = FoundRecord> {
  private line = 1;
  /** The brackets that are open. */
  private readonly brackets: number[] = [];
  private isInText = false;
  private isEscaped = false;
  private pending: Buffer[] = [];
  private pendingBytes = 0;
  private startLine = 0;

  private constructor(
    private readonly from: 0 | 1 | 2,
    private readonly read: (text: string, line: number) => Found,
  ) {}

  /** Throws `BrokenJson` for a record that is no JSON. */
  static strict(from: 0 | 1 | 2): JsonScanner {
    return new JsonScanner(from, strictRecord);
  }

  static ofFile(from: 0 | 1 | 2): JsonScanner<FoundRecord | BrokenRecord> {
    return new JsonScanner(from, recordOfFile);
  }

  /** The records that end in a chunk. Throws `BrokenJson` where nobody can tell where the next one begins. */
  push(chunk: Buffer): Found[] {
    const found: Found[] = [];
    let start = this.startLine > 0 ? 0 : -1;
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i]!;
      if (byte === lineFeed) this.line++;
      if (this.isInText) {
        if (this.isEscaped) this.isEscaped = false;
        else if (byte === backslash) this.isEscaped = true;
        else if (byte === quote) this.isInText = false;
      } else if (start < 0 && this.isStray(byte)) {
        throw new BrokenJson(this.line, "a value stands where a record is expected");
      } else if (byte === quote) this.isInText = true;
      else if (byte === open || byte === list) {
        if (byte === open && start < 0 && this.isAtRecord()) {
          start = i;
          this.startLine = this.line;
        }
        if (this.brackets.push(byte) > mostDepth)
          throw new BrokenJson(this.line, `more than ${mostDepth} levels`);
      } else if (byte === close || byte === listEnd) {
        if (this.brackets.pop() !== byte - 2)
          throw new BrokenJson(this.line, "a bracket closes that was not opened");
        if (start >= 0 && this.brackets.length === this.from) {
          found.push(this.recordOf(chunk.subarray(start, i + 1)));
          start = -1;
        }
      }
    }
    if (start >= 0) this.keep(chunk.subarray(start));
    return found;
  }

  /** Nothing. Throws `BrokenJson` where the file ends in the middle of a record. */
  end(): Found[] {
    if (this.brackets.length > 0 || this.isInText)
      throw new BrokenJson(this.line, "the file ends in the middle of a record");
    return [];
  }

  /** Anything but brackets, commas and spaces between records; an object around their list may hold more. */
  private isStray(byte: number): boolean {
    const isBetween = this.from < 2 && this.brackets.length <= this.from;
    return isBetween && byte > 32 && byte < 128 && ![open, close, list, listEnd, comma].includes(byte);
  }

  private isAtRecord(): boolean {
    return this.brackets.length === this.from && (this.from === 0 || this.brackets.at(-1) === list);
  }

  private keep(part: Buffer): void {
    this.pendingBytes += part.length;
    if (this.pendingBytes > mostRecordBytes)
      throw new BrokenJson(this.startLine, `a record has more than ${mostRecordBytes} bytes`);
    this.pending.push(Buffer.from(part));
  }

  private recordOf(last: Buffer): Found {
    this.keep(last);
    const [text, line] = [Buffer.concat(this.pending).toString(), this.startLine];
    [this.pending, this.pendingBytes, this.startLine] = [[], 0, 0];
    return this.read(text, line);
  }
}

export type FlatRow = ReadonlyMap<string, string>;

/** Rows of a record: its own fields, and those of each of its lines; a record without lines is one row. */
export interface FlatRecord {
  common: FlatRow;
  /** Made one at a time, because a record may have many. */
  lines(): Iterable<FlatRow>;
}

/**
 * A record as rows: nested objects become `customer.email`; the longest list of objects becomes lines, such as
 * those of an order; other lists stay JSON.
 */
export const flattened = (record: JsonRecord): FlatRecord => {
  const lists: [path: string, items: JsonRecord[]][] = [];
  const common = new Map(fieldsOf(record, "", lists));
  const [longest, ...others] = lists.toSorted((a, b) => b[1].length - a[1].length);
  for (const [path, items] of others) common.set(path, JSON.stringify(items));
  return {
    common,
    *lines() {
      if (!longest) yield new Map();
      else for (const item of longest[1]) yield new Map(fieldsOf(item, `${longest[0]}.`));
    },
  };
};

/** `lists`: where lists of objects are put; absent: they stay JSON. */
function* fieldsOf(
  value: JsonRecord,
  prefix: string,
  lists?: [string, JsonRecord[]][],
): Generator<[string, string]> {
  for (const [name, field] of Object.entries(value)) {
    const path = prefix + name;
    if (isRecord(field)) yield* fieldsOf(field, `${path}.`, lists);
    else if (lists && isListOfRecords(field)) lists.push([path, field]);
    else yield [path, textOf(field)];
  }
}

const textOf = (value: unknown): string =>
  value === null || value === undefined
    ? ""
    : typeof value === "object"
      ? JSON.stringify(value)
      : String(value);

const texts = '"[^"\\\\]*(?:\\\\.[^"\\\\]*)*"';
const longNumbers = new RegExp(`${texts}|-?\\d{16,}(?![\\d.eE])`, "g");
const noNumbers = new RegExp(`${texts}|NaN|-?Infinity`, "g");

/** Numbers with more digits than are exact become texts, because they are keys. */
export const withExactKeys = (text: string): string =>
  /\d{16}/.test(text)
    ? text.replace(longNumbers, (found) => (found.startsWith('"') ? found : `"${found}"`))
    : text;

/** `NaN` and `Infinity` are no JSON, and Python writes them where a number is missing. */
const withoutNaN = (text: string): string =>
  /NaN|Infinity/.test(text)
    ? text.replace(noNumbers, (found) => (found.startsWith('"') ? found : "null"))
    : text;
