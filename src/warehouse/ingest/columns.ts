// Columns of a dataset. The files of a directory are one table, whose columns are the union by name. In the
// engine they are called c0, c1, …, because column names there ignore case and a customer's do not.

import type { HostedCsvOptions } from "../../domain/data/dataset-options.js";
import { limits } from "../../domain/resource/limits.js";
import { refuse } from "../../errors/refusal.js";
import type { Engine } from "../engine.js";
import { ident, join, type Relation, type Sql, sql } from "../sql/sql.js";
import { checkWidth } from "./column-limit.js";
import type { Dialect, DialectOptions, SourceFile } from "./dialect.js";
import { isNumber } from "./parquet.js";
import { describeTables, type SourceTable, type Tools } from "./tables.js";

export interface Column {
  name: string;
  /** Index in the union, from which its name in the engine is made. */
  index: number;
  sql: Sql;
}

const columnName = (index: number): string => `c${index}`;
export const columnSql = (index: number): Sql => ident(columnName(index));

const folded = (name: string): string => name.trim().toLowerCase();

/** The union of the files' columns, and for each file the index in it of each of the file's columns. */
export const unionOfColumns = (
  files: readonly (readonly string[])[],
): { names: string[]; places: number[][] } => {
  const union = new Union();
  return { places: files.map((own) => union.placesOf(own)), names: union.names };
};

class Union {
  readonly names: string[] = [];
  private readonly exact = new Map<string, number>();
  /** Places of the names that differ in case or space alone. */
  private readonly similar = new Map<string, number[]>();

  placesOf(file: readonly string[]): number[] {
    const own = new Set(file);
    const taken = new Set<number>();
    return file.map((name) => {
      const place = this.placeOf(name, own, taken) ?? this.add(name);
      taken.add(place);
      return place;
    });
  }

  /** A column that differs only in case between files is one column, unless this file has both spellings. */
  private placeOf(name: string, own: Set<string>, taken: Set<number>): number | undefined {
    const exact = this.exact.get(name);
    if (exact !== undefined) return exact;
    const similar = this.similar.get(folded(name)) ?? [];
    return similar.find((place) => !taken.has(place) && !own.has(this.names[place]!));
  }

  private add(name: string): number {
    const place = this.names.push(name) - 1;
    this.exact.set(name, place);
    const known = this.similar.get(folded(name));
    if (known) known.push(place);
    else this.similar.set(folded(name), [place]);
    return place;
  }
}

/** The column of exactly this name, or the only one that differs just in case or space. Refuses `column-unknown`. */
export const findColumn = (names: readonly string[], wanted: string, usedBy: string): Column => {
  const exact = names.indexOf(wanted);
  const similar = names.flatMap((name, i) => (folded(name) === folded(wanted) ? [i] : []));
  const index = exact >= 0 ? exact : similar.length === 1 ? similar[0]! : -1;
  if (index < 0)
    throw refuse("column-unknown", { column: wanted, used_by: usedBy, columns: names.join(", ") });
  return { name: names[index]!, index, sql: columnSql(index) };
};

const shownCharacters = 200;

/** The first ten rows of the first file, by column name. */
export const sampleRows = async (
  engine: Engine,
  records: Relation,
  names: readonly string[],
): Promise<Record<string, string | null>[]> => {
  const columns = names.map((_, i) => sql`left(${columnSql(i)}, ${shownCharacters}) as ${columnSql(i)}`);
  const rows = await engine.rows<Record<string, string | null>>(
    sql`select ${join(columns)} from ${records} as r
    where r.file = 0 and r.ordinal < 1000 order by r.seq limit 10`,
  );
  return rows.map((row) => Object.fromEntries(names.map((name, i) => [name, row[columnName(i)] ?? null])));
};

/** A file of a dataset with its dialect. */
export interface Source extends SourceFile {
  index: number;
  dialect: Dialect;
  /** For each column of the file, its index in the union. */
  places: number[];
  /** In the files before; absent: none. */
  rowsBefore?: number;
}

/** The files that were read before, their columns, and how many tables they held. */
export interface TablesBefore {
  names: readonly string[];
  files: readonly unknown[];
  tables: number;
}

const noTables: TablesBefore = { names: [], files: [], tables: 0 };

/**
 * The sources in order of arrival, numbered after those `before`. `mayLackHeader`: see `DialectOptions`.
 * Refuses what `describeTables` refuses, `tables-too-many`, and `columns-too-many` also for the columns of all
 * files together.
 */
export const describeSources = async (
  files: readonly SourceFile[],
  options: HostedCsvOptions,
  tools: Tools,
  mayLackHeader = false,
  before = noTables,
): Promise<{ names: string[]; sources: Source[] }> => {
  const dialects = { ...options, mayLackHeader };
  const tables = await describeAll(
    filesInUse(files, options),
    dialects,
    tools,
    before.tables - before.files.length,
  );
  const { names, places } = unionOfColumns([before.names, ...tables.map(({ dialect }) => dialect.names)]);
  checkUnion(tables, places);
  const sources = tables.map(({ file, dialect }, i) => ({
    ...file,
    index: before.tables + i,
    dialect,
    places: places[i + 1]!,
  }));
  return { names, sources };
};

/** Files of many kinds together may not have more columns than one may. Names the first file that is too much. */
const checkUnion = (tables: readonly SourceTable[], places: readonly (readonly number[])[]): void => {
  let columns = 0;
  for (const [i, own] of places.entries()) {
    for (const place of own) columns = Math.max(columns, place + 1);
    const added = tables[i - 1];
    if (added) checkWidth(added.file.filename, columns);
  }
};

/** Files are without a header together, or none is. `furtherBefore`: tables before, beside one of each file. */
const describeAll = async (
  files: readonly SourceFile[],
  options: DialectOptions,
  tools: Tools,
  furtherBefore: number,
): Promise<SourceTable[]> => {
  const { is: most } = limits.furtherTables;
  const tables: SourceTable[] = [];
  for (const [i, file] of files.entries()) {
    tables.push(...(await describeTables(file, options, tools)));
    if (furtherBefore + tables.length - (i + 1) > most)
      throw refuse("tables-too-many", { file: file.filename, most });
  }
  const lacking = tables.filter(({ dialect }) => dialect.headerLine === 0).length;
  return options.mayLackHeader && lacking > 0 && lacking < tables.length
    ? describeAll(files, { ...options, mayLackHeader: false }, tools, furtherBefore)
    : tables;
};

/**
 * Indices in the union of the columns that all files with them store as numbers, so that nothing has to tell
 * how numbers are written.
 */
export const storedNumbers = (sources: readonly Source[]): number[] => {
  const stored = sources.flatMap(({ dialect, places }) =>
    places.map((place, i) => {
      const column = dialect.parquet?.columns[i];
      return { place, is: column !== undefined && isNumber(column) };
    }),
  );
  const others = new Set(stored.flatMap(({ place, is }) => (is ? [] : [place])));
  return [...new Set(stored.map(({ place }) => place))].filter((place) => !others.has(place));
};

const filesInUse = (files: readonly SourceFile[], options: HostedCsvOptions): SourceFile[] => {
  if (files.length === 0) throw refuse("file-empty", { file: options.upload_directory });
  const inOrder = files.toSorted((a, b) => a.arrived_at - b.arrived_at || (a.filename < b.filename ? -1 : 1));
  return options.replace_all_with_latest_file ? inOrder.slice(-1) : inOrder;
};
