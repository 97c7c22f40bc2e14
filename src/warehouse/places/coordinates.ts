// Coordinates are the traits `longitude` and `latitude`. They are taken in pairs from one identity, since two newest values may be
// of different records: the longitude of one home with the latitude of another is nowhere.

import { coordinateTraits } from "../../domain/place.js";
import { join, list, type Relation, sql } from "../sql/sql.js";

/**
 * One row per dataset and identity with both, within what degrees can be: source (number of the dataset), identity_key,
 * longitude DOUBLE, latitude DOUBLE, arrival_time. `traits` are those of each dataset.
 */
export const coordinates = (traits: readonly Relation[]): Relation => {
  const told = traits.map((ofDataset, source) => pairs(ofDataset, source));
  return sql`
select pair.*
from (${join(told, " union all ")}) as pair
where pair.longitude >= -180 and pair.longitude <= 180 and pair.latitude >= -90 and pair.latitude <= 90`;
};

const pairs = (traits: Relation, source: number): Relation => {
  const told = (trait: string) =>
    sql`max(try_cast(entry.value as double)) filter (where entry.trait = ${trait})`;
  const { longitude, latitude } = coordinateTraits;
  return sql`
select ${source} as source, entry.identity_key, ${told(longitude)} as longitude, ${told(latitude)} as latitude,
  max(entry.arrival_time) as arrival_time
from ${traits} as entry
where entry.trait in (${list([longitude, latitude])})
group by entry.identity_key`;
};

/** One row per person with coordinates of their own, the newest: person_id, longitude, latitude. */
export const ownCoordinates = (known: Relation, persons: Relation): Relation => sql`
select pair.person_id, pair.longitude, pair.latitude
from (
  select person.person_id, known.longitude, known.latitude, row_number() over (
    partition by person.person_id
    order by known.arrival_time desc, known.source, known.identity_key) as age
  from ${known} as known
  join ${persons} as person on person.identity_key = known.identity_key
) as pair
where pair.age = 1`;
