// A name is compared by its first given name, its family name without spaces, and its suffix. The suffix is part of the
// name, because father and son share everything else. Titles and middle names come and go, so they are left out.

import { familyName, suffixes as suffix, titles as title } from "../../domain/identity/names.js";
import type { Relation, Sql } from "../sql/sql.js";
import { sql } from "../sql/sql.js";
import { stated, withoutSpaces, words } from "./text.js";

/** One row per identity: its name in words, still unsplit. `full_name` keeps the comma of `Family, Given`. */
export const nameWords = (written: Relation): Sql => sql`
  select node,
    regexp_replace(${words(stated(sql`person_first_name`))}, ${title}, '') as given_words,
    ${words(sql`person_last_name`)} as family_words,
    regexp_extract(${fullName}, ${`[ ,]${suffix}[. ]*(?:,|$)`}, 1) as full_suffix,
    regexp_replace(${fullName}, ${`[ ,]+${suffix}[. ]*(,|$)`}, '\\2') as full_name
  from ${written}
  where coalesce(person_first_name, person_last_name, person_full_name) is not null`;

const fullName = sql`lower(${stated(sql`person_full_name`)})`;

/** One row per identity: the full name as given and family words, where the columns of their own are absent. */
export const splitNames = (nameWords: Relation): Sql => sql`
  select node, given_words, family_words, full_suffix,
    contains(full_name, ',') as is_inverted,
    regexp_replace(${words(givenPart)}, ${title}, '') as full_given,
    ${words(sql`split_part(full_name, ',', 1)`)} as full_family
  from ${nameWords}`;

const givenPart = sql`case when contains(full_name, ',') then split_part(full_name, ',', 2) else full_name end`;

/** One row per identity with a name: node, first_name, last_name, suffix; each null where absent. */
export const names = (splitNames: Relation): Sql => sql`
  select node,
    nullif(split_part(coalesce(nullif(given_words, ''), ${givenOfFull}), ' ', 1), '') as first_name,
    ${withoutSpaces(sql`coalesce(nullif(${familyWithoutSuffix}, ''), ${familyOfFull})`)} as last_name,
    ${shortSuffix(sql`coalesce(nullif(${suffixOfFamily}, ''), nullif(full_suffix, ''))`)} as suffix
  from ${splitNames}`;

/** A full name of one word is a family name. */
const givenOfFull = sql`case when is_inverted or contains(full_given, ' ') then full_given end`;
const familyOfFull = sql`
  case when is_inverted then full_family
    when contains(full_given, ' ') then regexp_extract(full_given, ${familyName}, 1)
    else full_given end`;
const suffixOfFamily = sql`regexp_extract(family_words, ${` ${suffix}$`}, 1)`;
const familyWithoutSuffix = sql`regexp_replace(family_words, ${` ${suffix}$`}, '')`;

const shortSuffix = (text: Sql): Sql =>
  sql`case ${text} when 'junior' then 'jr' when 'senior' then 'sr' else ${text} end`;
