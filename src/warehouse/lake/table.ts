// Table of a lake, as a cluster reads it: its format, and its columns with the types that they have in our
// engine. The cluster knows Delta, Iceberg and Parquet; a table of another format, or a view, has rows and no
// versions.

import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import type { ColumnType } from "../../domain/data/dataset-findings.js";
import type { TableName } from "../../domain/data/table-grant.js";
import { refuse } from "../../errors/refusal.js";
import type { Cluster } from "../cluster/cluster.js";
import { ClusterQueryError } from "../cluster/failures.js";
import type { Engine } from "../engine.js";
import { allRows, columnTypes, type TableColumn } from "../rows.js";
import { ident, join, parquet, type Relation, type Sql, sql } from "../sql/sql.js";

/** Where statements about a table run. */
export interface Lake {
  cluster: Cluster;
  engine: Engine;
  /** Scratch directory of this step alone. */
  scratch: string;
}

export interface LakeTable {
  name: TableName;
  /** As the cluster says: delta, iceberg, parquet, … Empty for a view. */
  format: string;
  columns: TableColumn[];
}

/** The rows of the table now. */
export const tableSql = (name: TableName): Relation => ident(...name);

/** Refuses `lake-table-unreadable`. */
export const openTable = async (lake: Lake, name: TableName): Promise<LakeTable> => {
  const facts = await answerOf<{ col_name: string; data_type: string }>(
    lake,
    name,
    sql`describe table extended ${tableSql(name)}`,
    sql`col_name, data_type`,
  );
  const provider = facts.findLast(({ col_name }) => col_name === "Provider")?.data_type ?? "";
  const { parts } = await written(lake, name, sql`select * from ${tableSql(name)} limit 0`);
  const columns = await columnTypes(lake.engine, allRows(parquet(parts)));
  return { name, format: provider.toLowerCase(), columns };
};

/** Values that have parts, and bytes, are no texts. */
export const isReadable = ({ type }: TableColumn): boolean =>
  !/^(STRUCT|MAP|BLOB|VARIANT|UNION|INTERVAL|GEOMETRY)/.test(type) &&
  !/^(STRUCT|MAP|BLOB).*\[\]$|\[\]\[\]$/.test(type);

/** Type of its values, as a file's columns are described. */
export const dataTypeOf = ({ type }: TableColumn): ColumnType => {
  if (type.endsWith("[]")) return "text";
  if (type === "BOOLEAN") return "boolean";
  if (/^(DATE|TIMESTAMP)/.test(type)) return "date";
  return /^(TINYINT|SMALLINT|INTEGER|BIGINT|FLOAT|DOUBLE|DECIMAL)/.test(type) ? "number" : "text";
};

/** A value as text, as a file would have it. Lists are JSON; moments are UTC. */
export const textOf = ({ name, type }: TableColumn): Sql => {
  const column = ident(name);
  if (type.endsWith("[]")) return sql`cast(to_json(${column}) as varchar) as ${column}`;
  if (type === "TIMESTAMP WITH TIME ZONE")
    return sql`cast(cast(${column} as timestamp) as varchar) as ${column}`;
  return sql`cast(${column} as varchar) as ${column}`;
};

/** The answer of a command about the table, such as its history. `columns` are of our engine. */
export const answerOf = async <R extends Record<string, string | number | bigint | boolean | null>>(
  { cluster, engine, scratch }: Lake,
  name: TableName,
  command: Sql,
  columns: Sql,
): Promise<R[]> => {
  const dir = path.join(scratch, `answer-${counter++}`);
  const parts = await explained(name, cluster.answer(command, dir));
  const rows = await engine.rows<R>(sql`select ${columns} from ${parquet(parts)}`);
  await rm(dir, { recursive: true });
  return rows;
};

let counter = 0;

/** The rows of a query of the table, as files. */
export const written = async (
  { cluster, scratch }: Lake,
  name: TableName,
  query: Sql,
  onProgress: (share: number) => void = () => {},
): Promise<{ parts: string[]; rows: number }> => {
  await mkdir(scratch, { recursive: true });
  const dir = path.join(scratch, `rows-${counter++}`);
  return explained(name, cluster.write(query, dir, { sortedBy: [], onProgress }));
};

/** The fault of the table, or of its name, in the cluster's words. */
const explained = async <V>(name: TableName, answer: Promise<V>): Promise<V> => {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof ClusterQueryError)) throw error;
    throw refuse("lake-table-unreadable", { table: name.join("."), detail: inClusterWords(error) });
  }
};

/** The first sentence of the cluster, without the plan and the paths that follow. */
export const inClusterWords = ({ clusterMessage }: ClusterQueryError): string =>
  (clusterMessage.split("\n")[0] ?? "")
    .replace(/^\[[A-Z_.]+\] /, "")
    .replace(/ SQLSTATE.*$/, "")
    .replace(/\.$/, "")
    .slice(0, 300);

export const columnsSql = (columns: readonly TableColumn[]): Sql =>
  join(columns.map(({ name }) => ident(name)));
