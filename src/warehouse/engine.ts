// The one door to DuckDB: an in-memory database with a bound on memory and a directory to spill to.
// The engine is stateless; what is kept is Parquet. Open it in a child process, never in the server: each running
// query holds one of the four libuv pool threads, which files, DNS and crypto of the whole process wait for.

import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { assert } from "../errors/refusal.js";
import { ident, type Relation, type Sql, type SqlValue, sql } from "./sql/sql.js";

export interface EngineOptions {
  memoryMb: number;
  threads: number;
  /** Directory for spilled data; it must exist and belong to this engine alone. */
  tempDir: string;
}

export type Row = Record<string, string | number | bigint | boolean | null>;

/** Columns of a result: numbers as Float64Array with NaN for null, BIGINT as BigInt64Array (nulls are refused). */
export type Column = Float64Array | BigInt64Array;

export interface Engine {
  run(statement: Sql): Promise<void>;
  /** Small answers as objects. BIGINT within ±2^53 comes as number, beyond as bigint. */
  rows<R extends Row = Row>(query: Sql): Promise<R[]>;
  /** The only row of an answer. */
  row<R extends Row = Row>(query: Sql): Promise<R>;
  /** Large numeric answers, streamed into typed arrays; order is that of the query's ORDER BY. */
  columns(query: Sql): Promise<{ rows: number; columns: Record<string, Column> }>;
  /** Writes a query's rows as one Parquet file; returns the number of rows. */
  writeParquet(query: Sql, path: string): Promise<number>;
  createTable(name: string, query: Sql): Promise<Relation>;
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
  });
  return new DuckDB(instance, await instance.connect());
};

class DuckDB implements Engine {
  constructor(
    private readonly instance: DuckDBInstance,
    private readonly connection: DuckDBConnection,
  ) {}

  async run(statement: Sql): Promise<void> {
    await this.explained(statement, () => this.connection.run(statement.text));
  }

  async rows<R extends Row>(query: Sql): Promise<R[]> {
    const reader = await this.explained(query, () => this.connection.runAndReadAll(query.text));
    return reader.getRowObjectsJS().map((row) => {
      const plain: Row = {};
      for (const [name, value] of Object.entries(row)) plain[name] = plainValue(value);
      return plain as R;
    });
  }

  async row<R extends Row>(query: Sql): Promise<R> {
    const rows = await this.rows<R>(query);
    assert(rows.length === 1, `one row expected, ${rows.length} came from: ${query.text}`);
    return rows[0]!;
  }

  async columns(query: Sql): Promise<{ rows: number; columns: Record<string, Column> }> {
    const result = await this.explained(query, () => this.connection.stream(query.text));
    const names = result.columnNames();
    const chunks: Column[][] = names.map(() => []);
    let rows = 0;
    for (;;) {
      const chunk = await result.fetchChunk();
      if (!chunk || chunk.rowCount === 0) break;
      rows += chunk.rowCount;
      for (let c = 0; c < names.length; c++)
        chunks[c]!.push(copyVector(chunk.getColumnVector(c), chunk.rowCount, names[c]!));
    }
    return { rows, columns: Object.fromEntries(names.map((name, c) => [name, concat(chunks[c]!, rows)])) };
  }

  async writeParquet(query: Sql, path: string): Promise<number> {
    const statement = sql`copy (${query}) to ${path} (format parquet, compression zstd)`;
    const reader = await this.explained(statement, () => this.connection.runAndReadAll(statement.text));
    return Number(reader.getRows()[0]![0]);
  }

  async createTable(name: string, query: Sql): Promise<Relation> {
    await this.run(sql`create or replace table ${ident(name)} as ${query}`);
    return ident(name);
  }

  close(): void {
    this.connection.closeSync();
    this.instance.closeSync();
  }

  /** A failing statement is half the evidence, so it travels with the error. */
  private async explained<T>(statement: Sql, act: () => Promise<T>): Promise<T> {
    try {
      return await act();
    } catch (cause) {
      throw new EngineError(cause instanceof Error ? cause.message : String(cause), statement.text, cause);
    }
  }
}

/** What the engine said, and to which statement. */
export class EngineError extends Error {
  constructor(
    readonly engineMessage: string,
    readonly statement: string,
    cause: unknown,
  ) {
    super(`${engineMessage}\n--- statement ---\n${statement}`, { cause });
    this.name = "EngineError";
  }
}

const plainValue = (value: unknown): SqlValue & Row[string] => {
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (value === null || typeof value === "string" || typeof value === "number" || typeof value === "boolean")
    return value;
  throw new Error(`Bug: cast ${Object.prototype.toString.call(value)} to a plain type in the query`);
};

/** The typed vectors of the binding, which its own base type does not name. */
interface TypedVector {
  items?: ArrayLike<number> | BigInt64Array;
  validity: { itemValid(index: number): boolean };
}

/** Vectors are views of the chunk's own memory, so they are copied at once; null slots hold garbage. */
const copyVector = (vector: unknown, rows: number, name: string): Column => {
  const { items, validity } = vector as TypedVector;
  assert(items, `column ${name} is not numeric: cast it in the query`);
  if (items instanceof BigInt64Array) {
    for (let i = 0; i < rows; i++)
      assert(validity.itemValid(i), `column ${name} is a null BIGINT: coalesce it in the query`);
    return items.slice(0, rows);
  }
  const copy = new Float64Array(rows);
  for (let i = 0; i < rows; i++) copy[i] = validity.itemValid(i) ? items[i]! : Number.NaN;
  return copy;
};

const concat = (chunks: Column[], rows: number): Column => {
  const whole = chunks[0] instanceof BigInt64Array ? new BigInt64Array(rows) : new Float64Array(rows);
  let at = 0;
  for (const chunk of chunks) {
    (whole as { set(from: Column, at: number): void }).set(chunk, at);
    at += chunk.length;
  }
  return whole;
};
