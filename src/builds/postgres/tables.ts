// What there is in a schema.

import type pg from "pg";
import { refuse } from "../../errors/refusal.js";
import { sql } from "../../warehouse/sql/sql.js";

/** Tables and views that the user may read, in order of name. Refuses `connection-failed` where there is no such schema. */
export const listTables = async (client: pg.Client, schema: string): Promise<string[]> => {
  const schemas = sql`select 1 from pg_catalog.pg_namespace as n where n.nspname = ${schema}`;
  if ((await client.query(schemas.text)).rowCount === 0)
    throw refuse("connection-failed", { detail: `there is no schema ${schema}` });
  const found = await client.query<{ name: string }>(readable(schema).text);
  return found.rows.map(({ name }) => name);
};

/** One row per table, partitioned table, view, materialised view or foreign table: name. */
const readable = (schema: string) => sql`
select c.relname as name
from pg_catalog.pg_class as c
join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
where n.nspname = ${schema} and c.relkind in ('r', 'p', 'v', 'm', 'f')
  and not c.relispartition and has_table_privilege(c.oid, 'select')
order by c.relname`;
