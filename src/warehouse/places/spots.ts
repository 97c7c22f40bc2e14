// A spot is a place on earth in words: a street in a postcode, a street in a city, or a postcode. Two addresses are at the same
// spot when their words come to the same.

import { type Relation, sql } from "../sql/sql.js";

/**
 * One row per way of saying where a node is: node, spot VARCHAR, and exactness INTEGER, where less is more exact: 1 and 2
 * know the street, 3 the postcode alone. `places` are normalised addresses.
 */
export const spots = (places: Relation): Relation => {
  const way = (exactness: number, spot: Relation) => sql`
select place.node, ${exactness} as exactness, concat_ws(chr(31), ${String(exactness)}, ${spot}) as spot
from ${places} as place`;
  return sql`
${way(1, sql`place.street, place.postcode`)}
where place.street is not null and place.postcode is not null
union all
${way(2, sql`place.street, place.city, coalesce(place.state, '')`)}
where place.street is not null and place.city is not null
union all
${way(3, sql`place.postcode`)}
where place.postcode is not null`;
};

/** The spots that a person has to share to be at an address: those with its street or, if it has none, its postcode. */
export const meetingSpots = (ofAddresses: Relation): Relation => sql`
select address.spot
from (
  select said.*, min(said.exactness) over (partition by said.node) as best
  from ${ofAddresses} as said
) as address
where address.exactness < 3 or address.best = 3`;
