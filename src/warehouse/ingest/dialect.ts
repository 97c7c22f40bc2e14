// Dialect of a file: compression, encoding, delimiter and header. It is detected in the first megabyte and
// passed to the engine explicitly, because the engine's own detection fails on valid files.

import { limits } from "../../domain/resource/limits.js";
import { refuse } from "../../errors/refusal.js";
import { BrokenArchive } from "../../files/archive.js";
import { type Compression, type PackedFile, readCompression, readSample } from "../../files/bytes.js";
import { detectEncoding, type Encoding, toUtf8 } from "../../files/encoding.js";
import { type CsvRecord, RecordScanner, type Syntax } from "../../files/records.js";
import type { SheetGroup } from "../../files/sheet-group.js";
import { checkWidth } from "./column-limit.js";
import { findHeader, type SampledRow } from "./header.js";
import type { ParquetFile } from "./parquet.js";

export interface SourceFile extends PackedFile {
  filename: string;
  arrived_at: number;
  /** Maximum size of a compressed file, once unpacked; absent: no limit. */
  maxUnpackedBytes?: number | undefined;
  /** Sheets of a workbook that are read together. */
  sheets?: SheetGroup;
}

export interface Dialect {
  compression: Compression;
  encoding: Encoding;
  delimiter: string;
  quote: string;
  /** 1-based line on which the header begins; rows above it are skipped. 0: there is no header. */
  headerLine: number;
  /** The first of the rows above the header. */
  preamble: string[];
  /** Column names in the order of the file: trimmed, non-empty and unique. */
  names: string[];
  /** The engine can read the file directly: UTF-8, with line breaks only where it expects them. */
  isPlain: boolean;
  /** The line break after the header, by which the engine reads a plain file. */
  lineBreak: LineBreak;
  /** For a workbook: the sheet that is read, and those that can be. */
  sheet?: string;
  sheets?: string[];
  /** For the first table of an archive: its members that are no tables, by name. */
  unreadMembers?: string[];
  /** For the table of a JSON file, whose rows begin with their place there: the line, or the number of the record. */
  places?: "lines" | "records";
  /** For a Parquet file, of which only the names say something besides. */
  parquet?: ParquetFile;
}

export type LineBreak = "\n" | "\r\n" | "\r";

export interface DialectOptions {
  encoding?: Encoding | undefined;
  delimiter?: string | undefined;
  header_row?: number | undefined;
  sheet?: string | undefined;
  /** A first row that looks like those below it is no header, unless `header_row` says so. */
  mayLackHeader?: boolean;
}

const sampleBytes = 1 << 20;
const sampledRecords = 200;
const delimiters = [",", ";", "\t", "|"];
const quote = '"';

/** The dialect of a text. Refuses `file-empty`, `file-binary` and `columns-too-many`. */
export const detectTextDialect = async (file: SourceFile, options: DialectOptions): Promise<Dialect> => {
  const { compression, bytes, isWhole } = await sampleOf(file);
  const encoding = options.encoding ?? detectEncoding(bytes);
  if (encoding === null) throw refuse("file-binary", { file: file.filename });
  const text = await decoded(bytes, encoding);
  if (text.toString().trim() === "") throw refuse("file-empty", { file: file.filename });
  const delimiter = delimiterOf(text, isWhole, options);
  const records = recordsOf(text, isWhole, delimiter, options.header_row);
  const rows = records.map(
    ({ line, bytes, start, end }): SampledRow => ({
      line,
      fields: splitFields(bytes.toString("utf8", start, end), delimiter),
    }),
  );
  const header = headerOf(rows, options);
  if (header === null) throw refuse(isWhole ? "file-empty" : "file-binary", { file: file.filename });
  checkWidth(file.filename, header.names.length);
  const upToHeader = records.filter(({ line }) => line <= header.headerLine).map(textOf);
  const lineBreak = lineBreakAfter(records.find(({ line }) => line >= header.headerLine)!);
  return {
    compression,
    encoding,
    delimiter,
    quote,
    ...header,
    lineBreak,
    isPlain:
      encoding === "utf-8" &&
      lineBreak !== "\r" &&
      !upToHeader.some(
        (line, i) => /[\r\n]/.test(line) || (i < upToHeader.length - 1 && line.includes(quote)),
      ),
  };
};

const textOf = ({ bytes, start, end }: CsvRecord): string => bytes.toString("utf8", start, end);

const shownLines = 5;
const shownCharacters = 200;

/** The header among the first rows; null without any row. */
export const headerOf = (
  rows: readonly SampledRow[],
  { header_row, mayLackHeader = false }: DialectOptions,
): Pick<Dialect, "headerLine" | "preamble" | "names"> | null => {
  if (rows.length === 0) return null;
  const found = header_row === undefined ? findHeader(rows) : null;
  if (header_row === 0 || (found?.looksLikeData && mayLackHeader))
    return { headerLine: 0, preamble: [], names: numberedNames(rows) };
  const index = found?.index ?? rows.findIndex(({ line }) => line >= header_row!);
  const header = rows[index];
  if (!header) return null;
  return {
    headerLine: header.line,
    preamble: rows.slice(0, index).slice(0, shownLines).map(inWords),
    names: distinctNames(header.fields),
  };
};

const inWords = ({ fields }: SampledRow): string =>
  fields
    .map((field) => field.trim())
    .filter((field) => field !== "")
    .join(" ")
    .slice(0, shownCharacters);

/** `column_1`, `column_2`, … for as many columns as the widest row has. */
const numberedNames = (rows: readonly SampledRow[]): string[] =>
  distinctNames(Array<string>(Math.max(...rows.map(({ fields }) => fields.length))).fill(""));

export const syntaxOf = ({ delimiter, quote }: Pick<Dialect, "delimiter" | "quote">): Syntax => ({
  delimiter: delimiter.charCodeAt(0),
  quote: quote.charCodeAt(0),
});

/** Refuses `file-binary` for an archive that cannot be decompressed. */
const sampleOf = async (file: SourceFile) => {
  const compression = file.member ? "zip" : await readCompression(file.path);
  try {
    return { compression, ...(await readSample(file, compression, sampleBytes)) } as const;
  } catch (cause) {
    if (cause instanceof BrokenArchive && !file.member) throw refuse("file-binary", { file: file.filename });
    throw cause;
  }
};

const decoded = async (bytes: Buffer, encoding: Encoding): Promise<Buffer> => {
  const once = (async function* () {
    yield bytes;
  })();
  const chunks: Buffer[] = [];
  for await (const chunk of toUtf8(once, encoding)) chunks.push(chunk);
  return Buffer.concat(chunks);
};

const lineBreakAfter = ({ bytes, end }: CsvRecord): LineBreak => {
  if (bytes[end] !== 13) return "\n";
  return bytes[end + 1] === 10 ? "\r\n" : "\r";
};

/** The first records that are not blank, from a line on; a few above it come first. */
const recordsOf = (text: Buffer, isWhole: boolean, delimiter: string, fromLine = 1): CsvRecord[] => {
  const above: CsvRecord[] = [];
  const records: CsvRecord[] = [];
  for (const record of new RecordScanner(syntaxOf({ delimiter, quote })).push(text, isWhole)) {
    if (record.end === record.start) continue;
    if (record.line >= fromLine) records.push(record);
    else if (above.length < shownLines) above.push(record);
    if (records.length === sampledRecords) break;
  }
  return [...above, ...records];
};

/**
 * The delimiter that splits the header into several fields and most records into as many. Where rows above
 * the header hide its width, that of most records counts.
 */
const delimiterOf = (text: Buffer, isWhole: boolean, options: DialectOptions): string => {
  if (options.delimiter) return options.delimiter === "\\t" ? "\t" : options.delimiter;
  const candidates = delimiters.map((delimiter) => {
    const { header_row = 1 } = options;
    const counts = recordsOf(text, isWhole, delimiter, header_row)
      .filter(({ line }) => line >= header_row)
      .map(({ fields }) => fields);
    return { delimiter, byHeader: agreement(counts, counts[0] ?? 0), byMost: mostCommon(counts) };
  });
  const [best] = candidates.toSorted((a, b) => byAgreement(a.byHeader, b.byHeader));
  if (best && 2 * best.byHeader.agreeing >= best.byHeader.of) return best.delimiter;
  const [other] = candidates.toSorted((a, b) => byAgreement(a.byMost, b.byMost));
  return other && other.byMost.agreeing > 0 ? other.delimiter : ",";
};

interface Agreement {
  /** Records that have this width; none for a width of one. */
  agreeing: number;
  width: number;
  of: number;
}

const agreement = (counts: readonly number[], width: number): Agreement => ({
  agreeing: width > 1 ? counts.filter((fields) => fields === width).length : 0,
  width,
  of: counts.length,
});

const mostCommon = (counts: readonly number[]): Agreement =>
  [...new Set(counts)].map((width) => agreement(counts, width)).sort(byAgreement)[0] ?? agreement([], 0);

const byAgreement = (a: Agreement, b: Agreement): number => b.agreeing - a.agreeing || b.width - a.width;

/** The values of one well-formed record. */
export const splitFields = (record: string, delimiter: string): string[] => {
  const mark = `\\x${delimiter.charCodeAt(0).toString(16).padStart(2, "0")}`;
  const field = new RegExp(`(?: *"((?:[^"]|"")*)" *|([^]*?))${mark}`, "gy");
  const matches = `${record}${delimiter}`.matchAll(field);
  return Array.from(matches, ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? "");
};

/** Dialect of a file that is no text: it reads as if its values were separated by commas. */
export const noText = {
  compression: "none",
  encoding: "utf-8",
  delimiter: ",",
  quote,
  isPlain: false,
  lineBreak: "\n",
} as const;

/** No request can name a longer one, and names stand in every row of a sample. */
const { is: nameCharacters } = limits.columnCharacters;

/** `id, , id` → `id`, `column_2`, `id_2`. What is longer than a name is cut. */
export const distinctNames = (written: readonly string[]): string[] => {
  const taken = new Set<string>();
  /** Number that is tried next, by name: each name is skipped once at most. */
  const numbers = new Map<string, number>();
  return written.map((text, i) => {
    const name = text.trim().slice(0, nameCharacters) || `column_${i + 1}`;
    let candidate = name;
    let number = numbers.get(name) ?? 2;
    for (; taken.has(candidate); number++) candidate = `${name}_${number}`;
    numbers.set(name, number);
    taken.add(candidate);
    return candidate;
  });
};
