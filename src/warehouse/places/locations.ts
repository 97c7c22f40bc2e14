// Locations of people and addresses. A location key is an address in words: street and postcode, street and
// city, or postcode. The gazetteer maps location keys to coordinates; it is built from the account's own
// records.

import { coordinateTraits, type PlaceAddress } from "../../domain/cohort/place.js";
import { type IdentityField, identityFields } from "../../domain/data/dataset.js";
import { ident, join, list, type Relation, type SqlValue, sql } from "../sql/sql.js";

/**
 * One row per node and kind of key: node, location VARCHAR, level INTEGER (1 street and postcode, 2 street
 * and city, 3 postcode alone). `places` are normalised addresses.
 */
export const locationKeys = (places: Relation): Relation => {
  const keyed = (level: number, location: Relation) => sql`
select place.node, ${level} as level, concat_ws(chr(31), ${String(level)}, ${location}) as location
from ${places} as place`;
  return sql`
${keyed(1, sql`place.street, place.postcode`)}
where place.street is not null and place.postcode is not null
union all
${keyed(2, sql`place.street, place.city, coalesce(place.state, '')`)}
where place.street is not null and place.city is not null
union all
${keyed(3, sql`place.postcode`)}
where place.postcode is not null`;
};

/**
 * One row per location key that puts a person at an address: its keys with a street or, without a street, its
 * postcode.
 */
export const matchingLocations = (ofAddresses: Relation): Relation => sql`
select address.location
from (
  select own.*, min(own.level) over (partition by own.node) as best
  from ${ofAddresses} as own
) as address
where address.level < 3 or address.best = 3`;

/**
 * One row per address of a place, in the columns of identities: node (its index in the list) and the parts as
 * written.
 */
export const placeAddresses = (addresses: readonly PlaceAddress[]): Relation => sql`(
select cast(written.node as integer) as node, written.* exclude (node), cast(null as varchar) as freeform_address, cast(null as varchar) as country
from (values ${join(addresses.map((address, node) => sql`(${join(parts(address, node))})`))})
  as written (node, house_number_and_street, city, state, postcode))`;

/** `#` marks a unit, as the normalisation of addresses expects. */
const parts = (address: PlaceAddress, node: number): Relation[] => {
  const { house_number_and_street: street, unit_number: unit, city, state, postcode } = address;
  const texts: SqlValue[] = [street && unit ? `${street} #${unit}` : street, city, state, postcode].map(
    (part) => part ?? null,
  );
  return [sql`${node}`, ...texts.map((text) => sql`cast(${text} as varchar)`)];
};

/**
 * One row per dataset and identity with valid coordinates: source (index of the dataset), identity_key,
 * longitude DOUBLE, latitude DOUBLE, arrival_time. Both come from the traits of one identity: the newest
 * longitude and the newest latitude of a person may belong to two homes. `traits` has the traits of each
 * dataset.
 */
export const coordinates = (traits: readonly Relation[]): Relation => {
  const perDataset = traits.map((ofDataset, source) => pairs(ofDataset, source));
  return sql`
select pair.*
from (${join(perDataset, " union all ")}) as pair
where pair.longitude >= -180 and pair.longitude <= 180 and pair.latitude >= -90 and pair.latitude <= 90`;
};

const pairs = (traits: Relation, source: number): Relation => {
  const traitValue = (trait: string) =>
    sql`max(try_cast(entry.value as double)) filter (where entry.trait = ${trait})`;
  const { longitude, latitude } = coordinateTraits;
  return sql`
select ${source} as source, entry.identity_key, ${traitValue(longitude)} as longitude, ${traitValue(latitude)} as latitude,
  max(entry.arrival_time) as arrival_time
from ${traits} as entry
where entry.trait in (${list([longitude, latitude])})
group by entry.identity_key`;
};

/** One row per person with coordinates of their own: person_id and the newest longitude and latitude. */
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

const areaFields = new Set<IdentityField>(["city", "state", "postcode", "country"]);

/** One row per identity with coordinates: node (its key) and its fields as written. */
export const identitiesWithCoordinates = (known: Relation, identities: Relation): Relation => {
  const fields = join(identityFields.map((field) => ident("written", field)));
  return sql`(
select distinct written.identity_key as node, ${fields}
from ${identities} as written
where written.identity_key in (select known.identity_key from ${known} as known))`;
};

/**
 * One row per location key with known coordinates, from the newest record: location, longitude, latitude. Any
 * record with coordinates locates its street. A postcode is located only by a record without a person, such
 * as a row of a table of postcodes.
 */
export const gazetteer = (known: Relation, identities: Relation, ofIdentities: Relation): Relation => sql`
select newest.location, newest.longitude, newest.latitude
from (
  select own.location, known.longitude, known.latitude, row_number() over (
    partition by own.location
    order by known.arrival_time desc, known.source, known.identity_key) as age
  from ${ofIdentities} as own
  join ${known} as known on known.identity_key = own.node
  where own.level < 3 or own.node in (${identitiesWithoutPerson(identities)})
) as newest
where newest.age = 1`;

/** One row per identity that identifies no person: identity_key. */
const identitiesWithoutPerson = (identities: Relation): Relation => {
  const others = identityFields
    .filter((field) => !areaFields.has(field))
    .map((field) => ident("written", field));
  return sql`select written.identity_key from ${identities} as written where coalesce(${join(others)}) is null`;
};

/** One row per node that the gazetteer locates, by its most precise key: node, longitude, latitude, level. */
export const located = (ofNodes: Relation, entries: Relation): Relation => sql`
select found.node, found.longitude, found.latitude, found.level
from (
  select own.node, entry.longitude, entry.latitude, own.level,
    row_number() over (partition by own.node order by own.level, own.location) as choice
  from ${ofNodes} as own
  join ${entries} as entry on entry.location = own.location
) as found
where found.choice = 1`;
