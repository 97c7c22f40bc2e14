// Dialect of a file: compression, encoding, delimiter and header. It is detected in the first megabyte and passed to the engine
// explicitly, because the engine's own detection fails on valid files.

import { refuse } from "../../errors/refusal.js";
import {
  BrokenArchive,
  type Compression,
  detectEncoding,
  type Encoding,
  readCompression,
  readSample,
  toUtf8,
} from "./bytes.js";
import { type CsvRecord, RecordScanner, type Syntax } from "./records.js";

export interface SourceFile {
  path: string;
  filename: string;
  arrived_at: number;
  /** Of a compressed file, once unpacked; absent: no limit. */
  maxUnpackedBytes?: number | undefined;
}

export interface Dialect {
  compression: Compression;
  encoding: Encoding;
  delimiter: string;
  quote: string;
  /** 1-based line on which the header begins; rows above it are skipped. */
  headerLine: number;
  /** Column names in the order of the file: trimmed, non-empty and unique. */
  names: string[];
  /** The engine can read the file directly: UTF-8, with line breaks only where it expects them. */
  isPlain: boolean;
}

export interface DialectOptions {
  delimiter?: string | undefined;
  header_row?: number | undefined;
}

const sampleBytes = 1 << 20;
const sampledRecords = 200;
const delimiters = [",", ";", "\t", "|"];
const quote = '"';

/** Refuses `file-empty` and `file-binary`. */
export const detectDialect = async (file: SourceFile, options: DialectOptions): Promise<Dialect> => {
  const { compression, bytes, isWhole } = await sampleOf(file);
  const encoding = detectEncoding(bytes);
  if (encoding === null) throw refuse("file-binary", { file: file.filename });
  const text = await decoded(bytes, encoding);
  if (text.toString().trim() === "") throw refuse("file-empty", { file: file.filename });
  const delimiter = delimiterOf(text, isWhole, options);
  const header = recordsOf(text, isWhole, delimiter, options)[0];
  if (header === undefined) throw refuse(isWhole ? "file-empty" : "file-binary", { file: file.filename });
  const headerText = header.bytes.toString("utf8", header.start, header.end);
  return {
    compression,
    encoding,
    delimiter,
    quote,
    headerLine: header.line,
    names: distinctNames(splitFields(headerText, delimiter)),
    isPlain: encoding === "utf-8" && !isOldMac(text) && !/[\r\n]/.test(headerText),
  };
};

export const syntaxOf = ({ delimiter, quote }: Pick<Dialect, "delimiter" | "quote">): Syntax => ({
  delimiter: delimiter.charCodeAt(0),
  quote: quote.charCodeAt(0),
});

/** Refuses `file-binary` for an archive that cannot be decompressed. */
const sampleOf = async ({ path, filename }: SourceFile) => {
  const compression = await readCompression(path);
  try {
    return { compression, ...(await readSample(path, compression, sampleBytes)) };
  } catch (cause) {
    if (cause instanceof BrokenArchive) throw refuse("file-binary", { file: filename });
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

const isOldMac = (text: Buffer): boolean => text.includes("\r") && !text.includes("\n");

/** Records from the header on. Without a configured row the first non-blank line is the header. */
const recordsOf = (
  text: Buffer,
  isWhole: boolean,
  delimiter: string,
  { header_row }: DialectOptions,
): CsvRecord[] => {
  const records: CsvRecord[] = [];
  for (const record of new RecordScanner(syntaxOf({ delimiter, quote })).push(text, isWhole)) {
    const isBlank = record.end === record.start;
    if (!isBlank && record.line >= (header_row ?? 1)) records.push(record);
    if (records.length === sampledRecords) break;
  }
  return records;
};

/** The delimiter that splits the header into several fields and most records into as many. */
const delimiterOf = (text: Buffer, isWhole: boolean, options: DialectOptions): string => {
  if (options.delimiter) return options.delimiter === "\\t" ? "\t" : options.delimiter;
  const candidates = delimiters.map((delimiter) => {
    const counts = recordsOf(text, isWhole, delimiter, options).map(({ fields }) => fields);
    const width = counts[0] ?? 0;
    return { delimiter, width, agreeing: counts.filter((fields) => fields === width).length };
  });
  const [best] = candidates
    .filter(({ width }) => width > 1)
    .sort((a, b) => b.agreeing - a.agreeing || b.width - a.width);
  return best?.delimiter ?? ",";
};

/** The values of one well-formed record. */
const splitFields = (record: string, delimiter: string): string[] => {
  const mark = `\\x${delimiter.charCodeAt(0).toString(16).padStart(2, "0")}`;
  const field = new RegExp(`(?: *"((?:[^"]|"")*)" *|([^]*?))${mark}`, "gy");
  const matches = `${record}${delimiter}`.matchAll(field);
  return Array.from(matches, ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? "");
};

/** `id, , id` → `id`, `column_2`, `id_2`. */
const distinctNames = (written: string[]): string[] => {
  const names: string[] = [];
  for (const [i, text] of written.entries()) {
    const name = text.trim() || `column_${i + 1}`;
    let candidate = name;
    for (let n = 2; names.includes(candidate); n++) candidate = `${name}_${n}`;
    names.push(candidate);
  }
  return names;
};
