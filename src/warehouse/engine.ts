// Engine: the only access to DuckDB, an in-memory database with a memory limit and a directory for spilled data.
// It keeps no state; results are Parquet files. Open it in a child process, never in the server: each running query
// occupies one of the four libuv threads that files, DNS and crypto of the whole process share.

import {
  BIGINT,
  DOUBLE,
  type DuckDBConnection,
  DuckDBDataChunk,
  DuckDBInstance,
  type DuckDBType,
  INTEGER,
  VARCHAR,
} from "@duckdb/node-api";
import { assert } from "../errors/refusal.js";
import { EngineError, withoutLiterals } from "./engine-error.js";
import { ident, join, type Relation, type Sql, type SqlValue, sql, table } from "./sql/sql.js";
import { textFunctions } from "./text-functions.js";

export interface EngineOptions {
  memoryMb: number;
  threads: number;
  /** Directory for spilled data; it must exist and belong to this engine alone. */
  tempDir: string;
}

export type Row = Record<string, string | number | bigint | boolean | null>;

/** A column of a result: numbers as Float64Array with NaN for null, BIGINT as BigInt64Array (nulls are refused). */
export type Column = Float64Array | BigInt64Array;

export type NumericArray = Int32Array | BigInt64Array | Float64Array;
type AppendedColumn = NumericArray | string[];

export interface Engine {
  readonly memoryMb: number;
  run(statement: Sql): Promise<void>;
  /** A small result as objects. A BIGINT within ±2^53 is a number, beyond that a bigint. */
  rows<R extends Row = Row>(query: Sql): Promise<R[]>;
  /** The same for a result of any size, a few thousand rows at a time. Read it to the end before the next statement. */
  batches<R extends Row = Row>(query: Sql): AsyncIterable<R[]>;
  /** The single row of a result. */
  row<R extends Row = Row>(query: Sql): Promise<R>;
  /** The number of rows of a relation. */
  count(relation: Relation): Promise<number>;
  /** A large numeric result, streamed into typed arrays in the query's order. */
  columns(query: Sql): Promise<{ rows: number; columns: Record<string, Column> }>;
  /**
   * Writes a query's rows as one Parquet file; returns the number of rows. `isUnsorted`: values seldom repeat
   * nearby, so that looking for repeated ones takes a third of the time and saves little.
   */
  writeParquet(query: Sql, path: string, options?: { isUnsorted?: boolean }): Promise<number>;
  /** The same for a file that is read soon and then deleted: quicker to write, and half as large again. */
  writeScratch(query: Sql, path: string): Promise<number>;
  createTable(name: string, query: Sql): Promise<Relation>;
  /** A table of INTEGER, BIGINT, DOUBLE and VARCHAR columns, all of the same length; NaN stays NaN. */
  createTableOf(name: string, columns: Record<string, AppendedColumn>): Promise<Relation>;
  /** The same; further calls append rows. */
  appendColumns(name: string, columns: Record<string, AppendedColumn>): Promise<Relation>;
  /** Adds a query's rows, whose columns are in the order of the table's. */
  insert(into: Relation, rows: Sql): Promise<void>;
  drop(...tables: Relation[]): Promise<void>;
  /** Drops all tables and views, so that their memory is free again. */
  clear(): Promise<void>;
  close(): void;
}

export const openEngine = async ({ memoryMb, threads, tempDir }: EngineOptions): Promise<Engine> => {
  const instance = await DuckDBInstance.create(":memory:", {
    memory_limit: `${memoryMb}MB`,
    threads: String(threads),
    temp_directory: tempDir,
    preserve_insertion_order: "false",
    autoinstall_known_extensions: "false",
    autoload_known_extensions: "false",
    // The engine (1.5) takes a file for the one that it read before if both have the same name, the same size
    // and were changed in the same second.
    enable_external_file_cache: "false",
  });
  const connection = await instance.connect();
  for (const each of textFunctions()) connection.registerScalarFunction(each);
  return new DuckDB(instance, connection, memoryMb);
};

/**
 * The engine (1.5) builds a dictionary of a column up to this number of values of a row group, by default a
 * fifth of its rows.
 */
const smallDictionary = sql`dictionary_size_limit 2000`;

/**
 * The engine (1.5) takes a megabyte for the dictionary of each column of texts, however few rows there are,
 * unless a size is given.
 */
const smallPage = sql`string_dictionary_page_size_limit 65536`;

/**
 * The engine (1.5) looks for expressions that stand in several places in a time that grows with the square of
 * their number. In a statement of hundreds of columns, and in one that compares records, that takes longer
 * than what it saves, also for millions of rows.
 */
const longStatement = 40_000;

class DuckDB implements Engine {
  private isForLong = false;

  constructor(
    private readonly instance: DuckDBInstance,
    private readonly connection: DuckDBConnection,
    readonly memoryMb: number,
  ) {}

  async run(statement: Sql): Promise<void> {
    await this.withStatement(statement, () => this.connection.run(statement.text));
  }

  async rows<R extends Row>(query: Sql): Promise<R[]> {
    const reader = await this.withStatement(query, () => this.connection.runAndReadAll(query.text));
    const names = reader.deduplicatedColumnNames();
    return reader.getRowsJS().map((row) => plainRow<R>(names, row));
  }

  async *batches<R extends Row>(query: Sql): AsyncGenerator<R[]> {
    const result = await this.withStatement(query, () => this.connection.stream(query.text));
    const names = result.deduplicatedColumnNames();
    const batches = result.yieldRowsJs();
    for (;;) {
      const batch = await this.withStatement(query, () => batches.next());
      if (batch.done) return;
      yield batch.value.map((row) => plainRow<R>(names, row));
    }
  }

  async row<R extends Row>(query: Sql): Promise<R> {
    const rows = await this.rows<R>(query);
    assert(rows.length === 1, `expected one row, got ${rows.length} from: ${withoutLiterals(query.text)}`);
    return rows[0]!;
  }

  async count(relation: Relation): Promise<number> {
    const { count } = await this.row<{ count: number }>(
      sql`select count(*) as count from ${relation} as own`,
    );
    return count;
  }

  async columns(query: Sql): Promise<{ rows: number; columns: Record<string, Column> }> {
    const result = await this.withStatement(query, () => this.connection.stream(query.text));
    const names = result.columnNames();
    const chunks: Column[][] = names.map(() => []);
    let rows = 0;
    for (;;) {
      const chunk = await this.withStatement(query, () => result.fetchChunk());
      if (!chunk || chunk.rowCount === 0) break;
      rows += chunk.rowCount;
      for (let c = 0; c < names.length; c++)
        chunks[c]!.push(copyVector(chunk.getColumnVector(c), chunk.rowCount, names[c]!));
    }
    const whole = (c: number) =>
      concat(
        chunks[c]!,
        result.columnTypeId(c) === BIGINT.typeId ? new BigInt64Array(rows) : new Float64Array(rows),
      );
    return { rows, columns: Object.fromEntries(names.map((name, c) => [name, whole(c)])) };
  }

  async writeParquet(query: Sql, path: string, { isUnsorted = false } = {}): Promise<number> {
    if (!isUnsorted) return this.copy(query, path, sql`compression zstd`);
    // Rows that no column orders stay as they were read, so that the same rows give the same bytes whatever
    // thread is first.
    await this.run(sql`set preserve_insertion_order = true`);
    try {
      return await this.copy(query, path, sql`compression zstd, ${smallDictionary}`);
    } finally {
      await this.run(sql`set preserve_insertion_order = false`);
    }
  }

  writeScratch(query: Sql, path: string): Promise<number> {
    return this.copy(query, path, sql`compression snappy, ${smallDictionary}, ${smallPage}`);
  }

  private async copy(query: Sql, path: string, options: Sql): Promise<number> {
    const statement = sql`copy (${query}) to ${path} (format parquet, parquet_version v2, ${options})`;
    const reader = await this.withStatement(statement, () => this.connection.runAndReadAll(statement.text));
    return Number(reader.getRows()[0]![0]);
  }

  async createTable(name: string, query: Sql): Promise<Relation> {
    await this.run(sql`create or replace table ${table(name)} as ${query}`);
    return table(name);
  }

  async createTableOf(name: string, columns: Record<string, AppendedColumn>): Promise<Relation> {
    await this.run(sql`drop table if exists ${ident(name)}`);
    return this.appendColumns(name, columns);
  }

  async appendColumns(name: string, columns: Record<string, AppendedColumn>): Promise<Relation> {
    const arrays = Object.values(columns);
    const fields = Object.keys(columns).map((column, i) => sql`${ident(column)} ${typeOf(arrays[i]!).name}`);
    await this.run(sql`create table if not exists ${ident(name)} (${join(fields)})`);
    const appender = await this.connection.createAppender(name);
    for (const chunk of chunksOf(arrays)) appender.appendDataChunk(chunk);
    appender.closeSync();
    return table(name);
  }

  insert(into: Relation, rows: Sql): Promise<void> {
    return this.run(sql`insert into ${into} ${rows}`);
  }

  async drop(...tables: Relation[]): Promise<void> {
    for (const each of tables) await this.run(sql`drop table ${each}`);
  }

  async clear(): Promise<void> {
    const found = await this.rows<{ name: string; is_view: boolean }>(sql`
      select v.view_name as name, true as is_view from duckdb_views() as v where not v.internal
      union all
      select t.table_name, false from duckdb_tables() as t where not t.internal
      order by is_view desc, name`);
    for (const { name, is_view: isView } of found)
      await this.run(sql`drop ${isView ? sql`view` : sql`table`} ${ident(name)}`);
  }

  close(): void {
    this.connection.closeSync();
    this.instance.closeSync();
  }

  private async planFor({ text }: Sql): Promise<void> {
    const isLong = text.length > longStatement;
    if (isLong === this.isForLong) return;
    this.isForLong = isLong;
    const { text: setting } = isLong
      ? sql`set disabled_optimizers = 'common_subexpressions'`
      : sql`reset disabled_optimizers`;
    await this.connection.run(setting);
  }

  /** Makes the engine's errors `EngineError`s, also those that come while rows are fetched. */
  private async withStatement<T>(statement: Sql, act: () => Promise<T>): Promise<T> {
    try {
      await this.planFor(statement);
      return await act();
    } catch (cause) {
      throw new EngineError(cause instanceof Error ? cause.message : String(cause), statement.text);
    }
  }
}

/** Built from entries, since a column may be called `__proto__`, which cannot be assigned. */
const plainRow = <R extends Row>(names: readonly string[], values: readonly unknown[]): R =>
  Object.fromEntries(names.map((name, i) => [name, plainValue(values[i])])) as R;

const plainValue = (value: unknown): SqlValue & Row[string] => {
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (value === null || typeof value === "string" || typeof value === "number" || typeof value === "boolean")
    return value;
  throw new Error(`Bug: cast ${Object.prototype.toString.call(value)} to a plain type in the query`);
};

/** The typed vectors of the binding; its base type does not declare `items`. */
interface TypedVector {
  items?: ArrayLike<number> | BigInt64Array;
  /** A bit per slot; no bits if none is null. */
  validity: { data: BigUint64Array | null };
}

/** Vectors are views of the chunk's memory, so they are copied at once; null slots hold garbage. */
const copyVector = (vector: unknown, rows: number, name: string): Column => {
  const { items, validity } = vector as TypedVector;
  assert(items, `column ${name} is not numeric: cast it in the query`);
  const isValid = validBits(validity);
  if (items instanceof BigInt64Array) {
    for (let i = 0; isValid && i < rows; i++)
      assert(isValid(i), `column ${name} is a null BIGINT: coalesce it in the query`);
    return items.slice(0, rows);
  }
  const copy = new Float64Array(rows);
  for (let i = 0; i < rows; i++) copy[i] = items[i]!;
  for (let i = 0; isValid && i < rows; i++) if (!isValid(i)) copy[i] = Number.NaN;
  return copy;
};

/** Whether a slot has a value, or null if all have. The binding's own test makes three bigints for each slot. */
const validBits = ({ data }: TypedVector["validity"]): ((slot: number) => boolean) | null => {
  if (data === null) return null;
  const words = new Uint32Array(data.buffer, data.byteOffset, 2 * data.length);
  return (slot) => ((words[slot >>> 5]! >>> (slot & 31)) & 1) === 1;
};

const typeOf = (array: AppendedColumn): { name: Sql; type: DuckDBType } => {
  if (Array.isArray(array)) return { name: sql`varchar`, type: VARCHAR };
  if (array instanceof BigInt64Array) return { name: sql`bigint`, type: BIGINT };
  if (array instanceof Int32Array) return { name: sql`integer`, type: INTEGER };
  return { name: sql`double`, type: DOUBLE };
};

/** The engine's vectors hold 2,048 values. Numbers are written in blocks: one value at a time is ten times slower. */
function* chunksOf(arrays: AppendedColumn[]): Generator<DuckDBDataChunk> {
  const chunkRows = 2048;
  const types = arrays.map((array) => typeOf(array).type);
  const rows = arrays[0]?.length ?? 0;
  for (let from = 0; from < rows; from += chunkRows) {
    const chunk = DuckDBDataChunk.create(types, Math.min(chunkRows, rows - from));
    arrays.forEach((array, c) => {
      const until = from + chunkRows;
      if (Array.isArray(array)) chunk.setColumnValues(c, array.slice(from, until));
      else fillNumbers(chunk.getColumnVector(c) as unknown as WritableVector, array.subarray(from, until));
    });
    yield chunk;
  }
}

const fillNumbers = (vector: WritableVector, numbers: NumericArray): void => {
  vector.items.set(numbers as never);
  vector.flush();
};

interface WritableVector {
  items: NumericArray;
  flush(): void;
}

/** Empties the chunks: those of all columns with their copies would take twice the memory. */
const concat = (chunks: Column[], whole: Column): Column => {
  let at = 0;
  for (const chunk of chunks.splice(0)) {
    (whole as { set(from: Column, at: number): void }).set(chunk, at);
    at += chunk.length;
  }
  return whole;
};
