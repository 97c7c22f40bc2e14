// Reading of a dataset's files. Each file is read once, as text, into a Parquet file of the build, which
// later queries read many times. As text, because typed reading would check only the columns that a query
// uses. The order of the file is kept, so that a row's number leads back to its line.

import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import type { DatasetConfig } from "../../domain/data/dataset.js";
import type { ColumnType } from "../../domain/data/dataset-findings.js";
import type { HostedCsvOptions } from "../../domain/data/dataset-options.js";
import { Refusal, refuse } from "../../errors/refusal.js";
import { ArchiveTooLarge, BrokenArchive } from "../../files/archive.js";
import { unpack } from "../../files/bytes.js";
import type { Engine } from "../engine.js";
import { EngineError } from "../engine-error.js";
import { ident, join, parquet, type Relation, type Sql, sql } from "../sql/sql.js";
import {
  type Column,
  columnSql,
  describeSources,
  type Source,
  storedNumbers,
  type TablesBefore,
  unionOfColumns,
} from "./columns.js";
import type { Dialect, LineBreak, SourceFile } from "./dialect.js";
import { MalformedRows, shownRejects, tooWide, writeNormalisedCopy } from "./normalised-copy.js";
import { faultOf, isText, type ParquetFile, textsOf } from "./parquet.js";
import { describeTables } from "./tables.js";
import { findRepeatedHeaders, findTotalRows, type TotalRow } from "./total-row.js";
import { faultOfRow } from "./unreadable.js";

/** Columns computed from the union's columns while reading, by name. */
export type DerivedColumns = Record<string, Sql>;

/** The rows of all files. */
export interface Records {
  /** Records that this build reads. */
  relation: Relation;
  /** With those of earlier builds. */
  rows: number;
  /** Every n-th of all rows, by their ordinal in their file; absent: taken from the relation. */
  sample?: { relation: Relation; every: number };
  /** Counts of earlier builds in rows that this one does not read; absent: it reads all. */
  earlier?: readonly ColumnCount[];
  /** Names of files by index. */
  filenames: readonly string[];
  /** See `storedNumbers`. */
  numbers?: readonly number[];
  /** The index of the file that a column of a row `r` comes from, where rows join several files; absent: `r.file`. */
  fileOf?: (column: Column) => Sql;
}

export interface FileRead {
  source: Source;
  /** Without total rows. */
  rows: number;
  /** Rows that are totals, or the header again, and no records. */
  totals?: readonly TotalRow[];
  malformed: MalformedRows;
  /**
   * Lines of malformed rows, ascending, for a file that was read directly; null for a normalised copy, whose
   * rows have their line.
   */
  malformedLines: BigInt64Array | null;
}

/** Counts of a column, from which its type is known. */
export interface ColumnCount {
  /** Rows with a value. */
  values: number;
  /** The type of the sample, and how many values are of it; dates and texts are not counted. */
  type: ColumnType;
  ofType: number;
}

/** Thrown by a build that continues from an earlier one, where only all rows can tell. */
export class AllRowsNeeded extends Error {
  override name = "AllRowsNeeded";
}

/** Rows keep the order of their file, so that a rejected row leads to its line. Times without a zone are UTC. */
export const setUpReading = async (engine: Engine): Promise<void> => {
  await engine.run(sql`set preserve_insertion_order = true`);
  await engine.run(sql`set TimeZone = 'UTC'`);
};

export interface Table {
  width: number;
  derived: DerivedColumns;
  /** Records have a column `row_id`. */
  hasRowIds?: boolean;
}

/** Column of a record: its number among the rows of all files as text, from 1. */
export const rowIdColumn: Sql = ident("row_id");

/**
 * Reads the files into `scratch`. The relation has one row per record, in the order of each file: seq BIGINT
 * (unique, larger for later rows), file INTEGER (its index), ordinal BIGINT (from 0), line BIGINT (null: see
 * `lineNumbersOf`), arrival_time BIGINT, c0, c1, … VARCHAR (trimmed, null where empty) and the derived
 * columns.
 */
export const readFiles = async (
  engine: Engine,
  sources: readonly Source[],
  table: Table,
  scratch: string,
  onFile: (read: number) => void,
): Promise<{ records: Records; files: FileRead[] }> => {
  const files: FileRead[] = [];
  let before = 0;
  let shown = 0;
  for (const source of sources) {
    const file = await readFile(engine, { ...source, rowsBefore: before }, table, scratch);
    before += file.rows;
    file.malformed.keepFirst(shownRejects - shown);
    shown += file.malformed.shown.length;
    const stored = parquet(storedFile(scratch, source.index));
    const { names, headerLine } = source.dialect;
    const named = names.map((name, i) => [source.places[i]!, name] as const);
    const totals = [
      ...(headerLine > 0 ? await findRepeatedHeaders(engine, stored, named) : []),
      ...(await findTotalRows(engine, stored, file.rows, table.width)),
    ];
    files.push({ ...file, rows: file.rows - totals.length, totals });
    onFile(files.length);
  }
  const stored = parquet(sources.map(({ index }) => storedFile(scratch, index)));
  await engine.run(
    sql`create or replace view records as ${numbered(stored, table, sql`not (${isTotal(files)})`)}`,
  );
  const rows = files.reduce((total, file) => total + file.rows, 0);
  const filenames = sources.map(({ filename }) => filename);
  return { records: { relation: ident("records"), rows, filenames, numbers: storedNumbers(sources) }, files };
};

const storedFile = (scratch: string, index: number): string => path.join(scratch, `${index}.parquet`);

/** The rows of files in `scratch` that are no records, with the columns of records. */
const totalRows = (files: readonly FileRead[], width: number, scratch: string): Relation => {
  const stored = parquet(files.map(({ source }) => storedFile(scratch, source.index)));
  return sql`(${numbered(stored, { width, derived: {} }, isTotal(files))})`;
};

/** BOOLEAN: whether a row `s` is no record. */
const isTotal = (files: readonly FileRead[]): Sql =>
  join(
    files.flatMap(({ source, totals = [] }) =>
      totals.map(({ ordinal }) => sql`(s.file = ${source.index} and s.file_row_number = ${ordinal})`),
    ),
    " or ",
    "false",
  );

/** Seq of a record, by the index of its file and its ordinal there. */
export const seqOf = (file: number, ordinal: number): bigint => BigInt(file) * 2n ** 40n + BigInt(ordinal);

/** One row per row `s`, numbered across all files; a file can have 2^40 rows. */
const numbered = (stored: Relation, { width, derived, hasRowIds }: Table, where: Sql): Sql => {
  const columns = [
    ...range(width).map(columnSql),
    ...(hasRowIds ? [rowIdColumn] : []),
    ...Object.keys(derived).map((name) => ident(name)),
  ];
  return sql`select s.file * 1099511627776 + s.file_row_number as seq, s.file, s.file_row_number as ordinal,
    s.line, s.arrival_time, ${join(columns)} from ${stored} as s where ${where}`;
};

/**
 * Refuses `file-binary` or `archive-damaged` for a damaged archive, `parquet-unreadable` or `file-unreadable`
 * for a damaged file.
 */
const readFile = async (engine: Engine, source: Source, table: Table, scratch: string): Promise<FileRead> => {
  const target = storedFile(scratch, source.index);
  const copy = `${target}.csv`;
  const { parquet } = source.dialect;
  if (parquet)
    return readParquet(engine, source, parquet, (texts) =>
      engine.writeScratch(unionRows(texts, source, table), target),
    );
  try {
    return (
      (source.dialect.isPlain ? await readDirectly(engine, source, table, target, copy) : null) ??
      (await readNormalised(engine, source, table, target, copy))
    );
  } catch (cause) {
    if (cause instanceof ArchiveTooLarge)
      throw refuse("archive-too-large", { file: source.filename, limit: cause.message });
    if (!(cause instanceof BrokenArchive)) throw cause;
    const isZip = source.member !== undefined || source.dialect.sheet !== undefined;
    throw refuse(isZip ? "archive-damaged" : "file-binary", { file: source.filename });
  } finally {
    await rm(copy, { force: true });
  }
};

const readParquet = async (
  engine: Engine,
  source: Source,
  file: ParquetFile,
  write: (texts: Relation) => Promise<number>,
): Promise<FileRead> => {
  try {
    const rows = await write(sql`select null::bigint as line, t.* from (${textsOf(source.path, file)}) as t`);
    return { source, rows, malformed: new MalformedRows(source.filename), malformedLines: null };
  } catch (cause) {
    throw (await faultOf(engine, source, file.columns, cause)) ?? cause;
  }
};

/**
 * The fast path, on all threads. Line numbers are correct if the only malformed rows are too wide. After a
 * line break inside quotes, an unclosed quote or an invalid byte the engine (1.5) miscounts, drops rows
 * silently or fails: then null. It does not notice a truncated archive either, so archives are decompressed
 * first.
 */
const readDirectly = async (
  engine: Engine,
  source: Source,
  table: Table,
  target: string,
  copy: string,
): Promise<FileRead | null> => {
  const { dialect } = source;
  const isPacked = dialect.compression !== "none";
  if (isPacked) await unpack(source, dialect.compression, copy, source.maxUnpackedBytes);
  return copyPlain(engine, isPacked ? copy : source.path, source, (csv) =>
    engine.writeScratch(unionRows(sql`select null::bigint as line, * from ${csv}`, source, table), target),
  );
};

/** Copies the rows of a plain file with `write`, as `readDirectly` says. */
const copyPlain = async (
  engine: Engine,
  file: string,
  source: Source,
  write: (csv: Relation) => Promise<number>,
): Promise<FileRead | null> => {
  const { dialect } = source;
  const csv = readCsv(file, dialect, fileColumns(dialect), {
    ...padded,
    skip: dialect.headerLine,
    store_rejects: true,
    rejects_limit: 0,
  });
  await dropRejects(engine);
  try {
    const rows = await write(csv);
    const { others } = await engine.row<{ others: number }>(
      sql`select count(*) as others from reject_errors where error_type <> 'TOO MANY COLUMNS'`,
    );
    return others > 0 ? null : { source, rows, ...(await wideRows(engine, source)) };
  } catch (cause) {
    if (cause instanceof EngineError) return null;
    throw cause;
  } finally {
    await dropRejects(engine);
  }
};

/** A short row lacks its last values. */
const padded = { null_padding: true, ignore_errors: true };

/**
 * The rows of a plain file, with their derived columns, as `columns` of them; null where the engine does not
 * read the file directly. Writes file, file_row_number and the columns.
 */
export const readColumns = (
  engine: Engine,
  source: Source,
  table: Table,
  columns: (rows: Relation) => Sql,
  target: string,
): Promise<FileRead | null> => {
  const write = (lined: Sql) =>
    engine.writeParquet(columns(sql`(${unionRows(lined, source, table)})`), target, { isUnsorted: true });
  const { parquet } = source.dialect;
  return parquet
    ? readParquet(engine, source, parquet, write)
    : copyPlain(engine, source.path, source, (csv) => write(sql`select null::bigint as line, * from ${csv}`));
};

/** The rows of lines that stand after their ordinal: seq, file, ordinal, c0, c1, … as in `readFiles`. */
export const ordinalRows = (file: string, source: Source, width: number): Sql => {
  const csv = readCsv(file, source.dialect, ["line", ...fileColumns(source.dialect)], padded);
  return numberedRows(sql`select * replace (cast(line as bigint) as line) from ${csv}`, source, width);
};

/** The same, where `lined` has them. */
export const numberedRows = (lined: Sql, source: Source, width: number): Sql =>
  sql`select r.file * 1099511627776 + r.line as seq, r.line as ordinal, r.* exclude (line, arrival_time)
    from (${unionRows(lined, source, { width, derived: {} })}) as r`;

const readNormalised = async (
  engine: Engine,
  source: Source,
  table: Table,
  target: string,
  copy: string,
): Promise<FileRead> => {
  const { dialect } = source;
  const malformed = await writeNormalisedCopy(source, dialect, copy);
  const read = (file: string, values: number) => readCopy(file, dialect, values);
  const lined = sql`select * replace (cast(line as bigint) as line) from ${read(copy, dialect.names.length)}`;
  try {
    const rows = await engine.writeScratch(unionRows(lined, source, table), target);
    return { source, rows, malformed, malformedLines: null };
  } catch (cause) {
    const { filename } = source;
    throw (await faultOfRow(engine, { filename, path: copy, dialect, read }, cause)) ?? cause;
  }
};

/**
 * The records of a file that no longer counts, with the columns of `readFiles` that `derived` and
 * arrival_time are; null where it cannot be read. `names`: the columns of the dataset.
 */
export const readVersion = async (
  engine: Engine,
  file: SourceFile,
  {
    index,
    names,
    derived,
    options,
  }: { index: number; names: readonly string[]; derived: DerivedColumns; options: HostedCsvOptions },
  scratch: string,
): Promise<Relation | null> => {
  const own = path.join(scratch, "versions", String(index));
  await mkdir(own, { recursive: true });
  try {
    const tables = await describeTables(file, options, { engine, scratch: own });
    for (const [i, { file, dialect }] of tables.entries()) {
      const places = unionOfColumns([names, dialect.names]).places[1]!;
      const table = {
        width: names.length,
        derived,
        hasRowIds: options.snapshot?.rows_are_customers === true,
      };
      await readFile(engine, { ...file, index: i, dialect, places }, table, own);
    }
    return parquet(tables.map((_, i) => storedFile(own, i)));
  } catch (cause) {
    if (isUnreadable(cause)) return null;
    throw cause;
  }
};

/** A file that is gone, or that a build would refuse. */
const isUnreadable = (cause: unknown): boolean =>
  (cause as NodeJS.ErrnoException).code === "ENOENT" || cause instanceof Refusal;

const dropRejects = async (engine: Engine): Promise<void> => {
  await engine.run(sql`drop table if exists reject_errors`);
  await engine.run(sql`drop table if exists reject_scans`);
};

const wideRows = async (engine: Engine, { filename, dialect }: Source) => {
  const lines = await engine.columns(
    sql`select distinct e.line::bigint as line from reject_errors as e order by 1`,
  );
  const shown = await engine.rows<{ line: number; text: string; found: number }>(
    sql`select e.line::bigint as line, trim(min(e.csv_line), chr(10) || chr(13)) as text,
      max(cast(regexp_extract(e.error_message, 'Found: ([0-9]+)', 1) as integer)) as found
    from reject_errors as e group by e.line order by e.line limit ${shownRejects}`,
  );
  const malformed = new MalformedRows(filename);
  for (const { line, text, found } of shown) malformed.add(line, text, tooWide(dialect.names.length, found));
  malformed.count = lines.rows;
  return { malformed, malformedLines: lines.columns.line as BigInt64Array };
};

const fileColumns = ({ names }: Dialect): string[] => range(names.length).map(valueColumn);
const valueColumn = (index: number): string => `f${index}`;

/** The first values of the rows of a normalised copy, after the line of each. */
const readCopy = (file: string, dialect: Dialect, values: number): Relation =>
  readCsv(file, { ...dialect, lineBreak: "\n" }, ["line", ...range(values).map(valueColumn)], {});

/** As the engine names them. */
const breakNames: Record<LineBreak, string> = { "\n": "\\n", "\r\n": "\\r\\n", "\r": "\\r" };

/**
 * Every option is explicit, so that the engine detects nothing: it takes the first line break for that of
 * rows, also inside quotes.
 */
const readCsv = (
  file: string,
  { delimiter, quote, lineBreak }: Pick<Dialect, "delimiter" | "quote" | "lineBreak">,
  columns: readonly string[],
  options: Record<string, string | number | boolean>,
): Relation => {
  const types = join(columns.map((name) => sql`${ident(name)}: 'VARCHAR'`));
  const rest = join(
    Object.entries(options).map(([name, value]) => sql`, ${ident(name)} = ${value}`),
    "",
  );
  return sql`read_csv(${file}, auto_detect = false, columns = {${types}}, header = false, encoding = 'utf-8', compression = 'none',
    delim = ${delimiter}, quote = ${quote}, escape = ${quote}, new_line = ${breakNames[lineBreak]}${rest})`;
};

/** One row per record of one file, with the columns of the union. */
const unionRows = (
  csv: Sql,
  { index, arrived_at, places, dialect, rowsBefore = 0 }: Source,
  { width, derived, hasRowIds }: Table,
): Sql => {
  const rowId = hasRowIds
    ? sql`, cast(row_number() over () + ${rowsBefore} as varchar) as ${rowIdColumn}`
    : sql``;
  const columns = range(width).map((column) => {
    const own = places.indexOf(column);
    const value = ident("f", `f${own}`);
    const stored = dialect.parquet?.columns[own];
    const text = stored && !isText(stored) ? value : trimmed(value);
    return own < 0
      ? sql`cast(null as varchar) as ${columnSql(column)}`
      : sql`${text} as ${columnSql(column)}`;
  });
  const derivedColumns = Object.entries(derived).map(([name, made]) => sql`, ${made} as ${ident(name)}`);
  return sql`select ${index} as file, cast(${arrived_at} as bigint) as arrival_time, u.*${join(derivedColumns, "")}
  from (select f.line, ${join(columns)}${rowId} from (${csv}) as f) as u`;
};

/** Null where nothing is left. Few texts have spaces to take away, and they cost five times as much. */
export const trimmed = (text: Sql): Sql => sql`case
  when ${text} >= '!' and not ends_with(${text}, ' ') and strlen(${text}) = length(${text}) then ${text}
  else nullif(trim(${text}), '') end`;

const range = (length: number): number[] => [...Array(length).keys()];

/**
 * The rows of a dataset, from files or merged. Column names are known before any row is read, so that
 * misspelled ones are refused at once.
 */
export interface DatasetReader {
  names: string[];
  /** The files and archived files; none for rows that come from elsewhere. */
  sources?: readonly Source[];
  /** Reads the rows with `derived` columns, see `readFiles`. Call it once. */
  read(derived: DerivedColumns): Promise<{ records: Records; files: FileRead[] }>;
  /** The rows of these files that are no records, see `totalRows`. */
  totals(files: readonly FileRead[]): Relation;
}

/** A dataset of files. */
export interface FileDataset {
  config: Pick<DatasetConfig, "upsert_columns" | "incremental_column">;
  options: HostedCsvOptions;
  files: readonly SourceFile[];
}

/** `onFile` reports progress. `mayLackHeader` and `before`: see `describeSources`. Refuses what that refuses. */
export const fileReader = async (
  engine: Engine,
  { files, options }: Pick<FileDataset, "files" | "options">,
  scratch: string,
  onFile: (read: number, of: number) => void,
  mayLackHeader = false,
  before?: TablesBefore,
): Promise<DatasetReader> => {
  const tools = { engine, scratch };
  const { names, sources } = await describeSources(files, options, tools, mayLackHeader, before);
  return {
    names,
    sources,
    totals: (files) => totalRows(files, names.length, scratch),
    read: (derived) =>
      readFiles(
        engine,
        sources,
        { width: names.length, derived, hasRowIds: options.snapshot?.rows_are_customers === true },
        scratch,
        (count) => onFile(count, sources.length),
      ),
  };
};

export const memberScratch = (scratch: string, member: number): string =>
  path.join(scratch, `member-${member}`);
