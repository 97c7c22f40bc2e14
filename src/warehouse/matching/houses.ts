// Houses whose residents tell how to read a record there. At a crowded house, a tower of flats or an office,
// the flat is part of the house number: `12/4b`, or `12/` without one, which could be any. To share such a
// house alone says nothing. Where a father and a son of one name live, a record without a suffix may be
// either's, unless it has the mailbox, birth date or customer number of one of them. Only
// reference records count, so that a new record changes no other.

import { ident, join, type Relation, type Sql, sql } from "../sql/sql.js";
import { eitherSuffix } from "./comparisons.js";

/** Different beginnings of last names at one house: more than a large household with a few typos has. */
const minCrowd = 8;

/** What only one of two namesakes at a house has. */
const ownFields = ["email", "birth_date", "customer_id"];

const area = sql`coalesce(own.postcode, own.city)`;

/** The forms of a name, so that namesakes in two scripts are found; or its script alone. */
function sounds(forms: string): Sql {
  const known = sql`string_split(${ident("own", forms)}, ' ')`;
  return sql`case when len(${known}) > 1 then ${known}[2:] else ${known} end`;
}

/**
 * One row per house to know: house_number, street, area (postcode or city), and for each record with a suffix
 * first_name and last_name (each of their `sounds`), suffix and what is its own; all null for a crowded house.
 * `fields`: profiles of any nodes; those below `reference` count.
 */
export const knownHouses = (fields: Relation, reference: number): Sql => {
  const located = sql`own.node < ${reference} and own.house_number is not null and own.street is not null and ${area} is not null`;
  const none = sql`cast(null as varchar)`;
  return sql`
    select own.house_number, own.street, ${area} as area, ${none} as first_name, ${none} as last_name, ${none} as suffix,
      ${join(ownFields.map((field) => sql`${none} as ${ident(field)}`))}
    from ${fields} as own
    where ${located} and own.last_name is not null
    group by all
    having count(distinct left(own.last_name, 2)) >= ${minCrowd}
    union all
    select distinct own.house_number, own.street, ${area}, first.sound, last.sound, own.suffix,
      ${join(ownFields.map((field) => ident("own", field)))}
    from ${fields} as own, unnest(${sounds("first_forms")}) as first(sound), unnest(${sounds("last_forms")}) as last(sound)
    where ${located} and own.suffix is not null and own.first_name is not null and own.last_name is not null`;
};

/** The rows of `fields`, read with the known `houses`. */
export const readAtHouses = (fields: Relation, houses: Relation): Sql => sql`
  with namesake as materialized (
    select own.node, case when count(distinct ${knownSuffix}) = 1 then min(${knownSuffix}) else ${eitherSuffix} end as suffix
    from ${fields} as own
    join ${houses} as house on ${isAt("house")}
      and (${isNamed("first_forms", "last_forms")} or ${isNamed("last_forms", "first_forms")})
    where own.suffix is null
    group by own.node
  )
  select own.* replace (
    case when crowded.street is null then own.house_number else own.house_number || '/' || coalesce(own.unit, '') end as house_number,
    case when crowded.street is null then own.unit end as unit,
    coalesce(own.suffix, namesake.suffix) as suffix)
  from ${fields} as own
  left join ${houses} as crowded on crowded.last_name is null and ${isAt("crowded")}
  left join namesake on namesake.node = own.node`;

const knownSuffix = sql`
  case when ${join(
    ownFields.map((field) => sql`${ident("house", field)} = ${ident("own", field)}`),
    " or ",
  )} then house.suffix end`;

/** In the order of the columns, or swapped. */
function isNamed(first: string, last: string): Sql {
  return sql`(list_contains(${sounds(first)}, house.first_name) and list_contains(${sounds(last)}, house.last_name))`;
}

function isAt(house: "crowded" | "house"): Sql {
  const part = (name: string) => ident(house, name);
  return sql`${part("house_number")} = own.house_number and ${part("street")} = own.street and ${part("area")} = ${area}`;
}
