// Table of a JSON file: its records as rows of CSV in the scratch directory, with their place in the file and the
// columns that any of them has, and what could not be read, which is rejected by its place. The file is read twice,
// once for the columns, so that memory has one record at a time.

import { mkdtemp, open, stat } from "node:fs/promises";
import path from "node:path";
import { limits } from "../../domain/resource/limits.js";
import { refuse } from "../../errors/refusal.js";
import { checkUnpacked } from "../../files/archive.js";
import { readBytes, readCompression, readSample } from "../../files/bytes.js";
import { detectEncoding, toUtf8 } from "../../files/encoding.js";
import { isJsonLines, JsonLineScanner } from "../../files/json-lines.js";
import {
  BrokenJson,
  type BrokenRecord,
  depthOfRecords,
  type FlatRecord,
  type FlatRow,
  type FoundRecord,
  flattened,
  JsonScanner,
  looksLikeJson,
} from "../../files/json-records.js";
import { checkWidth } from "./column-limit.js";
import { type Dialect, distinctNames, noText, type SourceFile } from "./dialect.js";

const sampleBytes = 1 << 20;

/** The table of a JSON file; null for any other. Refuses `file-unreadable`, `file-empty` and `columns-too-many`. */
export const jsonTable = async (
  file: SourceFile,
  scratch: string,
): Promise<{ file: SourceFile; dialect: Dialect } | null> => {
  const compression = file.member ? "zip" : await readCompression(file.path);
  const { bytes, isWhole } = await readSample(file, compression, sampleBytes).catch(() => nothing);
  const encoding = detectEncoding(bytes);
  if (encoding === null || !encoding.startsWith("utf")) return null;
  const text = new TextDecoder(encoding).decode(bytes);
  if (!looksLikeJson(text)) return null;
  try {
    const depth = isJsonLines(text, isWhole) ? "lines" : depthOfRecords(text, isWhole);
    const read = () => records(toUtf8(readBytes(file, compression, file.maxUnpackedBytes), encoding), depth);
    const columns = await columnsOf(file.filename, read());
    if (columns.length === 0) throw refuse("file-empty", { file: file.filename });
    const target = path.join(await mkdtemp(path.join(scratch, "records-")), "table.csv");
    await writeRows(file, columns, read(), target);
    const names = distinctNames(columns);
    return {
      file: { ...file, path: target, member: undefined },
      dialect: {
        ...noText,
        headerLine: 1,
        preamble: [],
        names,
        places: isByLine(depth) ? "lines" : "records",
      },
    };
  } catch (cause) {
    if (!(cause instanceof BrokenJson)) throw cause;
    throw refuse("file-unreadable", {
      file: file.filename,
      where: ` at line ${cause.line}`,
      detail: cause.message,
    });
  }
};

const nothing = { bytes: Buffer.alloc(0), isWhole: true };

/** `lines`: each line is a record, or broken. Otherwise the depth of the records' brackets. */
type Depth = "lines" | 0 | 1 | 2;

const isByLine = (depth: Depth): boolean => depth === "lines" || depth === 0;

/** `place`: its line, or its number. */
type PlacedRecord = (FlatRecord | Omit<BrokenRecord, "line">) & { place: number };

async function* records(chunks: AsyncIterable<Buffer>, depth: Depth): AsyncGenerator<PlacedRecord> {
  const scanner = depth === "lines" ? new JsonLineScanner() : JsonScanner.ofFile(depth);
  let number = 0;
  const placed = (found: FoundRecord | BrokenRecord): PlacedRecord => {
    number++;
    const place = isByLine(depth) ? found.line : number;
    return { ...("record" in found ? flattened(found.record) : found), place };
  };
  for await (const chunk of chunks) for (const found of scanner.push(chunk)) yield placed(found);
  for (const found of scanner.end()) yield placed(found);
}

const columnsOf = async (filename: string, all: AsyncIterable<PlacedRecord>): Promise<string[]> => {
  const columns = new Set<string>();
  const add = (row: FlatRow) => {
    for (const name of row.keys()) columns.add(name);
    if (columns.size > limits.columns.is) checkWidth(filename, columns.size);
  };
  for await (const record of all) {
    if ("reason" in record) continue;
    add(record.common);
    for (const line of record.lines()) add(line);
  }
  return [...columns];
};

const bytesAtOnce = 1 << 20;

/** The fields of a record stand in each of its rows, so that a small file may stand for a large table. */
const writeRows = async (
  { path: source, maxUnpackedBytes = Number.POSITIVE_INFINITY }: SourceFile,
  columns: readonly string[],
  all: AsyncIterable<PlacedRecord>,
  target: string,
): Promise<void> => {
  const { size } = await stat(source);
  const table = await open(target, "w");
  let [bytes, text] = [0, lineOf(columns)];
  const write = async () => {
    const made = Buffer.from(text);
    text = "";
    bytes += made.length;
    checkUnpacked(bytes, size, maxUnpackedBytes);
    await table.appendFile(made);
  };
  try {
    for await (const record of all) {
      for (const values of valuesOf(record, columns)) {
        text += lineOf([String(record.place), ...values]);
        if (text.length > bytesAtOnce) await write();
      }
    }
    await write();
  } finally {
    await table.close();
  }
};

/** The rows of a record. That of a broken one is wider than the others, and begins with its text and the reason. */
function* valuesOf(record: PlacedRecord, columns: readonly string[]): Generator<readonly string[]> {
  if ("reason" in record) {
    yield [record.text, record.reason, ...columns];
    return;
  }
  const { common, lines } = record;
  for (const line of lines()) yield columns.map((name) => line.get(name) ?? common.get(name) ?? "");
}

const lineOf = (values: readonly string[]): string =>
  `${values.map((value) => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)).join(",")}\n`;
