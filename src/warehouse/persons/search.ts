// People are found by what they wrote, in any spelling. What is asked becomes a record like any other, and is brought to one
// spelling together with the records that could be alike; everybody's would take too long.

import { type IdentityField, identityFields } from "../../domain/dataset.js";
import { distinctiveWords } from "../../domain/identity/addresses.js";
import { mailboxOf } from "../../domain/identity/contacts.js";
import { nameOf } from "../../domain/identity/names.js";
import { type Country, minDigits, phoneOf } from "../../domain/identity/phones.js";
import type { PersonSearch } from "../../domain/person.js";
import type { Engine } from "../engine.js";
import { ident, join, literal, type Relation, type Sql, sql } from "../sql/sql.js";
import { abbreviated } from "./addresses.js";
import { type Normalised, normalise } from "./normalise.js";
import { folded } from "./text.js";

interface Searched {
  datasets: readonly Relation[];
  persons: Relation;
  /** Where numbers without the code of a country are dialled. */
  country: Country;
}

/** Ids of the first people who have all that is asked for, at most `most`, ascending. */
export const searchPeople = async (
  engine: Engine,
  { datasets, persons, country }: Searched,
  search: PersonSearch,
  most: number,
): Promise<string[]> => {
  const possible = await engine.createTable("possible_record", possibleRecords(datasets, search, country));
  const meant = meantNodes(await normalise(engine, possible, { country }), search);
  const found = await engine.rows<{ id: string }>(sql`
    select cast(found.person_id as varchar) as id
    from (${join(
      meant.map((nodes) => personsOf(possible, persons, nodes)),
      " intersect ",
    )}) as found
    order by found.person_id
    limit ${most}`);
  return found.map(({ id }) => id);
};

/** What is asked has this node; records count from 1. */
const searchNode = 0;

/** One row per record that may be meant: node, identity_key and the identity fields; and one for what is asked. */
const possibleRecords = (datasets: readonly Relation[], search: PersonSearch, country: Country): Sql => {
  const fields = join(identityFields.map((field) => ident("held", field)));
  const held = datasets.map(
    (dataset) => sql`
      select held.identity_key, ${fields}
      from ${dataset} as held
      where ${mayBeMeant(search, country)}`,
  );
  const own = identityFields.map(
    (field) => sql`cast(${valueAsked(search, field)} as varchar) as ${ident(field)}`,
  );
  return sql`
    select cast(row_number() over (order by held.identity_key) as integer) as node, held.*
    from (${join(held, " union ")}) as held
    union all by name
    select cast(${searchNode} as integer) as node, cast(null as bigint) as identity_key, ${join(own)}`;
};

const valueAsked = ({ name, address, ...contacts }: PersonSearch, field: IdentityField): Sql => {
  const values = { ...contacts, person_full_name: name, freeform_address: address && withShortZips(address) };
  return literal(values[field as keyof typeof values] ?? null);
};

/** Of ZIP+4, as postcodes are kept. */
const withShortZips = (address: string): string => address.replace(/\b([0-9]{5})-[0-9]{4}\b/g, "$1");

/** Holds of every record that has one of the values in another spelling, and of few that have none. */
const mayBeMeant = ({ email, phone, customer_id, name, address }: PersonSearch, country: Country): Sql =>
  join(
    [
      ...(customer_id === undefined ? [] : [sql`trim(held.customer_id) = trim(${customer_id})`]),
      ...(email === undefined ? [] : [mayBeMailbox(email)]),
      ...(phone === undefined ? [] : [mayBeNumber(phone, country)]),
      ...(name === undefined ? [] : [mayBeCalled(name)]),
      ...(address === undefined ? [] : [mayBeAt(address)]),
    ],
    " or ",
  );

/** A mailbox may be written with other dots, another tag and another host of Gmail. */
const mayBeMailbox = (email: string): Sql => {
  const mailbox = mailboxOf(email);
  if (!mailbox) return sql`false`;
  const local = mailbox.value.split("@")[0]!.replaceAll(".", "");
  return sql`starts_with(replace(lower(trim(held.email)), '.', ''), ${local})
    or lower(trim(held.email_hash)) = sha256(${mailbox.address})`;
};

/** The last digits are the same with or without a code before them. */
const mayBeNumber = (phone: string, country: Country): Sql => {
  const digits = phoneOf(phone, country)?.slice(-minDigits);
  return digits === undefined ? sql`false` : sql`contains(translate(held.phone, ' ()-./+', ''), ${digits})`;
};

const marks = " -'’`´.,;:/\\\"()&_";

/** The family name is somewhere in the name, once marks and accents are gone. */
const mayBeCalled = (name: string): Sql => {
  const family = nameOf({ person_full_name: name }).last_name;
  if (family === undefined) return sql`false`;
  const written = sql`concat_ws('', held.person_first_name, held.person_last_name, held.person_full_name)`;
  return sql`contains(translate(lower(strip_accents(${written})), ${marks}, ''), ${family})`;
};

const addressFields = ["house_number_and_street", "freeform_address", "city", "state", "postcode"];

/** Fewer letters and digits than in `7 Elm` are in half of all addresses. */
const fewestLetters = 4;

/** All words that are written in one way only are somewhere in the address, once marks and accents are gone. */
const mayBeAt = (address: string): Sql => {
  const telling = distinctiveWords(withShortZips(address));
  if (telling.join("").length < fewestLetters) return sql`false`;
  const written = sql`concat_ws(' ', ${join(addressFields.map((field) => ident("held", field)))})`;
  return sql`(${join(
    telling.map((word) => sql`contains(${folded(written)}, ${word})`),
    " and ",
  )})`;
};

/** For each thing that is asked, the nodes that have it: node. */
const meantNodes = (
  { names, addresses: places, customers, emails, phones }: Normalised,
  { customer_id, email, phone, name, address }: PersonSearch,
): Sql[] => [
  ...(customer_id === undefined ? [] : [sameContact(customers)]),
  ...(email === undefined ? [] : [sameContact(emails)]),
  ...(phone === undefined ? [] : [sameContact(phones)]),
  ...(name === undefined ? [] : [sameName(names)]),
  ...(address === undefined ? [] : [sameAddress(places)]),
];

const sameContact = (contacts: Relation): Sql => sql`
  select other.node
  from ${contacts} as other
  join ${contacts} as meant on meant.node = ${searchNode} and meant.value = other.value`;

/** A family name alone finds everybody of that name; a suffix counts where both tell one. */
const sameName = (names: Relation): Sql => sql`
  select other.node
  from ${names} as other
  join ${names} as meant on meant.node = ${searchNode} and meant.last_name = other.last_name
  where (meant.first_name is null or meant.first_name = other.first_name)
    and coalesce(meant.suffix = other.suffix, true)`;

const addressWords = (place: string): Sql => {
  const parts = ["street", "freeform", "city", "state", "postcode"].map((part) => ident(place, part));
  return sql`string_split(${abbreviated(sql`lower(concat_ws(' ', ${join(parts)}))`)}, ' ')`;
};

/** Every word that is asked for is in the address. */
const sameAddress = (places: Relation): Sql => sql`
  select other.node
  from ${places} as other
  join ${places} as meant on meant.node = ${searchNode} and list_has_all(${addressWords("other")}, ${addressWords("meant")})`;

// One row per person any of whose records is among the nodes: person_id.
const personsOf = (possible: Relation, persons: Relation, nodes: Sql): Sql => sql`
  select person.person_id
  from ${possible} as record
  join ${persons} as person on person.identity_key = record.identity_key
  where record.node in (${nodes})`;
