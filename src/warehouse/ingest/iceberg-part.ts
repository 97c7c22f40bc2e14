// Part of an Iceberg table: a Parquet file whose columns are known by ids, and from which delete files take rows.

import type { IcebergColumn } from "../../domain/data/iceberg-snapshot.js";
import { UnreadableTable } from "../../domain/data/table-version.js";
import type { Engine } from "../engine.js";
import { ident, join, list, type Sql, type SqlValue, sql } from "../sql/sql.js";

export interface FetchedPart {
  file: string;
  /** Name of the file in delete files of positions. */
  location: string;
  /** Values of columns that the file need not have, by id. */
  partition: ReadonlyMap<number, unknown>;
  deletes: readonly { file: string; equalityIds: readonly number[] }[];
}

/** Each is a condition on every row. */
const mostEqualityDeletes = 200;

/**
 * Writes the rows of the table, in the order of the file; false where the file has just these, with the names of
 * the table. Columns that came to the table later are absent. Throws `UnreadableTable`.
 */
export const completeIcebergPart = async (
  engine: Engine,
  { file, location, partition, deletes }: FetchedPart,
  columns: readonly IcebergColumn[],
  target: string,
): Promise<boolean> => {
  const stored = await storedColumns(engine, file);
  const nameOf = (column: IcebergColumn) => storedName(stored, column, partition);
  const isAsStored = (column: IcebergColumn) => {
    const name = nameOf(column);
    return name === undefined ? !partition.has(column.id) : name === column.name;
  };
  const isHidden = stored.length > columns.filter((column) => nameOf(column) !== undefined).length;
  if (deletes.length === 0 && !isHidden && columns.every(isAsStored)) return false;
  const sourceOf = (column: IcebergColumn): Sql | undefined => {
    const name = nameOf(column);
    if (name !== undefined) return sql`p.${ident(name)}`;
    return partition.has(column.id) ? partitionValue(column, partition.get(column.id)) : undefined;
  };
  const selected = columns.flatMap((column): Sql[] => {
    const value = sourceOf(column);
    return value ? [sql`${value} as ${ident(column.name)}`] : [];
  });
  const positions = deletes.filter(({ equalityIds }) => equalityIds.length === 0).map((each) => each.file);
  const equal = deletes.filter(({ equalityIds }) => equalityIds.length > 0);
  if (equal.length > mostEqualityDeletes)
    throw new UnreadableTable(`a file has ${equal.length} delete files by equality. Compact the table`);
  const conditions: Sql[] = [];
  if (positions.length > 0)
    conditions.push(sql`not exists (select 1
      from read_parquet([${list(positions)}], hive_partitioning = false) as d
      where d.file_path = ${location} and d.pos = p.file_row_number)`);
  for (const each of equal) {
    const inDeletes = await storedColumns(engine, each.file);
    const pairs = each.equalityIds.map((id) => {
      const column = columns.find((known) => known.id === id);
      const name = inDeletes.find((known) => known.id === id)?.name;
      if (!column || name === undefined)
        throw new UnreadableTable("it has deletes by a column that is gone. Compact the table");
      return sql`d.${ident(name)} is not distinct from ${sourceOf(column) ?? sql`null`}`;
    });
    conditions.push(sql`not exists (select 1
      from read_parquet(${each.file}, hive_partitioning = false) as d
      where ${join(pairs, " and ")})`);
  }
  await engine.run(sql`set preserve_insertion_order = true`);
  const rows = sql`read_parquet(${file}, hive_partitioning = false, file_row_number = true) as p`;
  const kept =
    conditions.length > 0 ? sql`where ${join(conditions, " and ")} order by p.file_row_number` : sql``;
  await engine.writeScratch(sql`select ${join(selected)} from ${rows} ${kept}`, target);
  return true;
};

interface StoredColumn {
  name: string;
  /** Null where another program than one of Iceberg wrote the file. */
  id: number | null;
}

/** Columns of the file, without the parts of such as have some. */
const storedColumns = async (engine: Engine, file: string): Promise<StoredColumn[]> => {
  const nodes = await engine.rows<{ name: string; parts: number | null; id: number | null }>(
    sql`select s.name, s.num_children as parts, s.field_id as id from parquet_schema(${file}) as s`,
  );
  const columns: StoredColumn[] = [];
  const skipped = (at: number): number => {
    let next = at + 1;
    for (let left = Number(nodes[at]?.parts ?? 0); left > 0; left--) next = skipped(next);
    return next;
  };
  for (let at = 1; at < nodes.length; at = skipped(at)) {
    const { name, id } = nodes[at]!;
    columns.push({ name, id: id === null ? null : Number(id) });
  }
  return columns;
};

const storedName = (
  stored: readonly StoredColumn[],
  { id, name, otherNames }: IcebergColumn,
  partition: ReadonlyMap<number, unknown>,
): string | undefined => {
  if (stored.some((column) => column.id !== null)) return stored.find((column) => column.id === id)?.name;
  const found = stored.find((column) => otherNames.includes(column.name));
  if (!found && otherNames.length === 0 && !partition.has(id))
    throw new UnreadableTable(
      `a file has no ids of columns, and schema.name-mapping.default does not say which is ${name}. Set it`,
    );
  return found?.name;
};

/** A value as the manifest has it: days, microseconds, or itself. */
const partitionValue = ({ type, name }: IcebergColumn, value: unknown): Sql => {
  if (value === null) return sql`null`;
  if (type === "date") return sql`date '1970-01-01' + ${Number(value)}::integer`;
  if (type === "timestamp") return sql`make_timestamp(${Number(value)}::bigint)`;
  if (type === "timestamptz") return sql`make_timestamptz(${Number(value)}::bigint)`;
  if (typeof value === "object")
    throw new UnreadableTable(
      `its partition by ${name} has values of type ${type}, which its files do not have`,
    );
  return sql`${value as SqlValue}`;
};
