// Locations of an atlas, from the rows of its files, and the nearest of each person.

import type { LocationPart } from "../../domain/cohort/location-part.js";
import type { PropertyCondition } from "../../domain/resource/condition.js";
import { type ConditionColumn, conditionSql } from "../conditions.js";
import { ident, join, list, type Relation, type Sql, sql } from "../sql/sql.js";

/** Files of an atlas, see `atlasFiles`. */
export interface AtlasRelations {
  nearest: Relation;
  locations: Relation;
}

/** Places of the columns among those of the files; null: not mapped. */
export interface LocationColumns {
  latitude: number;
  longitude: number;
  name: number | null;
  reference_key: number | null;
  city: number | null;
  state: number | null;
  postcode: number | null;
  house_number_and_street: readonly number[];
  properties: readonly { name: string; of: { column: number } | { value: string | null } }[];
}

const text = (column: number | null): Sql =>
  column === null ? sql`cast(null as varchar)` : sql`r.${ident(`c${column}`)}`;

const degrees = (column: number): Sql => sql`try_cast(${text(column)} as double)`;

/** Both are numbers of degrees; no number that is compared is one of NaN, which the engine takes for the largest. */
const isLocated = ({ latitude, longitude }: LocationColumns): Sql =>
  sql`coalesce(abs(${degrees(latitude)}) <= 90 and abs(${degrees(longitude)}) <= 180, false)`;

/** One row: rows, locatable, empty_geometry, unreadable_geometry. */
export const locationCounts = (records: Relation, columns: LocationColumns): Sql => {
  const isEmpty = sql`(${text(columns.latitude)} is null or ${text(columns.longitude)} is null)`;
  return sql`
select count(*) as rows, count(*) filter (${isLocated(columns)}) as locatable,
  count(*) filter (${isEmpty}) as empty_geometry,
  count(*) filter (not ${isEmpty} and not ${isLocated(columns)}) as unreadable_geometry
from ${records} as r`;
};

/** One row per row with coordinates, in the order of the files: see `atlasFiles`. */
export const locations = (records: Relation, columns: LocationColumns): Relation => {
  const { properties, house_number_and_street: street } = columns;
  const named = properties.flatMap(({ name, of }) => [
    sql`${name}`,
    "column" in of ? text(of.column) : sql`${of.value}`,
  ]);
  return sql`
select cast(row_number() over (order by r.seq) - 1 as integer) as number,
  ${degrees(columns.latitude)} as latitude, ${degrees(columns.longitude)} as longitude,
  ${text(columns.name)} as name, ${text(columns.reference_key)} as reference_key,
  list_filter([${join(street.map(text), ", ", "cast(null as varchar)")}], part -> part is not null) as house_number_and_street,
  ${text(columns.city)} as city, ${text(columns.state)} as state, ${text(columns.postcode)} as postcode,
  cast(json_object(${join(named, ", ", "")}) as varchar) as properties
from ${records} as r
where ${isLocated(columns)}
order by number`;
};

/** The coordinates of locations, in order: longitude, latitude. */
export const coordinatesOf = (of: Relation): Sql =>
  sql`select each.longitude, each.latitude from ${of} as each order by each.number`;

/**
 * One row per person with known coordinates and a nearest location: person_id, metres, number, and the person's own
 * longitude and latitude. `found` has the first two of each position.
 */
export const nearestLocations = (people: Relation, found: Relation): Relation => sql`
select person.person_id, position.metres, cast(position.number as integer) as number, person.longitude, person.latitude
from ${people} as person
join ${found} as position on position.longitude = person.longitude and position.latitude = person.latitude`;

/**
 * One row per location that counts, in the order of the atlases and of their files: number (from 0), longitude, latitude,
 * atlas_id, name, reference_key. Refuses `condition-invalid`.
 */
export const countedLocations = (
  atlases: readonly { id: string; locations: Relation }[],
  part: LocationPart,
): Relation => {
  const all = atlases.map(
    ({ id, locations: own }, place) =>
      sql`select ${place} as place, ${id} as atlas_id, own.* from ${own} as own`,
  );
  return sql`
select cast(row_number() over (order by each.place, each.number) - 1 as integer) as number,
  each.longitude, each.latitude, each.atlas_id, each.name, each.reference_key
from (${join(all, " union all ")}) as each
where ${isInPart(part)}
order by number`;
};

/** True where the row `each` of the locations is in the part. Refuses `condition-invalid`. */
export const isInPart = ({
  location_reference_keys: keys,
  property_conditions: conditions = [],
}: LocationPart): Sql => {
  const isNamed = keys ? sql`each.reference_key in (${list(keys)})` : sql`true`;
  return sql`${isNamed} and ${conditionSql(conditions, locationProperty)}`;
};

/** Values are text; a pointer of RFC 6901, so that a name may have any character. */
const locationProperty = ({ property }: PropertyCondition): ConditionColumn => {
  const pointer = `/${property.replaceAll("~", "~0").replaceAll("/", "~1")}`;
  return { expression: sql`(each.properties ->> ${pointer})`, type: "text" };
};

/** People of the population with a known location: person_id, longitude, latitude. */
export const locatedPeople = (nearest: Relation, population: Relation): Relation => sql`
select own.person_id, own.longitude, own.latitude
from ${nearest} as own
where own.person_id in (select member.person_id from ${population} as member)`;

/** The rows with the nearest location of each person: see `scopeFiles`. */
export const withLocations = (rows: Sql, nearest: Relation, counted: Relation): Sql => sql`
select r.*, location.name as location_name, location.reference_key as location_reference_key,
  location.atlas_id as location_atlas_id, cast(round(near.metres) as integer) as location_distance
from (${rows}) as r
left join ${nearest} as near on near.person_id = r.person_id
left join ${counted} as location on location.number = near.number`;

/** One row: people, the number of those with a nearest location. */
export const locatedAmong = (scores: Relation): Sql =>
  sql`select count(s.location_distance) as people from ${scores} as s`;

/** Rows of locations after a number, in order, as JSON texts: see `atlasFiles`. */
export const locationsAfter = (of: Relation, after: number, most: number): Sql => sql`
select each.number, each.latitude, each.longitude, each.name, each.reference_key, each.city, each.state, each.postcode,
  to_json(each.house_number_and_street) as house_number_and_street, each.properties
from ${of} as each
where each.number > ${after}
order by each.number
limit ${most}`;
