// Normalised names: the given name with all its words, the family name without spaces, and the suffix, which
// often is the only difference between father and son. `María José` and `María Teresa` are two names. Titles
// are dropped, because they come and go. `domain/people/identity/names.ts` does the same in TypeScript.

import {
  credentialsAfterFamily,
  credentialsAfterName,
  familyNamePattern,
  guestNamePattern,
  initialPattern,
  legalFormPattern,
  organisationPattern,
  otherPeople,
  suffixPattern as suffix,
  suffixSpellings,
  titlePattern as title,
} from "../../domain/people/identity/names.js";
import { ident, join, type Relation, type Sql, sql } from "../sql/sql.js";
import { meaningful, meaningfulWords, withLatinCharacters, withoutSpaces, words } from "./text.js";

export const nameFields = ["person_first_name", "person_last_name", "person_full_name"];

/** One row per identity: its name in words, not yet split. `full_name` keeps the comma of `Family, Given`. */
export const nameWords = (written: Relation): Sql => sql`
  select node,
    regexp_replace(${meaningfulWords(sql`person_first_name`)}, ${title}, '') as given_words,
    regexp_replace(${words(sql`person_last_name`)}, ${credentialsAfterFamily}, '') as family_words,
    regexp_extract(${fullName}, ${`[ ,]${suffix}[. ]*(?:,|$)`}, 1) as full_suffix,
    regexp_replace(${fullName}, ${`[ ,]+${suffix}[. ]*(,|$)`}, '\\2') as full_name
  from ${written}
  where coalesce(${join(nameFields.map((field) => ident(field)))}) is not null`;

const fullName = sql`
  regexp_replace(lower(${withLatinCharacters(meaningful(sql`person_full_name`))}), ${credentialsAfterName}, '\\1')`;

/** One row per identity: the full name split into given and family words. */
export const splitNames = (nameWords: Relation): Sql => sql`
  select node, given_words, family_words, full_suffix,
    organisation is not null as is_organisation, organisation is null and contains(full_name, ',') as is_inverted,
    coalesce(organisation, regexp_replace(${words(givenPart)}, ${title}, '')) as full_given,
    ${words(sql`split_part(full_name, ',', 1)`)} as full_family
  from (select *, ${organisation} as organisation from ${nameWords})`;

/**
 * Its words without the legal form; null for a person. The last word stands for the family name, since many have
 * it, and the words before it tell which one it is.
 */
const organisation = sql`
  case when regexp_matches(${words(sql`full_name`)}, ${organisationPattern})
    then trim(regexp_replace(${words(sql`full_name`)}, ${legalFormPattern}, '')) end`;

const givenPart = sql`case when contains(full_name, ',') then split_part(full_name, ',', 2) else full_name end`;

const withoutSuffix = (text: Sql): Sql => sql`regexp_replace(${text}, ${` ${suffix}$`}, '')`;
const withoutOthers = (text: Sql): Sql => sql`regexp_replace(${text}, ${otherPeople}, '\\1')`;
/** A full name of one word is taken for a family name. */
const givenOfFull = sql`
  case when is_inverted then full_given
    when contains(full_given, ' ') then regexp_replace(full_given, ${familyNamePattern}, '') end`;

/**
 * One row per identity: node, given and family words, suffix, from their own columns or else from the full
 * name; each empty or null where absent.
 */
export const nameParts = (splitNames: Relation): Sql => sql`
  select node,
    coalesce(nullif(${withoutOthers(withoutSuffix(sql`given_words`))}, ''),
      case when is_organisation then ${givenOfFull} else ${withoutOthers(givenOfFull)} end) as given,
    coalesce(nullif(${withoutSuffix(sql`family_words`)}, ''), ${familyOfFull}) as family,
    coalesce(${suffixOf(sql`family_words`)}, ${suffixOf(sql`given_words`)}, nullif(full_suffix, '')) as suffix
  from ${splitNames}`;

const suffixOf = (text: Sql): Sql => sql`nullif(regexp_extract(${text}, ${` ${suffix}$`}, 1), '')`;

const familyOfFull = sql`
  case when is_inverted then full_family
    when contains(full_given, ' ') then regexp_extract(full_given, ${familyNamePattern}, 1)
    else full_given end`;

/** Columns of `names` besides the node. */
export const nameColumns = [
  ...["given", "first_name", "middle_name", "last_name"],
  ...["last_start", "last_end", "suffix"],
];

/**
 * One row per identity with a name, which a guest has not: node, given (the words of the given name, without
 * initials after the first), first_name (the same, joined, so that `Xiao Ming` is `Xiaoming`), middle_name
 * (an initial), last_name, suffix, and for a family name of several words, last_start (all before its last
 * name) and last_end (its last word); each null where absent.
 */
export const names = (nameParts: Relation): Sql => sql`
  select node, given, ${withoutSpaces(sql`given`)} as first_name, middle_name,
    ${withoutSpaces(sql`family`)} as last_name,
    case when contains(family, ' ') then ${atLeastTwo(sql`replace(${beforeLastName}, ' ', '')`)} end as last_start,
    case when contains(family, ' ') then ${atLeastTwo(sql`split_part(family, ' ', -1)`)} end as last_end,
    case suffix ${shortSuffix} else suffix end as suffix
  from (
    select node, family, suffix,
      case when contains(own, ' ') then array_to_string(list_filter(${own}, lambda word, place: not ${isMiddleInitial}), ' ')
        else nullif(own, '') end as given,
      case when contains(own, ' ') then list_filter(${own}, lambda word, place: ${isMiddleInitial})[1] end as middle_name
    from (
      select node, family, suffix, given as own
      from ${nameParts}
      where not ${isGuest}
    )
  )`;

const own = sql`string_split(own, ' ')`;
const isMiddleInitial = sql`(place > 1 and regexp_full_match(word, ${initialPattern}))`;

const isGuest = sql`regexp_full_match(concat_ws(' ', nullif(given, ''), nullif(family, '')), ${guestNamePattern})`;

/** Whether a first name, of the row `name`, is an initial. */
export const isInitial = (name: string): Sql =>
  sql`(length(${ident(name, "first_name")}) = 1 and regexp_full_match(${ident(name, "first_name")}, ${initialPattern}))`;

const wordsOf = (name: string): Sql => sql`string_split(${ident(name, "given")}, ' ')`;

/** The initials of several words: `J.-L.` may be written `JL`. */
const initialsOf = (name: string): Sql =>
  sql`array_to_string(list_transform(${wordsOf(name)}, lambda word: left(word, 1)), '')`;

/**
 * Whether the given name of the row `short` can stand for that of the row `long`: an initial, some of its
 * words, or their initials.
 */
export const canStandFor = (short: string, long: string): Sql => sql`(
  ${isInitial(short)} and left(${ident(long, "first_name")}, 1) = ${ident(short, "first_name")}
  or contains(${ident(long, "given")}, ' ') and ${ident(short, "first_name")} <> ${ident(long, "first_name")}
    and (list_has_all(${wordsOf(long)}, ${wordsOf(short)}) or ${ident(short, "first_name")} = ${initialsOf(long)}))`;

const beforeLastName = sql`regexp_replace(' ' || family, ${familyNamePattern}, '')`;
const atLeastTwo = (text: Sql): Sql => sql`case when length(${text}) > 1 then ${text} end`;

const shortSuffix = join(
  Object.entries(suffixSpellings).map(([long, short]) => sql`when ${long} then ${short}`),
  " ",
);
