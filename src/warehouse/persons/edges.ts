// Edges between records with an equal key: a customer number, a contact, or a name at an address. The edges
// of a key form a star around its smallest node, so their number grows with the records and not with their
// square.

import type { MatchKind } from "../../domain/people/people.js";
import type { Engine } from "../engine.js";
import { resultOf, unionOf } from "../rows.js";
import { ident, join, literal, type Relation, type Sql, sql } from "../sql/sql.js";
import { canStandFor } from "./names.js";
import {
  crowdedNumbers,
  holderKeys,
  holdersWithNamesExpanded,
  namedHolders,
  nameExpansions,
  placeholdersOfKind,
  sharedContacts,
  type ValueKind,
  withoutPlaceholderValues,
} from "./shared-contacts.js";

const keyOf = (kind: string, parts: readonly Sql[]): Sql => md5Of([literal(kind), ...parts]);

const md5Of = (parts: readonly Sql[]): Sql =>
  sql`cast(md5_number_lower(concat_ws(chr(31), ${join(parts)})) >> 1 as bigint)`;

/** Column `about` of an edge by this value, see `keyRows`. */
export const valueHash = (kind: Sql, value: Sql): Sql => md5Of([kind, value]);

/**
 * One row per record and key: node, key BIGINT (63 bits of the MD5 of its kind and parts) and about BIGINT,
 * the same of the value alone. The edges of a key depend only on the records that hold its value.
 */
const keyRows = (kind: string, parts: readonly Sql[], from: Sql, value: readonly Sql[] = parts): Sql =>
  sql`select node, ${keyOf(kind, parts)} as key, ${keyOf(kind, value)} as about from ${from}`;

/** One row per record except the smallest of its key: left_node, right_node, about. */
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

/** Keys of a shared contact, with the name, suffix and number that must agree: see `holderKeys`. */
export const contactKeys = (kind: ValueKind, holders: Relation): Sql =>
  keyRows(kind, [sql`value`, sql`first_name`, sql`suffix`, sql`last_name`, sql`number`], holders, [
    sql`value`,
  ]);

/**
 * One row per nameless holder of a contact and name among its other holders: left_node (the nameless one),
 * right_node, about. Which of a family the nameless record is shows only when the family's records have
 * become people.
 */
export const namelessEdges = (kind: ValueKind, holders: Relation): Sql => sql`
  select nameless.node as left_node, named.node as right_node, ${valueHash(literal(kind), sql`named.value`)} as about
  from (
    select min(holder.node) as node, holder.value
    from ${holders} as holder where not holder.is_nameless
    group by holder.value, holder.first_name, holder.last_name, holder.suffix
  ) as named
  join ${holders} as nameless on nameless.value = named.value and nameless.is_nameless
  where nameless.is_told_apart`;

/** Keys of a full name at an address: by postcode, by city and state, or by a freeform address. */
export const addressKeys = (names: Relation, addresses: Relation): Sql => {
  const named = [sql`first_name`, sql`last_name`, sql`coalesce(suffix, '')`];
  const at = (kind: string, parts: readonly Sql[], isGiven: Sql) =>
    keyRows(
      kind,
      [...named, ...parts],
      sql`${names} as name join ${addresses} as address using (node)
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
 * Strength of an edge. The owner's own number of a person is never parted, unless a crowd has it. What a
 * nameless record shares with somebody is `tentative`: see `model/matching/adoption.ts`.
 */
type EdgeStrength = "number" | "certain" | "tentative";

/**
 * One row per pair of identities in one row of a file whose names do not differ: left_node, right_node, about
 * (null), strength. A row can hold two people, such as a buyer and a recipient, so different names outweigh
 * the shared row, and a missing name says nothing: the edge is tentative then, with the nameless one as
 * left_node.
 */
export const linkEdges = (links: Relation, identified: Relation, names: Relation): Sql => sql`
  select case when ${isNameless("y")} then b.node else a.node end as left_node,
    case when ${isNameless("y")} then a.node else b.node end as right_node, cast(null as bigint) as about,
    case when ${isNameless("x")} <> ${isNameless("y")} then ${"tentative"} else ${"certain"} end as strength
  from ${links} as link
  join ${identified} as a on a.identity_key = link.left_key
  join ${identified} as b on b.identity_key = link.right_key
  left join ${names} as x on x.node = a.node
  left join ${names} as y on y.node = b.node
  where coalesce(
      x.first_name = y.first_name or ${canStandFor("x", "y")} or ${canStandFor("y", "x")},
      true)
    and coalesce(x.last_name = y.last_name, true)
    and coalesce(x.suffix = y.suffix, true)`;

function isNameless(name: string): Sql {
  return sql`(coalesce(${ident(name, "first_name")}, ${ident(name, "last_name")}) is null)`;
}

/** Values that can link identities. Relations are node, value unless stated otherwise. */
export interface KeyValues {
  /** node, given, first_name, last_name, suffix of all holders of the values. */
  names: Relation;
  customers: Relation;
  /** The customer numbers of all holders of the values. */
  numbers: Relation;
  emails: Relation;
  /** All records with an e-mail address: node. */
  mailboxHolders: Relation;
  phones: Relation;
  nationalIds: Relation;
  /** See `addressKeys`. */
  addressKeys: Relation;
  /** See `stagePlaceholderValues`. */
  placeholderValues: Relation;
}

/**
 * One row per edge: left_node, right_node INTEGER, about BIGINT (hash of the equal value; null for kind
 * `row`), strength (see `EdgeStrength`) and kind VARCHAR. `identified`: node, identity_key; `links`:
 * left_key, right_key. Only one kind of key is in memory at a time.
 */
export const stageEdges = async (
  engine: Engine,
  {
    names,
    customers,
    numbers: ownNumbers,
    emails,
    mailboxHolders,
    phones,
    nationalIds,
    addressKeys,
    placeholderValues,
  }: KeyValues,
  identified: Relation,
  links: Relation,
): Promise<Relation> => {
  const edges = await engine.createTable(
    "edge",
    edgesOfKind("row", resultOf(linkEdges(links, identified, names))),
  );
  const insert = (rows: Sql, strength: EdgeStrength) =>
    engine.insert(edges, edgesOfKind("key", withStrength(rows, strength)));
  const add = async (keys: Sql, strength: EdgeStrength) =>
    insert(starEdges(await engine.createTable("record_key", keys)), strength);
  const shared = (kind: ValueKind, contacts: Relation) =>
    engine.createTable(
      "shared_contact",
      sharedContacts(contacts, placeholdersOfKind(placeholderValues, kind)),
    );
  const telling = sql`(${withoutPlaceholderValues(ownNumbers, placeholderValues, "customer")})`;
  const addContacts = async (kind: ValueKind, contacts: Relation) => {
    const holders = await stageHolders(engine, await shared(kind, contacts), names, telling);
    await add(contactKeys(kind, holders), "certain");
    await insert(namelessEdges(kind, holders), "tentative");
  };

  const numbers = await shared("customer", customers);
  const crowded = await engine.createTable("crowded_number", crowdedNumbers(numbers, names));
  await add(customerKeys(sql`${numbers} anti join ${crowded} using (value)`), "number");
  await add(customerKeys(sql`${numbers} semi join ${crowded} using (value)`), "certain");
  await addContacts("email", emails);
  await addContacts("phone", ownPhones(phones, mailboxHolders, names));
  await addContacts("national id", nationalIds);
  await insert(starEdges(addressKeys), "certain");
  return edges;
};

/**
 * A household shares its telephone number. So a nameless record with an e-mail address is known by that
 * alone, where others with its number have a name and e-mail addresses of their own. `mailboxHolders`: see
 * `KeyValues`.
 */
const ownPhones = (phones: Relation, mailboxHolders: Relation, names: Relation): Relation => sql`(
  with held as materialized (
    select phone.node, phone.value, coalesce(name.first_name, name.last_name) is not null as is_named,
      phone.node in (select holder.node from ${mailboxHolders} as holder) as has_mailbox
    from ${phones} as phone
    left join ${names} as name on name.node = phone.node
  )
  select held.node, held.value
  from held
  where held.is_named or not held.has_mailbox
    or held.value not in (select other.value from held as other where other.is_named and other.has_mailbox))`;

/** One row per identity and value that can link it: node, about BIGINT (see `valueHash`), is_address. */
export const keyValues = ({
  customers,
  emails,
  phones,
  nationalIds,
  addressKeys,
}: Omit<KeyValues, "names" | "numbers" | "mailboxHolders" | "placeholderValues">): Sql =>
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

/** The edges of one kind, without column `kind`. */
export const edgesOf = (kind: MatchKind, edges: Relation): Relation =>
  sql`(select edge.* exclude (kind) from ${edges} as edge where edge.kind = ${kind})`;

/** Stored edges by a value and of a row, see `edgesOf`, as one relation with column `kind`. */
export const edgesOfBoth = (keyed: Relation, rows: Relation): Relation =>
  unionOf(edgesOfKind("key", keyed), edgesOfKind("row", rows));

/** The same for edges of one kind. */
const edgesOfKind = (kind: MatchKind, edges: Relation): Relation =>
  sql`(select edge.*, ${kind} as kind from ${edges} as edge)`;

const withStrength = (edges: Sql, strength: EdgeStrength): Relation =>
  sql`(select edge.*, ${strength} as strength from (${edges}) as edge)`;

const stageHolders = async (
  engine: Engine,
  shared: Relation,
  names: Relation,
  numbers: Relation,
): Promise<Relation> => {
  const holders = await engine.createTable("holder", namedHolders(shared, names, numbers));
  const expansions = await engine.createTable("name_expansion", nameExpansions(holders));
  const expanded = await engine.createTable("expanded_holder", holdersWithNamesExpanded(holders, expansions));
  return engine.createTable("holder_key", holderKeys(expanded));
};
