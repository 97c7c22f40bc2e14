// Search for people by e-mail address, phone number, customer number, name or address, in any spelling. The
// search becomes a record of its own, and is normalised together with records that a cheap prefilter selects;
// normalising all would take too long.

import { type IdentityField, identityFields } from "../../domain/data/dataset.js";
import { distinctiveWords } from "../../domain/people/identity/addresses.js";
import { mailboxOf } from "../../domain/people/identity/contacts.js";
import { isGuestName, nameOf } from "../../domain/people/identity/names.js";
import { type Country, minDigits, phoneOf } from "../../domain/people/identity/phones.js";
import type { PersonSearch } from "../../domain/people/person.js";
import type { Engine } from "../engine.js";
import { ident, join, literal, type Relation, type Sql, sql } from "../sql/sql.js";
import { abbreviated } from "./addresses.js";
import { type Normalised, normalise } from "./normalise.js";
import { folded, withLatinCharacters, words } from "./text.js";

interface Searched {
  datasets: readonly Relation[];
  persons: Relation;
  /** Country of phone numbers without a country code. */
  country: Country;
}

/** Ids of people who match all given values, ascending, at most `max`. */
export const searchPeople = async (
  engine: Engine,
  { datasets, persons, country }: Searched,
  search: PersonSearch,
  max: number,
): Promise<string[]> => {
  const candidates = await engine.createTable(
    "search_candidate",
    candidateRecords(datasets, search, country),
  );
  const matching = matchingNodes(candidates, await normalise(engine, candidates, { country }), search);
  const found = await engine.rows<{ id: string }>(sql`
    select cast(found.person_id as varchar) as id
    from (${join(
      matching.map((nodes) => personsOf(candidates, persons, nodes)),
      " intersect ",
    )}) as found
    order by found.person_id
    limit ${max}`);
  return found.map(({ id }) => id);
};

/** Node of the search; records count from 1. */
const searchNode = 0;

/** One row per candidate record, and one for the search: node, identity_key and the identity fields. */
const candidateRecords = (datasets: readonly Relation[], search: PersonSearch, country: Country): Sql => {
  const fields = join(identityFields.map((field) => ident("held", field)));
  const held = datasets.map(
    (dataset) => sql`
      select held.identity_key, ${fields}
      from ${dataset} as held
      where ${mayMatch(search, country)}`,
  );
  const own = identityFields.map(
    (field) => sql`cast(${searchValue(search, field)} as varchar) as ${ident(field)}`,
  );
  return sql`
    select cast(row_number() over (order by held.identity_key) as integer) as node, held.*
    from (${join(held, " union ")}) as held
    union all by name
    select cast(${searchNode} as integer) as node, cast(null as bigint) as identity_key, ${join(own)}`;
};

const searchValue = ({ name, address, ...contacts }: PersonSearch, field: IdentityField): Sql => {
  const values = { ...contacts, person_full_name: name, freeform_address: address && withShortZips(address) };
  return literal(values[field as keyof typeof values] ?? null);
};

/** ZIP+4 as ZIP, as postcodes are normalised. */
const withShortZips = (address: string): string => address.replace(/\b([0-9]{5})-[0-9]{4}\b/g, "$1");

/** True for every record that has one of the values in any spelling, and for few others. */
const mayMatch = ({ email, phone, customer_id, name, address }: PersonSearch, country: Country): Sql =>
  join(
    [
      ...(customer_id === undefined ? [] : [sql`trim(held.customer_id) = trim(${customer_id})`]),
      ...(email === undefined ? [] : [mayHaveMailbox(email)]),
      ...(phone === undefined ? [] : [mayHavePhone(phone, country)]),
      ...(name === undefined ? [] : [mayHaveName(name)]),
      ...(address === undefined ? [] : [mayHaveAddress(address)]),
    ],
    " or ",
  );

/** The same mailbox with other dots, another tag or another Gmail host. */
const mayHaveMailbox = (email: string): Sql => {
  const mailbox = mailboxOf(email);
  if (!mailbox) return sql`false`;
  const local = mailbox.value.split("@")[0]!.replaceAll(".", "");
  return sql`starts_with(replace(lower(trim(held.email)), '.', ''), ${local})
    or lower(trim(held.email_hash)) = sha256(${mailbox.address})`;
};

/** The last digits are the same with or without a country code. */
const mayHavePhone = (phone: string, country: Country): Sql => {
  const digits = phoneOf(phone, country)?.slice(-minDigits);
  return digits === undefined
    ? sql`false`
    : sql`regexp_matches(${withLatinCharacters(sql`held.phone`)}, ${withBetween(digits, "[ ()\\-./+]*")})`;
};

/**
 * A regular expression for the characters with others between them. To take those others out of every text (`translate`)
 * would take the engine six times as long as everything else.
 */
const withBetween = (characters: string, others: string): string =>
  [...characters].map((each) => each.replace(/[^\p{L}\p{M}\p{N}]/u, "\\$&")).join(others);

/** Any number of marks, as a regular expression. */
const marks = "[ \\-'’`´.,;:/\\\\\"()&_]*";

/** The name without accents has the family name, with any marks between its letters; for a guest, each word. */
const mayHaveName = (name: string): Sql => {
  if (isGuestName(name)) return sql`contains(${folded(writtenName)}, ${folded(literal(name))})`;
  const family = nameOf({ person_full_name: name }).last_name;
  if (family === undefined) return sql`false`;
  const written = sql`concat_ws('', held.person_first_name, held.person_last_name, held.person_full_name)`;
  return sql`regexp_matches(${folded(written)}, ${withBetween(family, marks)})`;
};

const addressFields = ["house_number_and_street", "freeform_address", "city", "state", "postcode"];

/** Fewer letters and digits than in `7 Elm` occur in half of all addresses. */
const minLetters = 4;

/** The address without punctuation and accents contains all distinctive words. */
const mayHaveAddress = (address: string): Sql => {
  const distinctive = distinctiveWords(withShortZips(address));
  if (distinctive.join("").length < minLetters) return sql`false`;
  const written = sql`concat_ws(' ', ${join(addressFields.map((field) => ident("held", field)))})`;
  return sql`(${join(
    distinctive.map((word) => sql`contains(${folded(written)}, ${word})`),
    " and ",
  )})`;
};

/** For each given value, the nodes that have it: node. */
const matchingNodes = (
  candidates: Relation,
  { names, addresses, customers, emails, phones }: Normalised,
  { customer_id, email, phone, name, address }: PersonSearch,
): Sql[] => [
  ...(customer_id === undefined ? [] : [sameContact(customers)]),
  ...(email === undefined ? [] : [sameContact(emails)]),
  ...(phone === undefined ? [] : [samePhone(phones)]),
  ...(name === undefined ? [] : [isGuestName(name) ? sameGuest(candidates, name) : sameName(names)]),
  ...(address === undefined ? [] : [sameAddress(addresses)]),
];

const sameContact = (contacts: Relation): Sql => sql`
  select other.node
  from ${contacts} as other
  join ${contacts} as searched on searched.node = ${searchNode} and searched.value = other.value`;

/** A number without a country code is sought in the country of each record. */
const samePhone = (phones: Relation): Sql => sql`
  select other.node
  from ${phones} as other
  join ${phones} as searched on searched.node = ${searchNode} and (searched.value = other.value
    or not starts_with(searched.value, '+') and length(searched.value) > ${minDigits}
      and ends_with(other.value, ltrim(searched.value, '0')))`;

/**
 * A family name alone matches everyone of that name, two names match in either order, and a given name
 * whoever has all its words; a suffix counts only if both have one.
 */
const sameName = (names: Relation): Sql => sql`
  select other.node
  from ${names} as other
  join ${names} as searched on searched.node = ${searchNode}
  where (searched.last_name = other.last_name and coalesce(searched.first_name = other.first_name
        or list_has_all(string_split(other.given, ' '), string_split(searched.given, ' ')), searched.first_name is null)
      or searched.last_name = other.first_name and searched.first_name = other.last_name)
    and coalesce(searched.suffix = other.suffix, true)`;

/** A guest has no normalised name, so the words as written count: `Gast` finds `Gast` and `Anna Gast`. */
const sameGuest = (candidates: Relation, name: string): Sql => sql`
  select held.node from ${candidates} as held
  where held.node <> ${searchNode} and contains(' ' || ${words(writtenName)} || ' ', ' ' || ${words(literal(name))} || ' ')`;

const writtenName = sql`concat_ws(' ', held.person_first_name, held.person_last_name, held.person_full_name)`;

const addressWords = (place: string): Sql => {
  const parts = ["street", "freeform", "city", "state", "postcode"].map((part) => ident(place, part));
  return sql`string_split(${abbreviated(sql`lower(concat_ws(' ', ${join(parts)}))`)}, ' ')`;
};

/** The address contains every word of the search. */
const sameAddress = (addresses: Relation): Sql => sql`
  select other.node
  from ${addresses} as other
  join ${addresses} as searched on searched.node = ${searchNode} and list_has_all(${addressWords("other")}, ${addressWords("searched")})`;

// One row per person with a record among the nodes: person_id.
const personsOf = (candidates: Relation, persons: Relation, nodes: Sql): Sql => sql`
  select person.person_id
  from ${candidates} as record
  join ${persons} as person on person.identity_key = record.identity_key
  where record.node in (${nodes})`;
