// Distances of people from a place. People with an unknown location have no row: they are neither at the
// place nor away from it.

import type { PlaceCondition } from "../../domain/cohort/place.js";
import { join, type Relation, type Sql, sql } from "../sql/sql.js";

/**
 * One row per person with known coordinates, their own or else those of their address: person_id, longitude,
 * latitude.
 */
export const peopleCoordinates = (own: Relation, byAddress: Relation): Relation => sql`
select coalesce(own.person_id, found.node) as person_id,
  coalesce(own.longitude, found.longitude) as longitude, coalesce(own.latitude, found.latitude) as latitude
from (${own}) as own
full join (${byAddress}) as found on found.node = own.person_id`;

/** One row per distinct position of a person, in order: place (from 0), longitude, latitude. */
export const positions = (people: Relation): Relation => sql`
select row_number() over (order by found.longitude, found.latitude) - 1 as place, found.longitude, found.latitude
from (select distinct person.longitude, person.latitude from ${people} as person) as found
order by place`;

/** The positions from one place until another, in order: longitude, latitude. */
export const positionsAt = (numbered: Relation, from: number, until: number): Relation => sql`
select position.longitude, position.latitude
from ${numbered} as position
where position.place >= ${from} and position.place < ${until}
order by position.place`;

/**
 * One row per person with known coordinates: person_id, metres. `measured` has the distance of each position;
 * NaN is unknown.
 */
export const distancesToGeometry = (people: Relation, measured: Relation): Relation => sql`
select person.person_id, case when isnan(position.metres) then null else position.metres end as metres
from ${people} as person
join ${measured} as position on position.longitude = person.longitude and position.latitude = person.latitude`;

/**
 * One row per person with a known location: person_id and metres DOUBLE, which is 0 for people who share a
 * location key with an address of the place, and null for people at another address of unknown distance.
 */
export const distancesToAddresses = (
  ofPeople: Relation,
  matching: Relation,
  measured: Relation,
): Relation => sql`
select coalesce(addressed.person_id, far.person_id) as person_id,
  case when addressed.is_there then 0 else far.metres end as metres
from (
  select own.node as person_id,
    bool_or(own.location in (select shared.location from (${matching}) as shared)) as is_there
  from ${ofPeople} as own
  group by own.node
) as addressed
full join (${measured}) as far on far.person_id = addressed.person_id`;

/** One row: people, the number of those whose distance is known. */
export const locatedCount = (distances: Relation): Sql =>
  sql`select count(far.metres) as people from ${distances} as far`;

/** One row per person: person_id, metres from the nearest location of any of the atlases. */
export const nearestOfAny = (atlases: readonly Relation[]): Relation => sql`(
select each.person_id, min(each.metres) as metres
from (${join(
  atlases.map((nearest) => sql`select own.person_id, own.metres from ${nearest} as own`),
  " union all ",
)}) as each
group by each.person_id)`;

/**
 * True where the person meets a condition on a place. A person at an unknown distance is not at the place,
 * and not near it.
 */
export const meetsPlaceCondition = (
  { distance = 0, invert = false }: Omit<PlaceCondition, "place_id">,
  distances: Relation,
  person: Sql,
): Sql => {
  const isAway = sql`(far.metres > ${distance} ${distance === 0 ? sql`or far.metres is null` : sql``})`;
  const isMet = invert ? isAway : sql`far.metres <= ${distance}`;
  return sql`${person} in (select far.person_id from ${distances} as far where ${isMet})`;
};
