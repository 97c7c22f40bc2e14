// Normalised addresses, with words abbreviated in one way: `12 North Main Street, Apt. 4` and `12 N Main St
// #4` are both `12 n main st apt 4`. `domain/people/identity/addresses.ts` does the same in TypeScript.

import {
  abbreviations,
  addressWithCommas,
  addressWithoutCommas,
  cityPrefixes,
  stateNames,
} from "../../domain/people/identity/addresses.js";
import { ident, join, type Relation, type Sql, sql } from "../sql/sql.js";
import { meaningful, withLatinCharacters, words } from "./text.js";

const cases = (pairs: readonly (readonly [long: string, short: string])[]): Sql =>
  join(
    pairs.map(([long, short]) => sql`when ${long} then ${short}`),
    " ",
  );
const abbreviation = cases(
  abbreviations.flatMap(([short, long]) => long.map((word) => [word, short] as const)),
);
const stateCode = cases(stateNames.map(([code, name]) => [name, code] as const));

const withoutCommas = sql`trim(regexp_replace(lines, '[ ,\\t]+', ' ', 'g'))`;

export const addressFields = ["house_number_and_street", "postcode", "city", "state", "freeform_address"];

/**
 * One row per identity with any part of an address: its parts as written, or, where their own field is empty,
 * those of a freeform address. `freeform` stays only where it has no parts. `#` stands for `apt`.
 */
export const addressParts = (written: Relation): Sql => sql`
  select node,
    replace(coalesce(${meaningful(sql`house_number_and_street`)}, ${wholePart("street")}), '#', ' apt ') as street,
    coalesce(${meaningful(sql`postcode`)}, ${wholePart("postcode")}) as postcode,
    coalesce(${meaningful(sql`city`)}, ${wholePart("city")}) as city,
    coalesce(${meaningful(sql`state`)}, ${wholePart("state")}) as state,
    replace(case when ${wholePart("street")} is null then ${meaningful(sql`freeform_address`)} end, '#', ' apt ') as freeform
  from (
    select *, case when regexp_matches(lines, ${addressWithCommas}) then ${extractParts(addressWithCommas, sql`lines`)}
      when lines is not null then ${extractParts(addressWithoutCommas, withoutCommas)} end as whole
    from (
      select *, regexp_replace(lower(${meaningful(sql`freeform_address`)}), '[\\r\\n]+', ',', 'g') as lines
      from ${written}
      where coalesce(${join(addressFields.map((field) => ident(field)))}) is not null
    )
  )`;

function extractParts(pattern: string, text: Sql): Sql {
  return sql`regexp_extract(${text}, ${pattern}, ['street', 'city', 'state', 'postcode'])`;
}

/** Empty where the part is not found. */
const wholePart = (part: string): Sql => sql`nullif(struct_extract(whole, ${part}), '')`;

/** One row per identity with any part of an address: its parts in words, not yet abbreviated. */
export const addressWords = (parts: Relation): Sql => sql`
  select node, ${withLatinCharacters(sql`postcode`)} as postcode,
    ${words(sql`street`)} as street,
    ${words(sql`city`)} as city,
    ${words(sql`state`)} as state,
    ${words(sql`freeform`)} as freeform
  from ${parts}`;

/** Columns of `addresses` besides the node. */
export const addressColumns = ["street", "postcode", "city", "state", "freeform"];

/**
 * One row per identity with any part of an address: node, street, postcode, city, state, freeform; null where
 * absent.
 */
export const addresses = (words: Relation): Sql => sql`
  select node,
    ${abbreviated(sql`street`)} as street,
    ${postcode(sql`postcode`)} as postcode,
    nullif(${abbreviatedCity(sql`city`)}, '') as city,
    nullif(case when length(state) < 4 then state else case state ${stateCode} else state end end, '') as state,
    ${abbreviated(sql`freeform`)} as freeform
  from ${words}`;

/** `Apt #4` gives `apt apt 4`, which becomes `apt 4`. */
export const abbreviated = (street: Sql): Sql => {
  const words = sql`list_transform(string_split(${street}, ' '), lambda word: case word ${abbreviation} else word end)`;
  return sql`nullif(replace(replace(array_to_string(${words}, ' '), 'apt apt', 'apt'), 'p o box', 'po box'), '')`;
};

const abbreviatedCity = (city: Sql): Sql => {
  const begins = cityPrefixes.map(
    ([long, short]) =>
      sql`when starts_with(${city}, ${long}) then ${short} || substr(${city}, ${long.length + 1})`,
  );
  return sql`case ${join(begins, " ")} else ${city} end`;
};

/** ZIP+4 becomes ZIP; other postcodes lose spaces and punctuation, in upper case. */
export const postcode = (text: Sql): Sql => sql`
  case when regexp_matches(${text}, '^[0-9]{5}([- ]?[0-9]{4})?$') then left(${text}, 5)
    else nullif(upper(regexp_replace(${text}, '[^\\p{L}\\p{N}]+', '', 'g')), '') end`;
