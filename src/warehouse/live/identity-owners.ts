// Owners of identities: whose the records are that came after the last build. An identity that the build knows is
// its person's. one that it does not know is found by its customer number and e-mail address alone, and only where
// the build has nobody, or one person, to whom they may belong.

import type { Engine } from "../engine.js";
import { owningKey } from "../ingest/identities.js";
import { customerNumbers } from "../persons/contacts.js";
import { identitiesOf, peopleFiles, relation } from "../relations.js";
import { type Relation, type Sql, sql } from "../sql/sql.js";

/** Identities of the last build with their people, by key, ascending. */
export const knownOwners = async (
  engine: Engine,
  peopleDir: string,
): Promise<{ keys: BigInt64Array; people: BigInt64Array }> => {
  const { columns } = await engine.columns(sql`
    select p.identity_key, p.person_id from ${relation(peopleFiles(peopleDir).persons)} as p order by p.identity_key`);
  return { keys: columns.identity_key as BigInt64Array, people: columns.person_id as BigInt64Array };
};

/**
 * What is left of a customer number or an e-mail address if nothing counts that may be written in several ways:
 * capitals, signs, and what stands after a plus sign.
 */
const bare = (
  text: Sql,
): Sql => sql`(regexp_replace(lower(split_part(split_part(${text}, '@', 1), '+', 1)), '[^\\p{L}\\p{N}]', '', 'g')
  || case when contains(${text}, '@') then '@' || lower(trim(split_part(${text}, '@', 2))) else '' end)`;

const hashed = (text: Sql): Sql => sql`cast(hash(${bare(text)}) >> 1 as bigint)`;

/** Stages the bare values of all identities of the last build: value BIGINT, person_id. */
export const stageKnownValues = (
  engine: Engine,
  peopleDir: string,
  datasetDirs: readonly string[],
): Promise<Relation> =>
  engine.createTable(
    "known values",
    sql`select distinct ${hashed(sql`v.text`)} as value, p.person_id
    from (
      select i.identity_key, unnest([i.customer_id, i.email, i.phone, i.national_id]) as text
      from ${identitiesOf(datasetDirs)} as i
    ) as v join ${relation(peopleFiles(peopleDir).persons)} as p on p.identity_key = v.identity_key
    where v.text is not null order by value`,
  );

export type UnknownIdentity = {
  identity_key: bigint | number;
  /** Bare, see `bare`; null without one. */
  number: string | null;
  email: string | null;
  /** As they were sent. */
  sent_number: string | null;
  sent_email: string | null;
  /** Whether the customer number counts, see `customerNumbers`. */
  is_number: boolean;
  /** Whether it has any field besides these two. */
  has_more: boolean;
  /** People with a value of it, and whether the number, or the address, is known at all. */
  people: string;
  number_is_known: boolean;
  email_is_known: boolean;
};

/** The identities of rows whose key is among `keys`, with who has a value of theirs. */
export const unknownIdentities = async (
  engine: Engine,
  rows: Relation,
  fields: Readonly<Partial<Record<string, Sql>>>,
  sets: number,
  keys: readonly bigint[],
  knownValues: Relation,
): Promise<UnknownIdentity[]> => {
  const wanted = await engine.createTableOf("unknown keys", { identity_key: BigInt64Array.from(keys) });
  const { customer_id = sql`cast(null as varchar)`, email = sql`cast(null as varchar)`, ...others } = fields;
  const more = Object.values(others).map((text) => sql` or ${text!} is not null`);
  const found = await engine.createTable(
    "unknown identities",
    sql`select r.identity_key as node, any_value(r.customer_id) as customer_id, any_value(r.email) as email,
      bool_or(r.has_more) as has_more
    from (
      select ${owningKey(sets)} as identity_key, ${customer_id} as customer_id, ${email} as email,
        (false${more.reduce((all, each) => sql`${all}${each}`, sql``)}) as has_more
      from ${rows} as r
    ) as r semi join ${wanted} as w on w.identity_key = r.identity_key
    group by r.identity_key`,
  );
  const written = sql`
    select f.node, ${hashed(sql`f.customer_id`)} as value, true as is_number from ${found} as f where f.customer_id is not null
    union all
    select f.node, ${hashed(sql`f.email`)}, false from ${found} as f where f.email is not null`;
  return engine.rows<UnknownIdentity>(sql`
    select u.node as identity_key, ${bare(sql`u.customer_id`)} as number, ${bare(sql`u.email`)} as email,
      u.customer_id as sent_number, u.email as sent_email, u.has_more,
      counted.node is not null as is_number, coalesce(held.people, '') as people,
      coalesce(held.number_is_known, false) as number_is_known, coalesce(held.email_is_known, false) as email_is_known
    from ${found} as u
    left join (select distinct n.node from (${customerNumbers(found)}) as n) as counted on counted.node = u.node
    left join (
      select w.node, string_agg(distinct cast(k.person_id as varchar), ',') as people,
        bool_or(w.is_number) as number_is_known, bool_or(not w.is_number) as email_is_known
      from (${written}) as w join ${knownValues} as k on k.value = w.value
      group by w.node
    ) as held on held.node = u.node
    order by u.node`);
};

/** A table of owners: identity_key, person_id. */
export const stageOwners = (
  engine: Engine,
  owners: readonly (readonly [identity: bigint, person: bigint])[],
): Promise<Relation> =>
  engine.createTableOf("arrived owners", {
    identity_key: BigInt64Array.from(owners, ([identity]) => identity),
    person_id: BigInt64Array.from(owners, ([, person]) => person),
  });

/** The identity of each row, by seq; rows without one are left out. */
export const ownIdentities = async (
  engine: Engine,
  rows: Relation,
  sets: number,
): Promise<{ seq: BigInt64Array; key: BigInt64Array }> => {
  const { columns } = await engine.columns(
    sql`select r.seq, ${owningKey(sets)} as key from ${rows} as r where ${owningKey(sets)} is not null order by r.seq`,
  );
  return { seq: columns.seq as BigInt64Array, key: columns.key as BigInt64Array };
};

/** For each of these values, as text that is bare, the people who have it: customer numbers and e-mail addresses. */
export const peopleWithValues = async (
  engine: Engine,
  values: readonly string[],
  knownValues: Relation,
): Promise<{ value: string; people: bigint[] }[]> => {
  const wanted = await engine.createTableOf("wanted values", {
    place: Int32Array.from(values, (_, place) => place),
    text: [...values],
  });
  const rows = await engine.rows<{ value: string; people: string }>(sql`
    select a.value, coalesce(string_agg(cast(k.person_id as varchar), ','), '') as people
    from (select w.place, ${bare(sql`w.text`)} as value, ${hashed(sql`w.text`)} as hash from ${wanted} as w) as a
    left join ${knownValues} as k on k.value = a.hash
    group by a.place, a.value order by a.place`);
  return rows.map(({ value, people }) => ({
    value,
    people: people === "" ? [] : people.split(",").map(BigInt),
  }));
};

/** Former ids of people. */
export const formerIdsOf = async (engine: Engine, aliases: Relation): Promise<Map<bigint, bigint>> => {
  const { columns } = await engine.columns(sql`select a.alias, a.person_id from ${aliases} as a`);
  const [alias, person] = [columns.alias as BigInt64Array, columns.person_id as BigInt64Array];
  return new Map([...alias].map((id, i) => [id, person[i]!]));
};
