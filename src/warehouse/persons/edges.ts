// Records with an equal key are one person. The edges of a key are a star around its smallest node: as many as records,
// where every pair would be their square.

import { join, literal, type Relation, type Sql, sql } from "../sql/sql.js";
import type { ValueKind } from "./everybodys.js";

const keyOf = (kind: string, parts: readonly Sql[]): Sql => md5Of([literal(kind), ...parts]);

const md5Of = (parts: readonly Sql[]): Sql =>
  sql`cast(md5_number_lower(concat_ws(chr(31), ${join(parts)})) >> 1 as bigint)`;

/** What an edge by a value is about, see `keyed`. */
export const valueHash = (kind: Sql, value: Sql): Sql => md5Of([kind, value]);

/**
 * One row per record and key it has: node, key BIGINT (63 bits of the MD5 of its kind and parts) and about BIGINT, the key
 * of the value alone: what a key joins hangs on nobody but those who bear its value.
 */
const keyRows = (kind: string, parts: readonly Sql[], from: Sql, value: readonly Sql[] = parts): Sql =>
  sql`select node, ${keyOf(kind, parts)} as key, ${keyOf(kind, value)} as about from ${from}`;

/** One row per record but the smallest of its key: left_node, right_node, about. */
export const starEdges = (keys: Relation): Sql => sql`
  select smallest.node as left_node, keyed.node as right_node, keyed.about
  from ${keys} as keyed
  join (select key, min(node) as node from ${keys} group by key having count(*) > 1) as smallest
    on smallest.key = keyed.key
  where keyed.node <> smallest.node`;

/** One row per record and contact: node, value, about. */
export const hashedContacts = (kind: ValueKind, contacts: Relation): Sql => sql`
  select contact.node, contact.value, ${valueHash(literal(kind), sql`contact.value`)} as about from ${contacts} as contact`;

export const customerKeys = (shared: Relation): Sql => keyRows("customer", [sql`value`], shared);

/** Keys of an e-mail address or a telephone number, with what tells its bearers apart. */
export const contactKeys = (kind: ValueKind, bearers: Relation): Sql =>
  keyRows(kind, [sql`value`, sql`first_name`, sql`suffix`], bearers, [sql`value`]);

/** Whole names at the same door: by postcode, by city and state, or by the address as it was written in one field. */
export const addressKeys = (names: Relation, places: Relation): Sql => {
  const named = [sql`first_name`, sql`last_name`, sql`coalesce(suffix, '')`];
  const at = (kind: string, parts: readonly Sql[], isGiven: Sql) =>
    keyRows(
      kind,
      [...named, ...parts],
      sql`${names} as name join ${places} as place using (node)
        where first_name is not null and last_name is not null and ${isGiven}`,
    );
  return join(
    [
      at("postcode", [sql`street`, sql`postcode`], sql`street is not null and postcode is not null`),
      at(
        "city",
        [sql`street`, sql`city`, sql`coalesce(state, '')`],
        sql`street is not null and city is not null`,
      ),
      at("freeform", [sql`freeform`], sql`freeform is not null`),
    ],
    " union all ",
  );
};

/**
 * One row per pair of identities that stand in one row of a file and whose names do not differ: left_node, right_node.
 * A row can hold two people (who orders and who receives), and is no evidence against their names.
 */
export const linkEdges = (links: Relation, identified: Relation, names: Relation): Sql => sql`
  select a.node as left_node, b.node as right_node, cast(null as bigint) as about
  from ${links} as link
  join ${identified} as a on a.identity_key = link.left_key
  join ${identified} as b on b.identity_key = link.right_key
  left join ${names} as x on x.node = a.node
  left join ${names} as y on y.node = b.node
  where coalesce(
      x.first_name = y.first_name
      or least(length(x.first_name), length(y.first_name)) = 1 and left(x.first_name, 1) = left(y.first_name, 1),
      true)
    and coalesce(x.last_name = y.last_name, true)
    and coalesce(x.suffix = y.suffix, true)`;
