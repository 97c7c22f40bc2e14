// Hashed rows, for platforms that match people by hash: the SHA-256, in lower-case hex, of each identity
// field in the spelling that they require. A person with two e-mail addresses has two rows, since the
// platform may know either.

import { postcode } from "../persons/addresses.js";
import { meaningful } from "../persons/text.js";
import { ident, join, type Relation, type Sql, sql } from "../sql/sql.js";

/** One row per identity of a person: node (the identity's key), person_id and its fields as written. */
export const identitiesOfPersons = (identities: Relation, persons: Relation): Sql => sql`
  select own.identity_key as node, person.person_id, own.* exclude (identity_key)
  from ${identities} as own join ${persons} as person on person.identity_key = own.identity_key`;

/** E.164. Ten digits without a country are read as a North American number. */
export const e164 = sql`case when left(phone.value, 1) = '+' then '' when length(phone.value) = 10 then '+1' else '+' end || phone.value`;

/** The text to hash for each column: an expression over the written and the normalised identity. */
const spellings: Record<string, Sql> = {
  // Without the tag after a plus sign, as in `email_hash`.
  hashed_email: sql`mailbox.address`,
  hashed_phone: e164,
  hashed_first_name: sql`coalesce(${lettersOf(sql`written.person_first_name`)}, name.first_name)`,
  hashed_last_name: sql`coalesce(${lettersOf(sql`written.person_last_name`)}, name.last_name)`,
  hashed_street: sql`nullif(regexp_replace(lower(${meaningful(sql`written.house_number_and_street`)}), '\\s+', ' ', 'g'), '')`,
  hashed_city: sql`replace(${lettersOf(sql`written.city`)}, ' ', '')`,
  hashed_state: sql`replace(${lettersOf(sql`written.state`)}, ' ', '')`,
  hashed_postcode: sql`lower(${postcode(meaningful(sql`written.postcode`))})`,
};

/** Lower case, no punctuation or digits, single blanks. Accents stay, as the platforms keep them. */
function lettersOf(text: Sql): Sql {
  return sql`nullif(trim(regexp_replace(lower(${meaningful(text)}), '[^\\p{L}\\p{M}]+', ' ', 'g')), '')`;
}

/** The normalised fields of the written identities; each relation has at most one row per node. */
interface NormalisedWriting {
  mailboxes: Relation;
  phones: Relation;
  names: Relation;
}

/** A column of the rows: an expression over the written and the normalised identity. */
export interface SpelledColumn {
  name: string;
  value: Sql;
  /** Identities without any such value have no row. */
  isOfPerson: boolean;
}

/** The columns of a hashed file in our own form. */
export const hashesOf = (columns: readonly string[]): SpelledColumn[] =>
  columns.map((name) => ({ name, value: hashOf(name), isOfPerson: true }));

/** One row per person and distinct identity with any hash: person_id, then the columns, null where absent. */
export const hashedIdentities = (
  written: Relation,
  { mailboxes, phones, names }: NormalisedWriting,
  columns: readonly SpelledColumn[],
): Sql => {
  const hashed = columns.map(({ name, value }) => sql`${value} as ${ident(name)}`);
  const anything = join(
    columns.filter(({ isOfPerson }) => isOfPerson).map(({ name }) => ident(name)),
    ", ",
    "null",
  );
  return sql`
    select * from (
      select distinct ${join([sql`written.person_id`, ...hashed])}
      from ${written} as written
      left join ${mailboxes} as mailbox on mailbox.node = written.node
      left join ${phones} as phone on phone.node = written.node
      left join ${names} as name on name.node = written.node
    )
    where coalesce(${anything}) is not null`;
};

const hashOf = (column: string): Sql => {
  const hash = sql`sha256(${spellings[column]!})`;
  return column === "hashed_email" ? orWrittenHash(hash) : hash;
};

/** The hash of the e-mail address, or else the one that arrived as a hash. */
export const orWrittenHash = (hash: Sql): Sql =>
  sql`coalesce(${hash}, lower(${meaningful(sql`written.email_hash`)}))`;

/**
 * One row per identity of a selected person: row_key (a hash, so that the order reveals nothing), the hashes,
 * the payload.
 */
export const hashedRows = (selected: Relation, hashed: Relation, columns: readonly string[]): Sql => {
  const hashes = columns.map((column) => ident("h", column));
  return sql`
    select sha256(concat_ws(chr(31), ${join([...hashes, sql`c.person_id`])})) as row_key, ${join([...hashes, sql`c.*`])}
    from ${selected} as c join ${hashed} as h on h.person_id = c.person_id`;
};
