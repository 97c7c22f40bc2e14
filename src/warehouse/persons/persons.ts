// Persons from components of identities. An identity that says too little (a city alone) is nobody: it could be anyone.

import { households } from "../delivery/representations.js";
import { join, type Relation, type Sql, sql } from "../sql/sql.js";
import type { Normalised } from "./normalise.js";

/**
 * One row per identity that says enough to be somebody: node, identity_key, first_seen, row_count, and household UBIGINT, 64
 * bits of the MD5 of its residence; null without one.
 */
export const identifiableIdentities = (numbered: Relation, normalised: Normalised): Sql => {
  const { names, addresses: places, customers, emails, phones, nationalIds, birthDates } = normalised;
  const reachable = join(
    [customers, emails, phones, nationalIds].map((contacts) => sql`select node from ${contacts}`),
    " union all ",
  );
  return sql`
    select numbered.node, numbered.identity_key, numbered.first_seen, numbered.row_count,
      cast(md5_number(door.household) >> 64 as ubigint) as household
    from ${numbered} as numbered
    left join (${households(places)}) as door on door.person_id = numbered.node
    where numbered.node in (${reachable})
      or numbered.node in (
        select name.node
        from ${names} as name
        left join ${places} as place on place.node = name.node
        left join ${birthDates} as born on born.node = name.node
        where name.last_name is not null and coalesce(place.street, place.postcode, place.freeform) is not null
          or born.value is not null)`;
};

/** One row per component that holds an identity of a suppression list: root. */
export const suppressedRoots = (numbered: Relation, roots: Relation): Sql => sql`
  select distinct root.root
  from ${roots} as root
  join ${numbered} as numbered on numbered.node = root.node
  where numbered.is_listed`;

/**
 * One row per identified identity: node, identity_key, person_id (the identity_key of the earliest identity of its component),
 * first_seen, row_count, household. `roots` has one row per node: node and the smallest node of its component; the `suppressed` ones are left out.
 */
export const persons = (identified: Relation, roots: Relation, suppressed: Relation): Sql => sql`
  select identified.node, identified.identity_key, earliest.identity_key as person_id, identified.first_seen,
    identified.row_count, identified.household
  from ${identified} as identified
  join ${roots} as root on root.node = identified.node
  join ${identified} as earliest on earliest.node = root.root
  where root.root not in (select gone.root from ${suppressed} as gone)`;

/** The rows of `persons.parquet`, ordered. */
export const personRows = (persons: Relation): Sql => sql`
  select person.identity_key, person.person_id, person.first_seen, person.row_count
  from ${persons} as person
  order by person.identity_key`;
