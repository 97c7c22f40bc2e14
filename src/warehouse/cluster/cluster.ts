// Cluster: computes relations that are too large for one machine, by Spark SQL. Statements go in, Parquet
// files on the shared directory come out; no rows pass through the connection. A query reads files alone,
// which the cluster sees under the same paths.

import { randomUUID } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { type ExecuteOptions, SparkClient } from "../../cluster/connect.js";
import { parseClusterAddress } from "../../domain/machine/cluster-address.js";
import { assert } from "../../errors/refusal.js";
import type { Engine, Row } from "../engine.js";
import { ident, join, parquet, type Sql, sql } from "../sql/sql.js";
import { connectionFailure, directoryApart, queryFailure } from "./failures.js";
import { countRows, partsIn, publishParts } from "./parts.js";
import { fileSettings, tableSettings } from "./session-settings.js";
import { statementText } from "./statement.js";

export interface WriteOptions extends ExecuteOptions {
  /** Columns by which the rows are sorted, ascending, nulls last. None: any order. */
  sortedBy: readonly string[];
  /** Rows that the query must give, if that is known. */
  expectedRows?: number;
}

/** Parquet files of one relation. */
export interface WrittenParts {
  /** Paths in order: the rows of each file are sorted, and none comes after a row of the next file. */
  parts: string[];
  rows: number;
}

export interface Cluster {
  /** Where a step puts files of its own for a query to read. Nothing in it is part of a result. */
  exchangeDir: string;
  /** Events above which a relation is worth the cluster. */
  fromEvents: number;
  /**
   * Writes the rows of a query into `dir`, which must not exist. Resolves once they are whole and on the
   * disk. Throws refusals for a cluster that does not answer; Error for a query that it refused or lost.
   */
  write(query: Sql, dir: string, options: WriteOptions): Promise<WrittenParts>;
  /** Runs a statement that answers with no rows, such as an insertion into a table. */
  run(statement: Sql, options?: ExecuteOptions): Promise<void>;
  /** The small answer of a query that can stand after FROM. A BIGINT within ±2^53 is a number, beyond that a bigint. */
  rows<R extends Row = Row>(query: Sql, options?: ExecuteOptions): Promise<R[]>;
  /**
   * The answer of a command that cannot stand after FROM, such as a description of a table, as files in
   * `dir`, which must not exist.
   */
  answer(command: Sql, dir: string, options?: ExecuteOptions): Promise<string[]>;
  /** Ends what still runs. */
  close(): Promise<void>;
}

/** Plain data, so that it crosses to a child process. */
export interface ClusterOptions {
  /** sc://… */
  url: string;
  /** A UUID that nobody has used: whoever knows it can end the session. */
  session: string;
  /** A directory that the cluster sees; it is created. */
  exchangeDir: string;
  fromEvents: number;
  /** Whether the statements are about tables of a lake, and not about files of ours. */
  readsTables?: boolean;
  /** Pauses before it goes on with a query whose connection broke. The query is lost after the last one. */
  reattachPausesMs?: readonly number[];
}

/** Connects with the first statement. `engine` reads what the cluster wrote. */
export const openCluster = (options: ClusterOptions, engine: Engine): Cluster =>
  new SparkCluster(options, engine);

class SparkCluster implements Cluster {
  readonly exchangeDir: string;
  readonly fromEvents: number;
  private readonly client: SparkClient;
  private readonly readsTables: boolean;
  private opening: Promise<{ keepsOrder: boolean }> | undefined;

  constructor(
    { url, session, exchangeDir, fromEvents, readsTables = false, reattachPausesMs }: ClusterOptions,
    private readonly engine: Engine,
  ) {
    const address = parseClusterAddress(url);
    assert(address, "the address of the cluster was checked at start");
    this.client = new SparkClient(address, session, reattachPausesMs);
    this.exchangeDir = exchangeDir;
    this.fromEvents = fromEvents;
    this.readsTables = readsTables;
  }

  async write(query: Sql, dir: string, { sortedBy, expectedRows, ...options }: WriteOptions) {
    const { keepsOrder } = await this.opened();
    // An abandoned query may publish late: its directory is nobody else's.
    const staged = path.join(this.exchangeDir, randomUUID());
    const ordered = keepsOrder ? inOrder(query, sortedBy) : query;
    await this.execute(insertInto(staged, ordered), options);
    const written = await partsIn(staged);
    if (written.length === 0) return this.writeEmpty(query, dir, options);
    const rows = await countRows(this.engine, written);
    assert(
      expectedRows === undefined || rows === expectedRows,
      `the cluster wrote ${rows} rows instead of ${expectedRows}`,
    );
    const parts = await publishParts(
      keepsOrder ? written : await this.sorted(staged, written, sortedBy),
      dir,
    );
    await rm(staged, { recursive: true, force: true });
    return { parts, rows };
  }

  async run(statement: Sql, options: ExecuteOptions = {}): Promise<void> {
    await this.opened();
    await this.execute(statement, options);
  }

  async rows<R extends Row>(query: Sql, options: ExecuteOptions = {}): Promise<R[]> {
    const dir = path.join(this.exchangeDir, randomUUID());
    const { parts } = await this.write(query, dir, { ...options, sortedBy: [] });
    const rows = await this.engine.rows<R>(sql`select * from ${parquet(parts)}`);
    await rm(dir, { recursive: true });
    return rows;
  }

  async answer(command: Sql, dir: string, options: ExecuteOptions = {}): Promise<string[]> {
    await this.opened();
    const text = statementText(command);
    const staged = path.join(this.exchangeDir, randomUUID());
    try {
      await this.client.save(text, staged, options);
    } catch (error) {
      throw queryFailure(error, text);
    }
    const written = await partsIn(staged);
    if (written.length === 0) throw directoryApart();
    const parts = await publishParts(written, dir);
    await rm(staged, { recursive: true, force: true });
    return parts;
  }

  async close(): Promise<void> {
    if (this.opening) await this.client.release().catch(() => {});
    this.client.close();
  }

  private opened(): Promise<{ keepsOrder: boolean }> {
    this.opening ??= this.open().catch((error) => {
      this.opening = undefined;
      throw connectionFailure(error);
    });
    return this.opening;
  }

  private async open(): Promise<{ keepsOrder: boolean }> {
    await mkdir(this.exchangeDir, { recursive: true });
    await this.client.configure(this.readsTables ? tableSettings : fileSettings);
    return { keepsOrder: isSpark(await this.client.answer("select version()")) };
  }

  private async execute(statement: Sql, options: ExecuteOptions): Promise<void> {
    const text = statementText(statement);
    try {
      await this.client.execute(text, options);
    } catch (error) {
      throw queryFailure(error, text);
    }
  }

  /** Sail (0.7) writes no file for no rows, and a reader needs the columns: a row of nulls has them. */
  private async writeEmpty(query: Sql, dir: string, options: ExecuteOptions): Promise<WrittenParts> {
    const staged = path.join(this.exchangeDir, randomUUID());
    const row = sql`select result.* from (select 1) as one left join (${query}) as result on true`;
    await this.execute(insertInto(staged, row), options);
    const written = await partsIn(staged);
    // The cluster writes somewhere that this machine does not see.
    if (written.length === 0) throw directoryApart();
    await this.engine.writeParquet(
      sql`select * from ${parquet(written)} where false`,
      path.join(staged, "empty"),
    );
    const parts = await publishParts([path.join(staged, "empty")], dir);
    await rm(staged, { recursive: true, force: true });
    return { parts, rows: 0 };
  }

  /** One file, sorted by the engine. */
  private async sorted(staged: string, parts: string[], sortedBy: readonly string[]): Promise<string[]> {
    if (sortedBy.length === 0) return parts;
    const file = path.join(staged, "sorted");
    await this.engine.writeParquet(inOrder(sql`select * from ${parquet(parts)}`, sortedBy), file);
    return [file];
  }
}

const insertInto = (dir: string, query: Sql): Sql =>
  sql`insert overwrite directory ${dir} using parquet ${query}`;

const inOrder = (query: Sql, columns: readonly string[]): Sql =>
  columns.length === 0
    ? query
    : sql`select * from (${query}) as result order by ${join(columns.map((column) => sql`${ident(column)} nulls last`))}`;

/**
 * Whether the version is Spark's, whose files keep the order of their rows. Its version ends in the id of a
 * commit. Sail (0.7) answers the same protocol and scatters sorted rows over its files.
 */
const isSpark = (answer: Buffer): boolean => /\d+\.\d+\.\d+\S* [0-9a-f]{40}/.test(answer.toString("latin1"));
