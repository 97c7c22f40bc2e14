// All edges between identities, key by key, so that only one kind of key is in memory at a time.

import type { MatchKind } from "../../domain/people.js";
import type { Engine } from "../engine.js";
import { join, type Relation, type Sql, sql } from "../sql/sql.js";
import {
  holderKeys,
  holdersWithInitialsExpanded,
  initialExpansions,
  namedHolders,
  sharedContacts,
} from "./bearers.js";
import { contactKeys, customerKeys, hashedContacts, linkEdges, starEdges } from "./edges.js";
import { placeholdersOfKind, type ValueKind } from "./everybodys.js";

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
