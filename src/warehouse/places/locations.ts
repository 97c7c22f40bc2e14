// A spot is a place on earth in words: a street in a postcode, a street in a city, or a postcode. Two addresses are at the same
// spot when their words come to the same.

import { type IdentityField, identityFields } from "../../domain/dataset.js";
import { coordinateTraits, type PlaceAddress } from "../../domain/place.js";
import { ident, join, list, type Relation, type SqlValue, sql } from "../sql/sql.js";

/**
 * One row per way of saying where a node is: node, spot VARCHAR, and exactness INTEGER, where less is more exact: 1 and 2
 * know the street, 3 the postcode alone. `places` are normalised addresses.
 */
export const locationKeys = (places: Relation): Relation => {
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
export const matchingLocations = (ofAddresses: Relation): Relation => sql`
select address.spot
from (
  select said.*, min(said.exactness) over (partition by said.node) as best
  from ${ofAddresses} as said
) as address
where address.exactness < 3 or address.best = 3`;

// The addresses of a place, in the columns in which identities have theirs.

/** One row per address: node (its number in the list) and the parts of an address, as written. At least one address. */
export const placeAddresses = (addresses: readonly PlaceAddress[]): Relation => sql`(
select cast(written.node as integer) as node, written.* exclude (node), cast(null as varchar) as freeform_address
from (values ${join(addresses.map((address, node) => sql`(${join(parts(address, node))})`))})
  as written (node, house_number_and_street, city, state, postcode))`;

/** `#` marks a dwelling, as where addresses are normalised. */
const parts = (address: PlaceAddress, node: number): Relation[] => {
  const { house_number_and_street: street, unit_number: unit, city, state, postcode } = address;
  const texts: SqlValue[] = [street && unit ? `${street} #${unit}` : street, city, state, postcode].map(
    (part) => part ?? null,
  );
  return [sql`${node}`, ...texts.map((text) => sql`cast(${text} as varchar)`)];
};

// Coordinates are the traits `longitude` and `latitude`. They are taken in pairs from one identity, since two newest values may be
// of different records: the longitude of one home with the latitude of another is nowhere.

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

// The gazetteer says where a spot is. It is made of the account's own records: any with coordinates tells where its street is, and
// one that says where but not who, such as a row of a table of postcodes, tells where the postcode is.

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
  where said.exactness < 3 or said.node in (${identitiesWithoutPerson(identities)})
) as told
where told.age = 1`;

/** One row per identity that is nobody's: identity_key. */
const identitiesWithoutPerson = (identities: Relation): Relation => {
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
