// How far people are from a place. Who is nowhere that is known has no row: of them it can be said neither that they are at the
// place nor that they are not.

import type { PlaceCondition } from "../../domain/place.js";
import { type Relation, type Sql, sql } from "../sql/sql.js";

/** One row per person whose coordinates are known, their own or else those of their address: person_id, longitude, latitude. */
export const peopleCoordinates = (own: Relation, byAddress: Relation): Relation => sql`
select coalesce(own.person_id, found.node) as person_id,
  coalesce(own.longitude, found.longitude) as longitude, coalesce(own.latitude, found.latitude) as latitude
from ${own} as own
full join ${byAddress} as found on found.node = own.person_id`;

/** One row per position at which anybody is, in order: longitude, latitude. */
export const positions = (people: Relation): Relation => sql`
select distinct who.longitude, who.latitude
from ${people} as who
order by who.longitude, who.latitude`;

/** One row per person whose coordinates are known: person_id, metres. `measured` has them by position; NaN is unknown. */
export const distancesToGeometry = (people: Relation, measured: Relation): Relation => sql`
select who.person_id, case when isnan(position.metres) then null else position.metres end as metres
from ${people} as who
join ${measured} as position on position.longitude = who.longitude and position.latitude = who.latitude`;

/**
 * One row per person who is somewhere that is known: person_id, and metres DOUBLE: 0 who shares a spot with an address of the
 * place, null who is elsewhere, nobody knows how far.
 */
export const distancesToAddresses = (
  ofPeople: Relation,
  meeting: Relation,
  measured: Relation,
): Relation => sql`
select coalesce(said.person_id, far.person_id) as person_id,
  case when said.is_there then 0 else far.metres end as metres
from (
  select spot.node as person_id, bool_or(spot.spot in (select shared.spot from (${meeting}) as shared)) as is_there
  from ${ofPeople} as spot
  group by spot.node
) as said
full join (${measured}) as far on far.person_id = said.person_id`;

/** Whether a person meets a condition on a place. Who is elsewhere, nobody knows how far, is not at it, and not known to be near. */
export const meetsPlaceCondition = (
  { distance = 0, invert = false }: PlaceCondition,
  distances: Relation,
  person: Sql,
): Sql => {
  const isAway = sql`(far.metres > ${distance} ${distance === 0 ? sql`or far.metres is null` : sql``})`;
  const isMet = invert ? isAway : sql`far.metres <= ${distance}`;
  return sql`${person} in (select far.person_id from ${distances} as far where ${isMet})`;
};
