// Normalised names: the first given name, the family name without spaces, and the suffix, which often is the only difference
// between father and son. Titles are dropped, because they come and go; a second given name is kept as its initial.
// `domain/identity/names.ts` does the same in TypeScript.

import {
  credentialsAfterFamily,
  credentialsAfterName,
  familyNamePattern,
  guestNamePattern,
  legalFormPattern,
  organisationPattern,
  suffixPattern as suffix,
  suffixSpellings,
  titlePattern as title,
} from "../../domain/identity/names.js";
import { join, type Relation, type Sql, sql } from "../sql/sql.js";
import { meaningful, meaningfulWords, withLatinCharacters, withoutSpaces, words } from "./text.js";

/** One row per identity: its name in words, not yet split. `full_name` keeps the comma of `Family, Given`. */
export const nameWords = (written: Relation): Sql => sql`
  select node,
    regexp_replace(${meaningfulWords(sql`person_first_name`)}, ${title}, '') as given_words,
    regexp_replace(${words(sql`person_last_name`)}, ${credentialsAfterFamily}, '') as family_words,
    regexp_extract(${fullName}, ${`[ ,]${suffix}[. ]*(?:,|$)`}, 1) as full_suffix,
    regexp_replace(${fullName}, ${`[ ,]+${suffix}[. ]*(,|$)`}, '\\2') as full_name
  from ${written}
  where coalesce(person_first_name, person_last_name, person_full_name) is not null`;

const fullName = sql`
  regexp_replace(lower(${withLatinCharacters(meaningful(sql`person_full_name`))}), ${credentialsAfterName}, '\\1')`;

/** One row per identity: the full name split into given and family words. */
export const splitNames = (nameWords: Relation): Sql => sql`
  select node, given_words, family_words, full_suffix,
    contains(full_name, ',') as is_inverted,
    case when regexp_matches(${words(sql`full_name`)}, ${organisationPattern})
      then trim(regexp_replace(${words(sql`full_name`)}, ${legalFormPattern}, '')) end as organisation,
    regexp_replace(${words(givenPart)}, ${title}, '') as full_given,
    ${words(sql`split_part(full_name, ',', 1)`)} as full_family
  from ${nameWords}`;

const givenPart = sql`case when contains(full_name, ',') then split_part(full_name, ',', 2) else full_name end`;

/** One row per identity: node, given and family words, suffix, from their own columns or else from the full name; each empty or null where absent. */
export const nameParts = (splitNames: Relation): Sql => sql`
  select node,
    coalesce(nullif(${withoutSuffix(sql`given_words`)}, ''), ${givenOfFull}) as given,
    coalesce(nullif(${withoutSuffix(sql`family_words`)}, ''), ${familyOfFull}) as family,
    coalesce(${suffixOf(sql`family_words`)}, ${suffixOf(sql`given_words`)}, nullif(full_suffix, '')) as suffix
  from ${splitNames}`;

const withoutSuffix = (text: Sql): Sql => sql`regexp_replace(${text}, ${` ${suffix}$`}, '')`;
const suffixOf = (text: Sql): Sql => sql`nullif(regexp_extract(${text}, ${` ${suffix}$`}, 1), '')`;

/** A full name of one word is taken for a family name. */
const givenOfFull = sql`
  case when organisation is not null then ''
    when is_inverted then full_given
    when contains(full_given, ' ') then regexp_replace(full_given, ${familyNamePattern}, '') end`;
const familyOfFull = sql`
  case when organisation is not null then organisation
    when is_inverted then full_family
    when contains(full_given, ' ') then regexp_extract(full_given, ${familyNamePattern}, 1)
    else full_given end`;

/**
 * One row per identity with a name, which a guest has not: node, first_name, middle_name (an initial), last_name, suffix, and for a family name of
 * several words, last_start (all before its last name) and last_end (its last word); each null where absent.
 */
export const names = (nameParts: Relation): Sql => sql`
  select node,
    nullif(split_part(given, ' ', 1), '') as first_name,
    ${middleInitial} as middle_name,
    ${withoutSpaces(sql`family`)} as last_name,
    case when contains(family, ' ') then ${atLeastTwo(sql`replace(${beforeLastName}, ' ', '')`)} end as last_start,
    case when contains(family, ' ') then ${atLeastTwo(sql`split_part(family, ' ', -1)`)} end as last_end,
    case suffix ${shortSuffix} else suffix end as suffix
  from ${nameParts}
  where not ${isGuest}`;

const isGuest = sql`regexp_full_match(concat_ws(' ', nullif(given, ''), nullif(family, '')), ${guestNamePattern})`;

/** `John and Mary` are two people in one field; the first counts. */
const middleInitial = sql`
  case when contains(given, ' ') and split_part(given, ' ', 2) not in ('and', 'und', 'y', 'et')
    then left(split_part(given, ' ', 2), 1) end`;

const beforeLastName = sql`regexp_replace(' ' || family, ${familyNamePattern}, '')`;
const atLeastTwo = (text: Sql): Sql => sql`case when length(${text}) > 1 then ${text} end`;

const shortSuffix = join(
  Object.entries(suffixSpellings).map(([long, short]) => sql`when ${long} then ${short}`),
  " ",
);
