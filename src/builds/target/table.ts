// A target's rows as a table of its owner's database, with the columns of its file.

import type { Engine } from "../../warehouse/engine.js";
import { type Sql, sql } from "../../warehouse/sql/sql.js";
import { type PostgresAccess, withPostgres } from "../postgres/client.js";
import { replaceTable, type WrittenColumn } from "../postgres/replace-table.js";

export interface TableDelivery {
  access: PostgresAccess;
  /** Whose the table is. */
  targetId: string;
}

/** Refuses what `withPostgres` and `replaceTable` refuse. */
export const writeTable = async (
  engine: Engine,
  rows: Sql,
  table: string,
  { access, targetId }: TableDelivery,
): Promise<void> => {
  const columns = await columnsOf(engine, rows);
  const comment = `Written by Bellwether for target ${targetId}, and replaced by each of its builds.`;
  await withPostgres(access, (client) =>
    replaceTable(client, { schema: access.options.schema, table, comment, columns }, engine.batches(rows)),
  );
};

const columnsOf = async (engine: Engine, rows: Sql): Promise<WrittenColumn[]> => {
  const described = await engine.rows<{ column_name: string; column_type: string }>(sql`describe ${rows}`);
  return described.map(({ column_name: name, column_type: type }) => ({ name, type: typeOf(type) }));
};

const typeOf = (type: string): WrittenColumn["type"] => {
  if (type === "BOOLEAN") return "boolean";
  if (/^(TINY|SMALL|BIG|U)?INT/.test(type)) return "bigint";
  if (/^(DOUBLE|FLOAT|DECIMAL)/.test(type)) return "double precision";
  return "text";
};
