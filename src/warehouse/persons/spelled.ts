// What the next build has to know of an identity, so that it need not be read and spelled again.

import { type Relation, type Sql, sql } from "../sql/sql.js";
import type { Normalised } from "./normalise.js";

/**
 * One row per identity: node, identity_key, first_seen, is_identified, first_name, last_name, suffix, customer, email, phone,
 * national_id, birth_date VARCHAR, and household as in `identifiedIdentities`; null where absent.
 */
export const spelledIdentities = (
  numbered: Relation,
  identified: Relation,
  { names, customers, emails, phones, nationalIds, birthDates }: Normalised,
): Sql => sql`
  select numbered.node, numbered.identity_key, numbered.first_seen, known.node is not null as is_identified,
    name.first_name, name.last_name, name.suffix, customer.value as customer, email.value as email, phone.value as phone,
    id.value as national_id, birth.value as birth_date,
    known.household
  from ${numbered} as numbered
  left join ${identified} as known on known.node = numbered.node
  left join ${names} as name on name.node = numbered.node
  left join ${customers} as customer on customer.node = numbered.node
  left join ${emails} as email on email.node = numbered.node
  left join ${phones} as phone on phone.node = numbered.node
  left join ${nationalIds} as id on id.node = numbered.node
  left join ${birthDates} as birth on birth.node = numbered.node`;
