// Two spellings of an address meet when its words are shortened in the same way: `12 North Main Street, Apt. 4` and
// `12 N Main St #4` are both `12 n main st apt 4`.

import { abbreviations } from "../../domain/identity/places.js";
import { join, type Relation, type Sql, sql } from "../sql/sql.js";
import { stated, words } from "./text.js";

const shortWord = join(
  abbreviations.flatMap(([short, long]) => long.map((word) => sql`when ${word} then ${short}`)),
  " ",
);

/** One row per identity with any part of an address: its parts in words, still unshortened; `#` marks a dwelling. */
export const placeWords = (written: Relation): Sql => sql`
  select node,
    ${words(sql`replace(${stated(sql`house_number_and_street`)}, '#', ' apt ')`)} as street,
    ${stated(sql`postcode`)} as postcode,
    ${words(stated(sql`city`))} as city,
    ${words(stated(sql`state`))} as state,
    ${words(sql`replace(${stated(sql`freeform_address`)}, '#', ' apt ')`)} as freeform
  from ${written}
  where coalesce(house_number_and_street, postcode, city, state, freeform_address) is not null`;

/** One row per identity with any part of an address: node, street, postcode, city, state, freeform; null where absent. */
export const places = (placeWords: Relation): Sql => sql`
  select node,
    ${shortened(sql`street`)} as street,
    ${postcode(sql`postcode`)} as postcode,
    nullif(city, '') as city,
    nullif(state, '') as state,
    ${shortened(sql`freeform`)} as freeform
  from ${placeWords}`;

/** `Apt #4` has two marks of a dwelling, which are one. */
const shortened = (street: Sql): Sql => {
  const short = sql`list_transform(string_split(${street}, ' '), lambda word: case word ${shortWord} else word end)`;
  return sql`nullif(replace(replace(array_to_string(${short}, ' '), 'apt apt', 'apt'), 'p o box', 'po box'), '')`;
};

/** ZIP+4 and ZIP are one; elsewhere spaces and case do not matter. */
export const postcode = (text: Sql): Sql => sql`
  case when regexp_matches(${text}, '^[0-9]{5}[- ]?[0-9]{4}$') then left(${text}, 5)
    else nullif(upper(regexp_replace(${text}, '[^\\p{L}\\p{N}]+', '', 'g')), '') end`;
