// Part of a table of a lake: a Parquet file, with the columns that the table has and the file does not: those by which
// the table is partitioned, and the names that columns have in the table.

import type { TablePart } from "../../domain/data/delta-log.js";
import type { PartColumn } from "../../domain/data/table-version.js";
import { isObject, type JsonObject } from "../../domain/resource/json.js";
import type { Engine } from "../engine.js";
import { ident, join, type Sql, sql } from "../sql/sql.js";

/** Types of partitions that are not texts, in the engine. */
const typeOf = (type: string | null): Sql => {
  if (type !== null && /^(byte|short|integer|long)$/.test(type)) return sql`bigint`;
  if (type !== null && /^(float|double)$/.test(type)) return sql`double`;
  return type === "date" ? sql`date` : sql`varchar`;
};

/** Whether the rows of the file are not yet those of the table. */
export const isIncomplete = ({ partition }: TablePart, columns: readonly PartColumn[]): boolean =>
  Object.keys(partition).length > 0 || columns.some(({ name, stored }) => name !== stored);

/** Writes the rows of a file, in its order, with the columns of the table that the file has or that are its partition. */
export const completePart = async (
  engine: Engine,
  file: string,
  { partition }: TablePart,
  columns: readonly PartColumn[],
  target: string,
): Promise<void> => {
  const rows = sql`read_parquet(${file}, hive_partitioning = false)`;
  const described = await engine.rows<{ column_name: string }>(sql`describe select * from ${rows}`);
  const there = new Set(described.map(({ column_name }) => column_name));
  const selected = columns.flatMap(({ name, stored, type }): Sql[] => {
    const value = partition[stored] ?? partition[name];
    if (stored in partition || name in partition)
      return [sql`cast(${value ?? null} as ${typeOf(type)}) as ${ident(name)}`];
    return there.has(stored) ? [sql`p.${ident(stored)} as ${ident(name)}`] : [];
  });
  await engine.run(sql`set preserve_insertion_order = true`);
  await engine.writeScratch(sql`select ${join(selected)} from ${rows} as p`, target);
};

/** Actions of a checkpoint, some hundred at a time, as a commit has them. */
export async function* checkpointActions(engine: Engine, file: string): AsyncGenerator<JsonObject[]> {
  const rows = sql`read_parquet(${file}, hive_partitioning = false)`;
  const described = await engine.rows<{ column_name: string }>(sql`describe select * from ${rows}`);
  const wanted = described
    .map(({ column_name }) => column_name)
    .filter((name) => ["add", "remove", "metaData", "protocol"].includes(name));
  const actions = join(
    wanted.map((name) => sql`cast(to_json(p.${ident(name)}) as varchar) as ${ident(name)}`),
  );
  for await (const batch of engine.batches<Record<string, string | null>>(
    sql`select ${actions} from ${rows} as p`,
  ))
    yield batch.map((row) => {
      const parsed = Object.entries(row).map(([name, text]) => [
        name,
        text === null ? null : JSON.parse(text),
      ]);
      return Object.fromEntries(parsed.filter(([, value]) => isObject(value) && hasValue(value)));
    });
}

/** The engine writes a struct that is null as one without values, where a file has it so. */
const hasValue = (action: JsonObject): boolean => Object.values(action).some((value) => value !== null);
