// Table of a JSON file: its records as rows of CSV in the scratch directory, with their place in the file and the
// columns that any of them has. The file is read twice, once for the columns, so that memory has one record at a time.

import { mkdtemp, open, stat } from "node:fs/promises";
import path from "node:path";
import { limits } from "../../domain/resource/limits.js";
import { refuse } from "../../errors/refusal.js";
import { checkUnpacked } from "../../files/archive.js";
import { readBytes, readCompression, readSample } from "../../files/bytes.js";
import { detectEncoding, toUtf8 } from "../../files/encoding.js";
import {
  BrokenJson,
  depthOfRecords,
  type FlatRecord,
  type FlatRow,
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
    const depth = depthOfRecords(text, isWhole);
    const read = () => records(toUtf8(readBytes(file, compression, file.maxUnpackedBytes), encoding), depth);
    const columns = await columnsOf(file.filename, read());
    if (columns.length === 0) throw refuse("file-empty", { file: file.filename });
    const target = path.join(await mkdtemp(path.join(scratch, "records-")), "table.csv");
    await writeRows(file, columns, read(), target);
    const names = distinctNames(columns);
    return {
      file: { ...file, path: target, member: undefined },
      dialect: { ...noText, headerLine: 1, preamble: [], names, places: depth === 0 ? "lines" : "records" },
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

/** `place`: its line, or its number. */
type PlacedRecord = FlatRecord & { place: number };

async function* records(chunks: AsyncIterable<Buffer>, depth: 0 | 1 | 2): AsyncGenerator<PlacedRecord> {
  const scanner = new JsonScanner(depth);
  let number = 0;
  for await (const chunk of chunks)
    for (const { record, line } of scanner.push(chunk)) {
      number++;
      yield { ...flattened(record), place: depth === 0 ? line : number };
    }
  scanner.end();
}

const columnsOf = async (filename: string, all: AsyncIterable<FlatRecord>): Promise<string[]> => {
  const columns = new Set<string>();
  const add = (row: FlatRow) => {
    for (const name of row.keys()) columns.add(name);
    if (columns.size > limits.columns.is) checkWidth(filename, columns.size);
  };
  for await (const { common, lines } of all) {
    add(common);
    for (const line of lines()) add(line);
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
    for await (const { common, lines, place } of all)
      for (const line of lines()) {
        const values = columns.map((name) => line.get(name) ?? common.get(name) ?? "");
        text += lineOf([String(place), ...values]);
        if (text.length > bytesAtOnce) await write();
      }
    await write();
  } finally {
    await table.close();
  }
};

const lineOf = (values: readonly string[]): string =>
  `${values.map((value) => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)).join(",")}\n`;
