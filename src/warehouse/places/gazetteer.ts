// The gazetteer says where a spot is. It is made of the account's own records: any with coordinates tells where its street is, and
// one that says where but not who, such as a row of a table of postcodes, tells where the postcode is.

import { type IdentityField, identityFields } from "../../domain/dataset.js";
import { ident, join, type Relation, sql } from "../sql/sql.js";

const saysWhich = new Set<IdentityField>(["city", "state", "postcode"]);

/** One row per identity with coordinates: node (its key) and its fields as written. */
export const identitiesWithCoordinates = (known: Relation, identities: Relation): Relation => {
  const fields = join(identityFields.map((field) => ident("written", field)));
  return sql`(
select distinct written.identity_key as node, ${fields}
from ${identities} as written
where written.identity_key in (select known.identity_key from ${known} as known))`;
};

/** One row per spot, of the newest record that tells: spot, longitude, latitude. `ofIdentities` are their spots. */
export const gazetteer = (known: Relation, identities: Relation, ofIdentities: Relation): Relation => sql`
select told.spot, told.longitude, told.latitude
from (
  select said.spot, known.longitude, known.latitude, row_number() over (
    partition by said.spot
    order by known.arrival_time desc, known.source, known.identity_key) as age
  from ${ofIdentities} as said
  join ${known} as known on known.identity_key = said.node
  where said.exactness < 3 or said.node in (${areas(identities)})
) as told
where told.age = 1`;

/** One row per identity that is nobody's: identity_key. */
const areas = (identities: Relation): Relation => {
  const others = identityFields
    .filter((field) => !saysWhich.has(field))
    .map((field) => ident("written", field));
  return sql`select written.identity_key from ${identities} as written where coalesce(${join(others)}) is null`;
};

/** One row per node with a spot in the gazetteer, by the most exact: node, longitude, latitude, exactness. */
export const located = (ofNodes: Relation, entries: Relation): Relation => sql`
select found.node, found.longitude, found.latitude, found.exactness
from (
  select said.node, entry.longitude, entry.latitude, said.exactness,
    row_number() over (partition by said.node order by said.exactness, said.spot) as choice
  from ${ofNodes} as said
  join ${entries} as entry on entry.spot = said.spot
) as found
where found.choice = 1`;
