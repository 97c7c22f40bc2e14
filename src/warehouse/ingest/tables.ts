// Tables of an uploaded file: itself, a sheet of a workbook with all sheets of the same columns, or the files
// of an archive, which are one table if their columns are the same. The content of a file decides what it is,
// not its name.

import { mkdtemp, open } from "node:fs/promises";
import path from "node:path";
import { headerRow } from "../../domain/data/dataset-options.js";
import { limits } from "../../domain/resource/limits.js";
import { refuse } from "../../errors/refusal.js";
import { ArchiveTooLarge, BrokenArchive } from "../../files/archive.js";
import { readSample, unpack } from "../../files/bytes.js";
import { readSharedStrings, type SharedStrings } from "../../files/shared-strings.js";
import { SheetGroup } from "../../files/sheet-group.js";
import { sheetRows } from "../../files/sheet-rows.js";
import { isWorkbook, openWorkbook, type Sheet, type Workbook } from "../../files/workbook.js";
import { isZip, readMembers, type ZipMember } from "../../files/zip.js";
import type { Engine } from "../engine.js";
import { checkWidth } from "./column-limit.js";
import {
  type Dialect,
  type DialectOptions,
  detectTextDialect,
  distinctNames,
  headerOf,
  noText,
  type SourceFile,
} from "./dialect.js";
import { type SampledRow, tableSize } from "./header.js";
import { jsonTable } from "./json-table.js";
import { describeParquet, isParquet } from "./parquet.js";

export interface SourceTable {
  file: SourceFile;
  dialect: Dialect;
}

/** Tools that describe tables: files of an archive that only the engine reads are unpacked into `scratch`. */
export interface Tools {
  engine: Engine;
  scratch: string;
}

/**
 * Refuses `file-empty`, `file-binary`, `file-protected`, `file-old-format`, `archive-damaged`,
 * `archive-too-large`, `archive-mixed`, `archive-without-table`, `sheet-unknown`, `columns-too-many`, and
 * what `describeParquet` refuses.
 */
export const describeTables = async (
  file: SourceFile,
  options: DialectOptions,
  tools: Tools,
): Promise<SourceTable[]> => {
  try {
    return await tablesOf(file, options, tools);
  } catch (cause) {
    if (cause instanceof ArchiveTooLarge)
      throw refuse("archive-too-large", { file: file.filename, limit: cause.message });
    throw cause instanceof BrokenArchive ? refuse("archive-damaged", { file: file.filename }) : cause;
  }
};

const tablesOf = async (file: SourceFile, options: DialectOptions, tools: Tools): Promise<SourceTable[]> => {
  const beginning = await bytesAt(file.path, "start", compoundBytes);
  if (beginning.subarray(0, 8).equals(compoundSignature)) throw refuseCompound(file, beginning);
  if (isParquet(beginning)) return [await parquetTable(file, tools)];
  if (!isZip(beginning)) return [await textTable(file, options, tools)];
  const members = await readMembers(file.path, file.maxUnpackedBytes);
  if (isWorkbook(members)) return workbookTables(file, options);
  return archiveTables(file, members, options, tools);
};

const bytesAt = async (path: string, end: "start" | "end", most: number): Promise<Buffer> => {
  const handle = await open(path);
  try {
    const from = end === "start" ? 0 : Math.max(0, (await handle.stat()).size - most);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(most), 0, most, from);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
};

const magicBytes = 4;

const parquetTable = async (file: SourceFile, { engine }: Pick<Tools, "engine">): Promise<SourceTable> => {
  const parquet = await describeParquet(engine, file, await bytesAt(file.path, "end", magicBytes));
  const names = distinctNames(parquet.columns.map(({ name }) => name));
  if (names.length === 0) throw refuse("file-empty", { file: file.filename });
  return { file, dialect: { ...noText, headerLine: 1, preamble: [], names, parquet } };
};

/** The container of .xls, and of workbooks with a password. */
const compoundSignature = Buffer.from("d0cf11e0a1b11ae1", "hex");
const compoundBytes = 1 << 20;

const refuseCompound = ({ filename }: SourceFile, beginning: Buffer) =>
  beginning.includes(Buffer.from("EncryptedPackage", "utf16le"))
    ? refuse("file-protected", { file: filename })
    : refuse("file-old-format", { file: filename });

const { is: maxTables } = limits.archiveTables;
/** Names in an archive have up to 64 KB, and they are in each finding about a table. */
const shownCharacters = 200;

const archiveTables = async (
  file: SourceFile,
  members: readonly ZipMember[],
  options: DialectOptions,
  tools: Tools,
): Promise<SourceTable[]> => {
  const { filename } = file;
  const { tables: found, others } = tableMembers(members);
  if (found.length === 0)
    throw refuse("archive-without-table", {
      file: filename,
      members: listed(members.map(({ name }) => name)),
    });
  if (found.length > maxTables)
    throw new ArchiveTooLarge(`an archive of ${found.length} files, more than ${maxTables}`);
  if (found.some(({ isEncrypted }) => isEncrypted)) throw refuse("file-protected", { file: filename });
  const tables: SourceTable[] = [];
  const names = new Map<SourceTable, string>();
  for (const member of found) {
    const name = found.length === 1 ? filename : `${filename}/${member.name.slice(-shownCharacters)}`;
    const table = await memberTable({ ...file, filename: name, member }, options, tools);
    names.set(table, member.name);
    tables.push(table);
  }
  const kinds = kindsOf(tables);
  if (kinds.length > 1)
    throw refuse("archive-mixed", {
      file: filename,
      count: kinds.length,
      kinds: kinds.map((alike) => listed(alike.map((table) => names.get(table)!))).join("; "),
    });
  const [first, ...rest] = tables;
  return others.length === 0 ? tables : [withUnread(first!, others), ...rest];
};

const textTable = async (
  file: SourceFile,
  options: DialectOptions,
  { scratch }: Tools,
): Promise<SourceTable> =>
  (await jsonTable(file, scratch)) ?? { file, dialect: await detectTextDialect(file, options) };

const memberTable = async (file: SourceFile, options: DialectOptions, tools: Tools): Promise<SourceTable> => {
  const { bytes: beginning } = await readSample(file, "zip", magicBytes);
  if (!isParquet(beginning)) return textTable(file, options, tools);
  const unpacked = path.join(await mkdtemp(path.join(tools.scratch, "unpacked-")), "table.parquet");
  await unpack(file, "zip", unpacked);
  return parquetTable({ ...file, path: unpacked, member: undefined }, tools);
};

const mostUnread = 20;

const withUnread = (table: SourceTable, members: readonly ZipMember[]): SourceTable => ({
  ...table,
  dialect: {
    ...table.dialect,
    unreadMembers: members.slice(0, mostUnread).map(({ name }) => name.slice(0, shownCharacters)),
  },
});

/**
 * Folders of macOS and hidden files, which nobody put there. `./` and `../` begin the name of a place, and
 * hide nothing.
 */
const hidden = /(^|\/)(\.(?!\.?\/)|__MACOSX\/)/;

/**
 * Files that a person put there, by name: tables, or else JSON, or else texts; and all others.
 */
const tableMembers = (members: readonly ZipMember[]): { tables: ZipMember[]; others: ZipMember[] } => {
  const visible = members
    .filter(({ name, bytes }) => bytes > 0 && !name.endsWith("/") && !hidden.test(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const isNamed = (pattern: RegExp) => visible.filter(({ name }) => pattern.test(name));
  // Beside tables, JSON describes them, and texts are notes.
  const endings = [/\.(csv|tsv|tab|parquet)$/i, /\.(json|jsonl|ndjson)$/i, /\.(txt|dat|asc)$/i];
  const tables = endings.map(isNamed).find((some) => some.length > 0) ?? [];
  const taken = new Set(tables);
  return { tables, others: visible.filter((member) => !taken.has(member)) };
};

/** The tables by their columns, whatever the order and case of these. */
const kindsOf = (tables: readonly SourceTable[]): SourceTable[][] => {
  const kinds = new Map<string, SourceTable[]>();
  for (const table of tables) {
    const key = comparable(table.dialect);
    const alike = kinds.get(key);
    if (alike) alike.push(table);
    else kinds.set(key, [table]);
  }
  return [...kinds.values()];
};

const shownNames = 3;

const listed = (names: readonly string[]): string => {
  const rest = names.length - shownNames;
  const shown = names.slice(0, shownNames).map((name) => name.slice(0, 100));
  return rest > 0 ? `${shown.join(", ")} and ${rest} more` : shown.join(", ");
};

/**
 * The sheet of the options; or else the visible one that looks most like a table, with the others that have
 * its columns, such as one for each month, in the order of the workbook.
 */
const workbookTables = async (file: SourceFile, options: DialectOptions): Promise<SourceTable[]> => {
  const { filename } = file;
  const workbook = await openWorkbook(file.path, file.maxUnpackedBytes);
  const visible = workbook.sheets.filter(({ isHidden }) => !isHidden).slice(0, maxTables);
  const strings = await readSharedStrings(workbook);
  const chosen = options.sheet === undefined ? visible : [sheetNamed(workbook, options.sheet, filename)];
  const found: FoundTable[] = [];
  for (const sheet of chosen) {
    const rows = await sampleOf(workbook, sheet, strings);
    const header = headerOf(rows, options);
    if (header) found.push(foundTable(sheet, header, tableSize(rows)));
  }
  const [best] = found.toSorted((a, b) => b.size - a.size);
  if (!best) throw refuse("file-empty", { file: filename });
  checkWidth(filename, best.width);
  const alike = found.filter((one) => one === best || hasColumnsOf(one.header, best.header));
  const sheets = new SheetGroup(alike.map(({ sheet }) => sheet));
  return alike.map(({ sheet, header }) => ({
    file: { ...file, filename: alike.length === 1 ? filename : `${filename}/${sheet}`, sheets },
    dialect: {
      ...noText,
      ...header,
      sheet,
      sheets: visible.map(({ name }) => name),
    },
  }));
};

type Header = Pick<Dialect, "headerLine" | "names">;

/** Sheets without names of columns are not told apart by them. */
const hasColumnsOf = (one: Header, other: Header): boolean =>
  one.headerLine > 0 &&
  other.headerLine > 0 &&
  other.names.length > 1 &&
  comparable(one) === comparable(other);

const comparable = ({ names }: Header): string =>
  JSON.stringify(names.map((name) => name.toLowerCase()).sort());

interface FoundTable {
  sheet: string;
  header: Pick<Dialect, "headerLine" | "preamble" | "names">;
  /** Columns. Of a sheet that is too wide to be read not all names are kept. */
  width: number;
  size: number;
}

const foundTable = ({ name }: Sheet, header: FoundTable["header"], size: number): FoundTable => ({
  sheet: name,
  header: { ...header, names: header.names.slice(0, limits.columns.is + 1) },
  width: header.names.length,
  size,
});

const sheetNamed = (workbook: Workbook, wanted: string, filename: string): Sheet => {
  const { sheets } = workbook;
  const folded = wanted.trim().toLowerCase();
  const sheet =
    sheets.find(({ name }) => name === wanted) ??
    sheets.find(({ name }) => name.trim().toLowerCase() === folded);
  if (!sheet)
    throw refuse("sheet-unknown", {
      file: filename,
      sheet: wanted,
      sheets: sheets.map(({ name }) => name).join(", "),
    });
  return sheet;
};

/** A header row may be that far down. */
const sampledRows = headerRow.maximum + 200;
/** Far more than so many rows of any table that a person made: cells may refer to one long text many times. */
const sampledCharacters = 64 << 20;

const sampleOf = async (workbook: Workbook, sheet: Sheet, strings: SharedStrings): Promise<SampledRow[]> => {
  const sample: SampledRow[] = [];
  let characters = 0;
  for await (const rows of sheetRows(workbook, sheet, strings)) {
    for (const { number, cells } of rows) {
      sample.push({ line: number, fields: cells });
      for (const cell of cells) characters += cell.length;
      if (sample.length === sampledRows || characters > sampledCharacters) return sample;
    }
  }
  return sample;
};
