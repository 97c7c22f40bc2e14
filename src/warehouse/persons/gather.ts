// All edges between identities, key by key, so that only one kind of key is in memory at a time.

import type { MatchKind } from "../../domain/people.js";
import type { Engine } from "../engine.js";
import { type Relation, type Sql, sql } from "../sql/sql.js";
import { calledBearers, namedBearers, readInitials, sharedContacts, tellingApart } from "./bearers.js";
import { addressKeys, contactKeys, customerKeys, linkEdges, starEdges } from "./edges.js";
import type { Normalised } from "./normalise.js";

/**
 * One row per edge: left_node, right_node INTEGER, kind VARCHAR (`row`, or `key`). `identified`: node, identity_key; `links`:
 * left_key, right_key.
 */
export const gatherEdges = async (
  engine: Engine,
  { names, places, customers, emails, phones, nationalIds }: Normalised,
  identified: Relation,
  links: Relation,
): Promise<Relation> => {
  const edges = await engine.createTable("edge", ofKind("row", linkEdges(links, identified, names)));
  const add = async (keys: Sql) => {
    const staged = await engine.createTable("record_key", keys);
    await engine.run(sql`insert into ${edges} ${ofKind("key", starEdges(staged))}`);
  };
  const shared = (contacts: Relation) =>
    engine.createTable("shared_contact", sharedContacts(contacts, names, customers));

  await add(customerKeys(await shared(customers)));
  await add(contactKeys("email", await stageBearers(engine, await shared(emails), names)));
  await add(contactKeys("phone", await stageBearers(engine, await shared(phones), names)));
  await add(contactKeys("national id", await stageBearers(engine, await shared(nationalIds), names)));
  await add(addressKeys(names, places));
  return edges;
};

const ofKind = (kind: MatchKind, edges: Sql): Sql =>
  sql`select edge.*, ${kind} as kind from (${edges}) as edge`;

const stageBearers = async (engine: Engine, shared: Relation, names: Relation): Promise<Relation> => {
  const bearers = await engine.createTable("bearer", namedBearers(shared, names));
  const initials = await engine.createTable("initial", readInitials(bearers));
  const called = await engine.createTable("called_bearer", calledBearers(bearers, initials));
  return engine.createTable("told_bearer", tellingApart(called));
};
