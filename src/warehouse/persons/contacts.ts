// Contacts: values that identify one person on their own, such as a customer number, an e-mail address or a
// national id. Values that are obviously made up are left out here. Others, such as the shop's own number on
// a thousand orders, show only by how many people have them: see `shared-contacts.ts`.

import {
  exampleIds,
  guestNumbers,
  maskedId,
  minIdLength,
  placeholderEmails,
  placeholderMailboxes,
  roundedNumber,
  sequentialNumbers,
} from "../../domain/people/identity/contacts.js";
import { list, type Relation, type Sql, sql } from "../sql/sql.js";
import { meaningful, withLatinCharacters } from "./text.js";

/** One row per identity with a customer number: node, value. */
export const customerNumbers = (written: Relation): Sql => sql`
  select node, trim(customer_id) as value from ${written}
  where ${meaningful(sql`customer_id`)} is not null and not ${isGuestNumber(sql`customer_id`)}
    and not regexp_matches(trim(customer_id), ${roundedNumber})`;

export const isGuestNumber = (text: Sql): Sql => sql`(lower(trim(${text})) in (${list(guestNumbers)}))`;

/** One row per identity with anything in the e-mail field: node, local (without the tag after a plus sign) and host. */
export const mailboxParts = (written: Relation): Sql => sql`
  select node, split_part(split_part(email, '@', 1), '+', 1) as local, split_part(email, '@', 2) as host
  from (select node, lower(trim(email)) as email from ${written} where email is not null)`;

/**
 * One row per identity with an e-mail address: node, address (lower case, without the tag after a plus sign: the input
 * of `email_hash`) and value, the mailbox it reaches (Gmail ignores dots).
 */
export const mailboxes = (mailboxParts: Relation): Sql => sql`
  select node, local || '@' || host as address,
    case when host in ('gmail.com', 'googlemail.com') then replace(local, '.', '') || '@gmail.com'
      else local || '@' || host end as value
  from ${mailboxParts}
  where local <> '' and contains(host, '.') and local not in (${list(placeholderMailboxes)})
    and local || '@' || host not in (${list(placeholderEmails)})`;

/**
 * One row per identity with an e-mail address or the hash of one: node, value. A hash is replaced by its
 * address if any dataset has that address.
 */
export const emails = (mailboxes: Relation, written: Relation): Sql => sql`
  select node, value from ${mailboxes}
  union all
  select hashed.node, coalesce(hashed_address.value, hashed.hash) as value
  from ${hashesOnly(mailboxes, written)} as hashed
  left join (
    select sha256(mailbox.address) as hash, min(mailbox.value) as value
    from ${mailboxes} as mailbox
    where sha256(mailbox.address) in (select hash from ${hashesOnly(mailboxes, written)})
    group by sha256(mailbox.address)
  ) as hashed_address on hashed_address.hash = hashed.hash`;

/** One row per identity with a hash and no address: node, hash. */
const hashesOnly = (mailboxes: Relation, written: Relation): Relation => sql`(
  select node, lower(trim(email_hash)) as hash
  from ${written} as written
  where ${meaningful(sql`email_hash`)} is not null
    and not exists (select 1 from ${mailboxes} as mailbox where mailbox.node = written.node))`;

/** One row per identity with a national id: node, value (letters and digits, upper case). */
export const nationalIds = (written: Relation): Sql => sql`
  with normalised as materialized (
    select node, upper(regexp_replace(${withLatinCharacters(sql`national_id`)}, '[^A-Za-z0-9]+', '', 'g')) as value
    from ${written}
    where ${meaningful(sql`national_id`)} is not null and not regexp_matches(national_id, ${maskedId})
  )
  select node, value from normalised
  where not (length(value) < ${minIdLength} or replace(value, left(value, 1), '') = ''
    or value in (${list([...sequentialNumbers, ...exampleIds])}))`;
