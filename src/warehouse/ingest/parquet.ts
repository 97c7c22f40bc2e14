// Parquet file: its columns have names and types, and the engine reads it. Each value becomes the text that a
// CSV file would have of it, so that files of both formats are one table; the spelling loses nothing. Limits
// and damage are found before the rows are read.

import { stat } from "node:fs/promises";
import { limits } from "../../domain/resource/limits.js";
import { type Refusal, refuse } from "../../errors/refusal.js";
import { checkUnpacked } from "../../files/archive.js";
import type { Engine, Row } from "../engine.js";
import { EngineError } from "../engine-error.js";
import { ident, join, type Relation, type Sql, sql } from "../sql/sql.js";
import { checkWidth } from "./column-limit.js";

export interface ParquetColumn {
  /** In the file. */
  name: string;
  /** Type of the engine. */
  type: string;
  /** A value, and the same as text, of a row of `rowsOf`. */
  value: Sql;
  text: Sql;
}

export interface ParquetFile {
  rows: number;
  columns: ParquetColumn[];
}

const magic = "PAR1";
/** At both ends of a file whose footer is encrypted. */
const encryptedMagic = "PARE";

/** Whether the first bytes are those of a Parquet file. */
export const isParquet = (beginning: Buffer): boolean =>
  [magic, encryptedMagic].includes(beginning.toString("latin1", 0, 4));

interface PackedParquet {
  path: string;
  filename: string;
  maxUnpackedBytes?: number | undefined;
}

/**
 * Refuses `parquet-cut-short`, `parquet-encrypted`, `parquet-unreadable`, `parquet-nested`,
 * `columns-too-many`; throws `ArchiveTooLarge`. `ending`: the last bytes of the file. The session's time zone
 * must be UTC.
 */
export const describeParquet = async (
  engine: Engine,
  { path: file, filename, maxUnpackedBytes = Number.POSITIVE_INFINITY }: PackedParquet,
  ending: Buffer,
): Promise<ParquetFile> => {
  const end = ending.toString("latin1", ending.length - 4);
  if (end === encryptedMagic) throw refuse("parquet-encrypted", { file: filename });
  if (end !== magic) throw refuse("parquet-cut-short", { file: filename });
  let columns: ParquetColumn[] = [];
  try {
    const { size } = await stat(file);
    const { rows } = await engine.row<{ rows: number }>(sql`select count(*) as rows from ${rowsOf(file)}`);
    checkUnpacked(rows, size, maxUnpackedBytes);
    columns = await columnsOf(engine, file, filename);
    checkUnpacked(await bytesOf(engine, file, columns), size, maxUnpackedBytes);
    return { rows, columns };
  } catch (cause) {
    throw (await faultOf(engine, { path: file, filename }, columns, cause)) ?? cause;
  }
};

/**
 * Rows of the file as `p`, in its order where the engine keeps the order. Directories such as `day=1` are no
 * columns.
 */
const rowsOf = (file: string): Relation => sql`read_parquet(${file}, hive_partitioning = false) as p`;

/** One row per row of the file: f0, f1, … as text. */
export const textsOf = (file: string, { columns }: ParquetFile): Sql =>
  sql`select ${join(columns.map(({ text }, i) => sql`${text} as ${ident(`f${i}`)}`))} from ${rowsOf(file)}`;

/**
 * Every n-th row, and those at the ends, as `textsOf`, with `line`: their ordinal. Null where a column takes
 * the name of the engine's numbers.
 */
export const sampledTexts = (
  file: string,
  { rows, columns }: ParquetFile,
  { every, first, last }: { every: number; first: number; last: number },
): Sql | null => {
  if (columns.some(({ name }) => name.toLowerCase() === "file_row_number")) return null;
  const ordinal = ident("p", "file_row_number");
  const texts = join(columns.map(({ text }, i) => sql`${text} as ${ident(`f${i}`)}`));
  return sql`select ${ordinal} as line, ${texts} from ${rowsOf(file)}
    where ${ordinal} % ${every} = 0 or ${ordinal} < ${first} or ${ordinal} >= ${rows - last}`;
};

/** The limit comes first: a column of bytes is read to see whether these are texts. */
const columnsOf = async (engine: Engine, file: string, filename: string): Promise<ParquetColumn[]> => {
  const schema = topLevelColumns(
    await engine.rows<SchemaElement>(
      sql`select name, cast(num_children as integer) as children from parquet_schema(${file})`,
    ),
  );
  const described = await engine.rows<{ column_name: string; column_type: string }>(
    sql`describe select * from ${rowsOf(file)}`,
  );
  checkWidth(filename, described.length);
  for (const { name, depth } of schema) checkDepth(filename, name, depth);
  const columns: ParquetColumn[] = [];
  // The engine renames columns that differ in case alone, so names come from the file and values by place.
  for (const [i, { column_name, column_type }] of described.entries())
    columns.push({
      name: schema[i]?.name ?? column_name,
      type: column_type,
      value: ident("p", column_name),
      text: await textOf(engine, file, ident("p", column_name), column_type),
    });
  return columns;
};

interface SchemaElement extends Row {
  name: string;
  children: number | null;
}

/**
 * The children of the root, which is the first of the elements, with the levels below them; those of a column
 * come right after it.
 */
const topLevelColumns = ([, ...elements]: readonly SchemaElement[]): { name: string; depth: number }[] => {
  const columns: { name: string; depth: number }[] = [];
  /** Children that are still to come, by level. */
  const open: number[] = [];
  for (const { name, children } of elements) {
    while (open.at(-1) === 0) open.pop();
    if (open.length === 0) columns.push({ name, depth: 0 });
    else open.push(open.pop()! - 1);
    const column = columns.at(-1)!;
    column.depth = Math.max(column.depth, open.length);
    if (children) open.push(children);
  }
  return columns;
};

/** The engine takes three times as long for each list inside another. */
const checkDepth = (file: string, column: string, depth: number): void => {
  const { is: most } = limits.columnDepth;
  if (depth > most) throw refuse("parquet-nested", { file, column, depth, most });
};

const textOf = async (engine: Engine, file: string, value: Sql, type: string): Promise<Sql> => {
  if (type === "BLOB")
    return (await isDecodable(engine, file, value)) ? sql`decode(${value})` : sql`lower(hex(${value}))`;
  if (type === "FLOAT" || type === "DOUBLE") return floatText(value);
  if (type === "TIMESTAMP WITH TIME ZONE") return sql`cast(cast(${value} as timestamp) as varchar)`;
  if (/^(STRUCT|MAP)\(|\]$/.test(type)) return sql`cast(to_json(${value}) as varchar)`;
  return type === "VARCHAR" ? value : sql`cast(${value} as varchar)`;
};

/** Old writers, such as those of Hive and Impala, do not say which of the bytes are texts. */
const isDecodable = async (engine: Engine, file: string, value: Sql): Promise<boolean> => {
  const { is } = await engine.row<{ is: boolean }>(
    sql`select coalesce(bool_and(coalesce(not contains(try(decode(${value})), chr(0)), ${value} is null)), true) as is from ${rowsOf(file)}`,
  );
  return is;
};

/**
 * Whole numbers without a point: a key that lacks values is often stored as a float. Beyond 15 digits with an
 * exponent, because such digits in a text are taken for a key. NaN is how many writers spell a missing value.
 */
const floatText = (value: Sql): Sql => sql`case
  when isnan(${value}) then null
  when abs(${value}) < 1e15 and ${value} = trunc(${value}) then cast(cast(${value} as bigint) as varchar)
  when abs(${value}) >= 1e15 and isfinite(${value}) then format('{:.16e}', cast(${value} as double))
  else cast(${value} as varchar) end`;

/** Aggregates in one statement, whose nesting the engine bounds. */
const columnsAtOnce = 100;

/**
 * Bytes of the values that can be large: a few bytes of a file may stand for a text a million times. Others
 * count as one.
 */
const bytesOf = async (engine: Engine, file: string, columns: readonly ParquetColumn[]): Promise<number> => {
  const sizes = columns.map((column, i) => {
    const { text, value } = column;
    return sql`${isSmall(column) ? sql`count(${value})` : sql`sum(strlen(${text}))`} as ${ident(`bytes_${i}`)}`;
  });
  let bytes = 0;
  for (let from = 0; from < sizes.length; from += columnsAtOnce) {
    const some = await engine.row(
      sql`select ${join(sizes.slice(from, from + columnsAtOnce))} from ${rowsOf(file)}`,
    );
    bytes += Object.values(some).reduce<number>((sum, size) => sum + Number(size ?? 0), 0);
  }
  return bytes;
};

export const isNumber = ({ type }: ParquetColumn): boolean =>
  /^(U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER|FLOAT|DOUBLE|DECIMAL\([0-9,]+\))$/.test(type);

/** Whether somebody wrote its values, so that they may have spaces around them. */
export const isText = ({ type }: ParquetColumn): boolean => type === "VARCHAR" || type === "BLOB";

const isSmall = (column: ParquetColumn): boolean =>
  isNumber(column) || /^(BOOLEAN|DATE|TIME|UUID)/.test(column.type);

/**
 * The refusal of a file that the engine cannot read; null for an error of another kind, such as a full disk.
 * `columns`: those that are searched for the one that is damaged.
 */
export const faultOf = async (
  engine: Engine,
  { path: file, filename }: PackedParquet,
  columns: readonly ParquetColumn[],
  cause: unknown,
): Promise<Refusal | null> => {
  if (!(cause instanceof EngineError) || cause.isOfMachine) return null;
  if (columns.length > 0 && (await isEncrypted(engine, file)))
    return refuse("parquet-encrypted", { file: filename });
  const damaged = await damagedColumn(engine, file, columns);
  const where = damaged === null ? "" : ` (column ${damaged})`;
  return refuse("parquet-unreadable", { file: filename, detail: cause.inWords() + where });
};

/**
 * Whether columns are encrypted under a footer that is not. Its key has a description, which the engine (1.5)
 * fails to show as text.
 */
const isEncrypted = async (engine: Engine, file: string): Promise<boolean> => {
  try {
    const [found] = await engine.rows(
      sql`select 1 from parquet_file_metadata(${file}) where encryption_algorithm is not null`,
    );
    return found !== undefined;
  } catch (cause) {
    if (cause instanceof EngineError) return cause.engineMessage.includes("Invalid unicode");
    throw cause;
  }
};

const damagedColumn = async (
  engine: Engine,
  file: string,
  columns: readonly ParquetColumn[],
): Promise<string | null> => {
  for (const { name, value } of columns) {
    try {
      await engine.run(sql`select count(*) from ${rowsOf(file)} where hash(${value}) is null`);
    } catch (cause) {
      if (cause instanceof EngineError) return name;
      throw cause;
    }
  }
  return null;
};
