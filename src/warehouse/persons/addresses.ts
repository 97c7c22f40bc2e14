// Two spellings of an address meet when its words are shortened in the same way: `12 North Main Street, Apt. 4` and
// `12 N Main St #4` are both `12 n main st apt 4`.

import {
  abbreviations,
  addressWithCommas,
  addressWithoutCommas,
  cityPrefixes,
} from "../../domain/identity/addresses.js";
import { stateNames } from "../../domain/identity/states.js";
import { join, type Relation, type Sql, sql } from "../sql/sql.js";
import { meaningful, words } from "./text.js";

const cases = (pairs: readonly (readonly [long: string, short: string])[]): Sql =>
  join(
    pairs.map(([long, short]) => sql`when ${long} then ${short}`),
    " ",
  );
const shortWord = cases(abbreviations.flatMap(([short, long]) => long.map((word) => [word, short] as const)));
const stateCode = cases(stateNames.map(([code, name]) => [name, code] as const));

const unmarked = sql`trim(regexp_replace(lines, '[ ,\\t]+', ' ', 'g'))`;

/**
 * One row per identity with any part of an address: its parts as they are stated, those of a whole address in one field
 * where they have no field of their own. `freeform` is left where it has no parts; `#` marks a dwelling.
 */
export const statedAddresses = (written: Relation): Sql => sql`
  select node,
    replace(coalesce(${meaningful(sql`house_number_and_street`)}, ${ofWhole("street")}), '#', ' apt ') as street,
    coalesce(${meaningful(sql`postcode`)}, ${ofWhole("postcode")}) as postcode,
    coalesce(${meaningful(sql`city`)}, ${ofWhole("city")}) as city,
    coalesce(${meaningful(sql`state`)}, ${ofWhole("state")}) as state,
    replace(case when ${ofWhole("street")} is null then ${meaningful(sql`freeform_address`)} end, '#', ' apt ') as freeform
  from (
    select *, case when regexp_matches(lines, ${addressWithCommas}) then ${partsBy(addressWithCommas, sql`lines`)}
      when lines is not null then ${partsBy(addressWithoutCommas, unmarked)} end as whole
    from (
      select *, regexp_replace(lower(${meaningful(sql`freeform_address`)}), '[\\r\\n]+', ',', 'g') as lines
      from ${written}
      where coalesce(house_number_and_street, postcode, city, state, freeform_address) is not null
    )
  )`;

function partsBy(pattern: string, text: Sql): Sql {
  return sql`regexp_extract(${text}, ${pattern}, ['street', 'city', 'state', 'postcode'])`;
}

/** Parts that are not found are empty. */
const ofWhole = (part: string): Sql => sql`nullif(struct_extract(whole, ${part}), '')`;

/** One row per identity with any part of an address: its parts in words, still unshortened. */
export const addressWords = (statedPlaces: Relation): Sql => sql`
  select node, postcode,
    ${words(sql`street`)} as street,
    ${words(sql`city`)} as city,
    ${words(sql`state`)} as state,
    ${words(sql`freeform`)} as freeform
  from ${statedPlaces}`;

/** One row per identity with any part of an address: node, street, postcode, city, state, freeform; null where absent. */
export const addresses = (placeWords: Relation): Sql => sql`
  select node,
    ${abbreviated(sql`street`)} as street,
    ${postcode(sql`postcode`)} as postcode,
    nullif(${abbreviatedCity(sql`city`)}, '') as city,
    nullif(case when length(state) < 4 then state else case state ${stateCode} else state end end, '') as state,
    ${abbreviated(sql`freeform`)} as freeform
  from ${placeWords}`;

/** `Apt #4` has two marks of a dwelling, which are one. */
export const abbreviated = (street: Sql): Sql => {
  const short = sql`list_transform(string_split(${street}, ' '), lambda word: case word ${shortWord} else word end)`;
  return sql`nullif(replace(replace(array_to_string(${short}, ' '), 'apt apt', 'apt'), 'p o box', 'po box'), '')`;
};

const abbreviatedCity = (city: Sql): Sql => {
  const begins = cityPrefixes.map(
    ([long, short]) =>
      sql`when starts_with(${city}, ${long}) then ${short} || substr(${city}, ${long.length + 1})`,
  );
  return sql`case ${join(begins, " ")} else ${city} end`;
};

/** ZIP+4 and ZIP are one; elsewhere spaces and case do not matter. */
export const postcode = (text: Sql): Sql => sql`
  case when regexp_matches(${text}, '^[0-9]{5}([- ]?[0-9]{4})?$') then left(${text}, 5)
    else nullif(upper(regexp_replace(${text}, '[^\\p{L}\\p{N}]+', '', 'g')), '') end`;
