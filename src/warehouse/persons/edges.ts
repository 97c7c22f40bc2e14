// Records with an equal key are one person. The edges of a key are a star around its smallest node: as many as records,
// where every pair would be their square.

import type { MatchKind } from "../../domain/people.js";
import type { Engine } from "../engine.js";
import { join, literal, type Relation, type Sql, sql } from "../sql/sql.js";
import {
  holderKeys,
  holdersWithInitialsExpanded,
  initialExpansions,
  namedHolders,
  placeholdersOfKind,
  sharedContacts,
  type ValueKind,
} from "./shared-contacts.js";

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

// All edges between identities, key by key, so that only one kind of key is in memory at a time.

/** What identities can share. Each relation but `names` and `everybodys` is node, value. */
export interface KeyValues {
  /** node, first_name, last_name, suffix: of whoever bears any of the values. */
  names: Relation;
  customers: Relation;
  emails: Relation;
  phones: Relation;
  nationalIds: Relation;
  /** See `addressKeys`. */
  addressKeys: Relation;
  placeholderValues: Relation;
}

/**
 * One row per edge: left_node, right_node INTEGER, about BIGINT (of `key`: what is equal; null of `row`), kind VARCHAR.
 * `identified`: node, identity_key; `links`: left_key, right_key.
 */
export const stageEdges = async (
  engine: Engine,
  { names, customers, emails, phones, nationalIds, addressKeys, placeholderValues: everybodys }: KeyValues,
  identified: Relation,
  links: Relation,
): Promise<Relation> => {
  const edges = await engine.createTable("edge", ofKind("row", linkEdges(links, identified, names)));
  const add = async (keys: Sql) => {
    const staged = await engine.createTable("record_key", keys);
    await engine.run(sql`insert into ${edges} ${ofKind("key", starEdges(staged))}`);
  };
  const shared = (kind: ValueKind, contacts: Relation) =>
    engine.createTable("shared_contact", sharedContacts(contacts, placeholdersOfKind(everybodys, kind)));
  const addContacts = async (kind: ValueKind, contacts: Relation) =>
    add(contactKeys(kind, await stageHolders(engine, await shared(kind, contacts), names)));

  await add(customerKeys(await shared("customer", customers)));
  await addContacts("email", emails);
  await addContacts("phone", phones);
  await addContacts("national id", nationalIds);
  await engine.run(sql`insert into ${edges} ${ofKind("key", starEdges(addressKeys))}`);
  return edges;
};

/** One row per identity and value that an edge can hang on: node, about BIGINT (equal of equal values), is_address. */
export const keyValues = ({
  customers,
  emails,
  phones,
  nationalIds,
  addressKeys,
}: Omit<KeyValues, "names" | "placeholderValues">): Sql =>
  join(
    [
      ...[
        hashedContacts("customer", customers),
        hashedContacts("email", emails),
        hashedContacts("phone", phones),
        hashedContacts("national id", nationalIds),
      ].map((values) => sql`select value.node, value.about, false as is_address from (${values}) as value`),
      sql`select address.node, address.about, true as is_address from ${addressKeys} as address`,
    ],
    " union all ",
  );

/** The edges of one kind, without it. */
export const edgesOf = (kind: MatchKind, edges: Relation): Sql =>
  sql`select edge.* exclude (kind) from ${edges} as edge where edge.kind = ${kind}`;

const ofKind = (kind: MatchKind, edges: Sql): Sql =>
  sql`select edge.*, ${kind} as kind from (${edges}) as edge`;

const stageHolders = async (engine: Engine, shared: Relation, names: Relation): Promise<Relation> => {
  const bearers = await engine.createTable("bearer", namedHolders(shared, names));
  const initials = await engine.createTable("initial", initialExpansions(bearers));
  const called = await engine.createTable("called_bearer", holdersWithInitialsExpanded(bearers, initials));
  return engine.createTable("told_bearer", holderKeys(called));
};
