// Listed contacts: what the rows of privacy lists identify people by, and the records that have it too. For
// linking, a shared contact is no proof of one person; here it is enough. So a contact counts also if several
// people have it, if it is a placeholder value by its number of holders, if one side has only its hash, and
// if a phone number lacks its country code.

import { identityFields } from "../../domain/data/dataset.js";
import type { Country } from "../../domain/people/identity/phones.js";
import type { Engine } from "../engine.js";
import { ident, join, literal, type Relation, type Sql, sql } from "../sql/sql.js";
import { customerNumbers, nationalIds } from "./contacts.js";
import { addressKeys, valueHash } from "./edges.js";
import { hashesAmong } from "./identities.js";
import { stageAddresses, stageMailboxes, stageNames } from "./normalise.js";
import { stagePhones } from "./phones.js";
import { meaningful } from "./text.js";

export interface ListedContacts {
  /**
   * One row per listed identity and contact: identity_key, kind, value, mark BIGINT (hash of both), list
   * (position of its dataset).
   */
  listed: Relation;
  /** One row per identity of any dataset and listed contact that it has: identity_key, mark (of the listed contact). */
  holders: Relation;
  /** One row per identity on a list or with a listed contact: identity_key. */
  excluded: Relation;
}

/** Stages the contacts of the `lists` (positions of datasets), and the records with any of them. */
export const stageListedContacts = async (
  engine: Engine,
  identities: readonly Relation[],
  lists: readonly number[],
  country: Country,
): Promise<ListedContacts> => {
  const withHashes = (await engine.count(hashesAmong(identities))) > 0;
  const options = { country, withHashes };
  const own = lists.map(
    (list) => sql`select ${list} as list, held.identity_key from ${identities[list]!} as held`,
  );
  const members = await engine.createTable("list_member", join(own, " union all "));
  const contacts = await stageContacts(
    engine,
    lists.map((list) => identities[list]!),
    { ...options, withShortNames: false },
  );
  const listed = await engine.createTable(
    "listed_contact",
    sql`
      select member.list, contact.node as identity_key, contact.kind, contact.value, contact.mark
      from (select distinct * from ${contacts}) as contact
      join ${members} as member on member.identity_key = contact.node`,
  );
  const holders = await stageHolders(engine, identities, listed, options);
  await engine.drop(ident("held_identity"), ident("held_contact"));
  return {
    listed,
    holders,
    excluded: sql`(select identity_key from ${holders} union select identity_key from ${members})`,
  };
};

interface ContactOptions {
  country: Country;
  /** Whether any record has an e-mail address as a hash. */
  withHashes: boolean;
}

const stageHolders = async (
  engine: Engine,
  identities: readonly Relation[],
  listed: Relation,
  options: ContactOptions,
): Promise<Relation> => {
  const contacts = await stageContacts(engine, identities, { ...options, withShortNames: true });
  const equal = sql`
    select contact.node as identity_key, contact.mark
    from ${contacts} as contact
    semi join ${listed} as listed on listed.mark = contact.mark`;
  const holders = sql`select distinct * from (${equal} union all ${phonesWithoutCountry(contacts, listed)})`;
  return engine.createTable("contact_holder", holders);
};

/** Stages one row per contact: node (an identity key), kind, value, mark. Rows may repeat. */
const stageContacts = async (
  engine: Engine,
  identities: readonly Relation[],
  { country, withHashes, withShortNames }: ContactOptions & { withShortNames: boolean },
): Promise<Relation> => {
  const written = await engine.createTable("held_identity", heldIdentities(identities));
  const mailboxes = await stageMailboxes(engine, written);
  const phones = await stagePhones(engine, written, country);
  const names = await stageNames(engine, written);
  const addresses = await stageAddresses(engine, written);
  const of = (kind: string, values: Sql) => sql`select node, ${kind} as kind, value from (${values})`;
  const found = [
    of("email", sql`select node, value from ${mailboxes}`),
    of("email hash", writtenHashes(written)),
    ...(withHashes ? [of("email hash", hashesOfAddresses(written, mailboxes))] : []),
    of("phone", sql`select node, value from ${phones}`),
    of("customer id", customerNumbers(written)),
    of("national id", nationalIds(written)),
    of("name and address", namedAddresses(names, addresses)),
    ...(withShortNames ? [of("name and address", namedAddresses(shortNames(names), addresses))] : []),
  ];
  return engine.createTable(
    "held_contact",
    sql`
      select node, kind, value, ${valueHash(sql`kind`, sql`value`)} as mark
      from (${join(found, " union all ")}) as found
      where value is not null`,
  );
};

/** One row per dataset and identity that says anything: node, and the identity fields. */
const heldIdentities = (identities: readonly Relation[]): Sql => {
  const fields = join(identityFields.map((field) => ident("held", field)));
  const each = identities.map(
    (held) => sql`select held.identity_key as node, ${fields} from ${held} as held`,
  );
  return join(each, " union ");
};

const writtenHashes = (written: Relation): Sql => sql`
  select node, lower(trim(email_hash)) as value from ${written} where ${meaningful(sql`email_hash`)} is not null`;

/** Hashes that owners make of an address: with and without its tag, with and without the dots that Gmail ignores. */
const hashesOfAddresses = (written: Relation, mailboxes: Relation): Sql => {
  const spelled = [
    sql`select node, address as spelling from ${mailboxes}`,
    sql`select node, value from ${mailboxes}`,
    sql`select own.node, lower(trim(own.email)) from ${written} as own semi join ${mailboxes} as mailbox on mailbox.node = own.node`,
    sql`select own.node, trim(own.email) from ${written} as own semi join ${mailboxes} as mailbox on mailbox.node = own.node`,
  ];
  return sql`select node, sha256(spelling) as value from (${join(spelled, " union ")})`;
};

/** A father and a son with one name at one address are both meant: the suffix does not count. */
const namedAddresses = (names: Relation, addresses: Relation): Sql => {
  const unsuffixed = sql`(select node, first_name, last_name, cast(null as varchar) as suffix from ${names})`;
  return sql`select node, cast(about as varchar) as value from (${addressKeys(unsuffixed, addresses)})`;
};

/** `John` of a list means `John Robert` as well, but `María José` not `María Teresa`. */
const shortNames = (names: Relation): Relation => sql`(
  select node, split_part(given, ' ', 1) as first_name, last_name from ${names} where contains(given, ' '))`;

/** Digits that must agree where one of two phone numbers lacks its country code. */
const minSharedDigits = 8;

/**
 * One row per identity and listed phone number that ends in the same digits, where either has no country
 * code: identity_key, mark. Such numbers are not valid in the account's country, so their country is unknown.
 */
const phonesWithoutCountry = (contacts: Relation, listed: Relation): Sql => {
  const phones = (from: Relation, key: Sql) => sql`(
    select ${key} as identity_key, mark, not starts_with(value, '+') as is_local,
      ltrim(replace(value, '+', ''), '0') as digits
    from ${from} where kind = ${literal("phone")} and length(ltrim(replace(value, '+', ''), '0')) >= ${minSharedDigits})`;
  return sql`
    select held.identity_key, listed.mark
    from ${phones(contacts, sql`node`)} as held
    join ${phones(listed, sql`identity_key`)} as listed
      on right(listed.digits, ${minSharedDigits}) = right(held.digits, ${minSharedDigits})
    where (held.is_local or listed.is_local)
      and (ends_with(held.digits, listed.digits) or ends_with(listed.digits, held.digits))`;
};
